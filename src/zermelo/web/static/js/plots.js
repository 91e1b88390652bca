// A plot as the server lays it out -> SVG, with its numbers on hover, and as a table.

import { el, svg } from "./dom.js";

/** Return a plot with its title and its table; nothing if there is nothing to draw. */
export function plotted(plot, legend = []) {
  if (!plot || !plot.table.rows.length) return null;
  return el("figure", { class: "plot" }, el("figcaption", {}, plot.title, ...legend.map(keyOf)), picture(plot), tableOf(plot));
}

function keyOf([name, tone]) {
  return el("span", { class: "key" }, el("span", { class: `dot tone-${tone}` }), name);
}

function picture(plot) {
  const shown = svg("svg", { viewBox: `0 0 ${plot.width} ${plot.height}`, role: "img", "aria-label": `${plot.title}; the table below has the numbers` });
  const rules = plot.rules.filter((one) => !one.whisker);
  shown.append(...rules.map(ruleOf));
  for (const one of plot.bars) shown.append(...barOf(one));
  shown.append(...plot.rules.filter((one) => one.whisker).map(ruleOf));
  for (const one of plot.lines) shown.append(lineOf(one));
  for (const one of plot.words) shown.append(svg("text", { x: one.x, y: one.y, "text-anchor": one.anchor }, one.text));
  return shown;
}

function ruleOf({ x1, y1, x2, y2, whisker }) {
  return svg("line", { x1, y1, x2, y2, class: whisker ? "whisker" : null });
}

function barOf(one) {
  const bar = svg("rect", { x: one.x, y: one.y, width: one.width, height: one.height, class: one.tone ? `bar tone-${one.tone}` : "bar" }, svg("title", {}, one.title));
  if (one.strength !== undefined) bar.style.fillOpacity = 0.2 + (0.8 * one.strength) / 100;
  const parts = [bar];
  if (one.inside) parts.push(svg("text", { class: "inside", x: one.x + one.width / 2, y: one.y + one.height / 2 + 4, "text-anchor": "middle" }, one.inside));
  return parts;
}

function lineOf(one) {
  const dots = one.dots.map((dot) => svg("circle", { cx: dot.x, cy: dot.y, r: 3 }, svg("title", {}, dot.title)));
  return svg("g", { class: `tone-${one.tone}` }, svg("polyline", { points: one.points }), ...dots);
}

function tableOf(plot) {
  const head = el("tr", {}, ...plot.table.head.map((text) => el("th", { scope: "col" }, text)));
  const rows = plot.table.rows.map((row) => el("tr", {}, ...row.map((text) => el("td", {}, text))));
  const table = el("table", {}, el("caption", { class: "unseen" }, plot.title), el("thead", {}, head), el("tbody", {}, ...rows));
  return el("details", {}, el("summary", {}, "The numbers"), el("div", { class: "numbers" }, table));
}
