// The record sheets of the pieces.

import { useEffect, useState } from "preact/hooks";
import type { Place, Sheet } from "../../protocol/documents";
import { placesOf, type PiecePlaces } from "../../play/piece-places";
import { useStudio } from "../../studio";

interface SheetsProperties {
  scenario: string;
  sheets: readonly Sheet[];
  chosen: string | null;
  choose(unit: string | null): void;
}

export function Sheets({ scenario, sheets, chosen, choose }: SheetsProperties) {
  if (sheets.length === 0) return null;
  const sheet = sheets.find((one) => one.unit !== "" && one.unit === chosen);
  return (
    <>
      <h3>Pieces</h3>
      {sheet !== undefined && <Texts key={sheet.unit} scenario={scenario} sheet={sheet} />}
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

/** Leads from a piece to where it is written. */
function Texts({ scenario, sheet }: { scenario: string; sheet: Sheet }) {
  const studio = useStudio();
  const [places, setPlaces] = useState<PiecePlaces | null>(null);
  useEffect(() => {
    let isCurrent = true;
    placesOf(studio, scenario, sheet.unit).then((found) => isCurrent && setPlaces(found), () => {});
    return () => void (isCurrent = false);
  }, [studio, scenario, sheet.unit]);
  const go = (place: Place): void => {
    void studio.desk.go(place);
    studio.screen.pane.value = "text";
  };
  const links: [string, Place | null | undefined][] = [
    ["in the unit file", places?.unit],
    ["in the set-up", places?.setUp],
  ];
  return (
    <p class="row">
      <b>{sheet.title}</b>
      {links.map(
        ([title, place]) =>
          place != null && (
            <button key={title} type="button" class="link" onClick={() => go(place)}>
              {title}
            </button>
          ),
      )}
    </p>
  );
}

/** The first line repeats the title: `Sergeant (Fighter), destroyed`. */
function withoutTitle(line: string, title: string): string {
  const rest = line.startsWith(title) ? line.slice(title.length).trim() : line;
  return rest.replace(/^\((.*?)\)/, "$1");
}
