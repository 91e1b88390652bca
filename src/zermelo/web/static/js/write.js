// Writing: an editor whose text is checked while one types, with the board and random matches beside it.

import { api, get, post } from "./asking.js";
import { byId, el, note } from "./dom.js";
import { guessed } from "./write/colouring.js";
import { Editor } from "./write/editor.js";
import { Films } from "./write/film.js";
import { fileName, keep, keepBefore, kept, keptBefore, opened, save } from "./write/keeping.js";
import { Problems } from "./write/problems.js";

const PAUSE = 400; // milliseconds without a key until the text is looked at
const PATIENCE = 700; // milliseconds until the board of an older text is dimmed
const NAMES = { kif: "KIF", infix: "infix", asp: "ASP" };
const state = { fresh: true, looking: null, timer: null, converted: null };
let editor;
let films;
let problems;

function draft() {
  return { name: byId("name").value, syntax: byId("syntax").value, text: editor.text };
}

/** The text has changed: keep it, and look at it soon; what is pasted over everything may be in another syntax. */
function changed(pasted = false) {
  const now = draft();
  const other = state.converted?.find((one) => one.text === now.text);
  if (other) setSyntax(other.syntax); // undone, or done again
  else if (pasted && now.text.trim()) setSyntax(guessed(now.text));
  state.fresh = false;
  keep(draft());
  soon();
}

function soon() {
  state.looking?.abort();
  clearTimeout(state.timer);
  state.timer = setTimeout(() => look(0), PAUSE);
}

/** Have the text checked, and played if it is right; an older look is dropped. */
async function look(seed, step = 0) {
  state.looking?.abort();
  clearTimeout(state.timer);
  const looking = new AbortController();
  state.looking = looking;
  const { text, syntax } = draft();
  let dimming;
  try {
    const found = await post("/api/write/check", { text, syntax }, looking.signal);
    if (state.looking !== looking) return;
    show(found.problems, found.more);
    ready(found.ok);
    if (!found.ok) {
      films.fade("The board comes back when the rules are right.");
      return;
    }
    dimming = setTimeout(() => films.fade("Playing at random …"), PATIENCE);
    const played = await post("/api/write/play", { text, syntax, seed }, looking.signal);
    if (state.looking !== looking) return;
    show([...found.problems, ...played.problems], found.more + played.more);
    clearTimeout(dimming);
    if (!played.films.length) films.fade("These rules could not be played: the list of problems says why.");
    else films.show(played.films, played.summary);
    if (step) films.go(seed, step);
  } catch (error) {
    if (error.name === "AbortError") return;
    films.fade(error.message);
    note(error.message);
  } finally {
    clearTimeout(dimming);
  }
}

function show(found, more) {
  problems.show(found, more);
  editor.mark(found);
}

function ready(ok) {
  byId("play").disabled = byId("analyse").disabled = !ok;
}

function go(problem) {
  if (problem.step !== undefined) films.go(problem.seed, problem.step);
  else editor.go(problem.start ?? 0, problem.end ?? 0);
}

function setSyntax(syntax) {
  byId("syntax").value = syntax;
  const [first, second] = Object.keys(NAMES).filter((name) => name !== syntax);
  for (const [id, to] of [["first", first], ["second", second]]) {
    byId(id).textContent = `Convert to ${NAMES[to]}`;
    byId(id).dataset.to = to;
  }
  editor.read(syntax);
}

/** Put another text into the editor; what was written there is kept, and can be come back to. */
function replace(found, first = false) {
  if (!state.fresh && editor.text.trim()) keepBefore(draft());
  byId("name").value = found.name;
  if (first) editor.load(found.text, found.syntax);
  else editor.replace(found.text, found.syntax);
  setSyntax(found.syntax);
  state.fresh = true;
  keep({ ...draft(), fresh: true });
  byId("back").hidden = keptBefore() === null;
  look(0);
}

async function convert(to) {
  const before = draft();
  try {
    const found = await post("/api/write/convert", { text: before.text, syntax: before.syntax, to });
    if (found.text === null) {
      show(found.problems, found.more);
      note(`It cannot be converted to ${NAMES[to]}: the list of problems says why.`);
      return;
    }
    const after = { ...before, syntax: to, text: found.text };
    state.converted = [before, after];
    state.fresh = false;
    replace(after);
    state.fresh = false;
    if (/[;%]/.test(before.text)) note("Comments are not converted. The text before is kept: undo, or go back to it.");
  } catch (error) {
    note(error.message);
  }
}

/** Start from the template, or from the rules of a game. */
async function start(from, first = false) {
  if (!from) return;
  try {
    replace(from === "template" ? await get(api("write", "templates", byId("syntax").value)) : await get(api("games", from, "rules")), first);
  } catch (error) {
    note(error.message);
  }
}

async function take(file) {
  try {
    if (file) replace(await opened(file));
  } catch (error) {
    note(error.message);
  }
}

/** Add the game to the library, and open it on another page. */
async function open(page) {
  const now = draft();
  ready(false);
  try {
    const found = await post("/api/games", { name: fileName(now), text: now.text });
    location.assign(`${page}?game=${encodeURIComponent(found.name)}`);
  } catch (error) {
    note(error.message);
    ready(true);
  }
}

async function syntaxChosen() {
  const syntax = byId("syntax").value;
  const untouched = state.fresh && byId("name").value === "hexapawn";
  setSyntax(syntax);
  if (untouched || !editor.text.trim()) await start("template");
  else changed();
}

function listen() {
  byId("bar").addEventListener("submit", (event) => event.preventDefault());
  byId("name").addEventListener("input", () => keep({ ...draft(), fresh: state.fresh }));
  byId("syntax").addEventListener("change", syntaxChosen);
  byId("from").addEventListener("change", (event) => {
    start(event.target.value);
    event.target.value = "";
  });
  byId("file").addEventListener("change", (event) => {
    take(event.target.files[0]);
    event.target.value = "";
  });
  byId("save").addEventListener("click", () => save(draft()));
  for (const id of ["first", "second"]) byId(id).addEventListener("click", (event) => convert(event.currentTarget.dataset.to));
  byId("back").addEventListener("click", () => {
    const before = keptBefore();
    if (before) replace(before);
    state.fresh = false;
  });
  byId("play").addEventListener("click", () => open("/play"));
  byId("analyse").addEventListener("click", () => open("/analyse"));
  byId("analyse").hidden = !document.querySelector('nav a[href="/analyse"]');
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "F8") {
      event.preventDefault();
      problems.next(event.shiftKey ? -1 : 1);
    } else if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save(draft());
    }
  });
}

async function list() {
  const { games } = await get("/api/games");
  byId("from").append(...games.map((game) => el("option", { value: game.name }, game.title)));
}

async function begin() {
  films = new Films((seed, step) => look(seed, step));
  problems = new Problems(byId("problems"), byId("count"), go);
  editor = new Editor(byId("editor"), changed);
  listen();
  const last = kept();
  const wanted = new URLSearchParams(location.search).get("game");
  if (last) {
    byId("name").value = last.name;
    editor.load(last.text, last.syntax);
    setSyntax(last.syntax);
    state.fresh = last.fresh;
  } else {
    setSyntax("kif");
  }
  byId("back").hidden = keptBefore() === null;
  list().catch((error) => note(error.message));
  if (wanted) {
    await start(wanted, true);
    // From here on it is a text of its own: loaded again, the page must not undo what was changed.
    history.replaceState(null, "", location.pathname);
  }
  if (!editor.text) await start("template", true);
  else if (!state.looking) look(0);
}

begin();
