// The declarations of a ruleset for panes that are about another than the grids.

import { useEffect, useState } from "preact/hooks";
import { declarationsOf } from "../data/grids";
import type { Declaration } from "../protocol/documents";
import { useStudio } from "../studio";

/** Milliseconds from a change of a text to the next reading. */
const PAUSE = 100;
const NONE: readonly Declaration[] = [];

interface Read {
  ruleset: string;
  declarations: readonly Declaration[];
}

/** Returns the declarations of a ruleset and of its base, read again after each change of a text; while they cannot be read, the last ones. */
export function useDeclarations(ruleset: string | undefined): readonly Declaration[] {
  const { front, texts } = useStudio();
  const [read, setRead] = useState<Read | null>(null);
  const edits = texts.edits.value;
  useEffect(() => {
    if (ruleset === undefined) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void declarationsOf(front, ruleset).then(
        ({ declarations }) => {
          if (isCurrent) setRead({ ruleset, declarations });
        },
        () => {},
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [front, ruleset, edits]);
  return read !== null && read.ruleset === ruleset ? read.declarations : NONE;
}
