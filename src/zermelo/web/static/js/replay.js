// Replay: the list of matches, or one of them; which of the two, and which turn, is in the address.

import { post } from "./asking.js";
import { byId, note } from "./dom.js";
import { listenForFiles } from "./dropping.js";
import { showList } from "./replay_list.js";
import { Viewer } from "./replay_viewer.js";

const LARGEST = 700_000;

async function take(file) {
  if (file.size > LARGEST) {
    note(`${file.name} is larger than ${LARGEST / 1000} KB, the most that a match file may have here. \`zermelo replay\` shows it in the terminal.`);
    return;
  }
  try {
    const found = await post("/api/matches", { name: file.name, text: await file.text() });
    location.assign(`/replay?match=${encodeURIComponent(found.id)}`);
  } catch (error) {
    note(error.message);
  }
}

function begin() {
  listenForFiles(take);
  const given = new URLSearchParams(location.search);
  const match = given.get("match");
  byId("list").hidden = match !== null;
  byId("viewer").hidden = match === null;
  if (match === null) showList();
  else new Viewer(match).begin(Number.parseInt(given.get("turn") ?? "0", 10) || 0);
}

begin();
