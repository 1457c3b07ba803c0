// The client of the language server: starts `sandtable lsp`, shows built-in texts, and prints odds and examples.

import * as vscode from "vscode";
import { LanguageClient, type ServerOptions } from "vscode-languageclient/node";
import { exampleLines, oddsLines } from "./answers.js";

/** Texts that are part of the program. */
const BUILT_IN = "sandtable-built-in";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const answers = vscode.window.createOutputChannel("Sandtable");
  context.subscriptions.push(
    answers,
    vscode.workspace.registerTextDocumentContentProvider(BUILT_IN, {
      provideTextDocumentContent: (uri) => client?.sendRequest<string>("sandtable/text", { uri: uri.toString() }) ?? "",
    }),
    vscode.commands.registerCommand("sandtable.restart", () => client?.restart()),
    vscode.commands.registerCommand("sandtable.showUses", showUses),
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
  const folders = ["rules", "units"].map((folder) => `**/${folder}/**`);
  return new LanguageClient("sandtable", "Sandtable", server, {
    documentSelector: [
      { language: "sandtable" },
      { scheme: BUILT_IN, language: "sandtable" },
      ...folders.flatMap((pattern) => [
        { scheme: "file", language: "toml", pattern },
        { scheme: "file", language: "markdown", pattern },
      ]),
    ],
    initializationOptions: { inlayOdds: settings.get("inlayOdds", true) },
    synchronize: {
      configurationSection: "sandtable",
      fileEvents: vscode.workspace.createFileSystemWatcher("**/{rules,units}/**/*.{rules,toml,md}"),
    },
    middleware: {
      executeCommand: async (command, args, next) => {
        const answer: unknown = await next(command, args);
        const lines = command === "sandtable.odds" ? oddsLines(answer) : exampleLines(answer);
        answers.clear();
        answers.append(`${lines.join("\n")}\n`);
        answers.show(true);
        return answer;
      },
    },
  });
}

interface Place {
  line: number;
  character: number;
}

interface Location {
  uri: string;
  range: { start: Place; end: Place };
}

/** Shows where a name is used: the arguments of the server are records of the protocol. */
async function showUses(uri: string, at: Place, uses: readonly Location[]): Promise<void> {
  const place = (one: Place): vscode.Position => new vscode.Position(one.line, one.character);
  const locations = uses.map(
    (one) => new vscode.Location(vscode.Uri.parse(one.uri), new vscode.Range(place(one.range.start), place(one.range.end))),
  );
  await vscode.commands.executeCommand("editor.action.showReferences", vscode.Uri.parse(uri), place(at), locations);
}
