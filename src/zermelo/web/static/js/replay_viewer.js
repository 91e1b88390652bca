// One match: its board turn by turn, what the players thought, their clocks, and the course of the value.

import { api, get, streamed } from "./asking.js";
import { drawn } from "./board.js";
import { byId, el, lineText, plain, svg } from "./dom.js";
import { linksTo } from "./links.js";
import { Readout } from "./readout.js";
import { when } from "./replay_list.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

/** Shows a match that the server makes again; the turn stands in the address. */
export class Viewer {
  constructor(name) {
    this.name = name;
    this.match = null;
    this.turn = 0;
    this.scenes = new Map();
    this.playing = null;
  }

  async begin(turn) {
    byId("download").href = api("matches", this.name, "record");
    try {
      await this.open();
    } catch (error) {
      this.fail(error);
      return;
    }
    this.about();
    this.listen();
    this.go(turn);
  }

  /** Let the server make all moves again; it holds the positions ready for a while. */
  async open() {
    byId("status").textContent = "Making the moves again by the rules …";
    this.match = await streamed(api("matches", this.name), {}, (kind, said) => {
      if (kind === "waiting") byId("status").textContent = `Waiting for its turn: ${said.before} in the queue up to here.`;
      if (kind === "lost") byId("status").textContent = "The process that was at it ended unexpectedly; another one has taken over.";
    });
    byId("status").textContent = "";
  }

  get end() {
    return this.match.turns.length - 1;
  }

  about() {
    const { match } = this;
    document.title = `${match.title}, replay · Zermelo`;
    byId("title").textContent = match.title;
    const facts = [match.started ? `Played ${when(match.started)}.` : ""];
    if (match.clocks.start !== null) facts.push(`Start clock ${match.clocks.start} s.`);
    if (match.clocks.play !== null) facts.push(`Play clock ${match.clocks.play} s.`);
    if (match.opening) facts.push(match.opening === 1 ? "The first move is the opening." : `The first ${match.opening} moves are the opening.`);
    byId("facts").textContent = facts.filter(Boolean).join(" ");
    byId("slider").max = String(this.end);
    byId("played").replaceChildren(...match.turns.slice(0, -1).map((turn, number) => this.row(turn, number)));
    if (!this.end) byId("played").replaceChildren(el("li", { class: "dim" }, "no move was made"));
    this.course();
  }

  row(turn, number) {
    const parts = turn.moves.flatMap((one, place) => [place ? ", " : "", el("span", { class: "who" }, `${one.role} `), plain(one.move)]);
    const wrong = turn.thoughts.some((thought) => thought.error);
    return el("li", { class: wrong ? "error" : null }, el("button", { type: "button", data: { turn: String(number + 1) }, on: { click: () => this.go(number + 1) } }, ...parts));
  }

  course() {
    const { width, height, left, grid, lines, turns } = this.match.course;
    const shown = byId("course");
    shown.toggleAttribute("hidden", !lines.length);
    byId("nocourse").hidden = lines.length > 0;
    shown.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.here = svg("line", { class: "here", y1: 4, y2: height - 10 });
    shown.replaceChildren(
      ...grid.flatMap(({ y, text }) => [svg("line", { x1: left, x2: width, y1: y, y2: y }), svg("text", { x: 0, y: y + 4 }, text)]),
      this.here,
      ...lines.map((line) => svg("g", { class: `tone-${line.tone}` }, svg("title", {}, `worth for ${line.role}`), svg("polyline", { points: line.points }), svg("circle", { cx: line.end[0], cy: line.end[1], r: 3 }))),
    );
    this.readout = new Readout(shown, byId("read-out"));
    this.readout.show(stopsOf(this.match.course), 4, height - 10);
    shown.addEventListener("click", (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(shown.getScreenCTM().inverse());
      const nearest = turns.reduce((best, x, turn) => (Math.abs(x - at.x) < Math.abs(turns[best] - at.x) ? turn : best), 0);
      this.go(nearest);
    });
  }

  listen() {
    byId("first").addEventListener("click", () => this.go(0));
    byId("back").addEventListener("click", () => this.go(this.turn - 1));
    byId("next").addEventListener("click", () => this.go(this.turn + 1));
    byId("last").addEventListener("click", () => this.go(this.end));
    byId("run").addEventListener("click", () => this.run());
    byId("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    byId("speed").addEventListener("change", () => this.playing && this.run(true));
    addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input:not([type=range]), select, textarea")) return;
    if (event.key in KEYS) this.go(this.turn + KEYS[event.key]);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.end);
    else if (event.key === " " && !event.target.closest?.("button, a")) this.run();
    else return;
    event.preventDefault();
  }

  /** Play from here on, or stop. */
  run(again = false) {
    const running = this.playing !== null;
    clearInterval(this.playing);
    this.playing = null;
    if (!running || again) {
      if (this.turn >= this.end) this.go(0);
      this.playing = setInterval(() => (this.turn < this.end ? this.go(this.turn + 1) : this.run()), Number(byId("speed").value));
    }
    byId("run").textContent = this.playing === null ? "Play" : "Pause";
  }

  /** Show a turn; the address then leads to it. */
  async go(wanted) {
    const turn = Math.max(0, Math.min(this.end, wanted));
    this.turn = turn;
    history.replaceState(null, "", `/replay?match=${encodeURIComponent(this.name)}&turn=${turn}`);
    this.show();
    try {
      const scene = await this.scene(turn);
      if (turn === this.turn) {
        byId("scene").replaceChildren(...drawn(scene));
        byId("scene").dataset.turn = turn;
      }
      for (const near of [turn + 1, turn - 1]) if (near >= 0 && near <= this.end) this.scene(near).catch(() => {});
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** Return how a turn is drawn; each is asked for once. */
  scene(turn) {
    if (!this.scenes.has(turn)) {
      const asked = get(api("matches", this.name, "turns", turn)).then((found) => found.scene);
      asked.catch(() => this.scenes.delete(turn));
      this.scenes.set(turn, asked);
    }
    return this.scenes.get(turn);
  }

  show() {
    const { match, turn } = this;
    const now = match.turns[turn];
    byId("problem").hidden = true;
    byId("slider").value = String(turn);
    byId("status").textContent = turn === this.end ? `Move ${turn} of ${this.end}. ${match.words}` : `Move ${turn} of ${this.end}`;
    byId("first").disabled = byId("back").disabled = turn === 0;
    byId("next").disabled = byId("last").disabled = turn === this.end;
    const clocks = turn ? match.turns[turn - 1].clocks : {};
    byId("players").replaceChildren(...match.roles.map((role, place) => this.player(role, place, clocks[role] ?? 0)));
    byId("turn").replaceChildren(...this.thoughts(now));
    if (this.here) {
      this.here.setAttribute("x1", match.course.turns[turn]);
      this.here.setAttribute("x2", match.course.turns[turn]);
    }
    this.readout.rest(turn);
    for (const button of byId("played").querySelectorAll("button")) {
      if (Number(button.dataset.turn) === turn) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const list = byId("played");
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    else list.scrollTop = 0;
    const moves = match.turns.slice(0, turn).map((one) => one.joint).join("; ");
    const pages = turn === this.end ? ["/analyse"] : ["/play", "/tree", ...(match.practised ? ["/practise"] : []), "/analyse"];
    byId("links").replaceChildren(...linksTo(match.game, moves, pages));
  }

  player(role, place, seconds) {
    const goal = this.turn === this.end && this.match.goals[place] !== null ? `, ${this.match.goals[place]}` : "";
    return el(
      "li",
      {},
      el("span", { class: `dot tone-${this.match.tones[place]}` }),
      el("span", { class: "who" }, el("b", {}, role), ` ${this.match.players[place]}${goal}`),
      el("span", { class: "clock", title: "thought for so long until here" }, `${seconds.toFixed(1)} s`),
    );
  }

  thoughts(now) {
    if (!now.moves.length) return [el("p", { class: "made" }, this.match.words)];
    const parts = now.moves.map((one) => el("p", { class: "made" }, `${one.role}: ${plain(one.move)}`));
    for (const thought of now.thoughts) {
      const who = now.thoughts.length > 1 ? `${thought.role}: ` : "";
      if (thought.error) parts.push(el("p", { class: "error" }, `${who}${thought.error}; a random move was made`));
      parts.push(el("p", { class: "thought" }, `${who}${thought.said}`, ...(thought.line.length ? [el("br"), `Expected: ${lineText(thought.line)}`] : [])));
    }
    if (this.turn < this.match.opening) parts.push(el("p", { class: "thought" }, "part of the opening"));
    return parts;
  }

  fail(error) {
    if (this.playing !== null) this.run();
    byId("problem").hidden = false;
    byId("problem").textContent = error.message;
    byId("status").textContent = "";
    if (this.match === null) byId("room").hidden = byId("download").hidden = true;
  }
}

/** Return the turns at which somebody said what the position is worth, read from the lines of the plot. */
function stopsOf({ grid, lines, turns }) {
  const [none, all] = [grid[0].y, grid.at(-1).y];
  const found = new Map();
  for (const line of lines) {
    for (const point of line.points.split(" ")) {
      const [x, y] = point.split(",").map(Number);
      const values = found.get(x) ?? found.set(x, new Map()).get(x);
      values.set(line.role, [line.role, (100 * (none - y)) / (none - all), line.tone]);
    }
  }
  return [...found].map(([x, values]) => ({ x, turn: turns.indexOf(x), values: [...values.values()] })).sort((one, other) => one.x - other.x);
}
