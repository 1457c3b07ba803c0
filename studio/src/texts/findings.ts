// The findings that the language server publishes, with their cures.

import { computed, signal } from "@preact/signals";
import type { CodeAction, Diagnostic, PublishDiagnosticsParams, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Front } from "../connection/front";
import type { Place, Range } from "../protocol/documents";
import { keyTime, measureUntilPainted } from "../timing";
import type { Texts } from "./texts";

export type Severity = "error" | "warning" | "note";

export interface Cure {
  title: string;
  edit: WorkspaceEdit;
}

export interface ShownFinding {
  uri: string;
  path: string;
  range: Range;
  severity: Severity;
  code: string;
  /** The problem in one clause, with the fact about its place in brackets. */
  problem: string;
  help: string | null;
  rules: string[];
  related: { text: string; place: Place }[];
  cures: Cure[];
  /** It is the difference of an example. */
  example?: { ruleset: string; title: string; stale: boolean };
}

/** The cures come after so many milliseconds without a further finding. */
const PAUSE = 60;

export class Findings {
  /** Those of worked examples, which are run for themselves. */
  readonly ofExamples = signal<readonly ShownFinding[]>([]);
  readonly byUri = signal<ReadonlyMap<string, readonly ShownFinding[]>>(new Map());
  /** All findings, errors first. */
  readonly all = computed(() => {
    const all = [...[...this.byUri.value.values()].flat(), ...this.ofExamples.value];
    return all.sort((one, other) => order(one) - order(other) || compare(one, other));
  });
  /** Milliseconds from the last change to its findings. */
  readonly took = signal<number | null>(null);
  /** Called after findings have been published. */
  published: () => void = () => {};
  readonly #front: Front;
  readonly #texts: Texts;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #changed: number | null = null;

  constructor(front: Front, texts: Texts) {
    this.#front = front;
    this.#texts = texts;
    front.on("textDocument/publishDiagnostics", (params) => this.#publish(params as PublishDiagnosticsParams));
    texts.follow({
      changed: (_file, _changes, _before, origin) => {
        if (origin === "editor") this.#changed ??= keyTime();
      },
      removed: (file) => this.#set(file.uri, []),
    });
  }

  #publish({ uri, diagnostics }: PublishDiagnosticsParams): void {
    // After what is drawn of them.
    queueMicrotask(() => this.published());
    if (this.#changed !== null) {
      this.took.value = performance.now() - this.#changed;
      measureUntilPainted("key to findings", this.#changed);
      this.#changed = null;
    }
    const path = this.#texts.path(uri);
    if (this.#texts.get(path)?.builtIn === true) return;
    const known = this.byUri.value.get(uri) ?? [];
    const shown = diagnostics.map((diagnostic) => {
      const finding = read(uri, path, diagnostic);
      // The cures of a finding that is still there go on being offered until they are renewed.
      const same = known.find((other) => other.problem === finding.problem && sameRange(other.range, finding.range));
      return same === undefined ? finding : { ...finding, cures: same.cures };
    });
    this.#set(uri, shown);
    clearTimeout(this.#timers.get(uri));
    if (shown.length > 0) this.#timers.set(uri, setTimeout(() => void this.#addCures(uri), PAUSE));
  }

  #set(uri: string, findings: readonly ShownFinding[]): void {
    // A text is told again after each change; what stays as it is is not drawn again.
    if (JSON.stringify(findings) === JSON.stringify(this.byUri.value.get(uri) ?? [])) return;
    const all = new Map(this.byUri.value);
    if (findings.length === 0) all.delete(uri);
    else all.set(uri, findings);
    this.byUri.value = all;
  }

  async #addCures(uri: string): Promise<void> {
    const file = this.#texts.byUri(uri);
    if (file === undefined) return;
    const range = { start: { line: 0, character: 0 }, end: { line: file.doc.lines, character: 0 } };
    const params = { textDocument: { uri }, range, context: { diagnostics: [] } };
    let actions: CodeAction[] | null;
    try {
      actions = await this.#front.request<CodeAction[] | null>("textDocument/codeAction", params);
    } catch {
      return;
    }
    const now = this.byUri.value.get(uri);
    if (now === undefined) return;
    const cured = now.map((finding) => {
      const own = (actions ?? []).filter((action) => action.diagnostics?.some((diagnostic) => isOf(diagnostic, finding)) ?? false);
      const cures = own.flatMap((action) => (action.edit === undefined ? [] : [{ title: action.title, edit: action.edit }]));
      return { ...finding, cures };
    });
    this.#set(uri, cured);
  }
}

/** The parts of a message, as the service sends them beside it. */
interface Parts {
  problem: string;
  help: string | null;
  help_in_page?: string;
  citations: string[];
}

function read(uri: string, path: string, diagnostic: Diagnostic): ShownFinding {
  const related = (diagnostic.relatedInformation ?? []).map(({ location, message }) => ({
    text: message,
    place: { uri: location.uri, range: location.range },
  }));
  const parts = partsOf(diagnostic);
  return {
    uri,
    path,
    range: diagnostic.range,
    severity: diagnostic.severity === 1 ? "error" : diagnostic.severity === 2 ? "warning" : "note",
    code: String(diagnostic.code ?? ""),
    problem: parts.problem,
    help: parts.help_in_page ?? parts.help,
    rules: parts.citations,
    related,
    cures: [],
  };
}

/** Returns the parts of a finding; a remark that some are left out has its message only. */
function partsOf(diagnostic: Diagnostic): Parts {
  const { data, message } = diagnostic as { data?: Parts; message: unknown };
  return data ?? { problem: String(message), help: null, citations: [] };
}

function isOf(diagnostic: Diagnostic, finding: ShownFinding): boolean {
  return sameRange(diagnostic.range, finding.range) && String(diagnostic.code ?? "") === finding.code && partsOf(diagnostic).problem === finding.problem;
}

export function sameRange(one: Range, other: Range): boolean {
  return (
    one.start.line === other.start.line &&
    one.start.character === other.start.character &&
    one.end.line === other.end.line &&
    one.end.character === other.end.character
  );
}

function order(finding: ShownFinding): number {
  return { error: 0, warning: 1, note: 2 }[finding.severity];
}

function compare(one: ShownFinding, other: ShownFinding): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.range.start.line - other.range.start.line;
}
