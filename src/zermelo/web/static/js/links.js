// Links from a position to the other pages that can look at it.

import { el } from "./dom.js";

const WORDS = { "/play": "Play from here", "/tree": "Search it", "/analyse": "Analyse the game", "/practise": "Practise here" };

/** Return a link for each of these pages that there is; a position is a game and the moves that led there. */
export function linksTo(game, moves, pages) {
  const there = new Set([...document.querySelectorAll("nav a")].map((link) => link.getAttribute("href")));
  const query = new URLSearchParams(moves ? { game, moves } : { game });
  return pages.filter((page) => there.has(page)).map((page) => el("a", { href: `${page}?${query}` }, WORDS[page]));
}
