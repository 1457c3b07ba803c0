// The situation: units, facts and tracks, by the types that the rules give them.

import { useId } from "preact/hooks";
import type { Field, Pair } from "../../protocol/documents";
import { isMany } from "../../question/question";
import { useStudio } from "../../studio";

export function QuestionForm() {
  const { question } = useStudio();
  const form = question.form.value;
  if (form === null) return null;
  const tracks = form.fields.filter((field) => field.role === "track");
  const others = form.fields.filter((field) => field.role === "fact" && field.default !== null);
  const folded = others.length > MOST_FACTS ? others : [];
  const main = form.fields.filter((field) => !tracks.includes(field) && !folded.includes(field));
  return (
    <form class="question" aria-label="Situation" onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        {main.map((field) => (
          <FieldRow key={field.key} field={field} />
        ))}
      </div>
      <MoreFields title="Facts with a default" fields={folded} />
      <MoreFields title="State of the units" fields={tracks} />
      <Extra />
      {(form.options.length > 0 || form.variants.length > 0) && <Switches />}
    </form>
  );
}

/** Fields that are seldom filled in. */
function MoreFields({ title, fields }: { title: string; fields: readonly Field[] }) {
  const { question } = useStudio();
  const given = fields.filter((field) => question.given.value.has(field.key));
  if (fields.length === 0) return null;
  return (
    <details class="more" open={given.length > 0}>
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
  const many = isMany(value);
  const others = question.tableKeys.value.filter((key) => key !== field.key);
  const canBeMany = field.kind !== "text" && others.length < 2 && (field.kind !== "number" || (field.from !== null && field.to !== null));
  const set = (to: string): void => question.set(field.key, to);
  const toggle = (): void => set(many ? single(field) : allOf(field));
  return (
    <div class="field" data-key={field.key}>
      <label for={id}>
        {sentence(field.title)}
        {field.sections.length > 0 && <span class="cite">{field.sections[0]}</span>}
      </label>
      <div class="control">
        {many ? <ManyInput id={id} field={field} value={value} set={set} /> : <OneInput id={id} field={field} value={value} set={set} />}
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

/** Numbers of a short stretch can be slid. */
const MOST_SLID = 100;
/** Few short words are shown beside each other. */
const MOST_BESIDE = 5;

function OneInput({ id, field, value, set }: InputProperties) {
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
      {field.values.map((known) => (
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

/** What is given besides the fields: a fact about certain units, a part of a unit. */
function Extra() {
  const { question } = useStudio();
  const pairs = question.extra.value;
  const change = (at: number, pair: Pair | null): void => {
    question.extra.value = pairs.flatMap((known, number) => (number !== at ? [known] : pair === null ? [] : [pair]));
  };
  return (
    <div class="extra">
      {pairs.map(([key, value], at) => (
        <div class="row" key={at}>
          <input type="text" aria-label="What else is given" placeholder="range(panther, sherman)" value={key} onChange={(event) => change(at, [event.currentTarget.value.trim(), value])} />
          <span>=</span>
          <input type="text" aria-label="Its value" value={value} onChange={(event) => change(at, [key, event.currentTarget.value.trim()])} />
          <button type="button" class="icon" aria-label="Remove" onClick={() => change(at, null)}>
            ×
          </button>
        </div>
      ))}
      <button type="button" class="link" onClick={() => (question.extra.value = [...pairs, ["", ""]])}>
        Give something else
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
