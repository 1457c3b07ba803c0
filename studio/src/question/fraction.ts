// Fractions as they are shown.

/** Longer fractions are shortened; the whole is copied with a click. */
const LONGEST = 19;

/** Returns a fraction in few characters. */
export function short(fraction: string): string {
  if (fraction.length <= LONGEST) return fraction;
  const [above = "", below = ""] = fraction.split("/");
  return `${above.slice(0, 5)}…/${below.slice(0, 5)}…`;
}
