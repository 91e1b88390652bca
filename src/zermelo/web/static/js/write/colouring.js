// Light colours for a line of rules: comments, variables, words of the language, numbers and brackets.

const WORDS = new Set(["role", "init", "true", "does", "legal", "next", "goal", "terminal", "sees", "base", "input", "random", "not", "or", "and", "distinct", "<=", ":-"]);
const KIF = /;.*|\?[^\s();]+|[()]|[^\s();?]+/g;
const RULES = /%\*|%.*|"(?:[^"\\]|\\.)*"?|_*[A-Z]\w*|_(?!\w)|#?_*[a-z]\w*|\d+|[()[\]{}]|:-|[&|~]/g;
const NUMBER = /^-?\d+$/;

/** Return the syntax in which a text is read: many files called .gdl are KIF. */
export function syntaxOf(text, named) {
  return named === "infix" && /^\s*[(;]/.test(text) ? "kif" : named;
}

/** Return the syntax that a text looks like. */
export function guessed(text) {
  const start = text.replace(/^(\s|;.*|%.*)+/, "");
  if (start.startsWith("(")) return "kif";
  return /\.\s*(%.*)?$/m.test(start) ? "asp" : "infix";
}

/** Return the parts of a line that have a colour, and how many block comments are open after it. */
export function coloured(line, syntax, open) {
  return syntax === "kif" ? { parts: kif(line), open: 0 } : rules(line, open);
}

function kif(line) {
  const parts = [];
  for (const found of line.matchAll(KIF)) {
    const [word] = found;
    const kind = word[0] === ";" ? "comment" : word[0] === "?" ? "variable" : word === "(" || word === ")" ? "bracket" : named(word.toLowerCase());
    if (kind) parts.push({ start: found.index, end: found.index + word.length, kind });
  }
  return parts;
}

function rules(line, open) {
  const parts = [];
  let from = 0;
  let depth = open;
  while (from <= line.length) {
    if (depth) {
      const [end, left] = blockEnd(line, from, depth);
      parts.push({ start: from, end, kind: "comment" });
      depth = left;
      from = end;
      if (depth) break;
    }
    RULES.lastIndex = from;
    const found = RULES.exec(line);
    if (!found) break;
    const [word] = found;
    if (word === "%*") {
      depth = 1;
      parts.push({ start: found.index, end: found.index + 2, kind: "comment" });
    } else {
      const kind = kindOf(word);
      if (kind) parts.push({ start: found.index, end: found.index + word.length, kind });
    }
    from = found.index + word.length;
  }
  return { parts, open: depth };
}

/** Return where the block comment ends that a place lies in, and how many are still open there. */
function blockEnd(line, from, depth) {
  let left = depth;
  for (let place = from; place < line.length - 1; place += 1) {
    const pair = line.slice(place, place + 2);
    if (pair === "%*") left += 1;
    else if (pair === "*%") left -= 1;
    else continue;
    place += 1;
    if (!left) return [place + 1, 0];
  }
  return [line.length, left];
}

function kindOf(word) {
  if (word[0] === "%") return "comment";
  if (word[0] === '"') return "number";
  if (/^_*[A-Z]|^_$/.test(word)) return "variable";
  if (/^[()[\]{}]$/.test(word)) return "bracket";
  if (word[0] === "#" || "&|~".includes(word)) return "word";
  return named(word);
}

function named(word) {
  if (WORDS.has(word)) return "word";
  return NUMBER.test(word) ? "number" : null;
}
