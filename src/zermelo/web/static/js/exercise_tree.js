// The tree of an exercise as the server lays it out: edges in SVG, nodes that can be marked, entries to fill in.

import { drawn } from "./board.js";
import { el, labelled, svg } from "./dom.js";

const SIGNS = { alpha: "α", beta: "β", value: "value" };
const UP = "23,2 44,42 2,42";
const DOWN = "23,44 44,4 2,4";

/** The drawn tree; `changed` is called when somebody enters or marks something. */
export class ExerciseTree {
  constructor(place, picture, changed) {
    this.picture = picture;
    this.changed = changed;
    this.marked = new Set();
    this.nodes = new Map();
    this.entries = new Map();
    this.edges = new Map();
    this.below = new Map(picture.nodes.map((node) => [node.id, node.below]));
    place.replaceChildren(this.draw());
  }

  draw() {
    const { width, height, nodes } = this.picture;
    const lines = svg("svg", { class: "edges", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    const drawing = el("div", { class: "drawing" }, lines);
    drawing.style.width = `${width}px`;
    drawing.style.height = `${height}px`;
    for (const node of nodes) {
      if (node.edge) lines.append(this.edge(node));
      drawing.append(this.node(node), ...node.fields.map((field) => this.entry(node, field)));
      if (node.look) drawing.append(look(node.look));
    }
    return drawing;
  }

  edge(node) {
    const [x1, y1, x2, y2] = node.edge;
    const at = (part) => [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
    const [x, y] = at(0.42);
    const group = svg("g", {}, svg("line", { x1, y1, x2, y2 }));
    const strokes = [-3, 3].map((shift) => svg("line", { class: "cut", x1: x - 7, y1: y + shift + 3, x2: x + 7, y2: y + shift - 3 }));
    this.edges.set(node.id, { group, strokes });
    if (node.move) {
      const [middle, down] = at(0.72);
      group.append(svg("text", { x: middle, y: down }, ...labelled(node.label, node.move)));
    }
    return group;
  }

  node(node) {
    const words = node.kind === "leaf" ? `leaf ${node.name}` : `${node.name}, ${node.kind}`;
    const root = !node.edge;
    const shape = svg("svg", { viewBox: "0 0 46 46" }, svg("polygon", { points: node.kind === "max" ? UP : DOWN }), svg("text", { x: 23, y: node.kind === "max" ? 29 : 18 }, node.name));
    const found = el(
      "button",
      {
        type: "button",
        class: `node ${node.kind}`,
        disabled: root,
        data: { node: String(node.id) },
        "aria-label": root ? `${words}, the root` : `${words}: never looked at`,
        "aria-pressed": root ? null : "false",
        title: root ? "The root is always looked at" : "Mark: alpha-beta never looks at this",
        on: { click: () => this.toggle(node.id) },
      },
      node.kind === "leaf" ? node.name : shape,
    );
    found.style.left = `${node.x}px`;
    found.style.top = `${node.y}px`;
    this.nodes.set(node.id, found);
    return found;
  }

  entry(node, field) {
    const found = el("input", {
      class: "entry",
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 12,
      data: { entry: `${node.id} ${field.entry}` },
      placeholder: SIGNS[field.entry],
      "aria-label": `${field.entry} of ${node.name}`,
      on: { input: () => this.touched(found), change: () => tidy(found) },
    });
    found.style.left = `${field.x}px`;
    found.style.top = `${field.y}px`;
    this.entries.set(`${node.id} ${field.entry}`, found);
    return found;
  }

  touched(input) {
    input.classList.remove("right", "wrong", "shown");
    input.removeAttribute("aria-invalid");
    this.changed();
  }

  /** Mark a node, or take the mark away. */
  toggle(id) {
    if (this.marked.has(id)) this.marked.delete(id);
    else this.marked.add(id);
    this.nodes.get(id).classList.remove("right", "wrong");
    this.showMarks();
    this.changed();
  }

  showMarks() {
    const within = new Set();
    for (const id of this.marked) this.all(id).forEach((below) => within.add(below));
    for (const [id, node] of this.nodes) {
      if (!node.disabled) node.setAttribute("aria-pressed", String(this.marked.has(id)));
      node.classList.toggle("within", within.has(id) && !this.marked.has(id));
      const edge = this.edges.get(id);
      edge?.group.classList.toggle("pruned", within.has(id));
      edge?.strokes.forEach((stroke) => stroke.remove());
      if (this.marked.has(id)) edge.group.append(...edge.strokes);
    }
    for (const [name, input] of this.entries) input.disabled = within.has(Number(name.split(" ")[0]));
  }

  all(id) {
    return [id, ...this.below.get(id).flatMap((child) => this.all(child))];
  }

  /** Return what was entered and marked, as the server wants it. */
  answer() {
    const filled = [...this.entries].filter(([, input]) => input.value.trim() && !input.disabled);
    const entries = filled.map(([name, input]) => [Number(name.split(" ")[0]), name.split(" ")[1], input.value.trim()]);
    return { entries, marked: [...this.marked] };
  }

  /** Show which entries and marks are right and wrong. */
  show(remarks) {
    this.forget();
    for (const { node, entry, verdict } of remarks) {
      const shown = entry === "mark" ? this.nodes.get(node) : this.entries.get(`${node} ${entry}`);
      if (!shown || verdict === "missing") continue;
      shown.classList.add(verdict);
      if (entry !== "mark") shown.setAttribute("aria-invalid", String(verdict === "wrong"));
    }
  }

  forget() {
    for (const shown of [...this.nodes.values(), ...this.entries.values()]) shown.classList.remove("right", "wrong", "now");
  }

  /** Fill in what a step of the solution settles. */
  follow(step) {
    this.forget();
    this.nodes.get(step.leaf).classList.add("now");
    for (const [node, entry, text] of step.entries) {
      const input = this.entries.get(`${node} ${entry}`);
      if (!input) continue;
      input.value = text;
      input.classList.add("shown");
    }
    for (const id of step.marks) this.marked.add(id);
    this.showMarks();
    this.nodes.get(step.leaf).scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Take everything back. */
  clear() {
    this.marked.clear();
    for (const input of this.entries.values()) {
      input.value = "";
      input.classList.remove("shown");
      input.removeAttribute("aria-invalid");
    }
    this.forget();
    this.showMarks();
  }

  /** Go to an entry or a node. */
  focus({ node, entry }) {
    (entry === "mark" ? this.nodes.get(node) : this.entries.get(`${node} ${entry}`))?.focus();
  }
}

/** Spell infinity as it is printed. */
function tidy(input) {
  const text = input.value.trim();
  if (/^[+]?(inf|infinity|oo|∞)$/i.test(text)) input.value = "∞";
  if (/^[-−](inf|infinity|oo|∞)$/i.test(text)) input.value = "-∞";
}

function look(given) {
  const inside = given.board ? drawn({ boards: [given.board], heaps: [], table: [] }) : [el("p", {}, given.text)];
  const found = el("div", { class: "look", "aria-hidden": "true" }, ...inside);
  found.style.left = `${given.x}px`;
  found.style.top = `${given.y}px`;
  found.style.width = `${given.width}px`;
  return found;
}
