// An editor: a text area that one types in, over a painted copy of its text with colours and underlines.

import { Lines, opens } from "./lines.js";

const INDENT = "    ";
const LARGE = 60_000; // characters from which on the browser's own undo would be too slow

/** The editor of a page; `changed` is called after every change, and told whether all was pasted over. */
export class Editor {
  constructor(root, changed) {
    this.root = root;
    this.area = root.querySelector("textarea");
    this.lines = new Lines(root.querySelector(".paint"), root.querySelector(".numbers"));
    this.changed = changed;
    this.syntax = "kif";
    this.problems = [];
    this.before = "";
    this.leaving = false;
    this.replacing = false;
    this.pasted = false; // over everything that there was
    this.area.addEventListener("input", () => this.edited());
    this.area.addEventListener("paste", () => (this.pasted = this.area.selectionEnd - this.area.selectionStart === this.text.length));
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.area.addEventListener("blur", () => (this.leaving = false));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement !== this.area) return;
      this.paint();
      this.reveal(this.area.selectionEnd);
    });
  }

  get text() {
    return this.area.value;
  }

  /** Begin with a text. */
  load(text, syntax) {
    this.area.value = text;
    this.begin(syntax);
  }

  /** Put another text in place of all; the browser can undo it, unless it is very large. */
  replace(text, syntax) {
    this.replacing = true;
    this.area.focus({ preventScroll: true });
    this.area.select();
    const quick = text.length + this.before.length < LARGE;
    if (!quick || !document.execCommand(text ? "insertText" : "delete", false, text)) this.area.value = text;
    this.replacing = false;
    this.begin(syntax);
  }

  begin(syntax) {
    this.syntax = syntax;
    this.problems = [];
    this.before = this.text;
    this.area.setSelectionRange(0, 0);
    this.root.scrollTo(0, 0);
    this.paint();
  }

  /** Read the text in another syntax. */
  read(syntax) {
    this.syntax = syntax;
    this.paint();
  }

  /** Underline problems: each has start, end and severity. */
  mark(problems) {
    this.problems = problems.filter((problem) => problem.start !== null).map(({ start, end, severity }) => ({ start, end, kind: severity }));
    this.paint();
  }

  /** Go to a place of the text. */
  go(start, end) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, Math.max(start, end));
    this.reveal(start);
    this.paint();
  }

  edited() {
    if (this.replacing) return;
    this.shift();
    this.paint();
    this.changed(this.pasted);
    this.pasted = false;
  }

  /** Move problems along with the text that they are in; those in what was changed are forgotten. */
  shift() {
    const [old, now] = [this.before, this.text];
    const most = Math.min(old.length, now.length);
    let same = 0;
    while (same < most && old[same] === now[same]) same += 1;
    let after = 0;
    while (after < most - same && old[old.length - 1 - after] === now[now.length - 1 - after]) after += 1;
    const end = old.length - after;
    const grown = now.length - old.length;
    this.problems = this.problems.filter((mark) => mark.end <= same || mark.start >= end).map((mark) => (mark.start >= end && mark.end > same ? { ...mark, start: mark.start + grown, end: mark.end + grown } : mark));
    this.before = now;
  }

  paint() {
    this.lines.read(this.text, this.syntax);
    const caret = this.area.selectionStart;
    const alone = document.activeElement === this.area && caret === this.area.selectionEnd;
    const pair = alone ? this.lines.pair(caret).map((place) => ({ start: place, end: place + 1, kind: "pair" })) : [];
    this.lines.show([...this.problems, ...pair]);
  }

  /** Scroll so that a place of the text can be seen. */
  reveal(offset) {
    const line = this.lines.paint.children[this.lines.at(offset)];
    if (!line) return;
    const seen = this.root.getBoundingClientRect();
    const place = line.getBoundingClientRect();
    if (place.top < seen.top) this.root.scrollTop -= seen.top - place.top + place.height;
    else if (place.bottom > seen.bottom - 12) this.root.scrollTop += place.bottom - seen.bottom + place.height + 12;
    const column = offset - this.lines.lines[this.lines.at(offset)].start;
    const left = place.left + column * this.width() - this.lines.numbers.offsetWidth;
    if (left < seen.left) this.root.scrollLeft -= seen.left - left + 24;
    else if (left + this.lines.numbers.offsetWidth > seen.right - 24) this.root.scrollLeft += left + this.lines.numbers.offsetWidth - seen.right + 48;
  }

  /** Return how wide a character is; all are alike. */
  width() {
    if (!this.measured) {
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.font = getComputedStyle(this.area).font;
      this.measured = canvas.measureText("m").width;
    }
    return this.measured;
  }

  key(event) {
    if (event.key === "Escape") {
      this.leaving = true; // the next Tab goes on to what comes after the editor
      return;
    }
    if (event.key === "Tab" && !this.leaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (event.key === "Enter" && !event.isComposing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const line = this.text.slice(this.text.lastIndexOf("\n", this.area.selectionStart - 1) + 1, this.area.selectionStart);
      const deeper = opens(line) || /:-\s*$/.test(line) ? INDENT : "";
      this.insert(`\n${/^[ \t]*/.exec(line)[0] || deeper}`);
    }
    if (event.key !== "Shift") this.leaving = false;
  }

  /** Indent at the caret, or all lines that are selected; `back` takes an indentation away. */
  indent(back) {
    const { selectionStart, selectionEnd } = this.area;
    if (!back && selectionStart === selectionEnd) {
      const column = selectionStart - (this.text.lastIndexOf("\n", selectionStart - 1) + 1);
      this.insert(" ".repeat(INDENT.length - (column % INDENT.length)));
      return;
    }
    const start = this.text.lastIndexOf("\n", selectionStart - 1) + 1;
    const found = this.text.indexOf("\n", Math.max(selectionStart, selectionEnd - 1));
    const end = found < 0 ? this.text.length : found;
    const old = this.text.slice(start, end);
    const lines = old.split("\n").map((line) => (back ? line.replace(/^( {1,4}|\t)/, "") : line && INDENT + line));
    if (lines.join("\n") === old) return;
    this.area.setSelectionRange(start, end);
    this.insert(lines.join("\n"));
    this.area.setSelectionRange(start, start + lines.join("\n").length);
  }

  insert(text) {
    if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
      this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
      this.edited();
    }
  }
}
