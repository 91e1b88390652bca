// What the page asks of its own server; whatever changes something has the token with it.

const token = document.querySelector('meta[name="token"]').content;

/** Return what the server answers; an Error with its sentence if it says no. */
async function asked(address, options) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Error("The server does not answer. Is `zermelo web` still running?");
  }
  const found = await answer.json().catch(() => ({ error: `The server answered ${answer.status}.` }));
  if (!answer.ok) throw new Error(found.error ?? `The server answered ${answer.status}.`);
  return found;
}

/** Ask for something. */
export function get(address) {
  return asked(address);
}

/** Ask the server to do something. */
export function post(address, content = {}) {
  const headers = { "content-type": "application/json", "x-zermelo-token": token };
  return asked(address, { method: "POST", headers, body: JSON.stringify(content) });
}

/** Return an address of the API with its parts made safe. */
export function api(...parts) {
  return `/api/${parts.map(encodeURIComponent).join("/")}`;
}
