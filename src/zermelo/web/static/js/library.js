// The library: cards of all games, found by words and kinds; boards are drawn as they come into view.

import { api, get, post } from "./asking.js";
import { drawn } from "./board.js";
import { byId, el, note } from "./dom.js";
import { listenForFiles } from "./dropping.js";

const LARGEST = 500_000;
const SIDE_BY_SIDE = 4;
/** Games that most people know, which come first. */
const KNOWN = ["tictactoe", "connect_four", "checkers", "reversi", "chess", "nim", "hex", "breakthrough", "eight_puzzle", "chinese_checkers"];
/** What else can be done with a game, by page. */
const FURTHER = { "/analyse": "Analyse", "/write": "Rules" };
let games = [];
let kind = "";
const waiting = [];
let asking = 0;

const seen = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      waiting.push(entry.target);
    }
    askForBoards();
  },
  { rootMargin: "200px" },
);

/** Ask for the boards of cards that were seen, a few at a time. */
function askForBoards() {
  while (asking < SIDE_BY_SIDE && waiting.length) {
    const picture = waiting.shift();
    asking += 1;
    get(api("games", picture.dataset.game, "board"))
      .then((found) => picture.replaceChildren(...preview(found.scene)))
      .catch(() => picture.replaceChildren(el("span", { class: "dots" }, "no board to show")))
      .finally(() => {
        asking -= 1;
        askForBoards();
      });
  }
}

/** Return what a card shows of a scene: the first board, or heaps, or the table. */
function preview(scene) {
  const first = scene.boards.length ? { boards: scene.boards.slice(0, 1), heaps: [], table: [] } : scene;
  return drawn({ ...first, table: first.table.slice(0, 3).map((row) => ({ ...row, values: row.values.slice(0, 8) })) });
}

/** Return links to the other pages that there are for a game. */
function further(game) {
  const there = Object.entries(FURTHER).filter(([page]) => document.querySelector(`nav a[href="${page}"]`) && (game.playable || page === "/write"));
  const links = there.map(([page, word]) => el("a", { href: `${page}?game=${encodeURIComponent(game.name)}`, "aria-label": `${word}: ${game.title}` }, word));
  return el("p", { class: "further" }, ...links);
}

/** Return the games with those in front that a newcomer looks for. */
function ordered(found) {
  const place = (game) => {
    const known = KNOWN.indexOf(game.name);
    return game.kinds.includes("your file") ? -1 : known < 0 ? KNOWN.length : known;
  };
  return [...found].sort((one, other) => place(one) - place(other));
}

function card(game) {
  const picture = el("div", { class: "picture", data: { game: game.name }, "aria-hidden": "true" }, el("span", { class: "dots" }, "…"));
  const title = game.playable ? el("a", { href: `/play?game=${encodeURIComponent(game.name)}` }, game.title) : game.title;
  const roles = game.roles.length ? `${game.kinds.join(", ")}: ${game.roles.filter((role) => role !== "random").join(", ")}` : game.kinds.join(", ");
  if (game.playable) seen.observe(picture);
  else picture.replaceChildren(el("span", { class: "dots" }, "hidden information: cannot be played yet"));
  return el("li", { class: game.playable ? "card" : "card shut", title: game.description }, picture, el("h2", {}, title), el("p", {}, roles), further(game));
}

function fits(game, words) {
  const text = `${game.name} ${game.title} ${game.description} ${game.roles.join(" ")} ${game.kinds.join(" ")}`.toLowerCase();
  return words.every((word) => text.includes(word)) && (!kind || game.kinds.includes(kind));
}

function show() {
  const words = byId("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const game of games) game.card.hidden = !fits(game, words);
  const count = games.filter((game) => !game.card.hidden).length;
  byId("count").textContent = count === games.length ? `${count} games` : `${count} of ${games.length} games`;
  byId("nothing").hidden = count > 0;
}

function kindButtons() {
  const counts = new Map();
  for (const each of games.flatMap((game) => game.kinds)) counts.set(each, (counts.get(each) ?? 0) + 1);
  const names = ["", ...[...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one))];
  byId("kinds").replaceChildren(
    ...names.map((name) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(name === kind),
          on: {
            click: () => {
              kind = name;
              kindButtons();
              show();
            },
          },
        },
        name || "all",
      ),
    ),
  );
}

async function take(file) {
  if (file.size > LARGEST) {
    note(`${file.name} is larger than ${LARGEST / 1000} KB, the most that a rule file may have here.`);
    return;
  }
  const compiling = note(`Compiling ${file.name} …`);
  try {
    const found = await post("/api/games", { name: file.name, text: await file.text() });
    location.assign(`/play?game=${encodeURIComponent(found.name)}`);
  } catch (error) {
    compiling.remove();
    note(error.message);
  }
}

async function begin() {
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
  byId("words").addEventListener("input", show);
  byId("clear").addEventListener("click", () => {
    byId("words").value = "";
    kind = "";
    kindButtons();
    show();
  });
  listenForFiles(take);
  try {
    games = ordered((await get("/api/games")).games);
  } catch (error) {
    byId("count").textContent = error.message;
    return;
  }
  for (const game of games) game.card = card(game);
  byId("cards").replaceChildren(...games.map((game) => game.card));
  kindButtons();
  show();
}

begin();
