// Odds and examples as lines of text.

interface Odds {
  question: string;
  outcomes: { outcome: string; chance: string; percent: number }[];
  assumed: { title: string; value: string }[];
}

interface Examples {
  rulesets: { examples: { title: string; passed: boolean }[] }[];
}

/** The lines of a `sandtable/odds/1`. */
export function oddsLines(answer: unknown): string[] {
  const { question, outcomes, assumed } = answer as Odds;
  const widest = Math.max(...outcomes.map((row) => row.outcome.length));
  const rows = outcomes.map((row) => {
    const bar = "█".repeat(Math.round(row.percent / 4));
    return `  ${row.outcome.padEnd(widest)}  ${row.percent.toFixed(1).padStart(5)} %  ${row.chance.padEnd(12)} ${bar}`;
  });
  const known = assumed.map((fact) => `${fact.title} ${fact.value}`);
  return [question, "", ...rows, ...(known.length > 0 ? ["", `Assumed: ${known.join(", ")}`] : [])];
}

/** The lines of a `sandtable/test/1`. */
export function exampleLines(answer: unknown): string[] {
  const { rulesets } = answer as Examples;
  return rulesets.flatMap(({ examples }) => examples.map((one) => `${one.passed ? "passes" : "FAILS "}  ${one.title}`));
}
