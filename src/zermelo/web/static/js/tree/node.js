// One node of a tree, drawn near enough to be read: its shape, value, board, window, and the edge to it.

import { labelled, svg } from "../dom.js";

/** Half the height of a node, as in the pictures. */
export const RADIUS = 19;
const CELL = 11;
const COLOURS = 6;

/** Return the class of a node's colour. */
export function colour(node) {
  return node.shape.startsWith("role") ? `role${Number(node.shape.slice(4)) % COLOURS}` : node.shape;
}

/** Return how much stands below a node before its edges start. */
export function below(node) {
  const lines = (node.entered ? 14 : 0) + (node.cut || node.lemma ? 13 : 0);
  return RADIUS + lines + (node.board ? CELL * node.board.length + 6 : 0);
}

function aside(node) {
  return node.shape === "leaf" ? 6 : node.shape.startsWith("role") ? 9 : 1;
}

/** Return the corners of a node's shape around its centre, as a path. */
export function outline(node) {
  const [r, w] = [RADIUS, node.half];
  if (node.shape === "max") return `M0,${-r}L${w},${r - 2}L${-w},${r - 2}Z`;
  if (node.shape === "min") return `M0,${r}L${w},${-r + 2}L${-w},${-r + 2}Z`;
  if (node.shape === "leaf") return `M${-w},-14H${w}V14H${-w}Z`;
  if (node.shape.startsWith("role")) return `M${-w - 4},${2 - r}H${w + 4}V${r - 2}H${-w - 4}Z`;
  const circle = node.shape === "none" ? 15 : 7;
  const flat = node.shape === "none" ? Math.max(0, w - circle) : 0; // a long value needs more than a circle
  return `M${-flat},${-circle}h${2 * flat}a${circle},${circle} 0 1 1 0,${2 * circle}h${-2 * flat}a${circle},${circle} 0 1 1 0,${-2 * circle}Z`;
}

/** A drawn node; `show` brings it up to date without making it anew. */
export class Node {
  constructor(node, pill) {
    this.node = node;
    this.shape = svg("path", { class: "shape", d: outline(node), fill: node.pruned ? "url(#hatch)" : null });
    this.value = svg("text", { class: "value", y: { max: 10, min: 1 }[node.shape] ?? 5 });
    this.title = svg("title");
    const parts = [this.title, this.shape, this.value];
    if (node.name && !/^(root|[0-9.]+)$/.test(node.name)) parts.push(svg("text", { class: "name", x: -node.half - 4 * node.name.length - aside(node), y: -8 }, node.name));
    let line = RADIUS + 12;
    if (node.board) {
      parts.push(boardOf(node.board, RADIUS + 4, CELL));
      line += CELL * node.board.length + 6;
    }
    this.window = svg("text", { class: "window", y: line });
    if (node.entered) line += 14;
    this.reason = svg("text", { class: "reason", y: line });
    this.pill = svg("g", { class: "fold" }, ...foldOf(pill, node.cut || node.lemma ? line + 6 : line - 8));
    this.group = svg("g", { data: { node: node.node } }, ...parts, this.window, this.reason, this.pill);
    this.edge = new Edge(node);
    this.shown = "";
  }

  /** Put it where it stands. */
  place([x, y], parent, parentNode) {
    this.group.setAttribute("transform", `translate(${x},${y})`);
    if (parent) this.edge.place([x, y], parent, parentNode);
  }

  /** Show it as it is now: `state` is what is known of it, `marks` are classes. */
  show(value, state, marks, folded) {
    const narrowed = state && !this.node.pruned && this.node.entered && state.window !== this.node.entered;
    const key = [value, state?.window, state?.cut, state?.done, marks, folded].join("|");
    if (key === this.shown) return;
    this.shown = key;
    this.value.textContent = value;
    this.window.textContent = narrowed ? state.window : "";
    this.reason.textContent = state?.cut ? this.node.cut_short || "cut" : state?.done && this.node.lemma ? "lemma" : "";
    this.title.textContent = state?.cut ? this.node.cut : this.node.called;
    this.group.setAttribute("class", `node ${colour(this.node)} ${marks}`);
    this.pill.toggleAttribute("hidden", !folded);
    this.pill.classList.toggle("gone", !folded);
    this.edge.show(marks);
  }

  /** Take it away. */
  remove() {
    this.group.remove();
    this.edge.group.remove();
  }
}

/** The line to a node: the move, the window that it is entered with, strokes across it where it is cut. */
class Edge {
  constructor(node) {
    this.node = node;
    this.path = svg("path", { class: "way" });
    this.strokes = svg("path", { class: "strokes" });
    this.move = svg("text", { class: "move" }, ...labelled(node.label, node.move ?? ""));
    this.window = svg("text", { class: "window" }, node.entered);
    this.group = svg("g", {}, this.path, this.strokes, this.move, this.window);
    this.placed = false;
  }

  place([x, y], [px, py], parent) {
    this.placed = true;
    const start = py + below(parent);
    const end = y - (this.node.shape === "leaf" ? 14 : RADIUS - 1);
    const at = (part) => [px + (x - px) * part, start + (end - start) * part];
    const set = (element, [left, top]) => {
      element.setAttribute("x", left.toFixed(1));
      element.setAttribute("y", (top + 4).toFixed(1));
    };
    this.path.setAttribute("d", `M${px},${start}L${x},${end}`);
    const [cx, cy] = at(0.3);
    const tilt = x < px ? 3 : -3;
    this.strokes.setAttribute("d", [-2.2, 2.2].map((off) => `M${cx - 6},${cy + off + tilt}L${cx + 6},${cy + off - tilt}`).join(""));
    set(this.move, at(0.84));
    set(this.window, at(this.node.entered ? 0.6 : 0.84));
  }

  show(marks) {
    this.group.setAttribute("class", `edge ${marks}`);
  }
}

function foldOf(pill, y) {
  const half = 3.4 * pill.length + 7;
  return [svg("rect", { x: -half, y, width: 2 * half, height: 18, rx: 9 }), svg("text", { y: y + 13 }, pill)];
}

/** Return a small board: the grid as one path, a text for every row. */
export function boardOf(rows, top, cell) {
  const left = (-cell * rows[0].length) / 2;
  let grid = "";
  const texts = [];
  rows.forEach((row, down) => {
    const y = top + cell * down;
    row.forEach((content, across) => {
      if (content === " ") return;
      grid += `M${left + cell * across},${y}h${cell}v${cell}h${-cell}Z`;
    });
    const pieces = row.map((content, across) => [content, left + cell * (across + 0.5)]).filter(([content]) => content.trim());
    for (const [content, x] of pieces) {
      const mark = svg("text", { class: "mark", x, y: y + cell * 0.77 }, content);
      mark.style.fontSize = `${(content.length > 1 ? 0.55 : 0.82) * cell}px`;
      texts.push(mark);
    }
  });
  return svg("g", { class: "small-board" }, svg("path", { class: "grid", d: grid }), ...texts);
}
