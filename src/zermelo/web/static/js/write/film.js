// Random matches as films: they run by themselves, and can be stopped and gone through move by move.

import { drawn } from "../board.js";
import { byId, el, plain, several } from "../dom.js";

const FRAME = 650; // milliseconds
const LAST = 2600; // for the end of a match
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The random matches of a page; `more` is called with a seed when somebody wants others. */
export class Films {
  constructor(more) {
    this.more = more;
    this.films = [];
    this.film = 0;
    this.frame = 0;
    this.running = !calm.matches;
    this.timer = null;
    byId("run").addEventListener("click", () => this.run(!this.running));
    byId("earlier").addEventListener("click", () => this.step(-1));
    byId("later").addEventListener("click", () => this.step(1));
    byId("other").addEventListener("click", () => this.other());
  }

  /** Show other matches, from the beginning of the first; who has stopped to look stays at that step. */
  show(films, summary) {
    const stay = !this.running && films.length > 0 && films[0].seed === this.films[this.film]?.seed;
    this.films = films;
    this.film = 0;
    this.frame = stay ? Math.min(this.frame, films[0].frames.length - 1) : 0;
    byId("summary").textContent = summary;
    for (const id of ["run", "earlier", "later", "other"]) byId(id).disabled = !films.length;
    byId("scene").classList.remove("stale");
    this.draw();
    this.run(this.running);
  }

  /** The rules have changed, and there is no board of them yet. */
  fade(words) {
    clearTimeout(this.timer);
    byId("scene").classList.add("stale");
    for (const id of ["run", "earlier", "later", "other"]) byId(id).disabled = true;
    byId("shown").textContent = words;
    if (!this.films.length) byId("scene").replaceChildren(el("p", { class: "empty" }, words));
  }

  /** Go to the match with a seed, at a step; others are asked for if it is not here. */
  go(seed, step) {
    const found = this.films.findIndex((film) => film.seed === seed);
    if (found < 0) {
      this.more(seed, step);
      return;
    }
    this.film = found;
    this.frame = Math.min(step, this.films[found].frames.length - 1);
    this.run(false);
    this.draw();
    byId("scene").scrollIntoView({ block: "nearest" });
  }

  /** Let it run, or stop it. */
  run(on) {
    this.running = on;
    byId("run").textContent = on ? "Pause" : "Run";
    clearTimeout(this.timer);
    if (on && this.films.length) this.timer = setTimeout(() => this.forward(), this.ended() ? LAST : FRAME);
  }

  forward() {
    if (document.hidden) {
      this.run(true);
      return;
    }
    if (this.ended()) {
      this.film = (this.film + 1) % this.films.length;
      this.frame = 0;
    } else {
      this.frame += 1;
    }
    this.draw();
    this.run(true);
  }

  step(by) {
    this.run(false);
    const { frames } = this.films[this.film];
    this.frame = Math.max(0, Math.min(frames.length - 1, this.frame + by));
    this.draw();
  }

  other() {
    if (this.film + 1 < this.films.length) {
      this.film += 1;
      this.frame = 0;
      this.draw();
      this.run(this.running);
    } else {
      this.more(this.films[this.film].seed + 1, 0);
    }
  }

  ended() {
    return this.frame >= this.films[this.film].frames.length - 1;
  }

  draw() {
    const film = this.films[this.film];
    if (!film) return;
    byId("scene").replaceChildren(...drawn(film.frames[this.frame].scene));
    byId("shown").textContent = `Random match ${film.seed}: ${this.frame ? `after ${this.frame} of ${several(film.steps, "move")}` : "the first position"}`;
    byId("earlier").disabled = this.frame === 0;
    byId("later").disabled = this.ended();
    const rows = film.frames.slice(1, this.frame + 1).map((frame) => el("li", {}, moved(frame.moves)));
    const list = byId("played");
    list.replaceChildren(...rows);
    list.scrollTop = list.scrollHeight;
    byId("end").textContent = this.ended() ? film.end : "";
  }
}

function moved(moves) {
  return moves.map((one) => `${one.role} ${plain(one.move)}`).join(", ") || "nothing happens";
}
