// Walking: one counter of steps for all trees that are shown, forward, back, to a cut, or by itself.

const VALUES = new Set(["leaf", "table", "lemma"]);

/** Steps through traces together; `changed` is called after every step. */
export class Walk {
  constructor(traces, changed) {
    this.traces = traces;
    this.changed = changed;
    this.at = 0;
    this.timer = null;
  }

  /** The number of the last step. */
  get length() {
    return Math.max(0, ...this.traces.map((trace) => trace.length));
  }

  /** Go to a step. */
  go(at) {
    this.at = Math.max(0, Math.min(this.length, at));
    for (const trace of this.traces) trace.go(this.at);
    this.changed();
  }

  /** Go one step on. */
  step() {
    this.go(this.soonest());
  }

  /** Go one step back. */
  back() {
    this.go(Math.max(...this.traces.map((trace) => trace.previous())));
  }

  /** Go to the next value of a leaf, or of a table. */
  toValue() {
    this.go(this.soonest((step) => VALUES.has(step.kind)));
  }

  /** Go to the next cut. */
  toCut() {
    this.go(this.soonest((step) => Boolean(step.pruned) || step.kind === "cut"));
  }

  soonest(wanted) {
    const found = this.traces.filter((trace) => trace.length > this.at).map((trace) => trace.next(wanted));
    const early = found.filter((at) => at < this.length);
    return early.length ? Math.min(...early) : this.length;
  }

  /** Whether it goes on by itself. */
  get playing() {
    return this.timer !== null;
  }

  /** Go on by itself, a step every so many milliseconds; or stop. */
  play(pause) {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.at >= this.length) this.go(0);
    this.timer = setInterval(() => {
      if (this.at >= this.length) this.stop();
      else this.step();
    }, pause);
    this.changed();
  }

  /** Stand still. */
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.changed();
  }
}
