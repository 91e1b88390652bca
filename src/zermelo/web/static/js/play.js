// Playing: one table, drawn as the server tells it, and what the person at it does.

import { api, get, post } from "./asking.js";
import { drawn, mark } from "./board.js";
import { showCourse } from "./course.js";
import { addressOf } from "./choosing.js";
import { byId, el, note, plain, ready, steady } from "./dom.js";
import { showEnding } from "./ending.js";
import { clicked, meant, open } from "./picking.js";
import { Seats } from "./seats.js";
import { expectBars, settle, showResult, showThinking } from "./thinking.js";
import { explain, explainNothing, readyToExplain } from "./why.js";

const MISFIT = "This page and its server do not fit together: load the page again, and restart the server if that does not help.";
const LISTED = 400;
const MANY = 12;
const WAYS = [
  ["/tree", "Watch a search here"],
  ["/analyse", "Analyse the game"],
  ["/strategy", "Strategies"],
  ["/practise", "Practise here"],
  ["/write", "Read the rules"],
];
const state = { game: null, table: null, position: null, picked: [], hinted: new Set(), hintedMove: "", seats: null, heard: 0 };

function moves() {
  return state.position?.asked[0]?.moves ?? [];
}

/** Do something at the table; what goes wrong is said. */
async function act(what, content = {}) {
  try {
    await post(api("tables", state.table, what), content);
  } catch (error) {
    note(error.message);
  }
}

function play(move) {
  const [asked] = state.position.asked;
  state.picked = [];
  act("move", { role: asked.role, move, version: state.position.version });
}

function click(id) {
  if (!moves().length) return;
  state.picked = clicked(moves(), state.picked, id);
  const left = state.picked.length ? meant(moves(), state.picked) : [];
  if (left.length === 1) play(left[0].move);
  else showMarks();
}

function showMarks() {
  const left = state.picked.length ? meant(moves(), state.picked) : [];
  const further = open(moves(), state.picked);
  const aims = new Set((state.picked.length ? left : moves()).flatMap((move) => move.names.map(([first]) => first)));
  mark(byId("scene"), further, aims, state.picked, state.hinted);
  // Buttons for what no further click can tell apart, or for a move that is whole already.
  const whole = left.filter((move) => move.names.length <= state.picked.length);
  const shown = further.size === 0 ? left : whole;
  const few = shown.slice(0, MANY);
  byId("choices").hidden = !few.length;
  byId("choices").replaceChildren(el("span", { class: "dim" }, "Play"), ...few.map(moveButton));
  listMoves();
}

function moveButton(move) {
  return el("button", { type: "button", class: move.move === state.hintedMove ? "hinted" : null, on: { click: () => play(move.move) } }, plain(move.move));
}

function listMoves() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const left = (state.picked.length ? meant(moves(), state.picked) : moves()).filter((move) => words.every((word) => move.move.toLowerCase().includes(word)));
  const rows = left.slice(0, LISTED).map((move) => el("li", {}, moveButton(move)));
  if (left.length > LISTED) rows.push(el("li", { class: "dim" }, `and ${left.length - LISTED} more`));
  const reason = moves().length ? "No move has these words." : state.position?.over ? "The match is over." : "It is not your turn.";
  byId("moves").replaceChildren(...(rows.length ? rows : [el("li", { class: "dim" }, reason)]));
  steady(byId("moves"));
}

function status(position) {
  if (position.over) return position.outcome;
  if (position.problem) return "The match has stopped.";
  if (position.thinking) return `${position.thinking} is thinking …`;
  const [asked] = position.asked;
  if (!asked) return "";
  const how = asked.moves.some((one) => one.names.length) ? "click on the board, or choose from the list" : "choose from the list";
  return `${asked.role} to move: ${how}`;
}

/** Return what there is to explain: the hint, or else the last move of a search; nothing if there is none. */
function question() {
  const { position } = state;
  if (!position) return null;
  const seconds = Math.min(3, Math.max(1, position.seconds));
  const about = { game: state.game.name, seconds };
  const [asked] = position.asked;
  if (asked && state.hintedMove) return { ...about, moves: position.moves, role: asked.role, move: state.hintedMove, player: "" };
  const last = position.course.at(-1);
  if (!last) return null;
  const joints = position.moves.split("; ");
  const move = position.played[last.turn]?.find((one) => one.role === last.role)?.move;
  return move ? { ...about, moves: joints.slice(0, last.turn).join("; "), role: last.role, move, player: position.seats[last.role] } : null;
}

/** Show where else this position can be looked at: on the pages that there are. */
function showWays(position) {
  const there = new Set([...document.querySelectorAll(".top nav a")].map((link) => link.getAttribute("href")));
  const here = { game: state.game.name, moves: position.moves };
  if (!state.game.practised || position.over) there.delete("/practise");
  const links = WAYS.filter(([path]) => there.has(path)).map(([path, text]) => el("a", { href: addressOf(path, here) }, text));
  byId("ways").replaceChildren(...links, el("a", { href: addressOf("/play", here) }, "Link to this position"));
}

function clocks() {
  const position = state.position;
  const found = { ...position.spent };
  const running = position.thinking ?? position.asked[0]?.role;
  if (running && !position.over) found[running] = (found[running] ?? 0) + (performance.now() - state.heard) / 1000;
  return found;
}

function show(position) {
  if (position.thinking) expectBars(moves().length);
  else settle();
  const fresh = state.position === null || position.version !== state.position.version;
  state.position = position;
  state.heard = performance.now();
  if (fresh) {
    state.picked = [];
    state.hinted = new Set();
    state.hintedMove = "";
  }
  const focused = document.activeElement?.closest?.("[data-id]")?.dataset.id;
  byId("scene").replaceChildren(...drawn(position.scene, click));
  byId("scene").dataset.turn = position.turn;
  byId("status").textContent = status(position);
  byId("status").classList.toggle("over", position.over);
  byId("problem").hidden = !position.problem;
  byId("problem").textContent = position.problem;
  byId("undo").disabled = !position.undo;
  byId("hint").disabled = !position.asked.length;
  byId("why").disabled = !question();
  byId("again").disabled = byId("exchange").disabled = false;
  byId("replay").hidden = byId("download").hidden = !position.record;
  if (position.record) {
    byId("replay").href = `/replay?match=${encodeURIComponent(position.record)}`;
    byId("download").href = api("matches", position.record, "record");
  }
  state.seats.show(position, clocks());
  showCourse(position, state.game.tones);
  showMarks();
  showWays(position);
  showEnding(state.game.name, position, byId("scene"));
  ready();
  if (focused) byId("scene").querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}

function showHint(found) {
  showResult(found, "Hint");
  const move = moves().find((one) => one.move === found.move);
  state.hinted = new Set(move ? move.names.map(([first]) => first) : []);
  state.hintedMove = found.move;
  byId("why").disabled = !question();
  showMarks();
}

function listen() {
  const stream = new EventSource(api("tables", state.table, "events"));
  const heard = { position: show, thinking: showThinking, hint: showHint, problem: ({ text }) => note(text) };
  for (const [kind, act] of Object.entries(heard)) {
    stream.addEventListener(kind, (event) => {
      try {
        act(JSON.parse(event.data));
      } catch (error) {
        misfit(error);
      }
    });
  }
  stream.addEventListener("error", async () => {
    if (stream.readyState !== EventSource.CLOSED) return;
    byId("status").textContent = "The match is no longer here. Start a new one.";
  });
}

async function sit(seats, seconds) {
  if (state.table) {
    await act("seats", { seats, seconds });
    return;
  }
  const moves = new URLSearchParams(location.search).get("moves") ?? "";
  const found = await post("/api/tables", { game: state.game.name, seats, seconds, moves });
  state.table = found.table;
  history.replaceState(null, "", `?game=${encodeURIComponent(state.game.name)}&table=${encodeURIComponent(found.table)}`);
  show(found);
  listen();
}

async function resume(table) {
  const found = await get(api("tables", table)).catch(() => null);
  if (!found || found.game !== state.game.name) return false;
  Object.assign(state.game, { seats: found.seats, seconds: found.seconds });
  state.table = table;
  return true;
}

function about(game) {
  document.title = `${game.title} · Zermelo`;
  byId("title").textContent = game.title;
  byId("rules").hidden = false;
  byId("read").href = `/write?game=${encodeURIComponent(game.name)}`;
  byId("description").textContent = game.description;
  byId("source").textContent = game.source;
}

/** Say that what the server sent cannot be drawn: it is older or newer than this page. */
function misfit(error) {
  console.error(error);
  state.position = null; // nothing goes on from what is drawn by half
  byId("status").textContent = MISFIT;
  ready();
}

function fail(error) {
  // What the server says is a plain Error; anything else was thrown by drawing.
  if (error.constructor !== Error) {
    misfit(error);
    return;
  }
  byId("status").textContent = "";
  byId("problem").hidden = false;
  byId("problem").textContent = error.message;
  byId("scene").replaceChildren(el("p", { class: "empty" }, "There is nothing to play here. ", el("a", { href: "/" }, "Choose a game from the library")));
}

async function begin() {
  const wanted = new URLSearchParams(location.search);
  const name = wanted.get("game") ?? "tictactoe";
  try {
    // The board is there long before the players are, when a machine runs its kernels for the first time.
    const { title, scene } = await get(api("games", name, "board"));
    byId("title").textContent = title;
    byId("status").textContent = "Getting the players ready; the very first time that takes a minute …";
    byId("scene").replaceChildren(...drawn(scene, click));
    state.game = await get(api("games", name, "players"));
    about(state.game);
    const back = wanted.get("table") && (await resume(wanted.get("table")));
    state.seats = new Seats(byId("seats"), state.game, (seats, seconds) => sit(seats, seconds).catch(fail));
    if (back) listen();
    else await sit(state.seats.spelled(), state.game.seconds);
  } catch (error) {
    fail(error);
    return;
  }
  byId("undo").addEventListener("click", () => act("undo"));
  byId("hint").addEventListener("click", () => {
    expectBars(moves().length);
    act("hint");
  });
  byId("why").addEventListener("click", () => explain(question()));
  byId("again").addEventListener("click", () => {
    explainNothing();
    act("again");
  });
  readyToExplain();
  byId("exchange").addEventListener("click", () => state.seats.exchange());
  byId("search").addEventListener("input", listMoves);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state.picked.length) {
      state.picked = [];
      showMarks();
    }
  });
  setInterval(() => state.position && state.seats.show(state.position, clocks()), 500);
}

begin();
