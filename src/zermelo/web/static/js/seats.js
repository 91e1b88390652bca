// The form of players: each role is a person or a search, with the options of the catalogue.

import { el } from "./dom.js";

const PERSON = "person";
const CHANCE = "chance";
const STRENGTHS = [0.1, 0.3, 1, 3, 10, 30];

/** Build the form; `changed` is called with seats and seconds when the player wants them. */
export class Seats {
  constructor(form, game, changed) {
    this.form = form;
    this.game = game;
    this.changed = changed;
    this.choices = new Map(game.roles.map((role) => [role, chosen(game.seats[role])]));
    this.seconds = game.seconds;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.tell();
    });
    this.draw();
  }

  /** Tell who is to play. */
  tell() {
    this.changed(this.spelled(), this.seconds);
  }

  /** Return the players as texts, by role. */
  spelled() {
    return Object.fromEntries([...this.choices].map(([role, choice]) => [role, spelled(choice)]));
  }

  /** Let every player have the next role. */
  exchange() {
    const roles = this.game.roles.filter((role) => this.choices.get(role).name !== CHANCE);
    const players = roles.map((role) => this.choices.get(role));
    roles.forEach((role, place) => this.choices.set(role, players.at(place - 1)));
    this.draw();
    this.tell();
  }

  /** Show the clocks, and whose turn it is. */
  show(position, clocks) {
    for (const seat of this.form.querySelectorAll(".seat")) {
      const role = seat.dataset.role;
      seat.classList.toggle("turn", position.choosing.includes(role) && !position.over);
      seat.querySelector(".clock").textContent = clock(clocks[role] ?? 0);
    }
  }

  draw() {
    const seats = this.game.roles.map((role, number) => this.seat(role, number));
    const strengths = STRENGTHS.includes(this.seconds) ? STRENGTHS : [...STRENGTHS, this.seconds].sort((one, other) => one - other);
    const select = el(
      "select",
      { id: "seconds", on: { change: (event) => this.strengthen(Number(event.target.value)) } },
      ...strengths.map((seconds) => el("option", { value: seconds, selected: seconds === this.seconds }, `${seconds} s a move`)),
    );
    this.form.replaceChildren(...seats, el("div", { class: "strength" }, el("label", { for: "seconds" }, "Strength"), select));
  }

  strengthen(seconds) {
    this.seconds = seconds;
    this.tell();
  }

  seat(role, number) {
    const choice = this.choices.get(role);
    const name = el(
      "span",
      { class: "role" },
      el("span", { class: `dot tone-${this.game.tones[number]}` }),
      el("span", { class: "role-name" }, role),
      el("span", { class: "clock" }, clock(0)),
    );
    const parts = [el("legend", {}, name)];
    if (choice.name === CHANCE) {
      parts.push(el("p", { class: "dim" }, "played by chance"));
    } else {
      parts.push(this.player(role, choice));
      const search = this.game.searches.find((one) => one.name === choice.name);
      if (search) parts.push(this.options(choice, search));
    }
    return el("fieldset", { class: "seat", data: { role } }, ...parts);
  }

  player(role, choice) {
    const strategies = this.game.strategies ?? [];
    const names = [PERSON, ...strategies.map((one) => one.name), ...this.game.searches.map((search) => search.name)];
    const titles = new Map([[PERSON, "you (a person)"], ...strategies.map((one) => [one.name, one.title])]);
    return el(
      "select",
      {
        "aria-label": `Who plays ${role}`,
        on: {
          change: (event) => {
            this.choices.set(role, { name: event.target.value, options: {} });
            this.draw();
            this.tell();
          },
        },
      },
      ...names.map((name) => el("option", { value: name, selected: name === choice.name }, titles.get(name) ?? name)),
    );
  }

  options(choice, search) {
    const rows = search.options.map((option) => {
      const value = choice.options[option.name] ?? option.default;
      const change = (event) => {
        const given = event.target.value.trim();
        if (given === option.default || given === "") delete choice.options[option.name];
        else choice.options[option.name] = given;
      };
      return el("label", {}, el("span", {}, option.name), field(option, value, change), el("small", {}, option.about));
    });
    const summary = el("p", { class: "dim" }, search.summary);
    const all = rows.length ? [el("details", { open: Object.keys(choice.options).length > 0 }, el("summary", {}, "Options"), el("div", { class: "options" }, ...rows), el("button", { type: "submit" }, "Play with these options"))] : [];
    return el("div", {}, summary, ...all);
  }
}

/** Return a field of a form for an option; `change` hears what is put in. */
export function field(option, value, change) {
  if (option.kind === "words") {
    const words = [...option.words, ...(option.none ? ["none"] : [])];
    if (!words.includes(value)) words.unshift(value);
    return el("select", { on: { change } }, ...words.map((word) => el("option", { value: word, selected: word === value }, word)));
  }
  return el("input", { type: "text", inputmode: option.kind === "text" ? "text" : "decimal", value, autocomplete: "off", spellcheck: "false", on: { change } });
}

/** Return the search and options that a text spells. */
export function chosen(text) {
  if (text.startsWith("strategy:") && !text.includes("=")) return { name: text, options: {} }; // one that the server keeps
  const [name, ...rest] = text.split(":");
  const options = {};
  for (const part of rest.join(":").split(",").filter(Boolean)) {
    const [key, ...value] = part.split("=");
    options[key] = value.join("=");
  }
  return { name, options };
}

/** Return a search with its options as a text. */
export function spelled(choice) {
  const options = Object.entries(choice.options).map(([name, value]) => `${name}=${value}`);
  return options.length ? `${choice.name}:${options.join(",")}` : choice.name;
}

function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
