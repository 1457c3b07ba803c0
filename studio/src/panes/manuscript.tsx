// A manuscript that is handed in, and the rule that a table of it becomes. Its lines stand on the left, beside the text.

import { useState } from "preact/hooks";
import { Refused } from "../connection/peer";
import { declarationsOf, mainText } from "../data/grids";
import type { Declaration } from "../protocol/documents";
import type { DeclarationDocument } from "../protocol/trials";
import { appended } from "../question/example";
import { useStudio, type Studio } from "../studio";
import { newGame, readManuscript, say } from "../ui/actions";
import { FailureOf } from "./failure";
import { withCode } from "./findings";
import { unitsPath } from "./data/sheet";

const ENDINGS = ".docx,.odt,.md,.markdown,.txt,.csv,.html";

export function ManuscriptPane() {
  const studio = useStudio();
  const { manuscripts, screen } = studio;
  const [isOver, setOver] = useState(false);
  const open = (file: File | undefined): void => void (file !== undefined && readManuscript(studio, file));
  const name = manuscripts.name.value;
  const read = manuscripts.read.value;
  const failed = manuscripts.failed.value;
  const declared = manuscripts.declared.value;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    open(event.dataTransfer?.files[0]);
  };
  return (
    <div
      class={isOver ? "manuscript-pane over" : "manuscript-pane"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p class="row manuscript-head">
        <label class="button">
          {name === null ? "Choose a manuscript" : "Another manuscript"}
          <input
            class="hidden"
            data-focus
            type="file"
            accept={ENDINGS}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              open(file);
            }}
          />
        </label>
        {name === null ? (
          <span class="quiet">or drop it here</span>
        ) : (
          <>
            <b>{name}</b>
            <button type="button" class="link" onClick={() => manuscripts.close()}>
              Close it
            </button>
          </>
        )}
      </p>
      {name === null && (
        <div class="padded">
          <h2 class="pane-title">A rulebook that is written already</h2>
          <p>
            A manuscript from a word processor (.docx, .odt), or as text (.md, .txt), is read here and shown to the left of your rules: what is
            doubtful in it is shown beside its lines, and its tables become rules. The file itself is not changed, and it is sent to nobody.
          </p>
        </div>
      )}
      {manuscripts.busy.value && <p class="padded quiet">Reading the manuscript …</p>}
      {failed !== null && (
        <div class="padded">
          <FailureOf failure={failed} title="The manuscript cannot be read" />
        </div>
      )}
      {read !== null && declared === null && (
        <p class="padded">
          You see it to the left of your rules, with its findings.{" "}
          <button type="button" class="link" onClick={() => screen.showLeft("manuscript")}>
            Show it
          </button>
        </p>
      )}
      {declared !== null && (
        <section aria-label="The rule" class="manuscript-rule" aria-live="polite">
          {declared.declaration === null ? <p class="failed">{withCode(declared.why ?? "")}</p> : <Rule declaration={declared.declaration} />}
        </section>
      )}
    </div>
  );
}

function Rule({ declaration }: { declaration: DeclarationDocument }) {
  const studio = useStudio();
  const { question, library } = studio;
  const ruleset = question.ruleset.value;
  const own = ruleset === null ? undefined : library.get(ruleset);
  return (
    <>
      <h3>{declaration.name}</h3>
      <pre tabIndex={0}>{declaration.text}</pre>
      {declaration.units !== null && (
        <>
          <h4>{declaration.units.name}</h4>
          <pre tabIndex={0}>{declaration.units.text}</pre>
        </>
      )}
      {declaration.undecided.length > 0 && (
        <>
          <h4>For you to decide</h4>
          <ul class="undecided">
            {declaration.undecided.map((sentence) => (
              <li key={sentence}>{withCode(sentence)}</li>
            ))}
          </ul>
        </>
      )}
      {own?.own === true ? (
        <button type="button" class="primary" onClick={() => void put(studio, own.name, declaration)}>
          Put it into {own.title}
        </button>
      ) : (
        <p class="quiet">
          It can be put into a game of yours.{" "}
          <button type="button" class="link" onClick={() => newGame(studio)}>
            Start one
          </button>
        </p>
      )}
    </>
  );
}

/** Adds the rule to a game, with the units that belong to it, as one step. */
async function put(studio: Studio, ruleset: string, declaration: DeclarationDocument): Promise<void> {
  const { texts } = studio;
  let declarations: readonly Declaration[];
  try {
    ({ declarations } = await declarationsOf(studio.front, ruleset));
  } catch (error) {
    say(studio, `“${declaration.name}” is not added: ${Refused.from(error).message}`);
    return;
  }
  const file = mainText(texts, studio.library, declarations, ruleset);
  const path = file?.path ?? `rules/${ruleset}/${ruleset}.rules`;
  const act = studio.acts.perform(`add ${declaration.name} from the manuscript`, () => {
    const { units } = declaration;
    if (units !== null) {
      const at = unitsPath(studio, ruleset).replace(/[^/]*$/, units.name);
      texts.put(at, appended(texts.get(at)?.text ?? "", units.text));
    }
    texts.put(path, appended(file?.text ?? "", declaration.text));
  });
  studio.desk.open(path);
  say(studio, `“${declaration.name}” is in ${path}.`, act);
}
