// The value that makes a scenario fair: several are played, and the one that is the nearest to the aim is named.

import { useId, useMemo, useState } from "preact/hooks";
import { candidatesOf, writeChange, type Candidate } from "../trials/candidates";
import type { TunedValue, TuneDocument } from "../protocol/trials";
import { useStudio } from "../studio";
import { say } from "../ui/actions";
import { useDeclarations } from "./declarations";
import { FailureOf } from "./failure";
import { Interval } from "./trials/interval";
import { Progress } from "./trials/progress";
import { ChosenFields, useChosen, type Chosen } from "./trials/set-up";

/** What is aimed at besides the victory of a side. */
const OTHER = "";

interface Varied {
  name: string;
  values: string;
}

export function TunePane() {
  const studio = useStudio();
  const { trials, question, texts } = studio;
  const chosen = useChosen();
  const { tuning } = trials;
  const edits = texts.edits.value;
  const read = studio.toml.renewed.value;
  const declarations = useDeclarations(chosen.ruleset);
  const candidates = useMemo(() => (chosen.scenario === null ? [] : candidatesOf(studio, chosen.scenario, chosen.ruleset, declarations)), [studio, chosen.scenario, chosen.ruleset, edits, read, declarations]);
  const [varied, setVaried] = useState<readonly Varied[]>([{ name: "", values: "" }]);
  const [winner, setWinner] = useState<string | null>(null);
  const [value, setValue] = useState("game.turn");
  const [share, setShare] = useState("50");
  const [games, setGames] = useState(5_000);
  const { scenario } = chosen;
  const first = winner ?? chosen.sides[0]?.value ?? OTHER;
  const aim = first === OTHER ? `${value} = ${share}` : `winner is ${first} = ${share} %`;
  const vary = varied.filter((one) => one.name.trim() !== "").map(({ name, values }) => (values.trim() === "" ? name.trim() : `${name.trim()}=${values.trim()}`));
  const isReady = scenario !== null && vary.length > 0 && tuning.stage.value === null;
  const play = (event: Event): void => {
    event.preventDefault();
    if (scenario !== null && isReady) void tuning.play({ scenario, variants: question.variants.value, sides: chosen.pairs, games, seed: 0, vary, aim });
  };
  const change = (at: number, to: Varied | null): void => setVaried(varied.flatMap((old, number) => (number !== at ? [old] : to === null ? [] : [to])));
  const answer = tuning.answer.value;
  const failed = tuning.failed.value;
  return (
    <div class="scroll padded trials">
      <h2 class="pane-title">Which value is fair</h2>
      <p class="quiet">Several values are played until one is surely the nearest to what you aim at.</p>
      {scenario === null ? (
        <p class="quiet">There is no scenario yet.</p>
      ) : (
        <form class="trial-form" onSubmit={play}>
          <ChosenFields chosen={chosen} />
          <fieldset>
            <legend>Vary</legend>
            {varied.map((one, at) => (
              <VariedRow key={at} varied={one} candidates={candidates} change={(to) => change(at, to)} isOnly={varied.length === 1} />
            ))}
            <button type="button" class="link" onClick={() => setVaried([...varied, { name: "", values: "" }])}>
              Vary something else too
            </button>
          </fieldset>
          <AimFields chosen={chosen} winner={first} setWinner={setWinner} value={value} setValue={setValue} share={share} setShare={setShare} />
          <label>
            Games at most
            <input type="number" min="100" max="1000000" step="100" value={games} onInput={(event) => setGames(Math.max(100, Math.round(Number(event.currentTarget.value))))} />
          </label>
          <button type="submit" class="primary" disabled={!isReady}>
            Find it
          </button>
        </form>
      )}
      <Progress trial={tuning} shown={answer?.games ?? null} />
      {failed !== null && <FailureOf failure={failed} title="There is no answer" />}
      {answer !== null && <Tuned tuned={answer} ruleset={chosen.ruleset} />}
    </div>
  );
}

interface VariedProperties {
  varied: Varied;
  candidates: readonly Candidate[];
  isOnly: boolean;
  change(to: Varied | null): void;
}

function VariedRow({ varied, candidates, isOnly, change }: VariedProperties) {
  const id = useId();
  const known = candidates.find((one) => one.name === varied.name);
  return (
    <span class="row">
      <input
        type="text"
        list={id}
        aria-label="What is varied"
        placeholder="garrison.men"
        value={varied.name}
        onInput={(event) => {
          const name = event.currentTarget.value;
          const candidate = candidates.find((one) => one.name === name);
          change({ name, values: candidate?.values ?? varied.values });
        }}
      />
      <datalist id={id}>
        {candidates.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title}
          </option>
        ))}
      </datalist>
      <input type="text" size={10} aria-label="Its values" title="A stretch 4..12, or single values 3,5,8" placeholder="4..12" value={varied.values} onInput={(event) => change({ ...varied, values: event.currentTarget.value })} />
      {known?.now != null && <small>now {known.now}</small>}
      {!isOnly && (
        <button type="button" class="icon" aria-label="Remove" title="Remove" onClick={() => change(null)}>
          ×
        </button>
      )}
    </span>
  );
}

interface AimProperties {
  chosen: Chosen;
  winner: string;
  setWinner(winner: string): void;
  value: string;
  setValue(value: string): void;
  share: string;
  setShare(share: string): void;
}

function AimFields({ chosen, winner, setWinner, value, setValue, share, setShare }: AimProperties) {
  return (
    <fieldset>
      <legend>Aim at</legend>
      <span class="row">
        <select aria-label="What is aimed at" value={winner} onChange={(event) => setWinner(event.currentTarget.value)}>
          {chosen.sides.map((side) => (
            <option key={side.value} value={side.value}>
              won by {side.title}
            </option>
          ))}
          <option value={OTHER}>another value</option>
        </select>
        {winner === OTHER && <input type="text" size={14} aria-label="The value" value={value} onInput={(event) => setValue(event.currentTarget.value.trim())} />}
        <span>{winner === OTHER ? "is on average" : "in"}</span>
        <input type="number" aria-label={winner === OTHER ? "Its mean" : "Percent of the games"} value={share} step="any" onInput={(event) => setShare(event.currentTarget.value)} />
        {winner !== OTHER && <span>% of the games</span>}
      </span>
    </fieldset>
  );
}

function wordsOf({ changes }: TunedValue): string {
  return changes.map(({ name, value }) => `${name} = ${value}`).join(", ");
}

function Tuned({ tuned, ruleset }: { tuned: TuneDocument; ruleset: string }) {
  const studio = useStudio();
  const { aim, values, best } = tuned;
  const known = values.flatMap(({ found }) => (found === null ? [] : found.interval));
  const scale: [number, number] = aim.is_percent ? [0, 100] : [Math.min(aim.wanted, ...known), Math.max(aim.wanted, ...known)];
  const unit = aim.is_percent ? "\u00a0%" : "";
  const nearest = best === null ? undefined : values[best];
  const shown = (value: number): string => value.toFixed(aim.is_percent ? 1 : 2);
  const use = async (value: TunedValue): Promise<void> => {
    let missed: string | null = null;
    const act = await studio.toml.change(`write ${wordsOf(value)}`, async (open) => {
      missed = null;
      for (const change of value.changes) if (!(await writeChange(studio, open, tuned.scenario, ruleset, change))) missed = change.name;
    });
    if (act === null && missed === null) return;
    say(studio, missed === null ? `${wordsOf(value)} is written.` : `\`${missed}\` has no place of its own in the texts: write it where you want it.`, act);
  };
  return (
    <article class="report" aria-label="Values">
      {tuned.sentences.map((sentence, at) => (
        <p key={sentence} class={at === 0 ? "lead" : undefined}>
          {sentence}
        </p>
      ))}
      {tuned.is_cut && <p class="quiet">With more games it would be surer.</p>}
      {tuned.assumed.map((sentence) => (
        <p key={sentence} class="quiet">
          Assumed: {sentence}.
        </p>
      ))}
      {nearest !== undefined && (
        <p>
          <button type="button" onClick={() => void use(nearest)}>
            Write {wordsOf(nearest)}
          </button>
        </p>
      )}
      <div class="scrolls" tabIndex={0} role="group" aria-label="Values">
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">{aim.value}</th>
              <th scope="col">
                aim {aim.wanted}
                {unit}
              </th>
              <th scope="col">nearest with</th>
              <th scope="col">games</th>
            </tr>
          </thead>
          <tbody>
            {values.map((value, at) => (
              <tr key={at} class={at === best ? "best" : value.is_dropped ? "dropped" : undefined}>
                <th scope="row" class="number">
                  {wordsOf(value)}
                  {at === best && <span class="count good">the nearest</span>}
                </th>
                {value.found === null ? (
                  <td colSpan={3}>{value.error ?? "no game has it"}</td>
                ) : (
                  <>
                    <td class="number">
                      {shown(value.found.mean)}
                      {unit} <small>({shown(value.found.interval[0])} to {shown(value.found.interval[1])})</small>
                    </td>
                    <td>
                      <Interval mark={{ value: value.found.mean, interval: value.found.interval }} scale={scale} aim={aim.wanted} />
                    </td>
                    <td>{(100 * value.nearest).toFixed(1)} %</td>
                  </>
                )}
                <td>{value.games.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">The lines are intervals: each holds the true number in 95 of 100 such searches. Values that are hardly ever the nearest are played no more.</p>
    </article>
  );
}
