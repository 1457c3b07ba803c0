// Lists of a scenario whose order can be changed: their members are sections. The service reads the lists of rules.

import type { Path, Toml } from "./toml";

export interface SectionList {
  sort: "sides" | "pieces";
  members: readonly { name: string; title: string; line: number; path: Path }[];
}

/** Returns the lists of a scenario that have an order to change: two members or more. */
export function sectionLists(toml: Toml): SectionList[] {
  const list = (word: string, sort: SectionList["sort"]): SectionList => ({
    sort,
    members: toml.below([word]).map(({ name, section }) => ({
      name,
      title: toml.text([...section.path, "name"]) ?? name,
      line: section.place?.range.start.line ?? 0,
      path: section.path,
    })),
  });
  return [list("side", "sides"), list("unit", "pieces")].filter(({ members }) => members.length > 1);
}
