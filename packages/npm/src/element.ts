// <sandtable-odds src="lanterns.rules" ask="to-see" given="range=3 cover=1"></sandtable-odds>: a live table of odds.
//
// src       where the rules are, one text or several with a blank between them, by the address of the page; or
// ruleset   a built-in book
// ask       a roll, action, table or formula
// given     keys and values; each becomes a field in which the reader puts another value
// only      a condition whose chance is asked
// track     a value at the end

import { load, SandtableError, type Odds, type Outcome, type Sandtable, type Table } from "./index.js";

const STYLE = `
:host { display: block; font: inherit; }
form { display: flex; flex-wrap: wrap; gap: 0.4em 1em; margin: 0 0 0.5em; }
input { font: inherit; width: 7em; }
table { border-collapse: collapse; width: 100%; }
caption, th { text-align: start; font-weight: inherit; }
caption { padding: 0 0 0.3em; font-weight: bold; }
td, th { padding: 0.1em 0.8em 0.1em 0; vertical-align: baseline; }
td.figure { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.bar { width: 45%; padding-inline-end: 0; }
td.bar div { height: 0.8em; min-width: 1px; background: var(--sandtable-bar, #36688f); }
p { margin: 0; }
p.trouble { color: var(--sandtable-trouble, #a32a1c); white-space: pre-line; }
`;

/** One service for all elements of a page. */
let service: Promise<Sandtable> | null = null;
/** Rulesets that are loaded, by the addresses of their texts. */
const loaded = new Map<string, Promise<string>>();
let n = 0;

async function rulesetOf(src: string, sandtable: Sandtable): Promise<string> {
  const addresses = src.split(/\s+/).filter((one) => one !== "");
  const name = `page-${++n}`;
  const texts = await Promise.all(
    addresses.map(async (one) => {
      const answer = await fetch(new URL(one, document.baseURI));
      if (!answer.ok) throw new Error(`${one} cannot be read`);
      return [one, await answer.text()] as const;
    }),
  );
  for (const [address, text] of texts) {
    const { pathname } = new URL(address, document.baseURI);
    const file = pathname.split("/").pop() ?? "game.rules";
    // As in a folder of games, such as `units/lanterns/maps/quay.toml`, which may itself be in a folder `units`; else by its name.
    const [, kind, path] = /^.*\/(rules|units)\/[^/]+\/(.+)$/.exec(pathname) ?? [null, file.endsWith(".toml") ? "units" : "rules", file];
    sandtable.setText(`${kind}/${name}/${decodeURIComponent(path)}`, text);
  }
  return name;
}

export class SandtableOdds extends HTMLElement {
  static readonly observedAttributes = ["src", "ruleset", "ask", "given", "only", "track"];
  readonly #answer = document.createElement("div");
  readonly #form = document.createElement("form");
  /** What is asked last is shown, whatever is answered last. */
  #turn = 0;

  constructor() {
    super();
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.#answer.setAttribute("aria-live", "polite");
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("input", () => void this.#show());
    this.attachShadow({ mode: "open" }).append(style, this.#form, this.#answer);
  }

  connectedCallback(): void {
    this.#fields();
    void this.#show();
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return;
    if (name === "given") this.#fields();
    void this.#show();
  }

  #fields(): void {
    const pairs = (this.getAttribute("given") ?? "").split(/\s+/).filter((pair) => pair.includes("="));
    const fields = pairs.map((pair) => {
      const at = pair.indexOf("=");
      const [label, input] = [document.createElement("label"), document.createElement("input")];
      input.name = pair.slice(0, at);
      input.value = pair.slice(at + 1);
      label.append(`${input.name} `, input);
      return label;
    });
    this.#form.replaceChildren(...fields);
  }

  async #show(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const sandtable = await (service ??= load());
      const [src, ask] = [this.getAttribute("src"), this.getAttribute("ask")];
      if (ask === null) throw new Error("The attribute `ask` names no rule.");
      let ruleset = this.getAttribute("ruleset");
      if (src !== null) {
        const known = loaded.get(src) ?? rulesetOf(src, sandtable);
        loaded.set(src, known);
        ruleset = await known;
      }
      if (ruleset === null) throw new Error("There are no rules: give `src` or `ruleset`.");
      const given = Object.fromEntries([...new FormData(this.#form)].map(([key, value]) => [key, String(value).trim()]).filter(([, value]) => value !== ""));
      const [only, track] = [this.getAttribute("only"), this.getAttribute("track")];
      const answer: Odds | Table = await sandtable.odds(ruleset, ask, { given, ...(only === null ? {} : { only }), ...(track === null ? {} : { track }) });
      if (turn === this.#turn) this.#answer.replaceChildren(answer.schema === "sandtable/odds/1" ? bars(answer) : cells(answer));
    } catch (error) {
      if (turn !== this.#turn) return;
      const trouble = document.createElement("p");
      trouble.className = "trouble";
      trouble.textContent = error instanceof SandtableError || error instanceof Error ? error.message : String(error);
      this.#answer.replaceChildren(trouble);
    }
  }
}

function row(heads: readonly string[], figures: readonly string[], percent: number | null): HTMLTableRowElement {
  const line = document.createElement("tr");
  for (const text of heads) {
    const cell = document.createElement("th");
    cell.scope = "row";
    cell.textContent = text;
    line.append(cell);
  }
  for (const text of figures) {
    const cell = document.createElement("td");
    cell.className = "figure";
    cell.textContent = text;
    line.append(cell);
  }
  const [cell, bar] = [document.createElement("td"), document.createElement("div")];
  cell.className = "bar";
  if (percent !== null) {
    bar.style.width = `${percent}%`;
    cell.append(bar);
  }
  line.append(cell);
  return line;
}

function table(title: string, rows: readonly HTMLTableRowElement[]): HTMLTableElement {
  const made = document.createElement("table");
  made.createCaption().textContent = title;
  made.append(...rows);
  return made;
}

function percent(value: number): string {
  return `${value.toFixed(2)} %`;
}

function bars({ question, outcomes }: Odds): HTMLElement {
  const one = (outcome: Outcome): HTMLTableRowElement => row([outcome.outcome], [outcome.chance, percent(outcome.percent)], outcome.percent);
  return table(question, outcomes.map(one));
}

/** Fields of a cell that are no keys. */
const FIGURES = new Set(["chance", "percent", "mean", "spread", "refused", "never_given", "left_out", "not_begun", "second", "difference"]);

function cells(answer: Table): HTMLElement {
  const one = (cell: Table["cells"][number]): HTMLTableRowElement => {
    const keys = Object.entries(cell).filter(([key]) => !FIGURES.has(key));
    const heads = keys.map(([key, value]) => `${key} ${String(value)}`);
    if (cell.percent !== undefined) return row(heads, [cell.chance ?? "", percent(cell.percent)], cell.percent);
    return row(heads, [cell.mean === undefined ? "" : String(cell.mean), ""], null);
  };
  return table(answer.only ?? answer.name, answer.cells.map(one));
}

if (customElements.get("sandtable-odds") === undefined) customElements.define("sandtable-odds", SandtableOdds);
