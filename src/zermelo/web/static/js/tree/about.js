// What is known of one node, in the panel beside the tree; and what the shapes mean.

import { el, svg } from "../dom.js";
import { boardOf, outline } from "./node.js";

/** Return what is known of a node now; `acts` are what can be done with it. */
export function aboutNode(trace, number, acts) {
  const node = trace.nodes.get(number);
  const state = trace.now.get(number) ?? {};
  const rows = [];
  if (node.move) rows.push(["Move", node.move]);
  if (node.pruned) rows.push(["Left out", node.pruned > 1 ? `${node.pruned} moves` : "by a cut"]);
  if (node.entered) rows.push(["Entered with", node.entered]);
  if (state.window && state.window !== node.entered && node.entered) rows.push(["Window now", state.window]);
  const value = trace.value(number);
  if (value) rows.push(["Value", value]);
  if (state.cut && node.cut) rows.push(["Cut", node.cut]);
  if (state.done && node.table) rows.push(["Table", node.table]);
  if (state.done && node.lemma) rows.push(["Lemma", node.lemma]);
  const below = (node.size ?? 1) - 1;
  rows.push(["Nodes below", below.toLocaleString("en")]);
  const list = el("dl", {}, ...rows.flatMap(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]));
  const buttons = [el("button", { type: "button", on: { click: acts.enter } }, "To its first step")];
  if (below) buttons.unshift(el("button", { type: "button", id: "toggle", on: { click: acts.toggle } }, trace.open.has(number) ? "Fold" : "Unfold"));
  const called = node.called[0].toUpperCase() + node.called.slice(1);
  return [el("p", { class: "called" }, called), ...(node.board ? [large(node.board)] : []), list, el("div", { class: "buttons" }, ...buttons)];
}

function large(rows) {
  const cell = 24;
  const [width, height] = [cell * rows[0].length, cell * rows.length];
  return svg("svg", { class: "large", viewBox: `${-width / 2 - 1} -1 ${width + 2} ${height + 2}`, width: width + 2, height: height + 2, role: "img", "aria-label": "The board in this node" }, boardOf(rows, 0, cell));
}

/** Return what the shapes mean, as items of a list. */
export function legend(answer) {
  const kinds = answer.vectors
    ? answer.roles.map((role, number) => [`role${number % 6}`, `${role} chooses`])
    : [
        ["max", `${answer.role} chooses, and takes the most`],
        ["min", answer.roles.length === 2 ? `${answer.roles.find((role) => role !== answer.role)} chooses, and takes the least` : "the others choose"],
      ];
  kinds.push(["leaf", answer.vectors ? `what it is worth to ${answer.roles.join(", ")}` : `what it is worth to ${answer.role}`]);
  const items = kinds.map(([shape, text]) => item(svg("path", { class: "shape", d: outline({ shape, half: 23 }) }), `node ${shape}`, text));
  items.push(item(svg("path", { class: "shape", d: outline({ shape: "leaf", half: 20 }), fill: "url(#hatch)" }), "node pruned", "left out by a cut"));
  const line = { 1: "the best line", 2: "the line that is best for both" }[answer.roles.length] ?? "the line in which each does what is best for it";
  items.push(item(svg("path", { class: "way", d: "M-26,0H26" }), "edge best", line));
  if (answer.windowed) items.push(el("li", {}, el("span", { class: "sample" }, "[α, β]"), "the window: only values between the two can matter"));
  return items;
}

function item(mark, kind, text) {
  const picture = svg("svg", { viewBox: "-30 -24 60 48", width: 30, height: 24, "aria-hidden": "true" }, svg("g", { class: kind }, mark));
  return el("li", {}, el("span", { class: "sample" }, picture), text);
}
