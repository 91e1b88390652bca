// The parts of what is found out about a game -> their panels.

import { addressOf } from "./choosing.js";
import { byId, el, several } from "./dom.js";
import { plotted } from "./plots.js";
import { capital, pair, stepOf } from "./steps.js";

const LISTED = 6;
const EVIDENCE = { proved: "proved", refuted: "refuted", unrefuted: "not refuted", unknown: "not known" };
const shown = { roles: [], details: new Map() };

/** Show one part; what a person has opened stays open. */
export function showPart(part, content, context) {
  const [panel, nodes] = PARTS[part](content, context);
  const box = byId(panel).querySelector(".content");
  const open = new Set([...box.querySelectorAll("details")].map((one, place) => (one.open ? place : -1)));
  box.replaceChildren(...nodes.filter(Boolean));
  box.querySelectorAll("details").forEach((one, place) => (one.open = one.open || open.has(place)));
}

const PARTS = {
  size: (found) => {
    shown.roles = found.roles;
    byId("fluents").replaceChildren(...found.some.map((text) => el("option", { value: text })));
    const kind = `${found.chance ? "with chance" : "without chance"}, ${found.hidden ? "with hidden information" : "everything is seen by all"}`;
    const moves = Object.entries(found.moves).map(([role, number]) => `${role} ${number.toLocaleString("en")}`);
    const rows = [["Roles", found.roles.join(", ")], ["Kind", kind], ["Facts", found.fluents.toLocaleString("en")], ["Moves", moves.join(", ")], ["Ground rules", found.ground_rules.toLocaleString("en")]];
    return ["size-part", [el("table", { class: "plain" }, el("tbody", {}, ...rows.map(([name, text]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, text)))))]];
  },
  census: (found) => {
    const legend = shown.roles.map((role, number) => [role, found.tones[number]]);
    return [
      "matches-part",
      [
        ...found.sentences.map((text) => el("p", {}, text)),
        el("div", { class: "plots" }, ...[plotted(found.goals), plotted(found.length), plotted(found.branching, legend), plotted(found.steps, legend)].filter(Boolean)),
      ],
    ];
  },
  invariants: (found) => [
    "invariants-part",
    [...texts("Hold in every position", found.invariants, found.invariants_count), ...(found.step_counters_count ? texts("Count the moves", found.step_counters, found.step_counters_count) : []), hurried(found)],
  ],
  latches: (found, context) => {
    const nodes = [
      ...texts("Stay true once they are", found.positive, found.positive_count),
      ...texts("Stay false once they are", found.negative, found.negative_count),
      ...(found.constants.length ? texts("Never change", found.constants, found.constants.length) : []),
    ];
    nodes.push(hurried(found));
    if (found.counter_examples.length) nodes.push(el("h3", {}, "Counter-examples"));
    nodes.push(...found.counter_examples.map((one, place) => example(one.text, one.step, context, place === 0)));
    return ["latches-part", nodes];
  },
  inhibitors: (found) => [
    "inhibitors-part",
    [...texts("Ruled out by a latch", found.inhibitors, found.inhibitors_count), ...texts("Goals that are out of reach", found.dead_goals, found.dead_goals_count), hurried(found)],
  ],
  symmetries: (found) => {
    const roles = shown.roles.length > 1;
    const sentence = `${found.own.order_text} ${found.own.order === 1 ? "symmetry, the one that changes nothing" : "symmetries"}${roles ? `; with exchange of roles ${found.exchange.order_text}` : ""}.`;
    const nodes = [el("p", {}, sentence)];
    if (!found.own.complete || !found.exchange.complete) nodes.push(el("p", { class: "dim" }, "There was no time to look for all: there may be more."));
    if (found.images.length) nodes.push(el("p", { class: "dim" }, "All of them are made of these; each is shown by a position and what becomes of it."));
    nodes.push(...found.images.map((one, place) => el("details", { class: "example", open: place === 0 }, el("summary", {}, one.text), pair(one.before, "becomes", one.after))));
    return ["symmetries-part", nodes];
  },
  traits: (found, context) => ["traits-part", found.traits.map((one) => trait(one, context))],
  impact: (found) => {
    const nodes = [];
    if (found.impact) {
      const { mean, low, high, evaluator, states } = found.impact;
      nodes.push(el("p", {}, `${mean.toFixed(2)}, between ${low.toFixed(2)} and ${high.toFixed(2)} with 95 % certainty: the part of ${several(states, "position")} in which a choice changes what another role may expect, by ${evaluator} and moves left.`));
      nodes.push(plotted(found.plot));
    } else nodes.push(el("p", { class: "dim" }, "Nobody has an opponent here, or a choice that could be felt."));
    if (found.suggestion) nodes.push(el("p", {}, "Suggested search: ", el("strong", {}, found.suggestion.search), ` (${found.suggestion.why}).`));
    return ["impact-part", nodes];
  },
};

function hurried(found) {
  return found.complete ? null : el("p", { class: "dim" }, "There was no time for every proof: there may be more.");
}

function texts(title, list, count) {
  const rows = (some) => some.map((text) => el("li", {}, text));
  const nodes = [el("p", {}, `${title}: `, el("strong", {}, count ? count.toLocaleString("en") : "none"))];
  if (count) nodes.push(el("ul", { class: "texts" }, ...rows(list.slice(0, LISTED))));
  if (list.length > LISTED) {
    const more = count > list.length ? [el("li", { class: "dim" }, `and ${(count - list.length).toLocaleString("en")} more`)] : [];
    nodes.push(el("details", {}, el("summary", {}, "The others"), el("ul", { class: "texts" }, ...rows(list.slice(LISTED)), ...more)));
  }
  return nodes;
}

function links(step, { game }) {
  if (step.address === null) return [];
  return [el("a", { href: addressOf("/play", { game, moves: step.address }) }, "Play on from there")];
}

/** Return a claim, with the two boards that refute it. */
export function claim(one, context) {
  return one.step ? example(one.text, one.step, context, true) : el("p", {}, `${one.text}.`);
}

function example(text, step, context, open = false) {
  return el("details", { class: "example", open }, el("summary", {}, text), stepOf(step, links(step, context)));
}

function trait(one, context) {
  const title = el("p", {}, el("span", { class: `badge ${one.evidence}` }, EVIDENCE[one.evidence]), " ", el("strong", {}, capital(one.name)), one.why ? `: ${one.why}` : "");
  if (!one.step) return title;
  const text = one.evidence === "refuted" ? "The match that refutes it" : "Why the solver could not prove it";
  return el("div", {}, title, example(text, one.step, context));
}
