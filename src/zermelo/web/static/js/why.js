// Why a move: the board it was made on, the rule it goes by, what the others would lose, and how near the goals are.

import { streamed } from "./asking.js";
import { drawn } from "./board.js";
import { inWords } from "./choosing.js";
import { byId, el, lineText, plain } from "./dom.js";

const MOST = 12;
const FOUND = {
  strategy: { proved: "A rule of the strategy at this table, proved for every position with these features that keeps its invariants.", claimed: "A rule of the strategy at this table; nobody has proved it here." },
  here: { proved: "Proved just now, for every position with these features." },
};
let asking = null;
let shown = null;

/** Explain a move; `question` has game, moves, role, move, player and seconds. */
export async function explain(question) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  shown = { parts: {}, marks: "rule" };
  byId("explained").hidden = false;
  byId("explained-title").textContent = question.move ? `Why ${plain(question.move)}?` : "Why?";
  byId("explained-scene").replaceChildren(el("p", { class: "empty" }, "Looking at the position …"));
  for (const [part, text] of [["rule", "Looking for a rule that can be proved …"], ["moves", "Comparing the moves …"], ["goals", "Reading the goals …"]]) {
    byId(`explained-${part}`).replaceChildren(el("p", { class: "dim" }, text));
  }
  showMarks();
  byId("explained").scrollIntoView({ block: "nearest" });
  try {
    await streamed("/api/why", question, (kind, said) => onEvent(kind, said), signal);
    say("");
  } catch (error) {
    if (error.name !== "AbortError") say(error.message);
  }
}

/** Stop explaining, and show nothing of it. */
export function explainNothing() {
  asking?.abort();
  byId("explained").hidden = true;
}

function say(text) {
  byId("explained-state").textContent = text;
}

function onEvent(kind, said) {
  if (kind !== "result") {
    say(kind === "begun" ? "" : inWords(kind, said));
    return;
  }
  shown.parts[said.part] = said.content;
  const show = { position: showPosition, fuzzy: showGoals, moves: showMoves, rule: showRule }[said.part];
  show(said.content);
  showMarks();
}

function showPosition(found) {
  byId("explained-scene").replaceChildren(...drawn(found.scene));
  for (const place of byId("explained-scene").querySelectorAll(".place")) {
    const shade = place.querySelector(".cell").cloneNode();
    shade.setAttribute("class", "heat");
    place.querySelector(".cell").after(shade);
  }
}

function showRule(found) {
  const parts = found
    ? [el("p", { class: "said" }, `${found.said}.`), el("p", { class: "dim" }, FOUND[found.from][found.status])]
    : [el("p", { class: "dim" }, "No rule: nothing about this move could be proved in a few seconds, and no strategy at the table speaks of it.")];
  if (found && shown.parts.moves?.move && found.move !== shown.parts.moves.move) parts.push(el("p", { class: "dim" }, `It would play ${plain(found.move)}.`));
  byId("explained-rule").replaceChildren(...parts);
}

function showMoves(found) {
  const exact = found.how === "exact";
  const parts = [];
  if (found.move) {
    byId("explained-title").textContent = `Why ${plain(found.move)}?`;
    const than = found.best && found.best !== found.move ? ` ${exact ? "Best would be" : `${found.search} likes better`}: ${plain(found.best)}.` : "";
    parts.push(el("p", {}, el("b", {}, plain(found.move)), ` is worth ${found.said}.${than}`));
    if (found.line.length) parts.push(el("p", { class: "dim" }, `Expected: ${lineText(found.line)}`));
  }
  if (found.second) parts.push(...second(found, exact));
  if (found.moves.length > 1) parts.push(el("ol", { class: "bars" }, ...found.moves.slice(0, MOST).map((one) => bar(one, found))));
  if (found.moves.length > MOST) parts.push(el("p", { class: "dim" }, `and ${found.moves.length - MOST} more`));
  parts.push(el("p", { class: "dim" }, exact ? "Exact values: the rest of the game was solved." : `Estimates of ${found.search}: there was no time to solve the rest of the game.`));
  byId("explained-moves").replaceChildren(...parts);
}

function second(found, exact) {
  const { move, said, worth, loses, line } = found.second;
  // Of estimates, which are given as whole numbers, the difference of those.
  const lost = exact || found.worth === null || worth === null ? loses : Math.round(found.worth) - Math.round(worth);
  const alike = found.moves.filter((one) => one.move !== found.move && one.worth !== null && found.worth !== null && Math.abs(one.worth - found.worth) <= (exact ? 0 : 1)).length;
  const parts = [];
  if (alike) parts.push(el("p", {}, `${alike === 1 ? "One other move is" : `${alike} other moves are`} as good.`));
  if (loses === null) parts.push(el("p", {}, `Next best: ${plain(move)}, worth ${said}.`));
  else if (loses > (exact ? 0 : 1)) parts.push(el("p", {}, "The next best, ", el("b", {}, plain(move)), `, would be worth ${said}: it would lose ${lost} of 100.`));
  else if (loses < (exact ? 0 : -1)) parts.push(el("p", {}, el("b", {}, plain(move)), ` would be worth more: ${said}.`));
  if (line.length && loses !== null && loses > 0) parts.push(el("p", { class: "dim" }, `It would be punished by ${lineText(line)}`));
  return parts;
}

function bar(one, found) {
  const fill = el("span", { class: "fill" });
  fill.style.width = `${Math.max(0, Math.min(100, one.worth ?? 0))}%`;
  const worth = one.worth === null ? "?" : one.worth.toFixed(Number.isInteger(one.worth) ? 0 : 1);
  return el("li", { class: one.move === found.move ? "best" : null, title: `${plain(one.move)}: ${one.said}` }, fill, el("span", {}, plain(one.move)), el("span", { class: "worth" }, worth));
}

function showGoals(found) {
  if (found.problem) {
    byId("explained-goals").replaceChildren(el("p", { class: "dim" }, found.problem));
    return;
  }
  const values = Object.entries(found.values).map(([role, value]) => `${role} ${value.toFixed(2)}`);
  const about = "How true the goals are, as fuzzy logic sees the rules: the more of a goal holds, the nearer it is.";
  byId("explained-goals").replaceChildren(el("p", {}, `${values.join(", ")} of 100.`), el("p", { class: "dim" }, about), el("div", { class: "terms" }, termOf(found.term, 0)));
}

function termOf(term, depth) {
  const head = [el("span", { class: "degree" }, depth ? degree(term.value) : term.value.toFixed(2)), ` ${term.text}`];
  if (!term.parts?.length) return el("div", { class: "term" }, ...head);
  const more = term.more ? [el("div", { class: "term dim" }, `and ${term.more} more`)] : [];
  return el("details", { class: "term", open: depth < 1 }, el("summary", {}, ...head), ...term.parts.map((part) => termOf(part, depth + 1)), ...more);
}

function degree(value) {
  return value >= 0.001 || value === 0 ? value.toFixed(3) : value.toExponential(1);
}

/** Mark what the rule speaks of, or the heat of the cells. */
function showMarks() {
  const { rule, fuzzy, moves, position } = shown.parts;
  const heat = new Map((fuzzy?.heat ?? []).map((one) => [one.id, one]));
  byId("show-rule").disabled = !rule;
  byId("show-heat").disabled = !heat.size;
  const chosen = shown.marks === "heat" && heat.size ? "heat" : rule || !heat.size ? "rule" : "heat";
  byId("show-rule").setAttribute("aria-pressed", String(chosen === "rule" && Boolean(rule)));
  byId("show-heat").setAttribute("aria-pressed", String(chosen === "heat"));
  byId("explained-key").textContent = chosen === "heat" ? `The deeper the colour, the more a change of that cell could bring ${position?.role ?? ""}.` : rule ? "Framed: what the rule asks for; dotted: what must not be there." : "";
  const aims = moves?.aims ?? position?.aims ?? [];
  for (const place of byId("explained-scene").querySelectorAll("[data-id]")) {
    const { id } = place.dataset;
    place.classList.toggle("held", chosen === "rule" && Boolean(rule?.places.includes(id)));
    place.classList.toggle("absent", chosen === "rule" && Boolean(rule?.absent.includes(id)));
    place.classList.toggle("hinted", aims.includes(id));
    const shade = place.querySelector(".heat");
    if (shade) shade.style.opacity = chosen === "heat" ? (heat.get(id)?.part ?? 0) * 0.85 : 0;
  }
}

/** Let the buttons of the panel do what they say. */
export function readyToExplain() {
  byId("explained-close").addEventListener("click", explainNothing);
  for (const marks of ["rule", "heat"]) {
    byId(`show-${marks}`).addEventListener("click", () => {
      shown.marks = marks;
      showMarks();
    });
  }
}
