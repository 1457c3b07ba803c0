// What findings tell to run in a terminal, said of the page, which has none.

/** Commands that a help names, and what the page has in their place. */
const WAYS: readonly [command: RegExp, instead: string][] = [
  [/run `sandtable list \S+ units` to see them all/, "“Units & tables” has them all"],
  [/run `sandtable list \S+` to see the rules that can be run/, "“Odds” lists the rules that can be asked about"],
  [/run `sandtable list \S+` to see the declarations of the base/, "the texts of the base are in “Files”"],
  [/run `sandtable test --accept` to write it/, "“Accept the new result” writes it"],
  [/run `sandtable coverage \S+ \w+` to list them/, "“Coverage” lists them"],
  [/run `sandtable check --thorough` to compare more/, "in a terminal, `sandtable check --thorough` compares more"],
];

/** Returns a help in the words of the page. */
export function inPage(help: string): string {
  return WAYS.reduce((said, [command, instead]) => said.replace(command, instead), help);
}
