// The form of the page: which position or drawn tree, by which methods, and how far.

import { get } from "../asking.js";
import { el, plain } from "../dom.js";
import { chosen, field, spelled } from "../seats.js";

const NONE = "none";
const PREFERRED = ["alphabeta", "maxn", "astar", "mcts"];

/** Asks what is to be searched; `wanted` holds it, `submitted` is called when somebody wants to see it. */
export class Form {
  constructor(form, wanted, submitted) {
    this.form = form;
    this.wanted = wanted;
    this.submitted = submitted;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submitted();
    });
  }

  /** Find out what there is to choose from. */
  async load() {
    const [{ examples, limits }, { games }] = await Promise.all([get("/api/tree/examples"), get("/api/games")]);
    this.examples = examples;
    this.limits = limits;
    this.games = games.filter((game) => game.playable);
    if (this.wanted.tree === null && this.wanted.game === null) this.wanted.tree = examples[0].tree;
    await this.offer();
  }

  /** Find out which methods suit, and draw the form. */
  async offer() {
    const { tree, game } = this.wanted;
    const query = new URLSearchParams(tree === null ? { game } : { tree });
    this.draw([el("p", { class: "dim" }, "Finding out which methods suit …")]);
    let found;
    try {
      found = await get(`/api/tree/methods?${query}`);
    } catch (error) {
      this.draw([]);
      throw error;
    }
    this.searches = found.searches;
    this.title = tree === null ? found.title : (this.example()?.title ?? "A tree of your own");
    const names = this.searches.map((search) => search.name);
    if (!names.includes(chosen(this.wanted.search ?? "").name)) this.wanted.search = this.first(names);
    if (this.wanted.beside && !names.includes(chosen(this.wanted.beside).name)) this.wanted.beside = "";
    this.draw(this.methods());
  }

  first(names) {
    const name = PREFERRED.find((one) => names.includes(one)) ?? names[0];
    return name === "alphabeta" && this.wanted.tree !== null ? "alphabeta:table=false" : name;
  }

  example() {
    return this.examples.find((example) => example.tree === this.wanted.tree);
  }

  draw(methods) {
    const parts = [el("label", {}, "Position or tree", this.sources())];
    if (this.wanted.tree === null) parts.push(...this.position());
    else parts.push(this.writing());
    parts.push(...methods);
    this.form.replaceChildren(...parts);
  }

  sources() {
    const { tree, game } = this.wanted;
    const drawn = this.examples.map((example, number) => el("option", { value: `t${number}`, selected: example.tree === tree }, example.title));
    drawn.push(el("option", { value: "own", selected: tree !== null && !this.example() }, "A tree of your own"));
    const games = this.games.map((one) => el("option", { value: `g${one.name}`, selected: tree === null && one.name === game }, one.title));
    if (tree === null && !this.games.some((one) => one.name === game)) games.unshift(el("option", { value: `g${game}`, selected: true }, game));
    const change = (event) => this.choose(event.target.value);
    return el("select", { id: "source", on: { change } }, el("optgroup", { label: "Drawn trees" }, ...drawn), el("optgroup", { label: "Games, from the start" }, ...games));
  }

  choose(value) {
    const own = value === "own";
    const tree = own ? (this.wanted.tree ?? this.examples[0].tree) : value.startsWith("t") ? this.examples[Number(value.slice(1))].tree : null;
    Object.assign(this.wanted, { tree: own ? `${tree} ` : tree, game: tree === null ? value.slice(1) : null, moves: "", step: null, search: null });
    if (tree === null) this.wanted.depth = this.wanted.depth || "2";
    else this.wanted.depth = "";
    this.wanted.beside = "";
    this.changed();
  }

  async changed() {
    try {
      await this.offer();
      if (this.wanted.tree === null || this.example()) this.submitted();
    } catch (error) {
      this.submitted(error);
    }
  }

  position() {
    const { game, moves } = this.wanted;
    const here = new URLSearchParams({ game, ...(moves ? { moves } : {}) });
    const count = moves.split(";").filter((joint) => joint.trim()).length;
    const text = count ? `After ${count} ${count === 1 ? "move" : "moves"}: ${moves.split(";").map((joint) => joint.trim().replace(/\bnoop\b/g, "").trim()).map(plain).join(", ")}.` : "The first position.";
    return [el("p", { class: "dim where" }, text, " ", el("a", { href: `/play?${here}` }, "Play on from here"))];
  }

  writing() {
    const change = (event) => {
      Object.assign(this.wanted, { tree: event.target.value, step: null });
      this.changed();
    };
    const area = el("textarea", { id: "drawing", rows: 3, spellcheck: "false", autocomplete: "off", maxlength: this.limits.characters, on: { change } });
    area.value = this.wanted.tree;
    return el("label", {}, "The tree as a nested list", area, el("small", { class: "dim" }, "Numbers are what max gets; nodes may have names, A:[B:[3,12],C:[2,4]]. First lines may say root: min, or roles: a b c."));
  }

  methods() {
    return [
      this.method("search", "Method"),
      this.method("beside", "Beside it"),
      el("div", { class: "limits" }, this.limit("depth", "Depth", "as deep as it goes", this.limits.depth), this.limit("nodes", "At most nodes", "1000", this.limits.nodes)),
      el("button", { type: "submit", class: "main", id: "run" }, "Search"),
    ];
  }

  limit(name, label, empty, most) {
    // While one types: a choice elsewhere draws the form anew.
    const input = (event) => {
      this.wanted[name] = event.target.value.trim();
    };
    return el("label", {}, label, el("input", { id: name, type: "number", min: 1, max: most, step: 1, placeholder: empty, value: this.wanted[name] ?? "", on: { input } }));
  }

  method(name, label) {
    const choice = chosen(this.wanted[name] || NONE);
    const names = this.searches.map((search) => search.name);
    if (name === "beside") names.unshift(NONE);
    const change = (event) => {
      const given = event.target.value;
      this.wanted[name] = given === NONE ? "" : given;
      this.draw(this.methods());
      this.form.querySelector(`#${name}`).focus();
    };
    const options = names.map((one) => el("option", { value: one, selected: one === choice.name }, one === NONE ? "nothing" : one));
    const search = this.searches.find((one) => one.name === choice.name);
    const parts = [el("label", {}, label, el("select", { id: name, on: { change } }, ...options))];
    if (search) parts.push(el("p", { class: "dim" }, search.summary), this.options(name, choice, search));
    return el("fieldset", {}, ...parts);
  }

  options(name, choice, search) {
    const rows = search.options.map((option) => {
      const change = (event) => {
        const given = event.target.value.trim();
        if (given === option.default || given === "") delete choice.options[option.name];
        else choice.options[option.name] = given;
        this.wanted[name] = spelled(choice);
      };
      return el("label", {}, option.name, field(option, choice.options[option.name] ?? option.default, change), el("small", { class: "dim" }, option.about));
    });
    return rows.length ? el("details", {}, el("summary", {}, "Options"), el("div", { class: "options" }, ...rows)) : null;
  }
}
