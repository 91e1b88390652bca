// A traced search as the page has it: nodes, where they stand, steps, and what is known after so many of them.

import { runTask } from "../asking.js";

const DONE = new Set(["leaf", "leave", "table", "lemma"]);

/** One search; what is unfolded comes from the server, which also says where everything stands. */
export class Trace {
  /** `asked` names what is searched, how, and how far. */
  constructor(asked) {
    this.asked = asked;
    this.nodes = new Map();
    this.known = new Map();
    this.answer = null;
    this.places = new Map();
    this.open = new Set();
    this.walkable = [];
    this.restart();
  }

  /** Ask for the tree, or for more of it; `onEvent` is called with what the server says meanwhile. */
  async load(more, onEvent = () => {}, signal = null) {
    const nodes = [];
    const steps = [];
    const listen = (kind, said) => {
      nodes.push(...(said.nodes ?? []));
      steps.push(...(said.steps ?? []));
      onEvent(kind, said, nodes.length);
    };
    const digest = this.answer?.digest ?? "";
    this.take(await runTask("trace", { ...this.asked, digest, ...more }, listen, signal), nodes, steps);
  }

  /** Ask again with a node unfolded or folded. */
  async toggle(number, boards) {
    const open = new Set(this.open);
    const opening = !open.delete(number);
    if (opening) open.add(number);
    await this.load({ open: [...open], below: number, boards });
  }

  take(answer, nodes, steps) {
    this.answer = answer;
    for (const node of nodes) this.nodes.set(node.node, node);
    for (const step of steps) this.known.set(step.at, step);
    this.open = new Set(answer.open);
    this.places = new Map();
    this.kids = new Map();
    for (let i = 0; i < answer.places.length; i += 3) {
      const number = answer.places[i];
      this.places.set(number, [answer.places[i + 1], answer.places[i + 2]]);
      const { parent } = this.nodes.get(number);
      if (parent !== null) this.kids.set(parent, [...(this.kids.get(parent) ?? []), number]);
    }
    this.walkable = [...this.known.values()].filter((step) => this.places.has(step.node)).sort((one, other) => one.at - other.at);
    this.restart();
  }

  /** How many steps there are, shown or not. */
  get length() {
    return this.answer?.counts.steps ?? 0;
  }

  /** The last step that was made at a node that is shown. */
  get last() {
    return this.made ? this.walkable[this.made - 1] : null;
  }

  /** Know nothing yet. */
  restart() {
    this.made = 0;
    this.at = 0;
    this.now = new Map();
    this.left = new Map();
    this.choice = new Map();
    this.root = null;
  }

  /** Know what is known after so many steps. */
  go(at) {
    if (at < this.at) this.restart();
    while (this.made < this.walkable.length && this.walkable[this.made].at <= at) this.make(this.walkable[this.made++]);
    this.at = at;
  }

  make(step) {
    const { node, kind } = step;
    const state = this.now.get(node) ?? {};
    state.window = step.window;
    if (kind === "enter" && this.nodes.get(node).parent === null) this.root = node;
    if (kind === "best") {
      state.value = step.value;
      if (this.left.has(node)) this.choice.set(node, this.left.get(node));
    }
    if (DONE.has(kind)) {
      state.value = step.value;
      state.done = true;
    }
    if (kind === "leave") this.left.set(this.nodes.get(node).parent, node);
    if (step.pruned) {
      state.cut = true;
      for (const ghost of step.pruned) this.now.set(ghost, { pruned: true });
    }
    this.now.set(node, state);
  }

  /** Return the nodes of the best line as far as it is known: at the end as the search has it, before it from the root on. */
  line() {
    const found = new Set();
    if (this.at >= this.length) {
      for (const number of this.places.keys()) if (this.nodes.get(number).best) found.add(number);
      return found;
    }
    let number = this.root;
    if (number === null || !this.choice.has(number)) return found;
    for (; number !== undefined && this.places.has(number); number = this.choice.get(number)) found.add(number);
    return found;
  }

  /** Return what stands in a node now. */
  value(number) {
    const node = this.nodes.get(number);
    const state = this.now.get(number);
    if (node.pruned) return state ? node.worth : "";
    if (!state) return "";
    return state.done ? node.worth || state.value : (state.value ?? "");
  }

  /** Return the next step after the present one that is of some kind, or of any; else the end. */
  next(wanted = () => true) {
    for (let i = this.made; i < this.walkable.length; i++) if (this.walkable[i].at > this.at && wanted(this.walkable[i])) return this.walkable[i].at;
    return this.length;
  }

  /** Return the step before the present one; else the start. */
  previous() {
    for (let i = this.made - 1; i >= 0; i--) if (this.walkable[i].at < this.at) return this.walkable[i].at;
    return 0;
  }

  /** Return the step at which a node is come to, or left out; the present one if it is not known. */
  entering(number) {
    return this.walkable.find((step) => (step.node === number && step.kind === "enter") || step.pruned?.includes(number))?.at ?? this.at;
  }
}
