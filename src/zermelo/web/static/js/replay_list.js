// The list of matches: with game, players, result and date; words narrow it down.

import { get } from "./asking.js";
import { byId, el } from "./dom.js";

const SHOWN = 300;
const FROM = { store: "store", file: "your file", played: "played here" };
let all = [];

/** Show all matches. */
export async function showList() {
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
  byId("words").addEventListener("input", show);
  let found;
  try {
    found = await get("/api/matches");
  } catch (error) {
    byId("count").textContent = error.message;
    return;
  }
  byId("list-problem").hidden = !found.problem;
  byId("list-problem").textContent = found.problem;
  all = found.matches.map((match) => ({ ...match, text: `${match.title} ${match.game} ${match.roles.join(" ")} ${match.players.join(" ")} ${result(match)} ${FROM[match.kind]}`.toLowerCase() }));
  if (!all.length) byId("nothing").replaceChildren(...nothing(found.store));
  else byId("nothing").replaceChildren("No match has these words.");
  show();
}

function nothing(store) {
  const hint = store
    ? "The store has no match yet."
    : el("span", {}, "To see stored matches, play some with ", el("code", {}, "zermelo match tictactoe mcts alphabeta --store matches.db"), " and start with ", el("code", {}, "zermelo web --store matches.db"), ".");
  return [
    el("p", {}, "There is no match to replay yet. ", el("a", { href: "/play" }, "Play one to its end"), ", and it will be here; or drop a match file on this page."),
    el("p", {}, hint),
  ];
}

function show() {
  const words = byId("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((match) => words.every((word) => match.text.includes(word)));
  const more = found.length > SHOWN ? `, the latest ${SHOWN} are shown` : "";
  byId("count").textContent = all.length ? `${found.length === all.length ? "" : `${found.length} of `}${all.length} ${all.length === 1 ? "match" : "matches"}${more}` : "";
  byId("rows").replaceChildren(...found.slice(0, SHOWN).map(row));
  byId("matches").hidden = !found.length;
  byId("nothing").hidden = found.length > 0;
}

function row(match) {
  const players = match.roles.map((role, place) => `${role}: ${match.players[place]}`).join(", ");
  return el(
    "tr",
    {},
    el("td", {}, el("a", { href: `/replay?match=${encodeURIComponent(match.id)}` }, match.title)),
    el("td", {}, players),
    el("td", {}, result(match)),
    el("td", { class: "number" }, String(match.turns), el("span", { class: "unit" }, match.turns === 1 ? " move" : " moves")),
    el("td", { class: "when" }, when(match.started)),
    el("td", { class: "dim" }, FROM[match.kind]),
  );
}

function result(match) {
  return match.goals.length ? match.goals.map((goal) => (goal === null ? "–" : goal)).join(" : ") : match.outcome;
}

/** Return when something was, by the clock of this place. */
export function when(time) {
  if (!time) return "";
  return new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
