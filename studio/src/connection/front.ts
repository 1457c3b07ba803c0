// The connection for editing: the language server, with every text of the page.

import { LSPClient, Workspace, type WorkspaceFile, type LSPClientExtension } from "@codemirror/lsp-client";
import { ChangeSet, type Extension, type Text, type TransactionSpec } from "@codemirror/state";
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import { signal } from "@preact/signals";
import type { TextFile } from "../texts/text-file";
import type { Texts } from "../texts/texts";
import type { Connection } from "./connection";
import { Refused } from "./peer";

/** A request may take this long before it is given up. */
const LONGEST = 120_000;
/** The pauses between attempts to reconnect, in milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/** A text as the server knows it. */
class SyncedFile implements WorkspaceFile {
  readonly file: TextFile;
  readonly uri: string;
  readonly languageId: string;
  version = 1;
  doc: Text;
  /** What has changed since the server heard of it. */
  pending: ChangeSet;
  view: EditorView | null = null;

  constructor(file: TextFile) {
    this.file = file;
    this.uri = file.uri;
    this.languageId = file.language;
    this.doc = file.doc;
    this.pending = ChangeSet.empty(file.doc.length);
  }

  getView(): EditorView | null {
    return this.view;
  }
}

/** Whether a text is opened with the server, which knows its own texts by itself. */
function isTold(file: TextFile): boolean {
  return !file.builtIn && file.isRules;
}

/** What the language client needs of the editor. */
export interface Screen {
  display(uri: string): Promise<EditorView | null>;
}

class StudioWorkspace extends Workspace {
  files: SyncedFile[] = [];
  readonly #texts: Texts;
  readonly #screen: () => Screen | null;
  readonly #together: () => void;

  constructor(client: LSPClient, texts: Texts, screen: () => Screen | null, together: () => void) {
    super(client);
    this.#together = together;
    this.#texts = texts;
    this.#screen = screen;
    for (const file of texts.list.value) this.files.push(new SyncedFile(file));
    texts.follow({
      opened: (file) => this.#opened(file),
      changed: (file, changes) => {
        const synced = this.#of(file.uri);
        if (synced !== undefined) synced.pending = synced.pending.compose(changes);
      },
      removed: (file) => {
        this.files = this.files.filter((synced) => synced.uri !== file.uri);
        if (isTold(file)) this.client.didClose(file.uri);
      },
    });
  }

  override connected(): void {
    for (const synced of this.files) {
      synced.doc = synced.file.doc;
      synced.pending = ChangeSet.empty(synced.doc.length);
      if (isTold(synced.file)) this.client.didOpen(synced);
    }
  }

  syncFiles(): { file: WorkspaceFile; prevDoc: Text; changes: ChangeSet }[] {
    return this.files
      .filter((synced) => !synced.pending.empty && isTold(synced.file))
      .map((synced) => {
        const update = { file: synced, prevDoc: synced.doc, changes: synced.pending };
        synced.doc = synced.file.doc;
        synced.pending = ChangeSet.empty(synced.doc.length);
        synced.version += 1;
        if (synced.view !== null) LSPPlugin.get(synced.view)?.clear();
        return update;
      });
  }

  openFile(uri: string, _languageId: string, view: EditorView): void {
    const synced = this.#of(uri);
    if (synced !== undefined) synced.view = view;
  }

  closeFile(uri: string, view: EditorView): void {
    const synced = this.#of(uri);
    if (synced?.view === view) synced.view = null;
  }

  override updateFile(uri: string, update: TransactionSpec): void {
    const file = this.#texts.byUri(uri);
    if (file === undefined || file.builtIn || update.changes === undefined) return;
    const changes = update.changes instanceof ChangeSet ? update.changes : ChangeSet.of(update.changes as Parameters<typeof ChangeSet.of>[0], file.doc.length);
    // A name is renamed in all texts in one turn.
    this.#together();
    this.#texts.change(file, changes, "elsewhere");
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    return this.#screen()?.display(uri) ?? Promise.resolve(null);
  }

  #of(uri: string): SyncedFile | undefined {
    return this.files.find((synced) => synced.uri === uri);
  }

  #opened(file: TextFile): void {
    const synced = new SyncedFile(file);
    this.files.push(synced);
    if (isTold(file)) this.client.didOpen(synced);
  }
}

export class Front {
  /** Exists from `begin` on, as the texts do. */
  #client: LSPClient | null = null;
  #connection: Connection;
  readonly #handlers = new Map<string, (params: unknown) => void>();
  readonly #deliver: ((text: string) => void)[] = [];
  readonly #reopen: () => Promise<Connection>;
  readonly connected = signal(true);
  /** Rejects when the connection is lost: what was asked over it is not answered any more. */
  #lost = loss();
  #syncs = false;
  screen: Screen | null = null;
  /** Makes one deed of the changes that the server asks for in one turn. */
  together: () => void = () => {};

  /** Requests before `begin` are sent without the language client. */
  constructor(connection: Connection, reopen: () => Promise<Connection>) {
    this.#connection = connection;
    this.#reopen = reopen;
    this.#attach(connection);
  }

  get client(): LSPClient {
    if (this.#client === null) throw new Error("the language client has not begun");
    return this.#client;
  }

  on(method: string, handler: (params: unknown) => void): void {
    this.#handlers.set(method, handler);
  }

  /** Says `initialize`, and gives every text to the server. */
  async begin(texts: Texts, extensions: readonly (Extension | LSPClientExtension)[]): Promise<void> {
    const client = new LSPClient({
      rootUri: texts.root,
      timeout: LONGEST,
      extensions,
      sanitizeHTML,
      workspace: (made) => new StudioWorkspace(made, texts, () => this.screen, () => this.together()),
      notificationHandlers: Object.fromEntries(
        [...this.#handlers].map(([method, handler]) => [
          method,
          (_client: LSPClient, params: unknown) => {
            handler(params);
            return true;
          },
        ]),
      ),
      unhandledNotification: () => {},
    });
    this.#client = client;
    texts.follow({ changed: () => this.#syncSoon() });
    client.connect(this.#transport());
    await Promise.race([client.initializing, endOf(this.#connection)]);
  }

  /** Sends a request, after all changes of texts. */
  async request<Result>(method: string, params: unknown): Promise<Result> {
    if (!this.connected.value) throw new Refused(0, "the studio does not answer", null);
    this.client.sync();
    try {
      return await Promise.race([this.client.request<unknown, Result>(method, params), this.#lost.promise]);
    } catch (error) {
      throw Refused.from(error);
    }
  }

  /** Resolves when the server answers. */
  whenConnected(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.connected.subscribe((isConnected) => {
        if (!isConnected) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  }

  notify(method: string, params: unknown): void {
    this.client.notification(method, params);
  }

  /** Tells the server what one turn of the page has changed, before that is painted. */
  #syncSoon(): void {
    if (this.#syncs) return;
    this.#syncs = true;
    queueMicrotask(() => {
      this.#syncs = false;
      this.#client?.sync();
    });
  }

  #attach(connection: Connection): void {
    connection.onMessage((text) => this.#deliver.forEach((handler) => handler(text)));
    connection.onClose(() => {
      if (connection !== this.#connection || !this.connected.value) return;
      this.connected.value = false;
      this.#lost.reject(new Refused(0, "the studio does not answer", null));
      void this.#again(FIRST_PAUSE);
    });
  }

  /** Reconnects, waiting longer after each failure. */
  async #again(pause: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const connection = await this.#reopen();
      this.#connection = connection;
      this.#attach(connection);
      this.#client?.disconnect();
      this.#client?.connect(this.#transport());
      await Promise.race([this.#client?.initializing, endOf(connection)]);
    } catch {
      return this.#again(Math.min(pause * 2, LONGEST_PAUSE));
    }
    this.#lost = loss();
    this.connected.value = true;
  }

  #transport() {
    return {
      send: (text: string) => this.#connection.send(text),
      subscribe: (handler: (text: string) => void) => void this.#deliver.push(handler),
      unsubscribe: (handler: (text: string) => void) => {
        const at = this.#deliver.indexOf(handler);
        if (at >= 0) this.#deliver.splice(at, 1);
      },
    };
  }
}

/** Rejects when a connection ends. */
function endOf(connection: Connection): Promise<never> {
  return new Promise((_, reject) => {
    connection.onClose(() => reject(new Error("the service ended before it had begun")));
  });
}

/** A promise that is only ever rejected, whether somebody waits for it or not. */
function loss(): { promise: Promise<never>; reject(reason: Refused): void } {
  let reject: (reason: Refused) => void = () => {};
  const promise = new Promise<never>((_, given) => {
    reject = given;
  });
  promise.catch(() => {});
  return { promise, reject: (reason) => reject(reason) };
}

const ALLOWED = new Set(["P", "CODE", "PRE", "EM", "STRONG", "UL", "OL", "LI", "BR", "HR", "TABLE", "THEAD", "TBODY", "TR", "TD", "TH", "BLOCKQUOTE"]);

/** Keeps plain elements of a text from the server, without any attribute. */
function sanitizeHTML(html: string): string {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...parsed.body.querySelectorAll("*")]) {
    if (!ALLOWED.has(element.tagName)) element.replaceWith(document.createTextNode(element.textContent ?? ""));
    else for (const attribute of [...element.attributes]) element.removeAttribute(attribute.name);
  }
  return parsed.body.innerHTML;
}
