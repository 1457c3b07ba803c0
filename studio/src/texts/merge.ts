// Two texts that were made of one: what only one of them has changed is taken from it.

import { diff3Merge } from "node-diff3";

export interface Merged {
  text: string;
  /** The number of places that both have changed: both versions of each stand one after the other. */
  overlaps: number;
}

export function merged(base: string, mine: string, theirs: string): Merged {
  const regions = diff3Merge(mine.split("\n"), base.split("\n"), theirs.split("\n"), { excludeFalseConflicts: true });
  const lines: string[] = [];
  let overlaps = 0;
  for (const region of regions) {
    if (region.ok !== undefined) lines.push(...region.ok);
    if (region.conflict !== undefined) {
      overlaps += 1;
      lines.push(...region.conflict.a, ...region.conflict.b);
    }
  }
  return { text: lines.join("\n"), overlaps };
}
