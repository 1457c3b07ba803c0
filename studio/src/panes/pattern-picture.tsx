// A small picture of what a pattern is made of: dice, tables, a map, cards, phases.

interface Part {
  has: RegExp;
  title: string;
  path: string;
}

const PARTS: readonly Part[] = [
  { has: /^table /m, title: "a table", path: "M2 3h16v14H2zM2 8h16M2 12.5h16M8 3v14M13 3v14" },
  { has: /\bd\d+\b|^die /m, title: "dice", path: "M3 3h14v14H3zM7 7h.01M13 7h.01M10 10h.01M7 13h.01M13 13h.01" },
  { has: /\bboard (?:hexes|squares|areas|inches)|\bplace\b|\bdistance\(/, title: "a board", path: "M10 2l7 4v8l-7 4-7-4V6zM10 2v4M3 6l7 4 7-4M10 10v8" },
  { has: /\bdeck\b|\bdraw\b/, title: "cards", path: "M5 3h8v13H5zM8 5.5h8v12H8" },
  { has: /^modifiers /m, title: "modifiers", path: "M4 10h5M6.5 7.5v5M12 10h5" },
  { has: /^\s*phase |^sequence /m, title: "a sequence", path: "M3 5h8M3 10h8M3 15h8M14 4v10l3-3M14 14l-3-3" },
  { has: /\btrack\b/, title: "a track", path: "M2 10h16M4 8v4M8 8v4M12 8v4M16 8v4M12 10a1.5 1.5 0 1 0 .01 0" },
  { has: /^\s*(?:may|choose)\b/m, title: "a choice", path: "M10 17V10M10 10L4 4M10 10l6-6M4 4h3M4 4v3M16 4h-3M16 4v3" },
];

export function PatternPicture({ text }: { text: string }) {
  const parts = PARTS.filter(({ has }) => has.test(text)).slice(0, 4);
  return (
    <svg class="pattern-picture" viewBox={`0 0 ${Math.max(1, parts.length) * 24} 20`} role="img" aria-label={`With ${parts.map((part) => part.title).join(", ")}`}>
      {parts.map((part, at) => (
        <path key={part.title} d={part.path} transform={`translate(${at * 24} 0)`} fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" />
      ))}
    </svg>
  );
}
