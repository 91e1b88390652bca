// What is being written is kept in the browser, so that nothing is lost; and files, opened and saved.

import { el, note } from "../dom.js";

const KEY = "zermelo:write";
const BEFORE = "zermelo:write:before";
export const LARGEST = 500_000;
export const ENDINGS = { kif: ".kif", infix: ".gdl", asp: ".lp" };
let told = false;

/** Keep what is being written. */
export function keep(draft, key = KEY) {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    if (!told) note("This browser does not keep the text for the next time: save it to a file.");
    told = true;
  }
}

/** Keep a text that another one is about to replace. */
export function keepBefore(draft) {
  keep(draft, BEFORE);
}

/** Return what was written last time; null if nothing was. */
export function kept(key = KEY) {
  try {
    const found = JSON.parse(localStorage.getItem(key));
    const whole = found && typeof found.text === "string" && typeof found.name === "string" && found.syntax in ENDINGS;
    return whole ? { name: found.name, syntax: found.syntax, text: found.text, fresh: found.fresh === true } : null;
  } catch {
    return null;
  }
}

/** Return the text that was replaced last; null if none was. */
export function keptBefore() {
  return kept(BEFORE);
}

/** Return the name of the file that a draft is saved to. */
export function fileName(draft) {
  const name = draft.name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, "").trim();
  return `${name || "my_game"}${ENDINGS[draft.syntax]}`;
}

/** Save a draft to a file. */
export function save(draft) {
  const address = URL.createObjectURL(new Blob([draft.text], { type: "text/plain" }));
  el("a", { href: address, download: fileName(draft) }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Return a file as a draft; an Error with a sentence if it is none. */
export async function opened(file) {
  if (file.size > LARGEST) throw new Error(`${file.name} is larger than ${LARGEST / 1000} KB, the most that a rule file may have here.`);
  const ending = Object.entries(ENDINGS).find(([, end]) => file.name.toLowerCase().endsWith(end));
  if (!ending) throw new Error(`A rule file ends in .kif, .gdl or .lp; this one is called ${file.name}.`);
  const text = (await file.text()).replace(/\r\n?/g, "\n");
  // Many published files called .gdl are KIF.
  const syntax = ending[0] === "infix" && /^\s*[(;]/.test(text) ? "kif" : ending[0];
  return { name: file.name.slice(0, -ending[1].length), syntax, text };
}
