// Two boards, and what leads from the one to the other.

import { drawn } from "./board.js";
import { el, plain } from "./dom.js";

/** Return a step of a match: a board, the moves, and the board after them. */
export function stepOf(step, links = []) {
  const moves = step.moves.map((one) => `${one.role}: ${plain(one.move)}`).join(", ");
  return el("div", { class: "step-shown" }, pair(step.before, moves, step.after, "before", "after"), el("p", { class: "dim" }, `${capital(step.note)}. `, ...links));
}

/** Return two boards with words between them. */
export function pair(before, words, after, one = "", other = "") {
  return el(
    "div",
    { class: "pair" },
    el("figure", {}, el("div", { class: "small-scene" }, ...drawn(before)), caption(one, before)),
    el("p", { class: "between" }, el("span", { class: "arrow", "aria-hidden": "true" }, "→"), words),
    el("figure", {}, el("div", { class: "small-scene" }, ...drawn(after)), caption(other, after)),
  );
}

function caption(text, scene) {
  const turn = scene.turn ? `${scene.turn} to move` : "";
  return el("figcaption", { class: "dim" }, [text, turn].filter(Boolean).join(", "));
}

/** Return a text that begins with a capital letter. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
