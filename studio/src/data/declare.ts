// Declarations out of forms, in the words of a rule file.

import { freeName, nameFrom } from "./names";
import type { Draft, Value } from "./toml";

/** Who takes part in a rule: nobody, one unit, or one against another, of a kind. */
export interface Parties {
  sort: "none" | "one" | "two";
  kind: string;
}

export function parameters({ sort, kind }: Parties): string {
  if (sort === "none" || kind === "") return "";
  return sort === "one" ? ` (unit: ${kind})` : ` (firer: ${kind}, target: ${kind})`;
}

export function arguments_({ sort }: Parties): string {
  return sort === "none" ? "()" : sort === "one" ? "(unit)" : "(firer, target)";
}

export interface Told {
  name: string;
  title: string;
}

export function quoted(title: string): string {
  return `"${title.trim().replaceAll('"', "'")}"`;
}

export function rulesetText(name: string, title: string, board: string): string {
  const line = board === "" ? "" : `  board ${board}\n`;
  return `ruleset ${name} ${quoted(title)}\n${line}`;
}

export function kindText({ name, title }: Told): string {
  return `kind ${name} ${quoted(title)}\n`;
}

/** A table of one key, with one row that covers all of it. A key that is declared elsewhere has its type from there. */
export function tableText({ name, title }: Told, key: { name: string; from: number; to: number; isKnown: boolean }, result: { from: number; to: number }): string {
  const band = key.from < 0 ? `${key.from} to ${key.to}` : `${key.from}-${key.to}`;
  return `table ${name} ${quoted(title)} (${key.isKnown ? key.name : `${key.name}: ${key.from}..${key.to}`}) -> ${result.from}..${result.to}\n  ${key.name} | result\n  ${band} | ${result.from}\n`;
}

export function modifiersText({ name, title }: Told, parties: Parties, first: { amount: number; label: string }): string {
  const amount = first.amount < 0 ? String(first.amount) : `+${first.amount}`;
  return `modifiers ${name} ${quoted(title)}${parameters(parties)}\n  ${amount} ${quoted(first.label)}\n`;
}

/** A roll against a number: `hit` or `miss`. */
export function rollText({ name, title }: Told, parties: Parties, roll: { dice: string; needed: string; modifiers: string; good: string; bad: string }): string {
  const plus = roll.modifiers === "" ? "" : ` + ${roll.modifiers}`;
  return [
    `roll ${name} ${quoted(title)}${parameters(parties)} -> ${roll.good}, ${roll.bad}`,
    `  needed = ${roll.needed}`,
    `  shown = ${roll.dice}${plus}`,
    `  ${roll.good} when shown >= needed`,
    `  ${roll.bad} otherwise`,
    "",
  ].join("\n");
}

/** An action: a roll, and what its good outcome does. */
export function actionText(
  { name, title }: Told,
  parties: Parties,
  act: { roll: string; good: string; how: "add" | "take"; amount: number; track: string; destroyedAt: number | null },
): string {
  const whom = parties.sort === "two" ? "target" : "unit";
  const change = act.how === "add" ? `add ${act.amount} to ${whom}.${act.track}` : `take ${act.amount} from ${whom}.${act.track}`;
  const lines = [`action ${name} ${quoted(title)}${parameters(parties)}`, act.roll === "" ? `  ${change}` : `  if ${act.roll}${arguments_(parties)} is ${act.good}: ${change}`, ""];
  if (act.destroyedAt !== null) {
    lines.push(`trigger ${name}-destroys ${quoted("Out of play")} (unit: ${parties.kind})`, `  when unit.${act.track} reaches ${act.destroyedAt}: destroy unit`, "");
  }
  return lines.join("\n");
}

export interface PhaseForm {
  title: string;
  action: string;
  parties: Parties;
}

/** A sequence: in each phase every unit may do one thing, as its side chooses. */
export function sequenceText({ name, title }: Told, rounds: number, phases: readonly PhaseForm[]): string {
  const lines = [`sequence ${name} ${quoted(title)}`, `  repeat ${rounds} times`];
  for (const phase of phases) {
    const { kind, sort } = phase.parties;
    lines.push(`    phase ${nameFrom(phase.title, "phase")} ${quoted(phase.title)}`);
    if (phase.action === "" || kind === "") {
      lines.push("      nothing");
    } else if (sort === "two") {
      lines.push(`      each unit: ${kind} where any foe: ${kind} where foe.side is not unit.side`);
      lines.push(`        choose target: ${kind} where target.side is not unit.side by unit.side, worth 1 "at whom"`);
      lines.push(`        ${phase.action}(unit, target)`);
    } else {
      lines.push(`      each unit: ${kind}: ${phase.action}(unit)`);
    }
  }
  return `${lines.join("\n")}\n`;
}

export function factText({ name, title }: Told, parties: Parties, range: { from: number; to: number; fallback: string; measured: string }): string {
  const who = parties.sort === "two" ? `firer: ${parties.kind}, target: ${parties.kind}` : parties.sort === "one" ? `unit: ${parties.kind}` : "";
  const fallback = range.fallback === "" ? "" : `, default ${range.fallback}`;
  const measured = range.measured === "" ? "" : `  in play = ${range.measured}\n`;
  const measure = range.measured === "" ? "" : range.measured.startsWith("gap") ? " inches" : " hexes";
  return `fact ${name} ${quoted(title)}${who === "" ? "" : ` (${who})`}: ${range.from}..${range.to}${measure}${fallback}\n${measured}`;
}

/** An optional rule: on or off, or one of several ways, the first of them unless another is chosen. */
export function optionText({ name, title }: Told, ways: readonly string[], isOn: boolean): string {
  const values = ways.length > 1 ? `${ways.join(" or ")}, default ${ways[0] ?? ""}` : isOn ? "on" : "off";
  return `option ${name} ${quoted(title)}: ${values}\n`;
}

export interface PieceForm {
  unit: string;
  title: string;
  side: number;
}

/** A map of an open table. */
export function writeTable(draft: Draft, title: string, width: number, height: number): void {
  draft.set(["name"], title.trim());
  draft.set(["size"], [width, height]);
  draft.set(["grid"], 1);
}

/** A map of hexes or squares, all clear. */
export function writeDrawing(draft: Draft, title: string, layout: "hexes" | "squares", width: number, height: number): void {
  const line = (at: number): string => `${layout === "hexes" && at % 2 === 1 ? " " : ""}${Array.from({ length: width }, () => ".").join(" ")}\n`;
  draft.set(["name"], title.trim());
  draft.set([layout], Array.from({ length: height }, (_, at) => line(at)).join(""));
  draft.setTable(["legend", "."], [["name", "Clear"]]);
}

export interface ScenarioForm {
  title: string;
  ruleset: string;
  play: string;
  map: { name: string; width: number; height: number; sort: "inches" | "drawn" } | null;
  sides: readonly string[];
  pieces: readonly PieceForm[];
}

/** A scenario: two sides with their pieces along two edges of the map. */
export function writeScenario(draft: Draft, { title, ruleset, play, map, sides, pieces }: ScenarioForm): void {
  draft.set(["name"], title.trim());
  draft.set(["rules"], ruleset);
  draft.set(["play"], play);
  if (map !== null) draft.set(["map"], map.name);
  const names = sides.map((side, at) => nameFrom(side, `side-${"abcdef"[at] ?? "x"}`));
  for (const [at, side] of sides.entries()) draft.set(["side", names[at] ?? "", "name"], side.trim());
  const taken = new Set<string>();
  const bySide = new Map<number, number>();
  for (const piece of pieces) {
    const name = freeName(nameFrom(piece.title, "unit"), taken);
    taken.add(name);
    const number = bySide.get(piece.side) ?? 0;
    bySide.set(piece.side, number + 1);
    const count = pieces.filter((one) => one.side === piece.side).length;
    draft.set(["unit", name, "is"], piece.unit);
    draft.set(["unit", name, "side"], names[piece.side] ?? "");
    if (map === null) continue;
    draft.set(["unit", name, "at"], placeOf(map, piece.side, number, count));
    if (map.sort === "inches") draft.set(["unit", name, "base"], 1);
  }
}

/** Spreads the pieces of a side along its edge. */
function placeOf(map: { width: number; height: number; sort: "inches" | "drawn" }, side: number, number: number, count: number): Value {
  if (map.sort === "inches") {
    const across = Math.round((map.width * (number + 1)) / (count + 1));
    return [across, side === 0 ? Math.min(3, map.height) : Math.max(0, map.height - 3)];
  }
  const column = 1 + Math.floor((map.width * number) / Math.max(1, count));
  const line = String.fromCharCode(65 + (side === 0 ? map.height - 1 : 0));
  return `${line}${Math.min(column, map.width)}`;
}
