// The tree of a search: asked for, walked through step by step, one method beside another.

import { inWords } from "./choosing.js";
import { byId, el, note, ready, several, svg } from "./dom.js";
import { aboutNode, legend } from "./tree/about.js";
import { Form } from "./tree/form.js";
import { Trace } from "./tree/trace.js";
import { View } from "./tree/view.js";
import { Walk } from "./tree/walk.js";

const FIELDS = ["game", "moves", "tree", "search", "beside", "depth", "nodes", "step"];
const QUIET = 300;
const MANY = 5000;
const grouped = new Intl.NumberFormat("en").format;
const address = new URLSearchParams(location.search);
const wanted = Object.fromEntries(FIELDS.map((name) => [name, address.get(name)]));
wanted.moves ??= "";
// Few games can be looked at to the end: unless somebody says so, two moves are.
wanted.depth = wanted.depth === "none" ? "" : (wanted.depth ?? (wanted.game === null || wanted.tree !== null ? "" : "2"));
const state = { views: [], walk: new Walk([], () => {}), chosen: null, running: null, telling: null };

function fail(error) {
  if (error.name === "AbortError") return;
  ready();
  byId("problem").hidden = false;
  byId("problem").textContent = error.message;
  byId("status").textContent = "";
  if (!state.views.length) byId("stages").replaceChildren(el("p", { class: "empty" }, "There is no tree to show. Choose another position or method."));
}

/** Write what is shown into the address, when nothing has changed for a while: browsers count how often. */
function tellAddress() {
  clearTimeout(state.telling);
  state.telling = setTimeout(() => {
    const given = { ...wanted, depth: wanted.depth || (wanted.tree === null ? "none" : ""), step: state.walk.at >= state.walk.length ? null : state.walk.at };
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== null && value !== "" && value !== undefined));
    history.replaceState(null, "", `?${query}`);
  }, QUIET);
}

/** Return what the server is asked for, for one method. */
function request(search) {
  const asked = { search, boards: byId("boards").checked };
  if (wanted.tree === null) Object.assign(asked, { game: wanted.game, moves: wanted.moves });
  else asked.tree = wanted.tree;
  for (const name of ["depth", "nodes"]) if (wanted[name]) asked[name] = Number(wanted[name]);
  return asked;
}

function stage(trace) {
  const picture = svg("svg", { class: "stage", tabindex: 0, role: "img", "aria-label": `The tree of ${trace.asked.search}` });
  const zoom = (words, text, act) => el("button", { type: "button", title: words, "aria-label": words, on: { click: act } }, text);
  const view = new View(picture, trace, (number) => choose(view, number), (number) => toggle(view, number));
  const tools = el(
    "div",
    { class: "zoom", role: "group", "aria-label": "View" },
    zoom("Larger", "+", () => view.camera.zoom(1.4)),
    zoom("Smaller", "−", () => view.camera.zoom(1 / 1.4)),
    zoom("Show all", "Fit", () => view.fit(true)),
    zoom("Unfold as much as fits", "Unfold", () => rearrange([view], { most: MANY })),
    zoom("Fold to the most important", "Fold", () => rearrange([view], {})),
  );
  const caption = el("figcaption", {}, el("strong", {}, trace.asked.search), el("span", { class: "facts-so-far" }));
  return { view, figure: el("figure", {}, caption, el("div", { class: "frame" }, picture, tools)), caption: caption.lastChild };
}

/** Search, and show what comes of it. */
async function run(problem) {
  state.running?.abort();
  const running = (state.running = new AbortController());
  state.walk.stop();
  byId("problem").hidden = true;
  if (problem) return fail(problem);
  byId("title").textContent = state.form.title ? `${state.form.title}: tree of a search` : "Tree of a search";
  byId("status").textContent = "Searching …";
  ready();
  const traces = [wanted.search, wanted.beside].filter(Boolean).map((search) => new Trace(request(search)));
  const onEvent = (kind, said, nodes) => {
    const words = inWords(kind, said) || (nodes ? `${several(nodes, "node")} so far …` : "");
    if (words) byId("status").textContent = words;
  };
  try {
    const step = wanted.step === null ? 0 : Number(wanted.step) || 0;
    await Promise.all(traces.map((trace) => trace.load({ step }, onEvent, running.signal)));
  } catch (error) {
    return fail(error);
  }
  show(traces);
}

function show(traces) {
  state.stages = traces.map(stage);
  state.views = state.stages.map((one) => one.view);
  state.chosen = null;
  byId("stages").classList.toggle("two", traces.length > 1);
  byId("stages").replaceChildren(...state.stages.map((one) => one.figure));
  byId("legend").replaceChildren(...legend(traces[0].answer));
  byId("status").textContent = traces.map((trace) => trace.answer.stopped).find(Boolean) ?? "";
  state.walk = new Walk(traces, showStep);
  for (const name of ["first", "back", "step", "value", "cut", "play", "last", "at"]) byId(name).disabled = false;
  byId("at").max = state.walk.length;
  for (const view of state.views) view.rearrange();
  state.walk.go(wanted.step === null ? state.walk.length : Number(wanted.step) || 0);
  for (const view of state.views) view.fit();
}

/** Fold or unfold as is asked, and show the same step again. */
async function rearrange(views, more) {
  try {
    const asked = { boards: byId("boards").checked, ...more };
    await Promise.all(views.map((view) => view.trace.load(asked)));
  } catch (error) {
    note(error.message);
  }
  settle(views);
  for (const view of views) view.fit(Boolean(more.most));
}

async function toggle(view, number) {
  const before = view.trace.places.get(number);
  const { camera } = view;
  try {
    await view.trace.toggle(number, byId("boards").checked);
  } catch (error) {
    note(error.message);
  }
  settle([view]);
  // The node stays where it was, whatever moves around it.
  const after = view.trace.places.get(number);
  camera.pan((before[0] - after[0]) * camera.scale, (before[1] - after[1]) * camera.rise);
  if (state.chosen?.view === view) choose(view, state.chosen.number);
}

function settle(views) {
  for (const view of views) view.rearrange();
  byId("at").max = state.walk.length;
  state.walk.go(state.walk.at);
}

function choose(view, number) {
  for (const one of state.views) one.choose(one === view ? number : null);
  state.chosen = { view, number };
  showAbout();
}

function showAbout() {
  if (!state.chosen) return;
  const { view, number } = state.chosen;
  if (!view.trace.places.has(number)) return;
  byId("about").replaceChildren(...aboutNode(view.trace, number, { toggle: () => toggle(view, number), enter: () => state.walk.go(view.trace.entering(number)) }));
}

function showStep() {
  const { walk } = state;
  byId("at").value = walk.at;
  byId("count").textContent = `step ${grouped(walk.at)} of ${grouped(walk.length)}`;
  byId("play").textContent = walk.playing ? "Stop" : "Play";
  byId("back").disabled = byId("first").disabled = walk.at <= 0;
  byId("step").disabled = byId("value").disabled = byId("cut").disabled = byId("last").disabled = walk.at >= walk.length;
  for (const { view, caption } of state.stages ?? []) {
    view.refresh();
    caption.textContent = facts(view.trace);
    if (byId("follow").checked && walk.at < view.trace.length) view.follow();
  }
  byId("story").replaceChildren(...walk.traces.map(told));
  showAbout();
  tellAddress();
}

function told(trace) {
  const name = state.walk.traces.length > 1 ? [el("strong", {}, `${trace.asked.search}: `)] : [];
  const { found, counts } = trace.answer;
  if (trace.at >= trace.length) {
    const values = Object.entries(found.values ?? {}).filter(([, value]) => value !== null).map(([role, value]) => `${grouped(value)} for ${role}`);
    const worth = found.values ? ` ${trace.answer.role} plays ${found.move ?? "nothing"}, ${values.length ? `value ${values.join(", ")}` : found.proven ? "no end can be reached" : "not searched yet"}${found.proven ? " (proven)" : ""}.` : "";
    const end = trace.answer.stopped ? trace.answer.stopped : "The search is done.";
    return el("p", {}, ...name, `${end}${worth} ${several(counts.nodes, "node")}, ${grouped(counts.leaves)} ${counts.leaves === 1 ? "leaf" : "leaves"}, ${several(counts.cuts, "cut")}.`);
  }
  return el("p", { class: trace.last?.kind === "cut" ? "cut" : null }, ...name, trace.last?.says ?? "Before the first step.");
}

function facts(trace) {
  const { counts } = trace.answer;
  const nodes = trace.at >= trace.length ? counts.nodes : (trace.last?.nodes ?? 0);
  const hidden = counts.shown - trace.places.size;
  return `${grouped(nodes)} of ${several(counts.nodes, "node")}${hidden ? `, ${grouped(hidden)} folded away` : ""}`;
}

/** Go from the chosen node to one beside, above or below it. */
function stroll(key) {
  const view = state.chosen?.view ?? state.views[0];
  if (!view) return;
  const { trace } = view;
  const here = state.chosen?.number ?? trace.answer.roots.at(-1);
  const { parent } = trace.nodes.get(here);
  const beside = parent === null ? trace.answer.roots : trace.kids.get(parent);
  const place = beside.indexOf(here);
  const found = { ArrowUp: parent, ArrowDown: trace.kids.get(here)?.[0], ArrowLeft: beside[place - 1], ArrowRight: beside[place + 1] }[key] ?? here;
  choose(view, found);
  view.camera.follow(trace.places.get(found));
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, summary")) return;
  const onButton = event.target.closest("button, a");
  const { walk } = state;
  const every = (act) => () => state.views.forEach(act);
  const keys = {
    ArrowRight: () => walk.step(),
    ArrowLeft: () => walk.back(),
    v: () => walk.toValue(),
    c: () => walk.toCut(),
    Home: () => walk.go(0),
    End: () => walk.go(walk.length),
    "+": every((view) => view.camera.zoom(1.25)),
    "-": every((view) => view.camera.zoom(0.8)),
    0: every((view) => view.fit(true)),
  };
  if (!onButton) {
    keys[" "] = play;
    keys.Enter = () => state.chosen && toggle(state.chosen.view, state.chosen.number);
  }
  const act = event.shiftKey && event.key.startsWith("Arrow") ? () => stroll(event.key) : keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act || !state.views.length) return;
  event.preventDefault();
  act();
}

function play() {
  state.walk.play(Number(byId("speed").value));
}

function wire() {
  const on = (id, act) => byId(id).addEventListener("click", () => act(state.walk));
  on("first", (walk) => walk.go(0));
  on("back", (walk) => walk.back());
  on("step", (walk) => walk.step());
  on("value", (walk) => walk.toValue());
  on("cut", (walk) => walk.toCut());
  on("last", (walk) => walk.go(walk.length));
  on("play", play);
  byId("at").addEventListener("input", (event) => state.walk.go(Number(event.target.value)));
  byId("speed").addEventListener("change", () => {
    if (!state.walk.playing) return;
    state.walk.stop();
    play();
  });
  byId("boards").addEventListener("change", () => Promise.all(state.views.map((view) => rearrange([view], { open: [...view.trace.open] }))));
  addEventListener("keydown", press);
}

async function begin() {
  state.form = new Form(byId("ask"), wanted, (problem) => {
    if (state.views.length) wanted.step = null;
    run(problem);
  });
  wire();
  try {
    await state.form.load();
  } catch (error) {
    fail(error);
    return;
  }
  await run();
}

begin();
