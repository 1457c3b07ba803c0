// Actions of the header and the palette.

import { Refused } from "../connection/peer";
import { makeLink } from "../share";
import type { Pair } from "../protocol/documents";
import type { StoredText } from "../store/store";
import type { Studio } from "../studio";
import { rulesetText } from "../data/declare";
import { nameFrom } from "../data/names";
import { counted } from "../words";
import type { Act } from "../texts/acts";
import { messageOf } from "../texts/saving";
import { later } from "./later";

export interface StarterEntry {
  from: string;
  title: string;
  about: string;
}

/** What the starters of `sandtable new` are for. */
const STARTERS: readonly StarterEntry[] = [
  { from: "skirmish", title: "A skirmish on the table", about: "Single fighters, inches, two actions each." },
  { from: "hexes", title: "Brigades on hexes", about: "Zones of control, odds, retreats, a map." },
  { from: "areas", title: "Armies in areas", about: "Roads, passes, ferries, flags to hold." },
  { from: "cards", title: "Hands of cards", about: "One pack, companies face down at three fords." },
  { from: "solo", title: "A solo game", about: "One player against a table of events." },
];

/** Returns the starters that the service has. */
export async function starters(studio: Studio): Promise<StarterEntry[]> {
  const answer = await studio.front.request<{ starters: string[] }>("sandtable/starter", { name: "my-game" });
  return answer.starters.map((from) => STARTERS.find((known) => known.from === from) ?? { from, title: from, about: "" });
}

export function say(studio: Studio, text: string, undo: Act | null = null): void {
  studio.notice.value = { text, undo };
}

/** Reads a manuscript, which then stands beside the text. */
export async function readManuscript(studio: Studio, file: File): Promise<void> {
  const { manuscripts, screen } = studio;
  await manuscripts.open(file);
  if (manuscripts.read.value !== null) screen.showLeft("manuscript");
  else screen.show("manuscript");
}

/** Shows where new games come from. */
export function newGame(studio: Studio): void {
  studio.screen.page.value = "start";
  studio.screen.show("docs");
  studio.screen.focus("right");
}

/** Shows a rule of a book with its odds: the question of the README. */
export function demonstrate(studio: Studio): void {
  const given: Pair[] = Object.entries({ firer: "panther", target: "sherman", range: "7", cover: "1" });
  studio.question.put({ ruleset: "hex-command-mechanized", ask: "direct-fire", given, options: [], variants: [], compare: [], only: "" });
  studio.screen.show("odds");
  const open = async (): Promise<void> => {
    // Whoever is quick asks before the books are listed.
    if (!studio.library.known.value) await studio.library.load();
    const text = studio.library.get("hex-command-mechanized")?.files.find((file) => file.path.endsWith("/direct-fire.rules"));
    const file = text === undefined ? null : await studio.load(text.uri);
    if (file !== null) studio.desk.open(file.path);
  };
  void open();
}

/** Writes a game without rules yet: a title and its board. */
export function beginEmpty(studio: Studio, title: string, board: string): void {
  const name = freeName(studio, nameFrom(title, "my-game"));
  const act = openTexts(studio, [{ path: `rules/${name}/${name}.rules`, text: rulesetText(name, title, board) }], `new game ${title}`);
  void studio.library.load().then(() => studio.question.choose(name, null));
  studio.screen.show("data");
  say(studio, `Your game “${title}” is ready. Add kinds, units and tables here, or write rules in the text.`, act);
}

/** Writes a starter as a game of one's own. */
export async function begin(studio: Studio, from: string, title: string): Promise<void> {
  const name = freeName(studio, nameFrom(title, `my-${from}`));
  try {
    const { files } = await studio.front.request<{ files: StoredText[] }>("sandtable/starter", { name, from, title });
    const act = openTexts(studio, files, `new game ${title}`);
    studio.question.choose(name, null);
    say(studio, `Your game “${title}” is ready.`, act);
  } catch (error) {
    say(studio, `The starter cannot be opened: ${Refused.from(error).message}`);
  }
}

/** Adds texts to one's own; a text that is there already and differs is changed. */
export function openTexts(studio: Studio, texts: readonly StoredText[], title: string, path?: string): Act | null {
  const act = studio.acts.perform(title, () => {
    for (const { path: at, text } of texts) studio.texts.put(at, text);
  });
  const first = path ?? texts.find((text) => text.path.endsWith(".rules"))?.path ?? texts[0]?.path;
  if (first !== undefined) studio.desk.open(first);
  return act;
}

/** Returns a name that no ruleset has yet. */
export function freeName(studio: Studio, wanted: string): string {
  const taken = new Set(studio.library.rulesets.value.map((ruleset) => ruleset.name));
  const paths = studio.texts.list.value.map((file) => file.path);
  const isTaken = (name: string): boolean => taken.has(name) || paths.some((path) => path.startsWith(`rules/${name}/`));
  if (!isTaken(wanted)) return wanted;
  // Names are words joined by hyphens, and a number alone is no word.
  for (let letter = 0; letter < 26; letter += 1) {
    const name = `${wanted}-${String.fromCharCode(98 + letter)}`;
    if (!isTaken(name)) return name;
  }
  return `${wanted}-z${Date.now()}`;
}

/** Returns the texts of the designer. */
export function ownTexts(studio: Studio): StoredText[] {
  return studio.texts.list.value.filter((file) => !file.builtIn && !file.gone).map((file) => ({ path: file.path, text: file.text }));
}

export async function download(studio: Studio): Promise<void> {
  try {
    const { zipped } = await later();
    save(zipped(ownTexts(studio)), "sandtable.zip");
  } catch (error) {
    say(studio, `Nothing is exported: ${messageOf(error)}`);
  }
}

/** Gives a file to the browser to save. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function importZip(studio: Studio, input: HTMLInputElement): Promise<void> {
  const files = [...(input.files ?? [])];
  input.value = "";
  try {
    const texts: StoredText[] = [];
    for (const file of files) {
      if (file.name.endsWith(".zip")) texts.push(...(await (await later()).unzipped(file)));
      else texts.push({ path: file.name, text: (await file.text()).replaceAll("\r\n", "\n") });
    }
    if (texts.length === 0) {
      say(studio, "There are no rules or units in this file.");
      return;
    }
    const act = openTexts(studio, texts, "import");
    const changed = act?.edits.length ?? 0;
    const same = texts.length - changed;
    const rest = same === 0 ? "" : ` ${counted(same, "text")} ${same === 1 ? "is" : "are"} as before.`;
    say(studio, `${counted(changed, "text")} ${changed === 1 ? "was" : "were"} imported.${rest}`, act);
  } catch (error) {
    say(studio, `The file cannot be read: ${messageOf(error)}`);
  }
}

/** Copies a link that holds the game and the question. */
export async function shareLink(studio: Studio): Promise<void> {
  const record = studio.question.record();
  const name = record?.ruleset ?? studio.question.ruleset.value;
  const belongs = usedBy(studio, name);
  const texts = ownTexts(studio).filter((text) => belongs === null || belongs.has(text.path));
  const link = await makeLink(window.location.href, { texts, question: record });
  studio.link.value = link;
  try {
    await navigator.clipboard.writeText(link);
    const size = Math.ceil(link.length / 1000);
    say(studio, `The link is copied (${size} KB). It holds the whole game, for “Open a link” in any studio; nothing was sent anywhere.`);
  } catch {
    say(studio, "The browser does not let the page copy. The link is in the palette: copy it from there.");
  }
}

/** Returns the paths of a ruleset and of everything below it; `null` if it is not known. */
function usedBy(studio: Studio, name: string | null): ReadonlySet<string> | null {
  const paths = new Set<string>();
  const open = name === null ? [] : [name];
  const seen = new Set<string>();
  while (open.length > 0) {
    const next = open.pop();
    const entry = next === undefined || seen.has(next) ? undefined : studio.library.get(next);
    if (next !== undefined) seen.add(next);
    if (entry === undefined) continue;
    for (const file of [...entry.files, ...entry.scenarios]) paths.add(file.path);
    open.push(...entry.base);
  }
  return paths.size === 0 ? null : paths;
}

/** Copies a text, and says so. */
export async function copy(studio: Studio, text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(studio, `${what} copied.`);
  } catch {
    say(studio, "The browser does not let the page copy.");
  }
}
