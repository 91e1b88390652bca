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
    this.text = null;
    this.syntax = "";
    this.lines = [];
    this.keys = [];
  }

  /** Find the colours of a text; of lines that were there before they are known. */
  read(text, syntax) {
    if (text === this.text && syntax === this.syntax) return;
    [this.text, this.syntax] = [text, syntax];
    const read = syntaxOf(text, syntax);
    const known = new Map(this.lines.map((line) => [line.key, line.found]));
    let open = 0;
    let start = 0;
    this.lines = text.split("\n").map((line) => {
      const key = `${read} ${open} ${line}`;
      const found = known.get(key) ?? coloured(line, read, open);
      const shown = { key, text: line, start, found, marks: [] };
      open = found.open;
      start += line.length + 1;
      return shown;
    });
  }

  /** Paint the text; `marks` have start, end and a kind each. */
  show(marks) {
    for (const line of this.lines) if (line.marks.length) line.marks = [];
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
      const last = line.text.length - 1;
      if (to > from) line.marks.push({ start: from, end: to, kind: mark.kind });
      else if (last >= 0 && from <= last + 1) line.marks.push({ start: Math.min(from, last), end: Math.min(from, last) + 1, kind: mark.kind });
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

  /** Draw anew the lines between the first and the last that differ from what is there. */
  update() {
    const keys = this.lines.map((line) => (line.marks.length ? `${line.key}\0${line.marks.map((mark) => `${mark.start},${mark.end},${mark.kind}`).join(";")}` : line.key));
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

  /** Number the lines, and mark those with problems. */
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
      const brackets = line.found.parts.filter((part) => part.kind === "bracket");
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
    const found = line.found.parts.find((part) => part.kind === "bracket" && part.start === place);
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
  const parts = [...line.found.parts, ...line.marks];
  const cuts = new Set([0, line.text.length]);
  for (const part of parts) cuts.add(part.start).add(part.end);
  const places = [...cuts].sort((one, other) => one - other);
  const pieces = [];
  for (let number = 0; number + 1 < places.length; number += 1) {
    const [start, end] = [places[number], places[number + 1]];
    const kinds = parts.filter((part) => part.start <= start && part.end >= end).map((part) => part.kind);
    const text = line.text.slice(start, end);
    pieces.push(kinds.length ? el("span", { class: [...new Set(kinds)].join(" ") }, text) : text);
  }
  return el("div", { class: "line" }, ...pieces, "\n");
}
