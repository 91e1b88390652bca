// A tree on the page. Only what is in sight is drawn; from afar, thousands of nodes are a few paths.

import { svg } from "../dom.js";
import { Camera } from "./camera.js";
import { Far } from "./far.js";
import { Node } from "./node.js";

const NEAR = 450;
const READABLE = 0.55;
const SMALL = 0.24;
const AROUND = 140;
const KEPT = 1500;

/** Draws a trace into a stage; `picked` is told of a node that is clicked, `folding` of one that is to be folded or unfolded. */
export class View {
  constructor(stage, trace, picked, folding) {
    this.trace = trace;
    this.picked = picked;
    this.folding = folding;
    this.chosen = null;
    this.drawn = new Map();
    this.kept = new Map();
    this.edges = svg("g");
    this.nodes = svg("g");
    this.far = new Far(this);
    this.world = svg("g", {}, this.far.group, this.edges, this.nodes);
    this.stage = stage;
    this.stage.replaceChildren(this.world);
    this.camera = new Camera(stage, this.world, () => this.look(), (target) => this.tap(target));
    this.stage.addEventListener("dblclick", (event) => this.twice(event));
    new ResizeObserver(() => this.camera.change()).observe(stage);
  }

  /** Begin anew: other nodes are shown, or elsewhere. */
  rearrange() {
    for (const one of this.drawn.values()) one.remove();
    this.drawn.clear();
    this.kept.clear();
    this.far.clear();
    this.refresh();
  }

  /** Show what is known now. */
  refresh() {
    this.line = this.trace.line();
    this.current = this.trace.at >= this.trace.length ? null : this.trace.last?.node;
    this.stale = true;
    this.camera.change();
  }

  /** Return the box around the whole tree. */
  box() {
    const { width, height } = this.trace.answer;
    const deep = [...this.trace.places.keys()].some((number) => this.trace.nodes.get(number).board) ? 90 : 0;
    return [-20, -46, width + 20, height + 70 + deep];
  }

  /** Show the tree whole, or as much of its top as can be read. */
  fit(whole = false) {
    const [root] = this.trace.answer.roots.slice(-1);
    this.camera.fit(this.box(), whole ? 0 : READABLE, this.trace.places.get(root)?.[0]);
  }

  /** Bring the node of the last step into view. */
  follow() {
    const place = this.trace.places.get(this.trace.last?.node);
    if (place) this.camera.follow(place);
  }

  /** Choose a node. */
  choose(number) {
    this.chosen = number;
    this.refresh();
  }

  // Draw what is in sight, and nothing else.
  look() {
    const { trace } = this;
    const [left, top, right, bottom] = this.camera.seen;
    const nodes = [];
    const wanted = [];
    for (const [number, [x, y]] of trace.places) {
      const parent = trace.places.get(trace.nodes.get(number).parent);
      const inside = x > left - AROUND && x < right + AROUND && y > top - AROUND && y < bottom + AROUND;
      const crossing = parent && Math.max(x, parent[0]) > left && Math.min(x, parent[0]) < right && y > top && parent[1] < bottom;
      if (inside) nodes.push(number);
      if (inside || crossing) wanted.push([number, inside]);
      if (wanted.length > 2 * NEAR) break;
    }
    const near = this.camera.scale > SMALL && nodes.length <= NEAR && wanted.length <= 2 * NEAR;
    this.stage.classList.toggle("from-afar", !near);
    if (near) this.drawNear(wanted);
    else this.drawFar();
    this.stale = false;
  }

  drawNear(wanted) {
    this.far.clear();
    const keep = new Set(wanted.map(([number]) => number));
    for (const [number, one] of this.drawn) {
      if (keep.has(number)) continue;
      one.remove();
      this.drawn.delete(number);
    }
    for (const [number, inside] of wanted) {
      let one = this.drawn.get(number);
      const fresh = !one;
      if (fresh) one = this.enter(number);
      if (inside !== one.group.isConnected) {
        if (inside) this.nodes.append(one.group);
        else one.group.remove();
      }
      if (fresh || this.stale) this.show(number, one);
    }
  }

  // A walk comes back to the same nodes again and again: what was drawn once is kept.
  enter(number) {
    if (this.kept.size > KEPT) this.kept.clear();
    const one = this.kept.get(number) ?? this.draw(number);
    this.kept.set(number, one);
    this.drawn.set(number, one);
    if (one.edge.placed) this.edges.append(one.edge.group);
    return one;
  }

  draw(number) {
    const { trace } = this;
    const node = trace.nodes.get(number);
    const one = new Node(node, `${((node.size ?? 1) - 1).toLocaleString("en")} more`);
    const parent = trace.places.get(node.parent);
    one.place(trace.places.get(number), parent, trace.nodes.get(node.parent));
    return one;
  }

  show(number, one) {
    const { trace } = this;
    const folded = (one.node.size ?? 1) > 1 && !trace.open.has(number);
    one.show(trace.value(number), trace.now.get(number), this.marks(number).join(" "), folded);
    if (this.line.has(number) && one.edge.group.nextSibling) this.edges.append(one.edge.group);
  }

  /** Return what a node is just now, in one word. */
  kind(number) {
    if (number === this.chosen) return "chosen";
    if (number === this.current) return "now";
    if (this.line.has(number)) return "best";
    if (!this.trace.now.has(number)) return "later";
    return this.trace.nodes.get(number).pruned ? "pruned" : "seen";
  }

  /** Return what a node is just now, as classes. */
  marks(number) {
    const state = this.trace.now.get(number);
    const found = [];
    if (this.trace.nodes.get(number).pruned) found.push("pruned");
    if (!state) found.push("later");
    if (this.line.has(number)) found.push("best");
    if (this.current === number) found.push("now");
    if (number === this.chosen) found.push("chosen");
    return found;
  }

  drawFar() {
    for (const one of this.drawn.values()) one.remove();
    this.drawn.clear();
    this.far.show();
  }

  tap(target) {
    const number = this.number(target);
    if (number === null) return;
    if (target.closest(".fold")) this.folding(number);
    else this.picked(number);
  }

  twice(event) {
    const number = this.number(event.target);
    if (number !== null && !event.target.closest(".fold")) this.folding(number);
  }

  number(target) {
    const group = target.closest?.("[data-node]");
    return group ? Number(group.dataset.node) : null;
  }
}
