// Names out of titles: `The Ford at Dusk` is called `the-ford-at-dusk`.

/** Returns the name that a title makes; words are joined by hyphens, and a name begins with a letter. */
export function nameFrom(title: string, otherwise = "new"): string {
  const plain = title
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase();
  const words: string[] = plain.match(/[a-z0-9]+/g) ?? [];
  // A number alone is no word of a name.
  const joined = words.map((word) => (/^\d/.test(word) ? `n${word}` : word)).join("-");
  return joined === "" ? otherwise : joined.slice(0, 40).replace(/-+$/, "");
}

/** Returns the name, or one with a further word that nobody has. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let letter = 98; letter < 123; letter += 1) {
    const other = `${name}-${String.fromCharCode(letter)}`;
    if (!taken.has(other)) return other;
  }
  return `${name}-z`;
}
