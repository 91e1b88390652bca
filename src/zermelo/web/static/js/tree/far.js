// A tree from afar: bunches of nodes, each of a few paths; a step draws only those anew in which something changed.

import { svg } from "../dom.js";
import { RADIUS, colour } from "./node.js";

const BUNCH = 200;
const ORDER = ["later", "pruned", "seen", "best"];

/** Everything that a view shows, drawn small. */
export class Far {
  constructor(view) {
    this.view = view;
    this.edges = svg("g");
    this.shapes = svg("g");
    this.group = svg("g", { class: "far" }, this.edges, this.shapes);
    this.clear();
  }

  /** Forget it all. */
  clear() {
    this.bunches = null;
    this.edges.replaceChildren();
    this.shapes.replaceChildren();
  }

  /** Show what is known now. */
  show() {
    if (!this.bunches) this.gather();
    for (const bunch of this.bunches) this.renew(bunch);
  }

  gather() {
    const { trace } = this.view;
    this.bunches = [];
    for (const [number, [x, y]] of trace.places) {
      if (!this.bunches.length || this.bunches.at(-1).nodes.length === BUNCH) {
        const bunch = { nodes: [], edges: this.edges.appendChild(svg("g")), shapes: this.shapes.appendChild(svg("g")), kinds: [] };
        this.bunches.push(bunch);
      }
      const node = trace.nodes.get(number);
      const parent = trace.places.get(node.parent);
      const edge = parent ? `M${parent[0]},${parent[1]}L${x},${y}` : "";
      this.bunches.at(-1).nodes.push({ number, edge, shape: shape(node, x, y), colour: node.pruned ? "pruned" : colour(node) });
    }
  }

  renew(bunch) {
    const kinds = bunch.nodes.map(({ number }) => this.view.kind(number));
    if (bunch.kinds.length && kinds.every((kind, place) => kind === bunch.kinds[place])) return;
    bunch.kinds = kinds;
    const edges = new Map();
    const shapes = new Map();
    const add = (to, kind, path) => (to.has(kind) ? to.get(kind).push(path) : to.set(kind, [path]));
    bunch.nodes.forEach((one, place) => {
      add(edges, ORDER.includes(kinds[place]) ? kinds[place] : "seen", one.edge);
      add(shapes, `${one.colour} ${kinds[place]}`, one.shape);
    });
    bunch.edges.replaceChildren(...ORDER.filter((kind) => edges.has(kind)).map((kind) => svg("path", { class: `way ${kind}`, d: edges.get(kind).join("") })));
    bunch.shapes.replaceChildren(...[...shapes].map(([kind, paths]) => svg("path", { class: `shape ${kind}`, d: paths.join("") })));
  }
}

function shape(node, x, y) {
  const [r, w] = [RADIUS, Math.max(RADIUS, node.half)];
  if (node.shape === "max") return `M${x},${y - r}l${w},${2 * r}h${-2 * w}Z`;
  if (node.shape === "min") return `M${x},${y + r}l${w},${-2 * r}h${-2 * w}Z`;
  return `M${x - w},${y - 14}h${2 * w}v28h${-2 * w}Z`;
}
