// The list of problems: what is wrong, where, and a way to get there.

import { el } from "../dom.js";

/** The list of problems of a page; `go` is called with the problem that somebody chooses. */
export class Problems {
  constructor(list, count, go) {
    this.list = list;
    this.count = count;
    this.go = go;
    this.all = [];
    this.last = -1;
  }

  /** Show problems, and say how many there are. */
  show(problems, more = 0) {
    this.all = problems;
    this.last = -1;
    this.list.replaceChildren(...problems.map((problem, number) => this.row(problem, number)));
    const said = counted(problems, more);
    if (this.count.textContent !== said) this.count.textContent = said;
    this.count.className = `count ${problems.some((one) => one.severity === "error") ? "error" : problems.length ? "warning" : "fine"}`;
  }

  /** Go to the next problem, or the one before. */
  next(step) {
    if (!this.all.length) return;
    this.last = (this.last + step + this.all.length + (this.last < 0 && step < 0 ? 1 : 0)) % this.all.length;
    this.go(this.all[this.last]);
  }

  row(problem, number) {
    const where = problem.line ? `${problem.line}:${problem.column}` : problem.step === undefined ? "" : "in play";
    const choose = () => {
      this.last = number;
      this.go(problem);
    };
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: problem.severity, title: problem.code, on: { click: choose } },
        el("span", { class: "where" }, where),
        el("span", { class: "unseen" }, `${problem.severity}: `),
        el("span", { class: "message" }, problem.message, problem.hint ? el("span", { class: "hint" }, problem.hint) : null),
      ),
    );
  }
}

function counted(problems, more) {
  const errors = problems.filter((one) => one.severity === "error").length;
  const warnings = problems.length - errors;
  const parts = [];
  if (errors) parts.push(`${errors} error${errors === 1 ? "" : "s"}`);
  if (warnings) parts.push(`${warnings} warning${warnings === 1 ? "" : "s"}`);
  if (!parts.length) return "No problems.";
  return `${parts.join(", ")}${more ? `; ${more} more are not shown` : ""}.`;
}
