// Keys that work anywhere.

import type { Studio } from "../studio";
import { RIGHT_TABS } from "./screen";

export function bindKeys(studio: Studio): () => void {
  const { screen } = studio;
  const handle = (event: KeyboardEvent): void => {
    const isMain = event.ctrlKey || event.metaKey;
    if (event.key === "F6") {
      screen.cycle(event.shiftKey ? -1 : 1);
    } else if (isMain && !event.shiftKey && event.key.toLowerCase() === "k") {
      screen.palette.value = !screen.palette.value;
    } else if (isMain && event.shiftKey && event.key.toLowerCase() === "h") {
      screen.replaces.value = true;
    } else if (isMain && event.key.toLowerCase() === "s") {
      void studio.saving.flush();
    } else if (isMain && event.altKey && event.key.toLowerCase() === "z") {
      if (event.shiftKey) studio.redo();
      else studio.undo();
    } else if (isMain && !event.altKey && /^[1-9]$/.test(event.key)) {
      const at = Number(event.key) - 1;
      const tab = RIGHT_TABS[at - 3];
      if (at === 0) screen.focus("files");
      else if (at === 1) screen.focus("text");
      else if (at === 2) screen.focus("findings");
      else if (tab === undefined) return;
      else {
        screen.show(tab);
        screen.focus("right");
      }
    } else {
      return;
    }
    event.preventDefault();
  };
  window.addEventListener("keydown", handle);
  return () => window.removeEventListener("keydown", handle);
}
