// Elements, made safely: texts become text nodes, never markup.

const LONG = 160; // letters
const SVG = "http://www.w3.org/2000/svg";

/** Return an element; `given` has properties, `class`, `data` and `on`; children are nodes or texts. */
export function el(tag, given = {}, ...children) {
  return filled(document.createElement(tag), given, children);
}

/** Return an element of SVG; `given` are attributes. */
export function svg(tag, given = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), given, children);
}

function filled(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Return the element with that id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Show what waited until a page has all that it needs: it takes its place at once, and does not jump. */
export function ready() {
  for (const one of document.querySelectorAll(".waiting")) one.classList.remove("waiting");
}

/** Let a part of the page keep the greatest height that it had: what changes often must not move what is below. */
export function steady(part) {
  const height = part.getBoundingClientRect().height;
  if (height > (Number.parseFloat(part.style.minHeight) || 0)) part.style.minHeight = `${height}px`;
}

/** Show a sentence for a while, and what takes longer to read until it is closed; return it. */
export function note(text) {
  const close = el("button", { type: "button", "aria-label": "Close this message", on: { click: () => shown.remove() } }, "×");
  const shown = el("div", { class: "note" }, el("p", {}, text), close);
  byId("notes").append(shown);
  if (text.length < LONG) setTimeout(() => shown.remove(), 4000 + 60 * text.length);
  return shown;
}

/** Return a number as people read it. */
export function short(number) {
  if (number >= 1e6) return `${(number / 1e6).toPrecision(3)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return String(Math.round(number));
}

/** Return how many of something there are: 1 move, 2 moves. */
export function several(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Return what a text of SVG has in it: a label, and where that is shortened, the whole as its title. */
export function labelled(label, whole) {
  return label === whole ? [label] : [label, svg("title", {}, whole)];
}

/** Return a move without its outer brackets. */
export function plain(move) {
  return move.startsWith("(") ? move.slice(1, -1) : move;
}

/** Return a line of joint moves as one reads it: of each, what those do who do something. */
export function lineText(line) {
  return line.map((joint) => joint.filter((move) => move !== "noop").map(plain).join(" + ") || "noop").join(", ");
}
