// The lines of a text with their colours and marks, drawn behind the editor; only what changed is drawn anew.

import { el } from "../dom.js";
import { coloured, syntaxOf } from "./colouring.js";

const OPENING = "([{";
const CLOSING = ")]}";

/** The painted copy of a text, one element for each line, and the numbers beside it. */
export class Lines {
  constructor(paint, numbers) {
    this.paint = paint;
    this.numbers = numbers;
    this.lines = [];
    this.keys = [];
  }

  /** Paint a text; `marks` have start, end and a class each. */
  show(text, syntax, marks) {
    const read = syntaxOf(text, syntax);
    let open = 0;
    let start = 0;
    this.lines = text.split("\n").map((line) => {
      const found = coloured(line, read, open);
      const shown = { text: line, start, parts: found.parts, marks: [] };
      open = found.open;
      start += line.length + 1;
      return shown;
    });
    for (const mark of marks) this.spread(mark);
    this.update();
    this.count(marks);
  }

  /** Give every line its part of a mark. */
  spread(mark) {
    for (let number = this.at(mark.start); number < this.lines.length; number += 1) {
      const line = this.lines[number];
      if (line.start >= mark.end && line.start > mark.start) break;
      const from = Math.max(0, mark.start - line.start);
      const to = Math.min(line.text.length, mark.end - line.start);
      // What has no width, such as the end of a text, is shown at the character before.
      if (to > from) line.marks.push({ start: from, end: to, kind: mark.kind });
      else if (line.text.length && from <= line.text.length) line.marks.push({ start: Math.min(from, line.text.length - 1), end: Math.min(from, line.text.length - 1) + 1, kind: mark.kind });
    }
  }

  /** Return the number of the line that an offset is in, counted from 0. */
  at(offset) {
    let low = 0;
    let high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle].start <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  update() {
    const keys = this.lines.map((line) => line.text + "\0" + line.parts.map((part) => `${part.start},${part.end},${part.kind}`).join(";") + "\0" + line.marks.map((mark) => `${mark.start},${mark.end},${mark.kind}`).join(";"));
    let same = 0;
    while (same < keys.length && same < this.keys.length && keys[same] === this.keys[same]) same += 1;
    let after = 0;
    const most = Math.min(keys.length, this.keys.length) - same;
    while (after < most && keys[keys.length - 1 - after] === this.keys[this.keys.length - 1 - after]) after += 1;
    for (let gone = this.keys.length - same - after; gone > 0; gone -= 1) this.paint.children[same].remove();
    const fresh = this.lines.slice(same, keys.length - after).map(painted);
    if (same < this.paint.children.length) this.paint.children[same].before(...fresh);
    else this.paint.append(...fresh);
    this.keys = keys;
  }

  count(marks) {
    while (this.numbers.children.length > this.lines.length) this.numbers.lastChild.remove();
    while (this.numbers.children.length < this.lines.length) this.numbers.append(el("div", {}, String(this.numbers.children.length + 1)));
    for (const old of this.numbers.querySelectorAll(".error, .warning")) old.className = "";
    for (const mark of marks) {
      const number = this.numbers.children[this.at(mark.start)];
      if (mark.kind !== "pair" && number.className !== "error") number.className = mark.kind;
    }
  }

  /** Return the places of a bracket at the caret and of its counterpart; none if it has none. */
  pair(caret) {
    const here = this.bracket(caret - 1) ?? this.bracket(caret);
    if (!here) return [];
    const step = OPENING.includes(here.text) ? 1 : -1;
    let depth = 0;
    for (let number = here.line; number >= 0 && number < this.lines.length; number += step) {
      const line = this.lines[number];
      const brackets = line.parts.filter((part) => part.kind === "bracket");
      for (const part of step > 0 ? brackets : brackets.reverse()) {
        if (number === here.line && (part.start - here.place) * step < 0) continue;
        depth += OPENING.includes(line.text[part.start]) === step > 0 ? 1 : -1;
        if (!depth) return [here.start, line.start + part.start];
      }
    }
    return [here.start];
  }

  bracket(offset) {
    if (offset < 0) return null;
    const number = this.at(offset);
    const line = this.lines[number];
    const place = offset - line.start;
    const found = line.parts.find((part) => part.kind === "bracket" && part.start === place);
    return found ? { line: number, place, start: offset, text: line.text[place] } : null;
  }
}

/** Tell whether a text opens brackets that it does not close. */
export function opens(text) {
  let depth = 0;
  for (const each of text) depth += OPENING.includes(each) ? 1 : CLOSING.includes(each) ? -1 : 0;
  return depth > 0;
}

function painted(line) {
  const cuts = new Set([0, line.text.length]);
  for (const part of [...line.parts, ...line.marks]) cuts.add(part.start).add(part.end);
  const places = [...cuts].sort((one, other) => one - other);
  const pieces = [];
  for (let number = 0; number + 1 < places.length; number += 1) {
    const [start, end] = [places[number], places[number + 1]];
    const kinds = [...line.parts, ...line.marks].filter((part) => part.start <= start && part.end >= end).map((part) => part.kind);
    const text = line.text.slice(start, end);
    pieces.push(kinds.length ? el("span", { class: [...new Set(kinds)].join(" ") }, text) : text);
  }
  return el("div", { class: "line" }, ...pieces, "\n");
}
