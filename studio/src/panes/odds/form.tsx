// The situation: units, facts and tracks, by the types that the rules give them.

import { useId, useMemo, useState } from "preact/hooks";
import type { Field, Pair } from "../../protocol/documents";
import { freeName, type FurtherUnit } from "../../question/further-units";
import { isMany, membersOf, setOf } from "../../question/question";
import { useStudio } from "../../studio";

export function QuestionForm() {
  const { question } = useStudio();
  const form = question.form.value;
  // What is given when the form comes is seen at once; what is given later stays where it is written.
  const lifted = useMemo(() => new Set(question.given.peek().keys()), [question, form]);
  if (form === null) return null;
  const tracks = form.fields.filter((field) => field.role === "track" && !lifted.has(field.key));
  const others = form.fields.filter((field) => field.role === "fact" && field.default !== null && !lifted.has(field.key));
  const folded = others.length > MOST_FACTS ? others : [];
  const main = form.fields.filter((field) => !tracks.includes(field) && !folded.includes(field));
  return (
    <form class="question" aria-label="Situation" onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        {main.map((field) => (
          <FieldRow key={field.key} field={field} />
        ))}
      </div>
      {question.example.value !== null && <p class="quiet">As in the example “{question.example.value}”.</p>}
      <div class="folds">
        <MoreFields title="Facts with a default" fields={folded} />
        <MoreFields title="State of the units" fields={tracks} />
        {(form.options.length > 0 || form.variants.length > 0) && <Switches />}
        <Extra />
      </div>
    </form>
  );
}

/** Fields that are seldom filled in. */
function MoreFields({ title, fields }: { title: string; fields: readonly Field[] }) {
  const { question } = useStudio();
  const given = fields.filter((field) => question.given.value.has(field.key));
  if (fields.length === 0) return null;
  return (
    <details class="more">
      <summary>
        {title}: {fields.length}
        {given.length > 0 ? `, ${given.length} given` : ""}
      </summary>
      <div class="fields">
        {fields.map((field) => (
          <FieldRow key={field.key} field={field} />
        ))}
      </div>
    </details>
  );
}

function FieldRow({ field }: { field: Field }) {
  const { question } = useStudio();
  const id = useId();
  const value = question.given.value.get(field.key) ?? "";
  const many = isMany(value) && !field.several;
  const others = question.tableKeys.value.filter((key) => key !== field.key);
  const canBeMany = field.kind !== "text" && !field.several && others.length < 2 && (field.kind !== "number" || (field.from !== null && field.to !== null));
  const set = (to: string): void => question.set(field.key, to);
  const toggle = (): void => set(many ? single(field) : allOf(field));
  return (
    <div class="field" data-key={field.key}>
      <label for={id}>
        {sentence(field.title)}
        {field.sections.length > 0 && <span class="cite">{field.sections[0]}</span>}
      </label>
      <div class="control">
        {field.several ? <SeveralInput id={id} field={field} value={value} set={set} /> : many ? <ManyInput id={id} field={field} value={value} set={set} /> : <OneInput id={id} field={field} value={value} set={set} />}
        {canBeMany && (
          <button type="button" class="icon all" aria-pressed={many} aria-label={`All values of ${field.title}`} title="All values, as a table" onClick={toggle}>
            ▦
          </button>
        )}
      </div>
    </div>
  );
}

/** More optional rules are folded. */
const MOST_OPTIONS = 6;
/** More facts with a default are folded. */
const MOST_FACTS = 6;

interface InputProperties {
  id: string;
  field: Field;
  value: string;
  set(value: string): void;
}

/** A set of units: those in it, each of which can be taken out, and one to be added. The same unit can be in it again. */
function SeveralInput({ id, field, value, set }: InputProperties) {
  const { question } = useStudio();
  const further = question.units.value.filter(({ name }) => name !== "").map(({ name }) => ({ value: name, title: name }));
  const known = [...field.values, ...further];
  const members = membersOf(value);
  const [chosen, setNext] = useState<string | null>(null);
  const next = chosen ?? known[0]?.value ?? "";
  const titleOf = (unit: string): string => known.find((one) => one.value === unit)?.title ?? unit;
  return (
    <div class="several">
      <ul aria-label={field.title}>
        {members.map((unit, at) => (
          <li key={at} class="chip">
            {titleOf(unit)}
            <button type="button" class="icon" aria-label={`Take ${titleOf(unit)} out`} title="Take it out" onClick={() => set(setOf(members.filter((_, number) => number !== at)))}>
              ×
            </button>
          </li>
        ))}
        {members.length === 0 && <li class="quiet">no unit</li>}
      </ul>
      <select id={id} value={next} onChange={(event) => setNext(event.currentTarget.value)}>
        {known.map((one) => (
          <option key={one.value} value={one.value}>
            {one.title}
          </option>
        ))}
      </select>
      <button type="button" class="small" aria-label={`Add it to ${field.title}`} disabled={next === ""} onClick={() => set(setOf([...members, next]))}>
        Add
      </button>
    </div>
  );
}

/** Numbers of a short stretch can be slid. */
const MOST_SLID = 100;
/** Few short words are shown beside each other. */
const MOST_BESIDE = 5;

function OneInput({ id, field, value, set }: InputProperties) {
  const { question } = useStudio();
  const further = field.kind === "unit" ? question.units.value.filter(({ name }) => name !== "").map(({ name }) => ({ value: name, title: name })) : [];
  const left = field.default === null ? (field.optional || field.role === "track" ? "as it is" : null) : `${field.default}, by default`;
  if (field.kind === "number") {
    return (
      <span class="number">
        <input
          id={id}
          type="number"
          value={value}
          min={field.from ?? undefined}
          max={field.to ?? undefined}
          placeholder={field.default ?? ""}
          onInput={(event) => set(event.currentTarget.value)}
        />
        {field.from !== null && field.to !== null && field.to - field.from <= MOST_SLID && (
          <input
            type="range"
            aria-label={`${field.title}, ${field.from} to ${field.to}`}
            value={value === "" ? (field.default ?? String(field.from)) : value}
            min={field.from}
            max={field.to}
            onInput={(event) => set(event.currentTarget.value)}
          />
        )}
        <small>{field.measure ?? ""}</small>
      </span>
    );
  }
  if (field.kind === "text") return <input id={id} type="text" value={value} placeholder={left ?? ""} onChange={(event) => set(event.currentTarget.value)} />;
  const isShort = field.kind !== "unit" && field.values.length <= MOST_BESIDE && field.values.every((known) => known.title.length <= 9);
  if (isShort) {
    const shown = value === "" ? field.default : value;
    return (
      <span class="segments" role="group" aria-label={field.title}>
        {field.values.map((known) => (
          <button
            key={known.value}
            type="button"
            id={known === field.values[0] ? id : undefined}
            class={value === "" && shown === known.value ? "by-default" : ""}
            aria-pressed={shown === known.value}
            onClick={() => set(value === known.value && field.default !== null ? "" : known.value)}
          >
            {known.title}
          </button>
        ))}
      </span>
    );
  }
  return (
    <select id={id} value={value} onChange={(event) => set(event.currentTarget.value)}>
      {left !== null && <option value="">{left}</option>}
      {[...field.values, ...further].map((known) => (
        <option key={known.value} value={known.value}>
          {known.title}
        </option>
      ))}
    </select>
  );
}

/** Several values: a stretch of numbers, or words with commas; `*` is all of them. */
function ManyInput({ id, value, set, field }: InputProperties) {
  return (
    <input
      id={id}
      class="many"
      type="text"
      value={value}
      title={field.kind === "number" ? "A stretch 0..12, or single values 3,9,18" : "All: *, or single ones with commas"}
      onChange={(event) => set(event.currentTarget.value.trim() === "" ? single(field) : event.currentTarget.value.trim())}
    />
  );
}

function allOf(field: Field): string {
  return field.kind === "number" ? `${field.from ?? 0}..${field.to ?? 0}` : "*";
}

function single(field: Field): string {
  if (field.default !== null || field.optional || field.role === "track") return "";
  return field.kind === "number" ? String(field.from ?? 0) : (field.values[0]?.value ?? "");
}

/** What is given besides the fields: further units, a fact about certain units, a part of a unit. */
function Extra() {
  const { question } = useStudio();
  const { units, extra, form } = question;
  const pairs = extra.value;
  const known = form.value?.units ?? [];
  const change = (at: number, pair: Pair | null): void => {
    extra.value = pairs.flatMap((old, number) => (number !== at ? [old] : pair === null ? [] : [pair]));
  };
  const add = (): void => {
    const unit = known[0]?.value ?? "";
    // A value of a field that is the name of a further unit means that one.
    const taken = [...units.value.map(({ name }) => name), ...question.given.value.keys(), ...question.given.value.values()];
    units.value = [...units.value, { name: freeName(taken), unit, side: "" }];
  };
  return (
    <div class="extra">
      {units.value.map((unit, at) => (
        <FurtherUnitRow
          key={at}
          unit={unit}
          change={(to) => (units.value = units.value.flatMap((old, number) => (number !== at ? [old] : to === null ? [] : [to])))}
        />
      ))}
      {pairs.map(([key, value], at) => (
        <div class="row" key={at}>
          <input type="text" aria-label="What else is given" placeholder="target.gun.jammed" value={key} onChange={(event) => change(at, [event.currentTarget.value.trim(), value])} />
          <span>=</span>
          <input type="text" aria-label="Its value" value={value} onChange={(event) => change(at, [key, event.currentTarget.value.trim()])} />
          <button type="button" class="icon" aria-label="Remove" title="Remove" onClick={() => change(at, null)}>
            ×
          </button>
        </div>
      ))}
      <span class="row">
        {known.length > 0 && (
          <button type="button" class="link" title="Somebody who is on the table too" onClick={add}>
            Add a unit
          </button>
        )}
        <button type="button" class="link" title="A fact about certain units, or the state of a part" onClick={() => (extra.value = [...pairs, ["", ""]])}>
          Add a value
        </button>
      </span>
    </div>
  );
}

function FurtherUnitRow({ unit, change }: { unit: FurtherUnit; change(to: FurtherUnit | null): void }) {
  const { question } = useStudio();
  const form = question.form.value;
  const sides = form?.sides ?? [];
  return (
    <div class="row">
      <select aria-label="Further unit" value={unit.unit} onChange={(event) => change({ ...unit, unit: event.currentTarget.value })}>
        {form?.units.map((known) => (
          <option key={known.value} value={known.value}>
            {known.title}
          </option>
        ))}
      </select>
      <label class="named">
        named <input type="text" size={10} aria-label="Its name in the question" value={unit.name} onInput={(event) => change({ ...unit, name: event.currentTarget.value.trim() })} />
      </label>
      {sides.length > 0 && (
        <label class="named">
          of{" "}
          <select aria-label="Its side" value={unit.side} onChange={(event) => change({ ...unit, side: event.currentTarget.value })}>
            <option value="">the other side</option>
            {sides.map((side) => (
              <option key={side.value} value={side.value}>
                {side.title}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" class="icon" aria-label="Remove the unit" title="Remove the unit" onClick={() => change(null)}>
        ×
      </button>
    </div>
  );
}

function Switches() {
  const { question, library } = useStudio();
  const form = question.form.value;
  if (form === null) return null;
  const set = new Map(question.options.value);
  const changed = form.options.filter((option) => (set.get(option.name) ?? option.default) !== option.default);
  const isFolded = form.options.length > MOST_OPTIONS;
  const options = (
    <div class="switches">
      {form.options.map((option) => {
        const value = set.get(option.name) ?? option.default;
        return option.values.length === 2 && option.values.includes("on") ? (
          <button
            key={option.name}
            type="button"
            class="chip"
            aria-pressed={value === "on"}
            onClick={() => question.setOption(option.name, value === "on" ? "off" : "on")}
          >
            {option.title}
          </button>
        ) : (
          <label key={option.name} class="chip">
            {option.title}{" "}
            <select value={value} onChange={(event) => question.setOption(option.name, event.currentTarget.value)}>
              {option.values.map((known) => (
                <option key={known}>{known}</option>
              ))}
            </select>
          </label>
        );
      })}
      {form.variants.map((name) => (
        <button key={name} type="button" class="chip variant" aria-pressed={question.variants.value.includes(name)} onClick={() => question.toggleVariant(name)}>
          variant {library.get(name)?.title ?? name}
        </button>
      ))}
    </div>
  );
  if (!isFolded) return options;
  return (
    <details class="more" open={changed.length > 0}>
      <summary>
        Optional rules: {form.options.length}
        {changed.length > 0 ? `, ${changed.length} changed` : ""}
      </summary>
      {options}
    </details>
  );
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
