// A scenario on the board: set it up, play it, see the pieces and the log.

import { useEffect, useState } from "preact/hooks";
import type { GameDocument, Pair } from "../protocol/documents";
import type { Player } from "../play/game";
import { sidesIn } from "../play/sides";
import { useStudio, type Studio } from "../studio";
import { FailureOf } from "./failure";
import { useEditor } from "./board/edit/editor";
import { textsOf } from "./board/edit/set-up-texts";
import { CHOOSING, type Tool } from "./board/edit/tools";
import { EditTools } from "./board/edit/tools-bar";
import { BoardPicture } from "./board/picture";
import { Question } from "./board/question";
import { Sheets } from "./board/sheets";
import { withCode } from "./findings";
import { Steps } from "./steps";

export function BoardPane() {
  const { game, library, question } = useStudio();
  const scenario = game.scenario.value;
  // Those of the ruleset that is shown come first.
  const isShown = (name: string): boolean => name === question.ruleset.value;
  const rulesets = library.rulesets.value.toSorted((one, other) => Number(isShown(other.name)) - Number(isShown(one.name)));
  const scenarios = rulesets.flatMap((ruleset) => ruleset.scenarios.map((one) => ({ ...one, ruleset: ruleset.title })));
  if (scenario === null) {
    return (
      <div class="scroll padded">
        <h2 class="pane-title">Play a scenario</h2>
        {scenarios.length === 0 && (
          <p class="quiet">There is no scenario yet. The page “Scenarios and games” shows how to write one; every starter has one.</p>
        )}
        <ul class="cards">
          {scenarios.map((one) => (
            <li key={one.name}>
              <button type="button" class="card" onClick={() => game.choose(one.name)}>
                <b>{one.title}</b>
                <span>{one.ruleset}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return <Played key={scenario} scenario={scenario} />;
}

const PLAYERS: [Player, string][] = [
  ["person", "you"],
  ["policy", "the rules, by worth"],
  ["random", "chance"],
];

function Played({ scenario }: { scenario: string }) {
  const studio = useStudio();
  const { game, texts } = studio;
  const state = game.state.value;
  const failed = game.failed.value;
  const sides = game.sides.value;
  const [chosen, setChosen] = useState<string | null>(null);
  const [tool, setTool] = useState<Tool | null>(null);
  const isEdited = tool !== null;
  const edits = texts.edits.value;
  const outdated = game.outdated.value;
  const canEdit = textsOf(studio, scenario).length > 0;
  useEffect(() => {
    if (!isEdited) return;
    void game.layOut();
    return () => void game.playOn();
  }, [isEdited, game]);
  // What is shown is the position by the texts as they are now: it is played again from its journal.
  useEffect(() => {
    if (sides === null || game.edits === edits) return;
    const timer = setTimeout(() => {
      game.edits = edits;
      void (isEdited ? game.restart() : game.renew());
    }, isEdited ? 120 : 400);
    return () => clearTimeout(timer);
  }, [edits, isEdited, sides, game]);
  useEffect(() => {
    if (sides !== null) return;
    let isCurrent = true;
    void sidesOf(studio, scenario).then((found) => {
      if (!isCurrent) return;
      game.edits = texts.edits.peek();
      game.sides.value = found;
    });
    return () => void (isCurrent = false);
  }, [studio, scenario, sides, game, texts]);
  // A game that is played goes on, whatever other pane was looked at.
  useEffect(() => {
    if (sides !== null) void game.ensure({ scenario, variants: [], sides: [...sides], seed: null });
  }, [scenario, sides, game]);
  const players: Pair[] = (state?.sides ?? []).map((side) => [side.name, side.player]);
  const set = (name: string, player: string): void => void (game.sides.value = players.map(([side, who]): Pair => [side, side === name ? player : who]));
  return (
    <div class="scroll padded board-pane">
      <p class="row between">
        <button type="button" class="link" onClick={() => game.choose(null)}>
          All scenarios
        </button>
        <span class="row">
          {canEdit && state?.board != null && (
            <button type="button" class="chip" aria-pressed={tool !== null} onClick={() => (setTool(tool === null ? CHOOSING : null), setChosen(null))}>
              Change the set-up
            </button>
          )}
          {!isEdited && (
            <>
              <button type="button" disabled={state === null || state.people.length === 0 || game.busy.value} onClick={() => void game.undo()}>
                Undo
              </button>
              <button type="button" disabled={game.busy.value} onClick={() => void game.begin({ scenario, variants: [], sides: players, seed: Math.floor(Math.random() * 1_000_000) })}>
                New dice
              </button>
            </>
          )}
        </span>
      </p>
      <h2 class="pane-title">{state?.title ?? scenario}</h2>
      {outdated !== null && (
        <div class="strip outdated" role="status">
          <span>The rules or the set-up have changed, and this game cannot be played on with them: {withCode(outdated.message)}. The board shows it as it was.</span>
          <button type="button" onClick={() => void game.restart()}>
            Begin again
          </button>
        </div>
      )}
      {failed !== null && <FailureOf failure={failed} title="This scenario cannot be played" />}
      {state === null && failed === null && <p class="quiet">Setting the board up …</p>}
      {state !== null && (
        <>
          {!isEdited && (
            <p class="players row">
              {state.sides.map((side) => (
                <label key={side.name}>
                  {side.title}:{" "}
                  <select value={side.player} onChange={(event) => set(side.name, event.currentTarget.value)}>
                    {PLAYERS.map(([player, title]) => (
                      <option key={player} value={player}>
                        {title}
                      </option>
                    ))}
                  </select>
                </label>
              ))}
              <small class="quiet">seed {state.seed}</small>
            </p>
          )}
          {state.remark !== null && <p class="quiet">{state.remark}</p>}
          <Board scenario={scenario} state={state} chosen={chosen} choose={setChosen} tool={tool} setTool={setTool} />
        </>
      )}
    </div>
  );
}

/** Returns the sides that a scenario names: the first is for the person at the page, the others play by worth. */
async function sidesOf(studio: Studio, scenario: string): Promise<Pair[]> {
  const names = await sidesIn(studio, scenario);
  return names.map((name, at): Pair => [name, at === 0 ? "person" : "policy"]);
}

interface BoardProperties {
  scenario: string;
  state: GameDocument;
  chosen: string | null;
  choose(unit: string | null): void;
  tool: Tool | null;
  setTool(tool: Tool): void;
}

function Board({ scenario, state, chosen, choose, tool, setTool }: BoardProperties) {
  const studio = useStudio();
  const { game } = studio;
  const [details, setDetails] = useState(false);
  const [size, setSize] = useState(9);
  const edit = useEditor({ studio, scenario, scene: state.board, size, tool, setTool, chosen, choose });
  return (
    <>
      {state.board !== null && <BoardPicture scene={state.board} state={state} chosen={chosen} choose={choose} edit={edit} sized={setSize} />}
      {edit !== null && tool !== null && <EditTools scenario={scenario} state={state} editing={edit} chosen={chosen} choose={choose} tool={tool} setTool={setTool} />}
      {/* Below the board, which therefore stays where it is. */}
      {edit === null && <Question state={state} />}
      <Sheets scenario={scenario} sheets={state.sheets} chosen={chosen} choose={choose} />
      <h3 class="row between">
        Log
        <span class="row">
          <button type="button" class="chip" aria-pressed={game.why.value} onClick={() => void game.toggleWhy()}>
            Why not
          </button>
          <button type="button" class="chip" aria-pressed={details} onClick={() => setDetails(!details)}>
            All lookups
          </button>
        </span>
      </h3>
      <div class="log">
        <Steps steps={state.steps} details={details} />
      </div>
    </>
  );
}
