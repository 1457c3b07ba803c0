// Decisions that nobody was asked for: the option that is worth most was taken.

import type { ByWorth } from "../../protocol/documents";

/** Longer lists are cut. */
const MOST = 6;

export function DecidedByWorth({ decisions }: { decisions: readonly ByWorth[] }) {
  if (decisions.length === 0) return null;
  const shown = decisions.slice(0, MOST);
  const inWords = ({ decision, answer }: ByWorth): string => `${decision}: ${answer ?? "not always the same"}`;
  const more = decisions.length - shown.length;
  return (
    <p class="assumed">
      Chosen by worth: {shown.map(inWords).join(", ")}
      {more > 0 && ` and ${more} more`}.
    </p>
  );
}
