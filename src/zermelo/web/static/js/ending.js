// The end of a match: which rules held, in words, and the cells that they name.

import { runTask } from "./asking.js";
import { byId, el } from "./dom.js";

let asked = "";
let told = null;

/** Say why a match ended as it did, below its outcome; `scene` has the board to mark. */
export async function showEnding(game, position, scene) {
  const box = byId("ending");
  if (!position.over) {
    asked = "";
    box.hidden = true;
    return;
  }
  const question = `${game} ${position.moves}`;
  if (asked === question) {
    if (told) markReason(scene, position, told);
    return;
  }
  asked = question;
  told = null;
  box.hidden = false;
  box.replaceChildren(el("p", { class: "dim" }, "Reading the rules for the reason …"));
  try {
    const found = await runTask("ending", { game, moves: position.moves });
    if (asked !== question) return;
    told = found;
    box.replaceChildren(...sentences(position, found));
    markReason(scene, position, found);
  } catch {
    box.hidden = true; // the outcome is said; why is more than can be told
  }
}

function winners(position) {
  const best = Math.max(...Object.values(position.goals).map((goal) => goal ?? -1));
  const all = Object.keys(position.goals);
  const first = all.filter((role) => position.goals[role] === best);
  return first.length < all.length ? first : all.slice(0, 1);
}

function sentences(position, found) {
  const said = [];
  const end = found.terminal;
  if (end?.said) said.push(sentence("It is over", end));
  for (const role of winners(position)) {
    const reason = found.goals[role];
    if (reason?.said && reason.said !== end?.said) said.push(sentence(`${role} gets ${position.goals[role]}`, reason));
    else if (reason?.said) said.push(el("p", { class: "dim" }, `That is why ${role} gets ${position.goals[role]}.`));
  }
  return said.length ? said : [el("p", { class: "dim" }, "The rules give no reason: it is so in every position.")];
}

function sentence(what, reason) {
  return el("details", {}, el("summary", {}, `${what}: ${reason.said}.`), el("pre", {}, reason.rule));
}

function markReason(scene, position, found) {
  const reasons = [...winners(position).map((role) => found.goals[role]), found.terminal];
  const places = reasons.find((reason) => reason?.places.length)?.places ?? [];
  for (const place of scene.querySelectorAll("[data-id]")) place.classList.toggle("reason", places.includes(place.dataset.id));
}
