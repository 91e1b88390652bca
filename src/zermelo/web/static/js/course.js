// The course of a match: the moves that were made, and what searches thought of it.

import { byId, el, plain, svg } from "./dom.js";
import { Readout } from "./readout.js";

const WIDTH = 300;
const HEIGHT = 100;
const LEFT = 26;
let readout = null;

/** Show the moves and the curve of values. */
export function showCourse(position, tones) {
  const rows = position.played.map((turn) =>
    el("li", {}, ...turn.flatMap((one, place) => [place ? ", " : "", el("span", { class: "who" }, `${one.role} `), plain(one.move)])),
  );
  const list = byId("played");
  list.replaceChildren(...(rows.length ? rows : [el("li", { class: "dim" }, "no move yet")]));
  list.scrollTop = list.scrollHeight;
  curve(position, tones);
}

function curve(position, tones) {
  const shown = byId("course");
  const points = position.course;
  const drawn = points.length < 2 ? [] : points;
  shown.toggleAttribute("hidden", !drawn.length);
  readout ??= new Readout(shown, byId("read-out")).byKeys();
  if (!drawn.length) {
    readout.show([], 0, 0);
    return;
  }
  const last = Math.max(position.turn, ...points.map((one) => one.turn));
  const at = (turn, value) => [LEFT + ((WIDTH - LEFT - 6) * turn) / Math.max(1, last), 6 + (HEIGHT - 18) * (1 - value / 100)];
  const parts = [0, 50, 100].flatMap((value) => {
    const [, y] = at(0, value);
    return [svg("line", { x1: LEFT, x2: WIDTH, y1: y, y2: y }), svg("text", { x: 0, y: y + 4 }, String(value))];
  });
  position.roles.forEach((role, number) => {
    const own = points.map((one) => at(one.turn, one.values[role] ?? 0));
    parts.push(
      svg("g", { class: `tone-${tones[number]}` }, svg("title", {}, `worth for ${role}`), svg("polyline", { points: own.map((one) => one.join(",")).join(" ") }), ...own.slice(-1).map(([x, y]) => svg("circle", { cx: x, cy: y, r: 3.5 }))),
    );
  });
  shown.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  shown.replaceChildren(...parts);
  const stops = points.map((one) => ({ x: at(one.turn, 0)[0], turn: one.turn, values: position.roles.map((role, number) => [role, one.values[role] ?? 0, tones[number]]) }));
  readout.show(stops, 2, HEIGHT - 8);
}
