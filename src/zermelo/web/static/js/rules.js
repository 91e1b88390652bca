// The rules of a strategy as a list to read and narrow down; a chosen one is shown where it applies.

import { api, streamed } from "./asking.js";
import { drawn } from "./board.js";
import { addressOf, inWords } from "./choosing.js";
import { byId, el, several } from "./dom.js";

/** The list of one strategy. */
export class RuleList {
  constructor(found, context) {
    this.found = found;
    this.context = context;
    this.chosen = null;
    this.asking = null;
    const whose = [["", "of all roles"], ...found.roles.map((role) => [role, `that ${role} plays by`])];
    byId("whose").replaceChildren(...whose.map(([value, text]) => el("option", { value }, text)));
    byId("words").value = "";
    byId("words").oninput = byId("whose").onchange = () => this.draw();
    this.draw();
  }

  draw() {
    const words = byId("words").value.toLowerCase().split(/\s+/).filter(Boolean);
    const whose = byId("whose").value;
    const left = this.found.rules.filter((rule) => (!whose || rule.roles.includes(whose)) && words.every((word) => rule.text.toLowerCase().includes(word)));
    const beyond = this.found.count > this.found.rules.length ? `; the file has ${this.found.count.toLocaleString("en")}` : "";
    byId("count").textContent = `${left.length} of ${several(this.found.rules.length, "rule")}${beyond}`;
    byId("rules").replaceChildren(...left.map((rule) => el("li", {}, this.button(rule))));
    if (!left.length) byId("rules").append(el("li", { class: "dim" }, "No rule has these words."));
  }

  button(rule) {
    return el(
      "button",
      { type: "button", class: "rule", "aria-pressed": String(this.chosen === rule.rule), on: { click: () => this.choose(rule) } },
      el("span", { class: this.found.method === "preferences" ? "code" : null }, rule.text),
      el("span", { class: `badge ${rule.status}` }, rule.status),
    );
  }

  async choose(rule) {
    this.asking?.abort();
    this.asking = new AbortController();
    this.chosen = rule.rule;
    this.draw();
    const box = byId("examples");
    const say = (text) => box.replaceChildren(el("p", {}, rule.text), el("p", { class: "dim" }, text));
    say("Looking for positions …");
    if (matchMedia("(max-width: 62rem)").matches) byId("where-panel").scrollIntoView({ block: "nearest" });
    try {
      const onEvent = (kind, said) => kind !== "job" && say(inWords(kind, said) || "Looking for positions …");
      const { examples } = await streamed(api("strategies", this.found.strategy, "rules"), { rule: rule.rule }, onEvent, this.asking.signal);
      const meaning = this.found.brought ? MEANING.claimed : (MEANING[rule.status] ?? "");
      const head = el("p", {}, el("span", { class: `badge ${rule.status}` }, rule.status), ` ${meaning}`);
      const rest = examples.length ? examples.map((one) => this.example(one)) : [el("p", { class: "dim" }, "No such position was found in a few seconds; matches that are played well may never come there.")];
      const lemmas = this.found.method === "lemmas";
      const absent = examples.some((one) => one.absent.length);
      const legend = el("p", { class: "legend" }, lemmas ? el("span", {}, "what must be there") : null, lemmas && absent ? el("span", { class: "not" }, "what must not") : null, el("span", { class: "move" }, "the move"));
      box.replaceChildren(head, ...(examples.length ? [legend] : []), el("div", { class: "firings" }, ...rest));
    } catch (error) {
      if (error.name !== "AbortError") say(error.message);
    }
  }

  example(one) {
    const scene = el("div", { class: "small-scene" }, ...drawn(one.scene));
    for (const place of scene.querySelectorAll("[data-id]")) {
      const id = place.dataset.id;
      place.classList.toggle("held", one.held.includes(id));
      place.classList.toggle("absent", one.absent.includes(id) && !one.held.includes(id));
      place.classList.toggle("hinted", one.aims.includes(id));
    }
    const link = el("a", { href: addressOf("/play", { game: this.context.game, moves: one.address }) }, "Open this position");
    const also = one.played || this.found.method === "preferences" ? "" : " Another rule promises as much here.";
    return el("figure", { class: "firing" }, scene, el("figcaption", {}, el("p", {}, `${one.text}.${also}`), link));
  }
}

const MEANING = {
  proved: "for every position with these features that keeps the invariants of the strategy, not only for those shown.",
  claimed: "by its file, for every position with these features; nobody has proved it here. Verify it to be sure.",
  learned: "from examples: marked are the moves that it likes best.",
};
