// The client of the language server on the desktop: starts `sandtable lsp`, shows built-in texts, and prints odds and examples.

import * as vscode from "vscode";
import { LanguageClient, type ServerOptions } from "vscode-languageclient/node";
import { BUILT_IN, FILES, options, showUses } from "./common.js";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const answers = vscode.window.createOutputChannel("Sandtable");
  context.subscriptions.push(
    answers,
    vscode.workspace.registerTextDocumentContentProvider(BUILT_IN, {
      provideTextDocumentContent: (uri) => client?.sendRequest<string>("sandtable/text", { uri: uri.toString() }) ?? "",
    }),
    vscode.commands.registerCommand("sandtable.restart", () => client?.restart()),
    vscode.commands.registerCommand("sandtable.showUses", showUses.bind(null, (uri) => vscode.Uri.parse(uri))),
  );
  client = start(answers);
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

function start(answers: vscode.OutputChannel): LanguageClient {
  const settings = vscode.workspace.getConfiguration("sandtable");
  const server: ServerOptions = { command: settings.get("path", "sandtable"), args: ["lsp"] };
  return new LanguageClient("sandtable", "Sandtable", server, {
    ...options("file", answers),
    synchronize: {
      configurationSection: "sandtable",
      fileEvents: vscode.workspace.createFileSystemWatcher(FILES),
    },
  });
}
