// The documentation, by what readers want.

const named = (folder, ...names) => names.map((name) => `${folder}/${name}.md`);

/** By heading, the pages in their order, or a pattern of their paths. */
export const SHELVES = [
  ["Begin", named("docs", "tutorial", "studio", "patterns", "drafts")],
  ["Write rules", named("docs", "language", "units", "scenarios", "maps", "boards", "changes")],
  ["Ask and play", named("docs", "odds", "games", "why-not", "limits")],
  ["Put it on paper", named("docs", "print", "words")],
  ["Games to start from", /^starters\//],
  ["Editors", /^editors\//],
  ["Programs and many machines", named("docs", "python", "json", "scale", "performance")],
];

/** Pages by shelf, those of a list in its order; what is on no shelf comes last. */
export function shelved(paths) {
  const left = new Set(paths);
  const shelves = SHELVES.map(([words, wanted]) => {
    const found = Array.isArray(wanted) ? wanted.filter((path) => left.has(path)) : paths.filter((path) => left.has(path) && wanted.test(path));
    found.forEach((path) => left.delete(path));
    return [words, found];
  });
  return [...shelves, ["How it is made", [...left]]].filter(([, found]) => found.length > 0);
}
