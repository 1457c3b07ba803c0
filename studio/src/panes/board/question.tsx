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
  const [told, setTold] = useState<{ wanted: string; reasons: readonly string[] | null } | null>(null);
  const box = useRef<HTMLElement>(null);
  /** The last answer was given here by keyboard or pointer: the focus goes to the next question. */
  const hadFocus = useRef(false);
  const { next } = state;
  const title = "question" in next ? next.question.title : null;
  useEffect(() => {
    setText("");
    setTold(null);
    if (!hadFocus.current) return;
    hadFocus.current = false;
    const first = box.current?.querySelector<HTMLElement>(".answers button, form input, summary") ?? box.current;
    first?.focus({ preventScroll: true });
  }, [title, state.journal]);
  if ("over" in next) {
    return (
      <section class="decision over" ref={box} tabIndex={-1} aria-live="polite">
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
  const answer = (given: string): void => {
    hadFocus.current = box.current?.contains(document.activeElement) === true;
    void game.answer(given);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.trim() !== "") answer(text.trim());
  };
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    const wanted = text.trim();
    try {
      setTold({ wanted, reasons: await game.wouldRefuse(wanted) });
    } catch (error) {
      setTold({ wanted, reasons: [Refused.from(error).message] });
    }
  };
  const written = (action: string, placeholder: string, submit: (event: Event) => void) => (
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
    <section class="decision" ref={box} tabIndex={-1} aria-live="polite">
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
          {answers.slice(0, MOST).map(({ answer: given, title: shown }) => (
            <button key={given} type="button" disabled={busy} onClick={() => answer(given)}>
              {shown}
            </button>
          ))}
        </div>
      </List>
      {(question.values !== null || answers.length > MOST || answers.length === 0) && written("Answer", question.values ?? "a name", submit)}
      {question.values === null && (
        <details>
          <summary>Why not something else?</summary>
          {written("Ask why", "a unit, a place, an option", (event) => void ask(event))}
          {told === null ? (
            <p class="quiet">Name what you would like: the rules say why they refuse it. Nothing is done.</p>
          ) : told.reasons === null ? (
            <p role="status">
              The rules allow <b>{told.wanted}</b>.{" "}
              <button type="button" class="small" disabled={busy} onClick={() => answer(told.wanted)}>
                Do it
              </button>
            </p>
          ) : (
            <div class="failure" role="alert">
              {told.reasons.map((line) => (
                <p key={line}>{withCode(line)}</p>
              ))}
            </div>
          )}
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

/** Gives answers that are units or places their titles; places with one title keep their names. */
function titled(answers: readonly string[], state: GameDocument): { answer: string; title: string }[] {
  const places = state.board?.places ?? [];
  const counts = new Map<string, number>();
  for (const { title } of places) counts.set(title, (counts.get(title) ?? 0) + 1);
  const named = new Map(places.filter(({ title }) => title !== "" && counts.get(title) === 1).map((place) => [place.name, place.title]));
  const titles = new Map(state.sheets.filter((sheet) => sheet.unit !== "").map((sheet) => [sheet.unit, sheet.title]));
  return answers.map((answer) => ({ answer, title: titles.get(answer) ?? named.get(answer) ?? answer }));
}
