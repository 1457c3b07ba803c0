// The client in a browser: the language server runs in a worker from its WebAssembly module. The server has no files there, so it is given
// the text of each, and hears of the folder as ROOT, whatever the scheme of its files.

import * as vscode from "vscode";
import { LanguageClient, type InitializeParams } from "vscode-languageclient/browser";
import { BUILT_IN, FILES, options, showUses } from "./common.js";

const ROOT = "file:///sandtable/";

let client: LanguageClient | undefined;

class Client extends LanguageClient {
  protected override fillInitializeParams(params: InitializeParams): void {
    super.fillInitializeParams(params);
    params.rootUri = ROOT;
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const answers = vscode.window.createOutputChannel("Sandtable");
  const base = folder === undefined ? undefined : folder.toString().replace(/\/?$/, "/");
  const write = (uri: vscode.Uri): string => {
    const text = uri.toString();
    return base !== undefined && text.startsWith(base) ? ROOT + text.slice(base.length) : text;
  };
  const read = (uri: string): vscode.Uri =>
    vscode.Uri.parse(base !== undefined && uri.startsWith(ROOT) ? base + uri.slice(ROOT.length) : uri);

  const place = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, "dist", name);
  const module = await vscode.workspace.fs.readFile(place("module.bin"));
  const worker = new Worker(place("server.js").toString(true));
  worker.postMessage(module);

  const laid = new Laid(write);
  const started = new Client("sandtable", "Sandtable", worker, {
    ...options(folder?.scheme ?? "untitled", answers, {
      didOpen: async (document, next) => {
        await laid.take(document.uri);
        await next(document);
      },
      didClose: async (document, next) => {
        await next(document);
        await laid.lay(document.uri);
      },
    }),
    uriConverters: { code2Protocol: write, protocol2Code: read },
    synchronize: { configurationSection: "sandtable" },
  });
  client = started;
  const watcher = vscode.workspace.createFileSystemWatcher(FILES);
  context.subscriptions.push(
    answers,
    watcher,
    watcher.onDidCreate((uri) => laid.lay(uri)),
    watcher.onDidChange((uri) => laid.lay(uri)),
    watcher.onDidDelete((uri) => laid.take(uri)),
    { dispose: () => worker.terminate() },
    vscode.workspace.registerTextDocumentContentProvider(BUILT_IN, {
      provideTextDocumentContent: (uri) => started.sendRequest<string>("sandtable/text", { uri: uri.toString() }),
    }),
    vscode.commands.registerCommand("sandtable.restart", () => vscode.commands.executeCommand("workbench.action.reloadWindow")),
    vscode.commands.registerCommand("sandtable.showUses", showUses.bind(null, read)),
  );
  await started.start();
  for (const uri of await vscode.workspace.findFiles(FILES)) await laid.lay(uri);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** The files that no editor shows, as the server has been given them. */
class Laid {
  readonly #texts = new Set<string>();
  readonly #write: (uri: vscode.Uri) => string;

  constructor(write: (uri: vscode.Uri) => string) {
    this.#write = write;
  }

  /** Gives the server the text that a file has, unless an editor shows it. */
  async lay(file: vscode.Uri): Promise<void> {
    let text: string;
    try {
      text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    } catch {
      // It was never a file, or is none any more.
      return this.take(file);
    }
    if (vscode.workspace.textDocuments.some((one) => !one.isClosed && one.uri.toString() === file.toString())) return;
    await this.take(file);
    const uri = this.#write(file);
    this.#texts.add(uri);
    await client?.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "sandtable", version: 0, text } });
  }

  async take(file: vscode.Uri): Promise<void> {
    const uri = this.#write(file);
    if (this.#texts.delete(uri)) await client?.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }
}
