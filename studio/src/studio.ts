// Everything that the page consists of, put together.

import { effect, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Back } from "./connection/back";
import { Front } from "./connection/front";
import { Peer } from "./connection/peer";
import { shell, type Shell } from "./connection/shell";
import { openWhole } from "./connection/whole";
import { Desk } from "./editor/desk";
import { setUp } from "./editor/set-up";
import { Grids } from "./data/grids";
import { TomlTexts } from "./data/toml-texts";
import { Commands } from "./commands";
import { Library } from "./library";
import { Outline } from "./editor/outline";
import type { RulesetEntry } from "./protocol/documents";
import { Question } from "./question/question";
import { Trace } from "./question/trace";
import { Game } from "./play/game";
import { Manuscripts } from "./trials/manuscripts";
import { Trials } from "./trials/trials";
import type { Shared } from "./share";
import { BrowserStore } from "./store/browser";
import { ServerStore, type Hello } from "./store/server";
import type { Store, StoredText } from "./store/store";
import { Acts, type Act } from "./texts/acts";
import { applyEdit } from "./texts/edits";
import { Examples } from "./texts/examples";
import { Findings, type Cure } from "./texts/findings";
import { Drafts } from "./texts/drafts";
import { Saving } from "./texts/saving";
import { BUILT_IN, type TextFile } from "./texts/text-file";
import { Texts } from "./texts/texts";
import { Versions } from "./texts/versions";
import { Screen } from "./ui/screen";

export class Studio {
  readonly shell: Shell;
  readonly store: Store;
  readonly texts: Texts;
  readonly versions: Versions;
  readonly acts: Acts;
  readonly saving: Saving;
  readonly front: Front;
  readonly back: Back;
  /** For previews of sheets and rules in words: a module of its own where there is no server. */
  readonly paper: Back;
  readonly #games: Back;
  readonly findings: Findings;
  readonly library: Library;
  readonly examples: Examples;
  readonly grids: Grids;
  readonly toml: TomlTexts;
  readonly question: Question;
  readonly trace: Trace;
  readonly game: Game;
  readonly trials: Trials;
  readonly manuscripts: Manuscripts;
  readonly desk: Desk;
  readonly outline: Outline;
  readonly screen = new Screen();
  /** Resolves when the service answers: the page is seen and used before that. */
  readonly ready: Promise<void>;
  readonly commands: Commands;
  /** What the link that opened the page holds. */
  readonly shared = signal<Shared | null>(null);
  /** The last link that was made. */
  readonly link = signal<string | null>(null);
  /** A sentence about what has just happened. */
  readonly notice = signal<{ text: string; undo: Act | null } | null>(null);

  private constructor(kind: Shell, store: Store, front: Front, stored: readonly StoredText[]) {
    this.shell = kind;
    this.store = store;
    this.front = front;
    this.texts = new Texts(store.root);
    for (const { path, text } of stored) this.texts.add(path, text, text);
    this.versions = new Versions(store.root);
    this.acts = new Acts(this.texts);
    this.findings = new Findings(front, this.texts);
    this.saving = new Saving(store, this.texts, this.versions, new Drafts(store.root));
    this.back = new Back(this.texts, kind.kind === "server", () => kind.open());
    this.paper = kind.kind === "server" ? this.back : new Back(this.texts, false, openWhole);
    this.library = new Library(front, this.texts);
    this.grids = new Grids(front, this.texts, this.library, this.acts);
    this.toml = new TomlTexts(front, this.texts, this.acts);
    this.toml.waits = () => (this.notice.value = { text: "The studio does not answer. This is written as soon as it does.", undo: null });
    this.toml.refused = (why) => (this.notice.value = { text: `That could not be written: ${why}.`, undo: null });
    this.examples = new Examples(new Back(this.texts, kind.kind === "server", () => kind.open()), this.texts, this.library);
    this.question = new Question(this.front, this.back, this.texts, this.library);
    this.findings.published = () => this.question.checked();
    this.trace = new Trace(this.back, this.question, this.texts);
    this.game = new Game(this.back);
    // Many games take long: they have an end of their own, and nothing else waits for them.
    this.#games = new Back(this.texts, kind.kind === "server", () => (kind.kind === "server" ? kind.open() : openWhole()));
    this.trials = new Trials(this.#games, this.texts);
    this.manuscripts = new Manuscripts(this.paper);
    this.desk = new Desk(
      this.texts,
      this.findings,
      (file) =>
        setUp(file, {
          front,
          carry: (command) => this.commands.carry(command),
          cure: (cure) => this.cure(cure),
          askHere: () => this.commands.askHere(),
          showExamples: () => (this.screen.lower.value = "examples"),
          undoDeed: (path) => this.#undoDeed(path),
        }),
      (uri) => this.load(uri),
    );
    this.outline = new Outline(front, this.desk, this.findings);
    this.commands = new Commands(this);
    front.screen = this.desk;
    store.onChanged(() => this.#storeChanged());
    this.saving.removed = () => {
      this.#storeChanged();
      void this.library.load();
    };
    front.together = () => this.acts.together("rename a name");
    let isFirst = true;
    front.connected.subscribe((isConnected) => {
      if (isConnected && !isFirst) void this.saving.again().then(() => this.library.load());
      isFirst = false;
    });
    this.ready = front.begin(this.texts, []);
    for (const file of this.texts.list.value) void this.versions.begin(file.path, file.text);
    effect(() => {
      this.findings.ofExamples.value = this.examples.findings.value;
    });
    effect(() => {
      const file = this.desk.file.value;
      this.desk.marks.value = file === undefined ? null : this.examples.marks(file.uri);
    });
    // The examples of the game that is shown are run from the beginning.
    effect(() => {
      const name = this.question.ruleset.value;
      if (name !== null && this.library.get(name)?.own === true) this.examples.want(name);
    });
    // With its texts a ruleset takes its questions and its games away. What is not listed yet can be on its way, as from a link.
    let listed: readonly RulesetEntry[] = [];
    this.library.rulesets.subscribe((now) => {
      const isGone = (isMeant: (ruleset: RulesetEntry) => boolean): boolean => listed.some(isMeant) && !now.some(isMeant);
      const [name, scenario] = [this.question.ruleset.peek(), this.game.scenario.peek()];
      if (isGone((ruleset) => ruleset.name === name)) this.question.leave();
      if (isGone((ruleset) => ruleset.scenarios.some((one) => one.name === scenario))) this.game.choose(null);
      listed = now;
    });
    // The first text of a ruleset brings its questions along.
    effect(() => {
      const file = this.desk.file.value;
      const known = this.library.rulesets.value.length > 0;
      const ruleset = file === undefined || !known ? undefined : this.library.of(file.uri);
      if (ruleset !== undefined && this.question.ruleset.peek() === null) this.question.choose(ruleset.name, null);
    });
  }

  /** Reads the texts; the service begins in the meantime. */
  static async open(): Promise<Studio> {
    const kind = shell(window.location);
    const connection = await kind.open();
    const front = new Front(connection, () => kind.open());
    if (kind.kind === "static") {
      const store = new BrowserStore();
      return new Studio(kind, store, front, await store.files());
    }
    const peer = new Peer(connection);
    const hello = await peer.request<Hello>("studio/hello", {});
    let begun = false;
    const store = new ServerStore(hello, (method, params) => (begun ? front.request(method, params) : peer.request(method, params)));
    front.on("studio/changed", (params) => store.hear(params));
    const studio = new Studio(kind, store, front, await store.files());
    begun = true;
    if (hello.remarks.length > 0) studio.notice.value = { text: hello.remarks.join(" "), undo: null };
    return studio;
  }

  #storeChanged(): void {
    this.examples.storeChanged();
    this.front.notify("workspace/didChangeWatchedFiles", { changes: [] });
    this.back.storeChanged();
    if (this.paper !== this.back) this.paper.storeChanged();
    this.#games.storeChanged();
  }

  /** Returns a text by its URI, that of a built-in rulebook from the program. */
  async load(uri: string): Promise<TextFile | null> {
    const known = this.texts.byUri(uri);
    if (known !== undefined) return known;
    if (!uri.startsWith(BUILT_IN)) return null;
    const text = await this.front.request<string>("sandtable/text", { uri });
    return this.texts.get(uri) ?? this.texts.add(uri, text, text);
  }

  cure(cure: Cure): void {
    const undo = applyEdit(this.texts, this.acts, cure.title, cure.edit);
    this.notice.value = { text: `Done: ${cure.title}.`, undo };
  }

  /** Chooses a ruleset, and shows its rules if those of another are open. */
  openRuleset(name: string): void {
    this.question.choose(name, null);
    const entry = this.library.get(name);
    const open = this.desk.file.value?.uri;
    if (entry === undefined || [...entry.files, ...entry.scenarios].some((file) => file.uri === open)) return;
    const rules = entry.files.filter((file) => file.kind === "rules");
    const first = rules.find((file) => file.path.endsWith("/book.rules") || file.path.endsWith(`/${name}.rules`)) ?? rules.find((file) => !file.path.includes("/examples")) ?? rules[0];
    const start = { line: 0, character: 0 };
    if (first !== undefined) void this.desk.go({ uri: first.uri, range: { start, end: start } }, false);
  }

  /** Lays a scenario out on the board. */
  play(scenario: string): void {
    this.game.choose(scenario);
    this.screen.show("board");
  }

  /** Shows a numbered rule of the book. */
  showSection(ruleset: string | undefined, section: string): void {
    if (ruleset !== undefined && this.question.ruleset.value !== ruleset) this.question.choose(ruleset, null);
    this.screen.section.value = section;
    this.screen.show("coverage");
  }

  /** Shows the page of a finding. */
  explain(code: string): void {
    this.screen.page.value = code;
    this.screen.show("docs");
  }

  /** Leads to a place of a document: `file.rules:12`. */
  goToLine(ruleset: string, place: string): void {
    const [name, line] = place.split(":");
    const entry = this.library.get(ruleset);
    const files = [ruleset, ...(entry?.base ?? [])].flatMap((one) => this.library.get(one)?.files ?? []);
    const found = files.find((file) => file.path.endsWith(`/${name ?? ""}`));
    if (found === undefined) return;
    const start = { line: Math.max(0, Number(line ?? 1) - 1), character: 0 };
    void this.desk.go({ uri: found.uri, range: { start, end: start } });
    this.screen.pane.value = "text";
  }

  undo(): void {
    const act = this.acts.undo();
    this.notice.value = { text: act === null ? "There is nothing to undo." : `Undone: ${act.title}.`, undo: null };
  }

  /** Undoes one deed, or says that it cannot any more. */
  undoAct(act: Act): void {
    const isDone = this.acts.undoAct(act);
    const texts = act.edits.map(({ path }) => path).join(", ");
    const text = isDone ? `Undone: ${act.title}.` : `“${act.title}” cannot be undone any more: ${texts} has changed since. The history has its earlier versions.`;
    this.notice.value = { text, undo: null };
  }

  #undoDeed(path: string): boolean {
    const act = this.acts.undoDeed(path);
    if (act !== null && act.edits.length > 1) this.notice.value = { text: `Undone in ${act.edits.length} texts: ${act.title}.`, undo: null };
    return act !== null;
  }

  redo(): void {
    const act = this.acts.redo();
    this.notice.value = { text: act === null ? "There is nothing to redo." : `Redone: ${act.title}.`, undo: null };
  }
}

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (studio === null) throw new Error("there is no studio around this part");
  return studio;
}
