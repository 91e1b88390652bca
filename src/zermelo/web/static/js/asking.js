// What the page asks of its own server; whatever changes something has the token with it.

const token = document.querySelector('meta[name="token"]').content;

/** Return what the server answers; an Error with its sentence if it says no. */
async function asked(address, options) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
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

/** Ask the server to do something; with an AbortController's `signal` it can be given up, which throws an AbortError. */
export function post(address, content = {}, signal = null) {
  const headers = { "content-type": "application/json", "x-zermelo-token": token };
  return asked(address, { method: "POST", headers, body: JSON.stringify(content), signal });
}

/** Return an address of the API with its parts made safe. */
export function api(...parts) {
  return `/api/${parts.map(encodeURIComponent).join("/")}`;
}

/** Give a worker a task; `onEvent` is called with what it says meanwhile (kind, content). Returns the answer.
 *
 * With an AbortController's `signal` the task can be ended, which throws an AbortError.
 */
export function runTask(kind, content, onEvent = () => {}, signal = null) {
  return streamed(api("tasks", kind), content, onEvent, signal);
}

/** Ask for something whose answer is a stream of events, as that of a task. */
export async function streamed(address, content, onEvent = () => {}, signal = null) {
  const headers = { "content-type": "application/json", "x-zermelo-token": token };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(content), signal }).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Is `zermelo web` still running?");
  });
  if (!answer.ok) {
    const found = await answer.json().catch(() => ({}));
    throw new Error(found.error ?? `The server answered ${answer.status}.`);
  }
  for await (const { event, data } of eventsOf(answer.body)) {
    if (event === "done") return data;
    if (event === "failed") throw new Error(data.error);
    onEvent(event, data);
  }
  throw new Error("The server went away before the answer was there.");
}

/** Yield the events of a stream. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n");
      const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      if (field("event")) yield { event: field("event"), data: JSON.parse(field("data")) };
    }
  }
}
