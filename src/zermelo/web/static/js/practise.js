// Practising alpha-beta: an exercise, answers that the server grades, and the score of this visit.

import { get, post, runTask } from "./asking.js";
import { drawn } from "./board.js";
import { byId, el, note, ready, several } from "./dom.js";
import { ExerciseTree } from "./exercise_tree.js";
import { linksTo } from "./links.js";

const LARGEST_SEED = 1_000_000;
const MOST_LEAVES = 64;
const EXAMPLE = "[[3,12,8],[2,4,6],[14,5,2]]";
const DEFAULTS = { kind: "tree", ask: "values", depth: "3", branching: "2", game: "tictactoe", seed: "1", moves: "", tree: EXAMPLE };
/** What the address of each kind of exercise says. */
const NAMES = { tree: ["kind", "ask", "depth", "branching", "seed"], game: ["kind", "game", "moves", "ask", "depth", "branching", "seed"], own: ["ask", "tree"] };
const TASKS = {
  root: "Which value has the root, and which branches does alpha-beta never look at? Enter the one, mark the others.",
  values: "With which value does alpha-beta leave every node it comes to, and which branches does it never look at?",
  windows: "With which alpha and beta does alpha-beta enter every node, with which value does it leave it, and what does it never look at?",
};
const state = { wanted: { ...DEFAULTS }, task: null, tree: null, steps: null, shown: 0, tried: false, asking: null };

function fromAddress() {
  const given = new URLSearchParams(location.search);
  const wanted = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS)) if (given.has(name)) wanted[name] = given.get(name);
  if (given.has("tree")) wanted.kind = "own";
  else if (given.has("game") && !given.has("kind")) wanted.kind = "game";
  if (!Object.hasOwn(NAMES, wanted.kind)) {
    note(`There is no kind of exercise called “${wanted.kind}”: this is one on a drawn tree.`);
    wanted.kind = DEFAULTS.kind;
  }
  if (!given.has("seed")) wanted.seed = anySeed();
  return wanted;
}

function anySeed() {
  return String(1 + Math.floor(Math.random() * LARGEST_SEED));
}

/** Return the address of an exercise: whoever opens it gets the same. */
function address(wanted) {
  const kept = NAMES[wanted.kind].filter((name) => wanted[name] !== "").map((name) => [name, wanted[name]]);
  return `/practise?${new URLSearchParams(kept)}`;
}

async function ask(wanted) {
  state.asking?.abort();
  state.asking = new AbortController();
  if (wanted.kind === "game") {
    const sizes = { ask: wanted.ask, depth: wanted.depth, branching: wanted.branching, seed: wanted.seed };
    return runTask("practise", { game: wanted.game, moves: wanted.moves, ...sizes }, onEvent, state.asking.signal);
  }
  const kept = wanted.kind === "own" ? { ask: wanted.ask, tree: wanted.tree } : { ask: wanted.ask, depth: wanted.depth, branching: wanted.branching, seed: wanted.seed };
  return get(`/api/practise?${new URLSearchParams(kept)}`);
}

function onEvent(kind, said) {
  if (kind === "waiting") byId("task").textContent = `Waiting for its turn: ${said.before} in the queue up to here.`;
  if (kind === "begun") byId("task").textContent = "Looking for a position with something to cut …";
  if (kind === "lost") byId("task").textContent = "The process that was at it ended unexpectedly; another one has taken over.";
}

async function load(push = false) {
  const wanted = { ...state.wanted };
  showChoice();
  if (push) history.pushState(null, "", address(wanted));
  else history.replaceState(null, "", address(wanted));
  byId("problem").hidden = true;
  enable(false);
  try {
    state.task = await ask(wanted);
  } catch (error) {
    if (error.name === "AbortError") return;
    fail(error);
    return;
  }
  Object.assign(state, { steps: null, shown: 0, tried: false });
  state.tree = new ExerciseTree(byId("tree"), state.task.picture, touched);
  byId("task").textContent = TASKS[wanted.ask];
  byId("steps").replaceChildren();
  byId("nosteps").hidden = false;
  enable(true);
  say("Nothing yet: fill in what you know, and check it as often as you like.");
  showPosition(wanted);
  ready();
}

function fail(error) {
  state.task = null;
  byId("problem").hidden = false;
  byId("problem").textContent = error.message;
  byId("position").hidden = true;
  byId("task").textContent = "There is no such exercise. Choose another one.";
  byId("tree").replaceChildren(el("p", { class: "empty" }, "Nothing to draw here. Choose another size or another game, or take a new exercise."));
  ready();
}

function enable(on) {
  for (const id of ["check", "step", "clear"]) byId(id).disabled = !on;
}

function showPosition(wanted) {
  const { position } = state.task;
  byId("position").hidden = !position;
  if (!position) return;
  byId("scene").replaceChildren(...drawn(position.scene));
  const ends = position.guessed ? `Leaves that are no ends are guessed by ${position.evaluator}, and rounded.` : "All leaves are ends of the match.";
  const left = position.left ? " Of the moves in a position, only some are drawn." : "";
  byId("about").textContent = `After ${several(position.turn, "move")}; max is ${position.max}, min is ${position.min}. ${ends}${left}`;
  byId("links").replaceChildren(...linksTo(wanted.game, position.moves, ["/play", "/tree", "/analyse"]));
}

function touched() {
  say("Changed since the last check.");
}

function say(text, all = false) {
  byId("verdict").textContent = text;
  byId("verdict").classList.toggle("all", all);
  byId("remarks").replaceChildren();
}

async function check() {
  byId("check").disabled = true;
  try {
    const found = await post("/api/practise/check", { tree: state.task.tree, ask: state.task.ask, ...state.tree.answer() });
    say(found.words, found.right);
    state.tree.show(found.remarks);
    const wrong = found.remarks.filter((remark) => remark.verdict === "wrong");
    byId("remarks").replaceChildren(...wrong.map(remarkRow));
    count(found);
  } catch (error) {
    note(error.message);
  }
  byId("check").disabled = false;
}

function remarkRow(remark) {
  const go = el("button", { type: "button", class: "link", on: { click: () => state.tree.focus(remark) } }, remark.said);
  return el("li", {}, go, el("span", { class: "why" }, remark.why));
}

/** Count an exercise once: when it is whole for the first time, and nothing was shown. */
function count(found) {
  if (state.tried || found.counts.missing > 0 || state.shown) return;
  state.tried = true;
  const score = visit();
  score.done += 1;
  score.right += found.right ? 1 : 0;
  sessionStorage.setItem("practise", JSON.stringify(score));
  showScore();
}

function visit() {
  try {
    const found = JSON.parse(sessionStorage.getItem("practise"));
    if (Number.isInteger(found?.done) && Number.isInteger(found?.right)) return found;
  } catch {
    // what is not ours counts as nothing
  }
  return { done: 0, right: 0 };
}

function showScore() {
  const { done, right } = visit();
  byId("score").textContent = done ? `This visit: ${right} of ${done} ${done === 1 ? "exercise" : "exercises"} right at the first try` : "";
}

async function step() {
  try {
    state.steps ??= (await post("/api/practise/steps", { tree: state.task.tree })).steps;
  } catch (error) {
    note(error.message);
    return;
  }
  const next = state.steps[state.shown];
  if (!next) return;
  state.shown += 1;
  state.tree.follow(next);
  byId("nosteps").hidden = true;
  byId("steps").append(el("li", {}, next.said.join(" ")));
  byId("steps").scrollTop = byId("steps").scrollHeight;
  byId("step").disabled = state.shown >= state.steps.length;
  say(state.shown < state.steps.length ? "Shown up to here; the rest is yours." : "That was the last step. Take a new exercise to be graded.");
}

function clear() {
  state.tree.clear();
  state.shown = 0;
  byId("steps").replaceChildren();
  byId("nosteps").hidden = false;
  byId("step").disabled = false;
  say("Nothing yet: fill in what you know, and check it as often as you like.");
}

function fresh() {
  state.wanted.seed = anySeed();
  state.wanted.moves = "";
  load(true);
}

async function share() {
  const full = new URL(address(state.wanted), location.href).href;
  try {
    await navigator.clipboard.writeText(full);
    note("The address of this exercise is copied: whoever opens it gets the same.");
  } catch {
    note(full);
  }
}

/** Show the choice of exercise; sizes that are too large are not offered. */
function showChoice() {
  const { kind, depth, branching } = state.wanted;
  for (const id of ["kind", "ask", "game"]) byId(id).value = state.wanted[id];
  byId("own").value = state.wanted.tree;
  byId("game-label").hidden = kind !== "game";
  byId("own-label").hidden = kind !== "own";
  for (const label of document.querySelectorAll(".size")) label.hidden = kind === "own";
  byId("fresh").hidden = kind === "own";
  numbers("depth", 1, 5, (value) => Number(branching) ** value <= MOST_LEAVES);
  numbers("branching", 2, 5, (value) => value ** Number(depth) <= MOST_LEAVES);
}

function numbers(name, least, most, fits) {
  const chosen = Number(state.wanted[name]);
  const offered = Array.from({ length: most - least + 1 }, (_, place) => least + place).filter((value) => fits(value) || value === chosen);
  byId(name).replaceChildren(...offered.map((value) => el("option", { value, selected: value === chosen }, String(value))));
}

async function offerGames() {
  const { games } = await get("/api/games").catch(() => ({ games: [] }));
  const two = games.filter((game) => game.playable && (game.kinds.includes("your file") || (game.kinds.includes("two players") && !game.kinds.includes("chance"))));
  const known = two.some((game) => game.name === state.wanted.game) ? two : [{ name: state.wanted.game, title: state.wanted.game }, ...two];
  byId("game").replaceChildren(...known.map((game) => el("option", { value: game.name }, game.title)));
  byId("game").value = state.wanted.game;
}

function begin() {
  state.wanted = fromAddress();
  for (const id of ["kind", "ask", "depth", "branching", "game"]) {
    byId(id).addEventListener("change", () => {
      state.wanted[id] = byId(id).value;
      if (id === "game") state.wanted.moves = "";
      load(true);
    });
  }
  byId("own").addEventListener("change", () => {
    state.wanted.tree = byId("own").value.trim() || EXAMPLE;
    load(true);
  });
  byId("choice").addEventListener("submit", (event) => event.preventDefault());
  byId("fresh").addEventListener("click", fresh);
  byId("check").addEventListener("click", check);
  byId("step").addEventListener("click", step);
  byId("clear").addEventListener("click", clear);
  byId("share").addEventListener("click", share);
  addEventListener("popstate", () => {
    state.wanted = fromAddress();
    load();
  });
  showScore();
  offerGames().then(showChoice);
  load();
}

begin();
