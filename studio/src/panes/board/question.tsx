// What a player is to decide, with every legal answer as a button.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameDocument } from "../../protocol/documents";
import { Refused } from "../../connection/peer";
import { useStudio } from "../../studio";
import { FailureOf } from "../failure";
import { withCode } from "../findings";

/** More answers are chosen by writing or on the board. */
const MOST = 60;
/** So many places are listed besides being marked on the board. */
const FEW = 12;

export function Question({ state }: { state: GameDocument }) {
  const { game } = useStudio();
  const [text, setText] = useState("");
  const box = useRef<HTMLElement>(null);
  const { next } = state;
  const title = "question" in next ? next.question.title : null;
  useEffect(() => setText(""), [title, state.journal]);
  if ("over" in next) {
    return (
      <section class="decision over" aria-live="polite">
        <h3>The game is over</h3>
        {next.over.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </section>
    );
  }
  if ("stopped" in next) {
    return <FailureOf failure={new Refused(0, next.stopped.message, next.stopped.data ?? null)} title="The game stopped" />;
  }
  const { question } = next;
  const busy = game.busy.value;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.trim() !== "") void game.answer(text.trim());
  };
  const written = (action: string, placeholder: string) => (
    <form class="row" onSubmit={submit}>
      <label>
        <span class="hidden">Another answer</span>
        <input type="text" value={text} list="answers" placeholder={placeholder} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <datalist id="answers">
        {[...new Set([...question.answers, ...state.sheets.map((sheet) => sheet.unit)])].filter(Boolean).map((answer) => (
          <option key={answer} value={answer} />
        ))}
      </datalist>
      <button type="submit" disabled={busy || text.trim() === ""}>
        {action}
      </button>
    </form>
  );
  const answers = titled(question.answers, state);
  const isOnBoard = answers.length > FEW && state.board !== null && answers.some(({ answer }) => isPlace(state, answer));
  return (
    <section class="decision" ref={box} aria-live="polite">
      <h3>
        {question.by !== null && question.by !== "" && <span class="by">{question.by}</span>} {question.title}
      </h3>
      {state.rejected !== null && (
        <div class="failure" role="alert">
          {state.rejected.map((line) => (
            <p key={line}>{withCode(line)}</p>
          ))}
        </div>
      )}
      {isOnBoard && <p>Choose a marked place on the board, or one of the list.</p>}
      <List isFolded={isOnBoard} count={answers.length}>
        <div class="answers">
          {answers.slice(0, MOST).map(({ answer, title: shown }) => (
            <button key={answer} type="button" disabled={busy} onClick={() => void game.answer(answer)}>
              {shown}
            </button>
          ))}
        </div>
      </List>
      {(question.values !== null || answers.length > MOST || answers.length === 0) && written("Answer", question.values ?? "a name")}
      {question.values === null && (
        <details open={state.rejected !== null}>
          <summary>Why not something else?</summary>
          {written("Ask why", "a unit, a place, an option")}
          <p class="quiet">Name what you would like. If the rules refuse it, they say why; if they allow it, it is done.</p>
        </details>
      )}
    </section>
  );
}

/** A long list of places is folded: they are marked on the board. */
function List({ isFolded, count, children }: { isFolded: boolean; count: number; children: ComponentChildren }) {
  if (!isFolded) return <>{children}</>;
  return (
    <details>
      <summary>{count} answers as a list</summary>
      {children}
    </details>
  );
}

function isPlace(state: GameDocument, answer: string): boolean {
  return answer.startsWith("(") || (state.board?.places.some((place) => place.name === answer) ?? false);
}

/** Gives answers that are units the titles of their units. */
function titled(answers: readonly string[], state: GameDocument): { answer: string; title: string }[] {
  const titles = new Map(state.sheets.filter((sheet) => sheet.unit !== "").map((sheet) => [sheet.unit, sheet.title]));
  return answers.map((answer) => ({ answer, title: titles.get(answer) ?? answer }));
}
