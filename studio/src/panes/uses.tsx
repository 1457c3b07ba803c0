// The places that use a name, each with its line.

import { useEffect } from "preact/hooks";
import { useStudio } from "../studio";

export function UsesList() {
  const { commands, texts, desk, load } = useParts();
  const uses = commands.uses.value;
  useEffect(() => {
    for (const place of uses?.places ?? []) if (texts.byUri(place.uri) === undefined) void load(place.uri);
  }, [uses, texts, load]);
  if (uses === null) return <p class="sound">Choose “used 3 times” above a declaration to see where it is used.</p>;
  texts.list.value;
  return (
    <div class="scroll">
      <h3 class="quiet-title">
        Uses of <code>{uses.name}</code>
      </h3>
      {uses.places.length === 0 && <p class="quiet">Nothing uses it.</p>}
      <ul class="uses">
        {uses.places.map((place) => {
          const file = texts.byUri(place.uri);
          const number = place.range.start.line + 1;
          const line = file !== undefined && number <= file.doc.lines ? file.doc.line(number).text.trim() : "";
          return (
            <li key={`${place.uri} ${number} ${place.range.start.character}`}>
              <button type="button" onClick={() => void desk.go(place)}>
                <span class="where">
                  {file?.name ?? place.uri.slice(place.uri.lastIndexOf("/") + 1)}, line {number}
                </span>
                <code>{line}</code>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function useParts() {
  const studio = useStudio();
  return { commands: studio.commands, texts: studio.texts, desk: studio.desk, load: (uri: string) => studio.load(uri).catch(() => null) };
}
