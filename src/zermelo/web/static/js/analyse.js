// Looking into a game: every part of what is found out is shown as soon as it comes.

import { runTask } from "./asking.js";
import { addressOf, inWords, named, offerGames } from "./choosing.js";
import { byId, el, several } from "./dom.js";
import { claim, showPart } from "./findings.js";

const state = { control: null, began: 0, seconds: 0, waiting: "" };
const { game, moves, wanted } = named();

function status(text) {
  byId("status").textContent = text;
}

function fail(error) {
  byId("problem").hidden = false;
  byId("problem").textContent = error.message;
}

/** The bar goes on by the clock: proofs cannot say how far they are. */
function tick() {
  if (!state.control || !state.began) return;
  byId("progress").value = Math.min(0.98, (performance.now() - state.began) / 1000 / state.seconds);
}

function onEvent(kind, said) {
  if (kind !== "result") {
    status(inWords(kind, said));
    if (kind === "begun") state.began = performance.now();
  } else if (said.part === "progress") {
    status(said.content.text.replace(" ...", " …"));
  } else if (said.part === "problem") {
    fail(new Error(said.content.text));
  } else {
    showPart(said.part, said.content, { game });
  }
}

function busy(on) {
  byId("start").disabled = on;
  byId("stop").disabled = !on;
  document.querySelector(".findings").setAttribute("aria-busy", String(on));
}

async function start() {
  if (state.control) return;
  state.control = new AbortController();
  state.seconds = Number(byId("seconds").value);
  state.began = 0;
  byId("problem").hidden = true;
  byId("progress").value = 0;
  busy(true);
  status("Asking for a process …");
  try {
    const asked = { game, moves, seconds: state.seconds, matches: Number(byId("playouts").value) };
    const found = await runTask("analyse", asked, onEvent, state.control.signal);
    const rest = found.cut.length ? ` There was no time for all of: ${found.cut.join(", ")}. More seconds find more.` : "";
    status(`Done in ${found.seconds} s.${rest}`);
    byId("progress").value = 1;
  } catch (error) {
    if (error.name === "AbortError") status("Stopped: what is below was found until then.");
    else {
      status("It has ended early.");
      fail(error);
    }
  }
  state.control = null;
  busy(false);
}

/** Ask of one fact whether it stays. */
async function askLatch() {
  const fluent = byId("fluent").value.trim();
  if (!fluent) return;
  const box = byId("latched");
  const say = (text) => box.replaceChildren(el("p", { class: "dim" }, text));
  say("Asking for a process …");
  try {
    const onEvent = (kind, said) => say(kind === "result" ? "Looking for a proof …" : inWords(kind, said));
    const { claims } = await runTask("latch", { game, fluent }, onEvent);
    box.replaceChildren(...claims.map((one) => claim(one, { game })));
  } catch (error) {
    say(error.message);
  }
}

/** Choose what the address asks for, if it is offered. */
function preset() {
  for (const name of ["seconds", "playouts"]) {
    const option = [...byId(name).options].find((one) => one.value === wanted.get(name));
    if (option) option.selected = true;
  }
}

async function begin() {
  preset();
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
  byId("latch").addEventListener("submit", (event) => {
    event.preventDefault();
    askLatch();
  });
  byId("stop").addEventListener("click", () => state.control?.abort());
  setInterval(tick, 200);
  try {
    const { title } = await offerGames(byId("game"), game, "/analyse");
    document.title = `Analyse ${title} · Zermelo`;
    byId("title").textContent = `Analyse ${title}`;
  } catch (error) {
    fail(error);
  }
  if (moves) byId("where").append("Random matches begin in ", el("a", { href: addressOf("/play", { game, moves }) }, `the position after ${several(moves.split(";").length, "move")}`), "; proofs are about all positions.");
  start();
}

begin();
