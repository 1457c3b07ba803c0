// New declarations as forms: nobody needs to know how they are written.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { actionText, arguments_, factText, kindText, modifiersText, optionText, rollText, sequenceText, tableText, type Parties, type PhaseForm } from "../../data/declare";
import { mainText, type OwnGrid } from "../../data/grids";
import { freeName, nameFrom } from "../../data/names";
import type { Declaration } from "../../protocol/documents";
import { appended } from "../../question/example";
import { useStudio, type Studio } from "../../studio";
import { say } from "../../ui/actions";
import { useReorder } from "../../ui/reorder";

export type FormName = "kind" | "table" | "modifiers" | "fact" | "roll" | "action" | "option" | "sequence" | "map" | "scenario";

export interface Declared {
  sort: string;
  name: string;
  title: string;
  /** `null` if it takes anything else than units as forms write them. */
  parties: Parties | null;
  /** The outcomes of a roll. */
  outcomes: string[];
}

/** Returns the declarations of a ruleset that forms can use, as they were read last. */
export function declaredIn(studio: Studio, ruleset: string): Declared[] {
  const all = studio.grids.declared.value;
  const kinds = new Set(all.filter((one) => one.sort === "kind").map((one) => one.name));
  const own = all.filter((one) => one.ruleset === ruleset && one.name !== "");
  return own.map(({ sort, name, title, parameters, outcomes }) => ({ sort, name, title: title === "" ? name : title, parties: partiesOf(parameters, kinds), outcomes }));
}

/** Returns the units that parameters take: none, one, or two of one kind; `null` if they take anything else. */
function partiesOf(parameters: Declaration["parameters"], kinds: ReadonlySet<string>): Parties | null {
  // A parameter without a type is of the kind that it is named after.
  const taken = parameters.map((one) => (one.kinds.length === 0 ? one.name : one.kinds.join(" ")));
  const [kind = "", other = kind] = taken;
  if (taken.length === 0) return { sort: "none", kind: "" };
  const areUnits = taken.length <= 2 && kind === other && kinds.has(kind) && !parameters.some((one) => one.several);
  return areUnits ? { sort: taken.length === 1 ? "one" : "two", kind } : null;
}

/** Whether a rule takes these parties. */
function takes({ parties }: Declared, given: Parties): boolean {
  return parties !== null && parties.sort === given.sort && (given.sort === "none" || parties.kind === given.kind);
}

/** Adds a declaration to the rules as one step, and shows it. */
export function declare(studio: Studio, ruleset: string, what: string, text: string): void {
  const file = mainText(studio.texts, studio.library, studio.grids.declared.peek(), ruleset);
  const path = file?.path ?? `rules/${ruleset}/${ruleset}.rules`;
  const act = studio.acts.perform(`add ${what}`, () => studio.texts.put(path, appended(file?.text ?? "", text)));
  // The next form may need its name.
  void studio.grids.read();
  say(studio, `${what.charAt(0).toUpperCase()}${what.slice(1)} is added.`, act);
}

interface FormProperties {
  ruleset: string;
  grids: readonly OwnGrid[];
  close(): void;
}

interface FrameProperties {
  title: string;
  action?: string;
  ready: boolean;
  carry(): void;
  close(): void;
  children: ComponentChildren;
}

export function Frame({ title, action = "Add", ready, carry, close, children }: FrameProperties) {
  return (
    <form
      class="data-form framed"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) carry();
      }}
    >
      <h3>{title}</h3>
      {children}
      <p class="row">
        <button type="submit" class="primary" disabled={!ready}>
          {action}
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}

export function TextField({ label, value, set, first = false, hint }: { label: string; value: string; set(value: string): void; first?: boolean; hint?: string }) {
  return (
    <label>
      {label}
      {hint !== undefined && <small>{hint}</small>}
      <input type="text" value={value} autofocus={first} onInput={(event) => set(event.currentTarget.value)} />
    </label>
  );
}

export function NumberField({ label, value, set }: { label: string; value: number; set(value: number): void }) {
  return (
    <label class="narrow">
      {label}
      <input type="number" value={value} onInput={(event) => set(Number(event.currentTarget.value))} />
    </label>
  );
}

export function SelectField({ label, value, options, set }: { label: string; value: string; options: readonly (readonly [value: string, title: string])[]; set(value: string): void }) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {options.map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function useNames(ruleset: string): { declared: Declared[]; free(title: string, otherwise: string): string } {
  const studio = useStudio();
  const declared = declaredIn(studio, ruleset);
  const taken = new Set(declared.map((one) => one.name));
  return { declared, free: (title, otherwise) => freeName(nameFrom(title, otherwise), taken) };
}

function kindsOf(declared: readonly Declared[]): [string, string][] {
  return declared.filter((one) => one.sort === "kind" && !["side", "game", "place"].includes(one.name)).map((one): [string, string] => [one.name, one.title]);
}

function PartiesField({ declared, parties, set }: { declared: readonly Declared[]; parties: Parties; set(parties: Parties): void }) {
  const kinds = kindsOf(declared);
  return (
    <>
      <SelectField
        label="It is about"
        value={parties.sort}
        options={[
          ["none", "no unit"],
          ["one", "one unit"],
          ["two", "one unit against another"],
        ]}
        set={(sort) => set({ sort: sort as Parties["sort"], kind: parties.kind || (kinds[0]?.[0] ?? "") })}
      />
      {parties.sort !== "none" && <SelectField label="of the kind" value={parties.kind} options={kinds} set={(kind) => set({ ...parties, kind })} />}
    </>
  );
}

export function KindForm({ ruleset, close }: FormProperties) {
  const studio = useStudio();
  const { free } = useNames(ruleset);
  const [title, setTitle] = useState("");
  const carry = (): void => {
    declare(studio, ruleset, `the kind ${title}`, kindText({ name: free(title, "kind"), title }));
    close();
  };
  return (
    <Frame title="A new kind of unit" ready={title.trim() !== ""} carry={carry} close={close}>
      <TextField label="What such units are called" hint="Fighter, Tank, Battalion" value={title} set={setTitle} first />
    </Frame>
  );
}

export function OptionForm({ ruleset, close }: FormProperties) {
  const studio = useStudio();
  const { free } = useNames(ruleset);
  const [title, setTitle] = useState("");
  const [sort, setSort] = useState("off");
  const [ways, setWays] = useState("");
  const named = [...new Set(ways.split(",").flatMap((way) => (way.trim() === "" ? [] : nameFrom(way, "way"))))];
  const isNamed = sort === "ways";
  const carry = (): void => {
    declare(studio, ruleset, `the option ${title}`, optionText({ name: free(title, "option"), title }, isNamed ? named : [], sort === "on"));
    close();
  };
  return (
    <Frame title="A new optional rule" ready={title.trim() !== "" && (!isNamed || named.length > 1)} carry={carry} close={close}>
      <TextField label="Title" hint="Night fighting, Rounding" value={title} set={setTitle} first />
      <SelectField
        label="It is"
        value={sort}
        options={[
          ["off", "off, unless it is chosen"],
          ["on", "on, unless it is left out"],
          ["ways", "one of several ways"],
        ]}
        set={setSort}
      />
      {isNamed && <TextField label="The ways" hint="down, nearest, up: the first is the usual one" value={ways} set={setWays} />}
    </Frame>
  );
}

export function TableForm({ ruleset, close }: FormProperties) {
  const studio = useStudio();
  const { declared, free } = useNames(ruleset);
  const [title, setTitle] = useState("");
  const [key, setKey] = useState("range");
  const known = nameFrom(key, "key");
  const isKnown = declared.some((one) => one.sort === "fact" && one.name === known);
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(24);
  const [least, setLeast] = useState(1);
  const [most, setMost] = useState(10);
  const carry = (): void => {
    const name = free(title, "table");
    declare(studio, ruleset, `the table ${title}`, tableText({ name, title }, { name: known, from, to, isKnown }, { from: least, to: most }));
    close();
  };
  return (
    <Frame title="A new table" ready={title.trim() !== "" && key.trim() !== "" && from <= to && least <= most} carry={carry} close={close}>
      <TextField label="Title" value={title} set={setTitle} first />
      <TextField label="What is looked up" hint="range, strength, morale" value={key} set={setKey} />
      <NumberField label="from" value={from} set={setFrom} />
      <NumberField label="to" value={to} set={setTo} />
      <NumberField label="Results from" value={least} set={setLeast} />
      <NumberField label="Results to" value={most} set={setMost} />
    </Frame>
  );
}

export function ModifiersForm({ ruleset, close }: FormProperties) {
  const studio = useStudio();
  const { declared, free } = useNames(ruleset);
  const [title, setTitle] = useState("");
  const [parties, setParties] = useState<Parties>({ sort: "two", kind: kindsOf(declared)[0]?.[0] ?? "" });
  const [amount, setAmount] = useState(1);
  const [label, setLabel] = useState("");
  const carry = (): void => {
    declare(studio, ruleset, `the modifiers ${title}`, modifiersText({ name: free(title, "modifiers"), title }, parties, { amount, label: label || "always" }));
    close();
  };
  return (
    <Frame title="A new list of modifiers" ready={title.trim() !== ""} carry={carry} close={close}>
      <TextField label="Title" value={title} set={setTitle} first />
      <PartiesField declared={declared} parties={parties} set={setParties} />
      <NumberField label="First amount" value={amount} set={setAmount} />
      <TextField label="Its label" value={label} set={setLabel} />
    </Frame>
  );
}

export function FactForm({ ruleset, close }: FormProperties) {
  const studio = useStudio();
  const { declared, free } = useNames(ruleset);
  const [title, setTitle] = useState("");
  const [parties, setParties] = useState<Parties>({ sort: "two", kind: kindsOf(declared)[0]?.[0] ?? "" });
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(24);
  const [fallback, setFallback] = useState("");
  const [measured, setMeasured] = useState("");
  const carry = (): void => {
    declare(studio, ruleset, `the fact ${title}`, factText({ name: free(title, "fact"), title }, parties, { from, to, fallback, measured }));
    close();
  };
  return (
    <Frame title="A new fact: what only the players see" ready={title.trim() !== "" && from <= to} carry={carry} close={close}>
      <TextField label="Title" hint="Range, Levels of cover" value={title} set={setTitle} first />
      <PartiesField declared={declared} parties={parties} set={setParties} />
      <NumberField label="from" value={from} set={setFrom} />
      <NumberField label="to" value={to} set={setTo} />
      <TextField label="Without an answer" hint="leave empty to be asked" value={fallback} set={setFallback} />
      <SelectField
        label="On the board it is"
        value={measured}
        options={[
          ["", "given by the players"],
          ...(parties.sort === "two" ? [["gap(firer, target) rounded up", "measured on the table, in inches"] as const, ["distance(firer, target)", "measured in hexes or squares"] as const] : []),
        ]}
        set={setMeasured}
      />
    </Frame>
  );
}

const DICE: readonly (readonly [string, string])[] = ["d6", "2d6", "3d6", "d8", "d10", "2d10", "d12", "d20"].map((dice) => [dice, dice] as const);

export function RollForm({ ruleset, grids, close }: FormProperties) {
  const studio = useStudio();
  const { declared, free } = useNames(ruleset);
  const [title, setTitle] = useState("");
  const [parties, setParties] = useState<Parties>({ sort: "two", kind: kindsOf(declared)[0]?.[0] ?? "" });
  const [dice, setDice] = useState("d6");
  const [needed, setNeeded] = useState("4");
  const [modifiers, setModifiers] = useState("");
  const [good, setGood] = useState("hit");
  const [bad, setBad] = useState("miss");
  const sources: [string, string][] = [];
  for (let number = 2; number <= 12; number += 1) sources.push([String(number), String(number)]);
  for (const grid of grids) {
    if (grid.sort === "kind" && grid.name === parties.kind && parties.sort !== "none") {
      for (const row of grid.rows) {
        if (row.cells.length < 2) continue;
        const [stat = "", , , shown = ""] = row.cells;
        for (const who of parties.sort === "one" ? ["unit"] : ["target", "firer"]) sources.push([`${who}.${stat}`, `${shown || stat} of the ${who}`]);
      }
    }
    if (grid.sort !== "table" || grid.columns.length !== 2) continue;
    const key = grid.columns[0] ?? "";
    const fact = declared.find((one) => one.sort === "fact" && one.name === key);
    if (fact === undefined) continue;
    sources.push([`${grid.name}(${parties.sort !== "none" && takes(fact, parties) ? `${key}${arguments_(parties)}` : key})`, `the table ${grid.title || grid.name}`]);
  }
  const lists: [string, string][] = [
    ["", "none"],
    ...declared.filter((one) => one.sort === "modifiers" && takes(one, parties)).map((one): [string, string] => [`${one.name}${arguments_(parties)}`, one.title]),
  ];
  const carry = (): void => {
    const words = { good: nameFrom(good, "hit"), bad: nameFrom(bad, "miss") };
    declare(studio, ruleset, `the roll ${title}`, rollText({ name: free(title, "roll"), title }, parties, { dice, needed, modifiers, ...words }));
    close();
  };
  return (
    <Frame title="A new roll" ready={title.trim() !== "" && nameFrom(good) !== nameFrom(bad)} carry={carry} close={close}>
      <TextField label="Title" hint="To hit, Morale" value={title} set={setTitle} first />
      <PartiesField declared={declared} parties={parties} set={setParties} />
      <SelectField label="Dice" value={dice} options={DICE} set={setDice} />
      <SelectField label="at least" value={needed} options={sources} set={setNeeded} />
      <SelectField label="Modifiers" value={modifiers} options={lists} set={setModifiers} />
      <TextField label="If it is" value={good} set={setGood} />
      <TextField label="If it is not" value={bad} set={setBad} />
    </Frame>
  );
}

export function ActionForm({ ruleset, close }: FormProperties) {
  const studio = useStudio();
  const { declared, free } = useNames(ruleset);
  const [title, setTitle] = useState("");
  const [parties, setParties] = useState<Parties>({ sort: "two", kind: kindsOf(declared)[0]?.[0] ?? "" });
  const [roll, setRoll] = useState("");
  const [how, setHow] = useState<"add" | "take">("add");
  const [amount, setAmount] = useState(1);
  const tracks = tracksOf(studio, ruleset, parties.kind);
  const [track, setTrack] = useState("");
  const [destroyedAt, setDestroyedAt] = useState("");
  const rolls = declared.filter((one) => one.sort === "roll" && one.outcomes.length > 0 && takes(one, parties));
  const chosen = rolls.find((one) => one.name === roll);
  const changed = track || (tracks[0] ?? "");
  const carry = (): void => {
    const act = { roll, good: chosen?.outcomes[0] ?? "", how, amount, track: changed, destroyedAt: destroyedAt === "" ? null : Number(destroyedAt) };
    declare(studio, ruleset, `the action ${title}`, actionText({ name: free(title, "action"), title }, parties, act));
    close();
  };
  return (
    <Frame title="A new action" ready={title.trim() !== "" && changed !== "" && parties.sort !== "none"} carry={carry} close={close}>
      <TextField label="Title" hint="Shoot, Rally" value={title} set={setTitle} first />
      <PartiesField declared={declared} parties={parties} set={setParties} />
      <SelectField label="It takes the roll" value={roll} options={[["", "none: it always succeeds"], ...rolls.map((one): [string, string] => [one.name, one.title])]} set={setRoll} />
      <SelectField
        label={`Then, ${parties.sort === "two" ? "for the target" : "for the unit"},`}
        value={how}
        options={[
          ["add", "add"],
          ["take", "take away"],
        ]}
        set={(one) => setHow(one as "add" | "take")}
      />
      <NumberField label="this many" value={amount} set={setAmount} />
      <SelectField label="of" value={changed} options={tracks.map((one): [string, string] => [one, one])} set={setTrack} />
      <TextField label="Destroyed when it reaches" hint="leave empty if not" value={destroyedAt} set={setDestroyedAt} />
      {tracks.length === 0 && <p class="failed">This kind has no number that changes in play: add one with “Add a stat”.</p>}
    </Frame>
  );
}

/** Returns the tracks of a kind that hold numbers. */
function tracksOf(studio: Studio, ruleset: string, kind: string): string[] {
  const own = studio.grids.declared.value.find((one) => one.ruleset === ruleset && one.sort === "kind" && one.name === kind);
  return own?.kind?.tracks.filter((track) => track.is_number).map((track) => track.name) ?? [];
}

export function SequenceForm({ ruleset, close }: FormProperties) {
  const studio = useStudio();
  const { declared, free } = useNames(ruleset);
  const [title, setTitle] = useState("The battle");
  const [rounds, setRounds] = useState(6);
  const [phases, setPhases] = useState<readonly PhaseForm[]>([{ title: "", action: "", parties: { sort: "none", kind: "" } }]);
  const actions = declared.filter((one) => one.sort === "action" && one.parties !== null && one.parties.sort !== "none");
  const set = (at: number, phase: PhaseForm): void => setPhases(phases.map((one, number) => (number === at ? phase : one)));
  const move = (from: number, to: number): void => {
    const left = phases.filter((_, at) => at !== from);
    setPhases([...left.slice(0, to), ...phases.slice(from, from + 1), ...left.slice(to)]);
  };
  const order = useReorder<HTMLOListElement>({ labels: phases.map((phase, at) => phase.title || `Phase ${at + 1}`), move });
  const carry = (): void => {
    const named = phases.filter((phase) => phase.title.trim() !== "");
    // Whoever fires at somebody needs to know the sides.
    const sides = named.some((phase) => phase.parties.sort === "two") && !declared.some((one) => one.sort === "kind" && one.name === "side") ? 'kind side "Side"\n\n' : "";
    declare(studio, ruleset, `the sequence ${title}`, sides + sequenceText({ name: free(title, "battle"), title }, rounds, named));
    close();
  };
  return (
    <Frame title="A new sequence of play" ready={title.trim() !== "" && rounds > 0 && phases.some((phase) => phase.title.trim() !== "")} carry={carry} close={close}>
      <TextField label="Title" value={title} set={setTitle} first />
      <NumberField label="Turns" value={rounds} set={setRounds} />
      {order.told}
      <ol class="phases" ref={order.box}>
        {phases.map((phase, at) => (
          <li key={at} {...order.item(at)} class={`row ${order.item(at).class}`}>
            {order.handle(at)}
            <TextField label={`Phase ${at + 1}`} value={phase.title} set={(shown) => set(at, { ...phase, title: shown })} />
            <SelectField
              label="Every unit"
              value={phase.action}
              options={[["", "does nothing yet"], ...actions.map((one): [string, string] => [one.name, one.title])]}
              set={(action) => set(at, { ...phase, action, parties: actions.find((one) => one.name === action)?.parties ?? { sort: "none", kind: "" } })}
            />
            <button type="button" class="icon" aria-label={`Remove phase ${at + 1}`} onClick={() => setPhases(phases.filter((_, number) => number !== at))}>
              ×
            </button>
          </li>
        ))}
      </ol>
      <button type="button" onClick={() => setPhases([...phases, { title: "", action: "", parties: { sort: "none", kind: "" } }])}>
        Add a phase
      </button>
    </Frame>
  );
}
