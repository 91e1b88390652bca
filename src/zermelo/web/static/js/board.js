// A scene as the server lays it out -> SVG boards, heaps of counters, and a table of what else holds.

import { el, svg } from "./dom.js";

const LARGEST = 1.9; // a small board is not blown up beyond this
const SMALLEST = 0.62; // of several boards, one that would be smaller goes to a line of its own
const [REACH, CORNER] = [13, 7]; // a side is hit this near, but not where it meets others
const LARGE = 420; // the width from which names are too small on a phone

/** Return everything of a scene; `act` is called with the id of a place that is clicked. */
export function drawn(scene, act = null) {
  const parts = scene.boards.length > 1 ? [besideEachOther(scene.boards, act)] : scene.boards.map((board) => boardOf(board, act, true));
  if (scene.heaps.length) parts.push(heapsOf(scene.heaps, act));
  if (scene.table.length) parts.push(tableOf(scene.table, act));
  if (!parts.length) parts.push(el("p", { class: "empty" }, "Nothing holds in this position yet."));
  return parts;
}

function besideEachOther(boards, act) {
  const shown = el("div", { class: "boards" });
  const least = Math.max(...boards.map((board) => board.width)) * SMALLEST;
  shown.style.setProperty("--least", `${Math.round(least)}px`);
  for (const board of boards) shown.append(el("figure", {}, el("figcaption", { class: "board-title" }, board.title), boardOf(board, act, false)));
  return shown;
}

function boardOf(board, act, alone) {
  const shown = svg("svg", {
    class: `board${act ? "" : " still"}${board.width > LARGE ? " large" : ""}${board.dots.length ? " dotted" : ""}${board.form === "point" ? " pointed" : ""}`,
    viewBox: `0 0 ${board.width} ${board.height}`,
    role: act ? "group" : "img",
    "aria-label": board.title,
  });
  shown.style.setProperty("--widest", `${Math.round(board.width * LARGEST)}px`);
  shown.style.setProperty("--shape", (board.width / board.height).toFixed(3));
  for (const name of board.names) shown.append(svg("text", { class: "name", x: name.x, y: name.y }, name.text));
  for (const gap of board.gaps) {
    const place = svg("g", { transform: `translate(${gap.x},${gap.y})` }, shape(board, { class: "cell" }));
    shown.append(place);
  }
  for (const line of board.paths) shown.append(svg("line", { class: "path", ...line }));
  for (const cell of board.cells) shown.append(cellOf(cell, board, act, alone));
  for (const line of board.blocks) shown.append(svg("line", { class: "border", ...line }));
  for (const side of board.sides) shown.append(sideOf(side, act));
  for (const dot of board.dots) shown.append(svg("circle", { class: "dot", cx: dot.x, cy: dot.y, r: 5 }));
  return shown;
}

function sideOf(side, act) {
  const { x1, y1, x2, y2 } = side;
  const level = y1 === y2;
  const [along, across] = [Math.abs(x2 - x1) + Math.abs(y2 - y1) - 2 * CORNER, 2 * REACH];
  const hit = {
    x: Math.min(x1, x2) + (level ? CORNER : -REACH),
    y: Math.min(y1, y2) + (level ? -REACH : CORNER),
    width: level ? along : across,
    height: level ? across : along,
  };
  const shown = svg("g", {
    class: `side${side.held ? " drawn" : ""}${side.changed ? " new" : ""}`,
    data: { id: side.id },
    "aria-label": act ? `${side.label}: ${side.held ? "drawn" : "free"}` : null,
  });
  shown.append(svg("line", { class: "line", x1, y1, x2, y2 }), svg("rect", { class: "hit", ...hit }));
  if (act) answering(shown, side.id, act);
  return shown;
}

function shape(board, given, less = 0) {
  const half = board.unit / 2 - less;
  if (board.form === "point") return svg("circle", { ...given, r: half * 0.86 });
  if (board.form === "hexagon") {
    const scale = (board.unit - 2 * less) / board.unit;
    return svg("polygon", { ...given, points: board.points, transform: `scale(${scale})` });
  }
  return svg("rect", { ...given, x: -half, y: -half, width: 2 * half, height: 2 * half });
}

function cellOf(cell, board, act, alone) {
  const held = cell.pieces.map((piece) => piece.name).join(", ") || "empty";
  const place = svg("g", {
    class: cell.pieces.length ? "place full" : "place",
    transform: `translate(${cell.x},${cell.y})`,
    data: { id: cell.id },
    "aria-label": act ? `${alone ? "" : `${board.title}, `}${cell.label}: ${held}` : null,
  });
  place.append(shape(board, { class: cell.dark ? "cell dark" : "cell" }));
  if (board.form === "point") place.append(svg("circle", { class: "spot", r: 5 }));
  if (cell.changed) place.append(shape(board, { class: "changed" }, 1));
  place.append(...cell.pieces.map((piece, number) => pieceOf(piece, number, cell.pieces.length)));
  place.append(svg("circle", { class: "target", r: board.unit / 7 }), shape(board, { class: "ring-mark" }, 4));
  if (act) answering(place, cell.id, act);
  return place;
}

function answering(place, id, act) {
  place.addEventListener("click", () => act(id));
  place.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act(id);
    }
  });
}

function pieceOf(piece, number, count) {
  const group = svg("g", { class: `piece ${piece.form} tone-${piece.tone}` }, svg("title", {}, piece.name));
  if (count > 1) group.setAttribute("transform", `translate(${(number - (count - 1) / 2) * 22}, 0) scale(${1.2 / count})`);
  switch (piece.form) {
    case "disc":
      group.append(svg("circle", { r: 22 }));
      if (piece.text) group.append(svg("text", {}, piece.text));
      break;
    case "cross":
      group.append(svg("path", { d: "M-16-16L16 16M16-16L-16 16" }));
      break;
    case "ring":
      group.append(svg("circle", { r: 17.5 }));
      break;
    case "block":
      group.append(svg("rect", { x: -21, y: -21, width: 42, height: 42, rx: 6 }));
      break;
    case "glyph":
      group.append(svg("text", {}, piece.text));
      break;
    default:
      group.append(svg("text", { "font-size": sizeOf(piece.text) }, piece.text));
  }
  return group;
}

function sizeOf(text) {
  if (text.length > 5) return 11;
  return text.length > 2 ? 17 : 25;
}

function heapsOf(heaps, act) {
  const shown = el("div", { class: act ? "heaps" : "heaps still" });
  for (const heap of heaps) {
    const counters = el("div", { class: "counters" });
    heap.counters.forEach((id, place) => {
      const words = `take ${place + 1} from ${heap.name}`;
      counters.prepend(
        act
          ? el("button", { class: "counter", type: "button", data: { id }, "aria-label": words, title: words, on: { click: () => act(id) } })
          : el("span", { class: "counter", data: { id } }),
      );
    });
    for (let taken = 0; taken < heap.gone; taken++) counters.append(el("span", { class: "counter gone", title: "taken by the last move" }));
    const text = `${heap.name}: ${heap.counters.length}`;
    shown.append(el("div", { class: heap.most <= 9 ? "heap tall" : "heap" }, counters, el("p", {}, text)));
  }
  return shown;
}

function tableOf(rows, act) {
  const body = el("tbody");
  for (const row of rows) {
    const chips = row.values.map((value) => {
      const given = { class: value.fresh ? "chip fresh" : "chip", data: { id: value.id }, title: value.fresh ? "new since the last move" : null };
      if (!act) return el("span", given, value.text || "yes");
      return el("button", { ...given, type: "button", disabled: true, on: { click: () => act(value.id) } }, value.text || "yes");
    });
    chips.push(...row.gone.map((text) => el("s", { class: "chip gone", title: "gone with the last move" }, text || "yes")));
    if (row.more) chips.push(el("span", { class: "dim" }, `and ${row.more} more`));
    body.append(el("tr", {}, el("th", { scope: "row" }, row.name), el("td", {}, ...chips)));
  }
  return el("table", { class: "facts" }, body);
}

/** Mark the places of a scene: those that a click may take, where moves aim, what was picked, a hint. */
export function mark(root, open, aims, picked, hinted) {
  for (const place of root.querySelectorAll("[data-id]")) {
    const id = place.dataset.id;
    place.classList.toggle("open", open.has(id));
    place.classList.toggle("aim", open.has(id) && aims.has(id));
    place.classList.toggle("picked", picked.includes(id));
    place.classList.toggle("hinted", hinted.has(id));
    const reachable = open.has(id) || picked.includes(id);
    if (place instanceof SVGElement) {
      if (reachable) place.setAttribute("tabindex", "0");
      else place.removeAttribute("tabindex");
      if (reachable) place.setAttribute("role", "button");
      else place.removeAttribute("role");
    } else if ("disabled" in place) {
      place.disabled = !reachable;
    }
  }
}
