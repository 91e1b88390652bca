// The game and the position that a page is about: named in its address, and chosen from the library.

import { get } from "./asking.js";
import { el } from "./dom.js";

/** Return what the address names: a game, the moves that lead to a position, and what else. */
export function named() {
  const wanted = new URLSearchParams(location.search);
  return { game: wanted.get("game") ?? "tictactoe", moves: wanted.get("moves") ?? "", wanted };
}

/** Return the address of a page for a game, and what else it is to know. */
export function addressOf(page, given) {
  const found = new URLSearchParams(Object.entries(given).filter(([, value]) => value));
  return `${page}?${found}`;
}

/** Fill a field with all games; another choice opens the page for that game. Returns its title and its roles. */
export async function offerGames(select, chosen, page) {
  const { games } = await get("/api/games");
  const known = games.filter((game) => game.playable);
  const base = chosen.split(":")[0];
  const name = known.some((game) => game.name === chosen) ? chosen : base;
  const options = known.map((game) => el("option", { value: game.name, selected: game.name === name }, game.title));
  if (!known.some((game) => game.name === name)) options.unshift(el("option", { value: chosen, selected: true }, chosen));
  select.replaceChildren(...options);
  select.addEventListener("change", () => location.assign(addressOf(page, { game: select.value })));
  const found = known.find((game) => game.name === name);
  const title = found?.title ?? chosen;
  return { title: chosen.includes(":") ? `${title} (${chosen.split(":")[1]})` : title, roles: found?.roles ?? [] };
}

/** Return a sentence for what is said of a task that waits, has begun, or lost its process; else nothing. */
export function inWords(kind, said) {
  if (kind === "waiting") return `Waiting for its turn: ${said.before} ${said.before === 1 ? "is" : "are"} in the queue up to here.`;
  if (kind === "begun") return "It has begun …";
  if (kind === "lost") return "The process that was at work ended unexpectedly; another one has taken over.";
  return "";
}
