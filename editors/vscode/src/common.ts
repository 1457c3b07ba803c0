// What the client of the desktop and that of a browser share.

import * as vscode from "vscode";
import type { LanguageClientOptions } from "vscode-languageclient";
import { exampleLines, oddsLines } from "./answers.js";

/** Texts that are part of the program. */
export const BUILT_IN = "sandtable-built-in";

/** The files of rules and units in a folder. */
export const FILES = "**/{rules,units}/**/*.{rules,policy,toml,md}";

type Middleware = NonNullable<LanguageClientOptions["middleware"]>;

/** The options of a client whose files have a scheme. */
export function options(scheme: string, answers: vscode.OutputChannel, middleware: Middleware = {}): LanguageClientOptions {
  const folders = ["rules", "units"].map((folder) => `**/${folder}/**`);
  return {
    documentSelector: [
      { language: "sandtable" },
      { scheme: BUILT_IN, language: "sandtable" },
      ...folders.flatMap((pattern) => [
        { scheme, language: "toml", pattern },
        { scheme, language: "markdown", pattern },
      ]),
    ],
    initializationOptions: { inlayOdds: vscode.workspace.getConfiguration("sandtable").get("inlayOdds", true) },
    middleware: {
      ...middleware,
      executeCommand: async (command, args, next) => {
        const answer: unknown = await next(command, args);
        const lines = command === "sandtable.odds" ? oddsLines(answer) : exampleLines(answer);
        answers.clear();
        answers.append(`${lines.join("\n")}\n`);
        answers.show(true);
        return answer;
      },
    },
  };
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
export async function showUses(read: (uri: string) => vscode.Uri, uri: string, at: Place, uses: readonly Location[]): Promise<void> {
  const place = (one: Place): vscode.Position => new vscode.Position(one.line, one.character);
  const locations = uses.map(
    (one) => new vscode.Location(read(one.uri), new vscode.Range(place(one.range.start), place(one.range.end))),
  );
  await vscode.commands.executeCommand("editor.action.showReferences", read(uri), place(at), locations);
}
