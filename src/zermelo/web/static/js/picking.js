// Clicks on a board -> a legal move: each click must lie in another group of places that a move names.

/** Whether places can be taken from groups of a move, each from another one. */
export function fits(groups, picked) {
  if (!picked.length) return true;
  const [first, ...rest] = picked;
  return groups.some((group, place) => group.includes(first) && fits(groups.filter((_, other) => other !== place), rest));
}

/** Return the moves that the places picked so far may mean. */
export function meant(moves, picked) {
  return moves.filter((move) => fits(move.names, picked));
}

/** Return the places that a further click may take. */
export function open(moves, picked) {
  const found = new Set();
  for (const move of moves) {
    for (const id of move.names.flat()) {
      if (!found.has(id) && !picked.includes(id) && fits(move.names, [...picked, id])) found.add(id);
    }
  }
  return found;
}

/** Return what is picked after a click: it narrows down, takes back, or begins anew. */
export function clicked(moves, picked, id) {
  if (picked.includes(id)) return picked.filter((other) => other !== id);
  const more = [...picked, id];
  if (meant(moves, more).length) return more;
  return meant(moves, [id]).length ? [id] : [];
}
