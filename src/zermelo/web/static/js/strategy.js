// Strategies: found with progress, read rule by rule, verified, taken home, and played against.

import { api, get, post, streamed } from "./asking.js";
import { addressOf, inWords, named, offerGames } from "./choosing.js";
import { byId, el, note, several } from "./dom.js";
import { RuleList } from "./rules.js";

const { game, moves, wanted } = named();
const state = { found: null, job: "", control: null, began: 0, seconds: 0, rules: null };

function status(text) {
  byId("status").textContent = text;
}

function fail(error) {
  byId("problem").hidden = !error;
  byId("problem").textContent = error?.message ?? "";
}

function onEvent(kind, said) {
  if (kind === "job") state.job = said.job;
  else if (byId("stop").disabled) return; // it comes to an end, and that is said already
  else if (kind === "result") status(said.text.replace(" ...", " …"));
  else {
    status(inWords(kind, said));
    if (kind === "begun") state.began = performance.now();
  }
}

function tick() {
  if (state.control && state.began) byId("progress").value = Math.min(0.98, (performance.now() - state.began) / 1000 / state.seconds);
}

function busy(on) {
  byId("start").disabled = on;
  byId("stop").disabled = !on;
}

/** Ask for a strategy; what comes is shown, and has an address. */
async function seek(address, content, done) {
  if (state.control) return;
  state.control = new AbortController();
  state.began = 0;
  state.job = "";
  state.seconds = content.seconds ?? 5;
  fail(null);
  byId("progress").value = 0;
  busy(true);
  status("Asking for a process …");
  try {
    const found = await streamed(address, content, onEvent, state.control.signal);
    status(done(found));
    byId("progress").value = 1;
    history.replaceState(null, "", addressOf("/strategy", { game, moves, strategy: found.strategy }));
    show(found);
  } catch (error) {
    if (error.name === "AbortError") status("Stopped before anything was found.");
    else {
      status("It has ended without a strategy.");
      fail(error);
    }
  }
  state.control = null;
  busy(false);
}

function learn() {
  const content = { game, moves, method: byId("method").value, role: byId("for").hidden ? "" : byId("role").value, seconds: Number(byId("seconds").value) };
  seek("/api/strategies", content, (found) => (found.complete ? `Done in ${found.seconds} s.` : `Stopped after ${found.seconds} s: what was proved until then is kept.`));
}

async function stop() {
  byId("stop").disabled = true;
  status("Coming to an end …");
  const stopped = state.began && (await post(api("strategies", "jobs", state.job, "stop")).catch(() => null));
  if (!stopped?.stopped) state.control?.abort();
}

function show(found) {
  state.found = found;
  byId("empty").hidden = true;
  byId("found").hidden = false;
  byId("sentences").replaceChildren(...found.sentences.map((text) => el("p", {}, text)));
  byId("download").href = api("strategies", found.strategy, "file");
  byId("verify").hidden = found.method !== "lemmas";
  byId("verified").textContent = "";
  byId("against").replaceChildren(el("span", { class: "dim" }, "Play against it as"), ...found.roles.map((role) => el("button", { type: "button", data: { role }, on: { click: () => playAs(role) } }, role)));
  state.rules = new RuleList(found, { game });
}

async function playAs(role) {
  const seats = Object.fromEntries(state.found.roles.map((one) => [one, one === role ? "person" : `strategy:${state.found.strategy}`]));
  try {
    const table = await post("/api/tables", { game, moves: state.found.moves, seats, seconds: 1 });
    location.assign(addressOf("/play", { game, table: table.table }));
  } catch (error) {
    note(error.message);
  }
}

async function verify() {
  byId("verify").disabled = true;
  byId("verified").classList.remove("wrong");
  const say = (text) => (byId("verified").textContent = text);
  try {
    const found = await streamed(api("strategies", state.found.strategy, "verify"), {}, (kind, said) => {
      if (kind === "result") say(said.text.replace(" ...", " …"));
      else if (kind !== "job") say(inWords(kind, said));
    });
    say([found.text, ...found.examples].join(" "));
    byId("verified").classList.toggle("wrong", found.wrong > 0);
  } catch (error) {
    say(error.message);
  }
  byId("verify").disabled = false;
}

async function open(file) {
  if (!file) return;
  seek("/api/strategies/open", { game, moves, text: await file.text() }, (found) => `${file.name}: ${found.title}.`);
  byId("file").value = "";
}

async function begin() {
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    learn();
  });
  byId("stop").addEventListener("click", stop);
  byId("verify").addEventListener("click", verify);
  byId("file").addEventListener("change", (event) => open(event.target.files[0]));
  byId("method").addEventListener("change", () => (byId("for").hidden = byId("method").value !== "preferences"));
  setInterval(tick, 200);
  if (moves) byId("where").append("From ", el("a", { href: addressOf("/play", { game, moves }) }, `the position after ${several(moves.split(";").length, "move")}`), " on.");
  try {
    const { title, roles } = await offerGames(byId("game"), game, "/strategy");
    document.title = `Strategy for ${title} · Zermelo`;
    byId("title").textContent = `Strategy for ${title}`;
    byId("role").replaceChildren(el("option", { value: "" }, "whoever moves first"), ...roles.map((role) => el("option", { value: role }, role)));
    const kept = wanted.get("strategy") && (await get(api("strategies", wanted.get("strategy"))));
    if (kept && kept.game === game) {
      status("This strategy was found before.");
      show(kept);
    }
  } catch (error) {
    fail(error);
  }
}

begin();
