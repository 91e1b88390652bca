// Replay: the list of matches, or one of them; which of the two, and which turn, is in the address.

import { post } from "./asking.js";
import { byId, note } from "./dom.js";
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

function listenForFiles() {
  let depth = 0;
  addEventListener("dragenter", (event) => {
    event.preventDefault();
    depth += 1;
    byId("drop").hidden = false;
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("dragleave", () => {
    depth -= 1;
    if (depth <= 0) byId("drop").hidden = true;
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    byId("drop").hidden = true;
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  });
  byId("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) take(file);
    event.target.value = "";
  });
}

function begin() {
  listenForFiles();
  const given = new URLSearchParams(location.search);
  const match = given.get("match");
  byId("list").hidden = match !== null;
  byId("viewer").hidden = match === null;
  if (match === null) showList();
  else new Viewer(match).begin(Number.parseInt(given.get("turn") ?? "0", 10) || 0);
}

begin();
