// Facts that were not given, in words; each can be given with a click.

import { useState } from "preact/hooks";
import type { Assumption } from "../../protocol/documents";
import { useStudio } from "../../studio";

/** Longer lists are cut until all of it is wanted. */
const MOST = 6;

export function Assumed({ assumed }: { assumed: readonly Assumption[] }) {
  const { question } = useStudio();
  const [isWhole, setWhole] = useState(false);
  if (assumed.length === 0) return null;
  const shown = isWhole || assumed.length <= MOST ? assumed : assumed.slice(0, MOST - 1);
  const give = (fact: string): void => {
    const field = document.querySelector<HTMLElement>(`.field[data-key="${CSS.escape(fact)}"]`);
    const input = field?.querySelector<HTMLElement>("input, select, button");
    const fold = field?.closest("details");
    if (fold !== null && fold !== undefined) fold.open = true;
    field?.scrollIntoView({ block: "center" });
    input?.focus();
    if (field === null && !question.extra.value.some(([key]) => key === fact)) question.extra.value = [...question.extra.value, [fact, ""]];
  };
  return (
    <p class="assumed">
      Assumed:{" "}
      {shown.map((one, at) => (
        <span key={one.fact}>
          {at > 0 && ", "}
          <button type="button" class="link" title="Change this" onClick={() => give(one.fact)}>
            {inWords(one)}
          </button>
          {one.lacks_map && <small> (there is no map to measure it on)</small>}
          {one.beside !== null && <small> ({one.beside} is given and measures the same)</small>}
        </span>
      ))}
      {shown.length < assumed.length && (
        <>
          {" "}
          and{" "}
          <button type="button" class="link" onClick={() => setWhole(true)}>
            {assumed.length - shown.length} more
          </button>
        </>
      )}
      {/* The full stop stays with the word before it. */}
      {"\u2060."}
    </p>
  );
}

function inWords({ title, value }: Assumption): string {
  const name = title.charAt(0).toLowerCase() + title.slice(1);
  return value === "no" || value === "yes" ? `${name}: ${value}` : `${name} ${value}`;
}
