// Files that are dropped anywhere on a page, or opened with its button.

import { byId } from "./dom.js";

/** Let files in: `take` gets each; the page has `#drop`, shown while one is held over it, and the input `#file`. */
export function listenForFiles(take) {
  let depth = 0; // every element that the file is held over tells of it, not the page alone
  const shown = (over) => {
    depth = Math.max(0, over);
    byId("drop").hidden = depth === 0;
  };
  addEventListener("dragenter", (event) => {
    event.preventDefault();
    shown(depth + 1);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("dragleave", () => shown(depth - 1));
  addEventListener("drop", (event) => {
    event.preventDefault();
    shown(0);
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  });
  byId("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) take(file);
    event.target.value = "";
  });
}
