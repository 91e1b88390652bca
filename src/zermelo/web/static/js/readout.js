// Reading a curve: the values at the pointer, or where the arrow keys have led, stand below it in words.

import { el, svg } from "./dom.js";

const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Says in `said` what the curve `shown` is at one of its stops; with nobody reading, at the turn it rests at. */
export class Readout {
  constructor(shown, said) {
    this.shown = shown;
    this.said = said;
    this.stops = [];
    this.home = 0;
    this.at = null;
    this.line = svg("line", { class: "read" });
    const point = (event) => this.read(this.nearest(event));
    shown.addEventListener("pointermove", point);
    shown.addEventListener("pointerdown", point);
    shown.addEventListener("pointerleave", () => this.read(null));
  }

  /** Let arrow keys go from stop to stop. */
  byKeys() {
    for (const [name, value] of Object.entries({ tabindex: 0, role: "slider" })) this.shown.setAttribute(name, value);
    this.shown.addEventListener("blur", () => this.read(null));
    this.shown.addEventListener("keydown", (event) => {
      const last = this.stops.length - 1;
      const wanted = { Home: 0, End: last }[event.key] ?? (this.at ?? this.home) + (KEYS[event.key] ?? NaN);
      if (Number.isNaN(wanted)) return;
      event.preventDefault();
      this.read(Math.max(0, Math.min(last, wanted)));
    });
    return this;
  }

  /** Take other stops: each has `x`, its `turn`, and `values` of [role, value, tone]; the line goes from `top` to `bottom`. */
  show(stops, top, bottom) {
    this.stops = stops;
    this.line.setAttribute("y1", top);
    this.line.setAttribute("y2", bottom);
    this.shown.append(this.line);
    this.said.hidden = !stops.length;
    if (this.at !== null && this.at >= stops.length) this.at = null;
    this.rest(Infinity);
  }

  /** Say what was thought at a turn, or before it, while nobody reads. */
  rest(turn) {
    this.home = Math.max(0, this.stops.findLastIndex((stop) => stop.turn <= turn));
    this.read(this.at);
  }

  nearest(event) {
    const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.shown.getScreenCTM().inverse());
    const far = (stop) => Math.abs(stop.x - x);
    return this.stops.reduce((best, stop, place) => (far(stop) < far(this.stops[best]) ? place : best), 0);
  }

  read(place) {
    this.at = place;
    const stop = this.stops[place ?? this.home];
    if (!stop) return;
    const where = stop.turn ? `After move ${stop.turn}:` : "At the start:";
    const values = stop.values.map(([role, value, tone]) => el("span", { class: "key" }, el("span", { class: `dot tone-${tone}` }), `${role} ${Math.round(value)}`));
    this.said.replaceChildren(where, ...values);
    this.line.setAttribute("x1", stop.x);
    this.line.setAttribute("x2", stop.x);
    this.line.toggleAttribute("hidden", place === null);
    if (this.shown.getAttribute("role") !== "slider") return;
    const told = { valuemin: 0, valuemax: this.stops.length - 1, valuenow: place ?? this.home, valuetext: this.said.textContent };
    for (const [name, value] of Object.entries(told)) this.shown.setAttribute(`aria-${name}`, value);
  }
}
