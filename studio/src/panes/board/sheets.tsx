// The record sheets of the pieces.

import type { Sheet } from "../../protocol/documents";

interface SheetsProperties {
  sheets: readonly Sheet[];
  chosen: string | null;
  choose(unit: string | null): void;
}

export function Sheets({ sheets, chosen, choose }: SheetsProperties) {
  if (sheets.length === 0) return null;
  return (
    <>
      <h3>Pieces</h3>
      <ul class="sheets">
        {sheets.map((sheet, at) => (
          // A piece that is hidden from the person has no name.
          <li key={`${sheet.unit} ${at}`}>
            <button
              type="button"
              class="sheet"
              disabled={sheet.unit === ""}
              aria-pressed={sheet.unit !== "" && sheet.unit === chosen}
              onClick={() => choose(sheet.unit === chosen ? null : sheet.unit)}
            >
              <b>{sheet.title}</b>
              {sheet.lines.map((line, number) => (
                <span key={line}>{number === 0 ? withoutTitle(line, sheet.title) : line.trim()}</span>
              ))}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The first line repeats the title: `Sergeant (Fighter), destroyed`. */
function withoutTitle(line: string, title: string): string {
  const rest = line.startsWith(title) ? line.slice(title.length).trim() : line;
  return rest.replace(/^\((.*?)\)/, "$1");
}
