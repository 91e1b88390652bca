// What a search thinks, live: a sentence, the value of every move as bars, and the line it expects.

import { byId, el, lineText, plain, short, steady } from "./dom.js";

const MOST = 40;
const ROW = 28; // the height of a bar
const ROOM = 240; // and of all that are seen without scrolling
let expected = []; // the line after the best move
let hovered = null; // the line after the move that the pointer is on

/** Make room for the bars of so many moves while somebody has just clicked: when they come, nothing jumps. */
export function expectBars(count) {
  byId("thought").classList.add("expecting");
  const room = Math.min(ROOM, ROW * count);
  if (room > byId("bars").getBoundingClientRect().height) byId("bars").style.minHeight = `${room}px`;
}

/** Show what was said while a search thinks. */
export function showThinking(said) {
  const who = said.for === "hint" ? "Looking for a hint" : `Thinking for ${said.role ?? "the other side"}`;
  switch (said.say) {
    case "waiting":
      byId("thinking").textContent = `Waiting for its turn: ${said.before} ${said.before === 1 ? "search is" : "searches are"} in the queue up to here.`;
      return;
    case "begun":
      byId("thinking").textContent = `${said.for === "hint" ? who : "Thinking"} …`;
      return;
    case "lost":
      byId("thinking").textContent = "The process that was thinking ended unexpectedly; another one has taken over.";
      return;
    default:
      showResult(said, who);
  }
}

/** Say that it is done: what it thought stays to be looked at. */
export function settle() {
  const said = byId("thinking");
  said.textContent = said.textContent.replace(/^Thinking for/, "Thought for");
}

/** Show a result, whether it is the last one or not. */
export function showResult(said, who) {
  // Of a search that tells it of every move: the position as a whole may be worth a little less.
  const worth = (said.moves.find((one) => one.move === said.move) ?? { worth: said.values[said.role] }).worth;
  const sure = said.proven ? "proved" : `${short(said.nodes)} ${said.nodes === 1 ? "node" : "nodes"}`;
  const value = worth === null ? (said.proven ? "no end can be reached" : "not searched yet") : `value ${worth.toFixed(1)}`;
  byId("thinking").textContent = `${who}: ${plain(said.move ?? "none")}, ${value} (depth ${said.depth}, ${sure}, ${said.seconds} s)`;
  const moves = said.moves.length ? [...said.moves] : worth === null ? [] : [{ move: said.move, worth, visits: 0 }];
  const first = (one) => Number(one.move === said.move);
  moves.sort((one, other) => other.visits - one.visits || first(other) - first(one) || other.worth - one.worth);
  bars(moves.slice(0, MOST), said);
  expected = said.line;
  showLine(hovered ?? expected);
  for (const part of ["thinking", "bars", "line"]) steady(byId(part));
}

function showLine(line) {
  byId("line").textContent = line.length ? `Expected: ${lineText(line)}` : "";
}

function bars(moves, said) {
  const list = byId("bars");
  while (list.children.length > moves.length) list.lastChild.remove();
  moves.forEach((one, place) => {
    const row = list.children[place] ?? list.appendChild(emptyBar());
    const [fill, name, worth, visits] = row.children;
    fill.style.width = `${Math.max(0, Math.min(100, one.worth))}%`;
    name.textContent = plain(one.move);
    const text = `${one.bound === "at most" ? "≤ " : ""}${one.worth.toFixed(1)}`;
    worth.textContent = text;
    row.classList.toggle("bound", one.bound === "at most");
    visits.textContent = one.visits ? short(one.visits) : said.depth ? `depth ${said.depth}` : "";
    row.classList.toggle("best", one.move === said.move);
    row.title = `${plain(one.move)}: ${text} of 100${one.visits ? `, tried ${one.visits === 1 ? "once" : `${one.visits} times`}` : ""}`;
    const line = one.move === said.move && said.line.length ? said.line : one.line?.length ? one.line : [[one.move]];
    row.onpointerenter = row.onfocus = () => showLine((hovered = line));
    row.onpointerleave = row.onblur = () => {
      hovered = null;
      showLine(expected);
    };
    if (row.matches(":hover, :focus")) hovered = line;
  });
}

function emptyBar() {
  return el("li", { tabindex: "0" }, el("span", { class: "fill" }), el("span", {}), el("span", { class: "worth" }), el("span", { class: "visits" }));
}
