// What is printed: the sheets of the ruleset, page by page, as `print` writes them.

import { useEffect, useRef, useState } from "preact/hooks";
import { Superseded } from "../connection/back";
import { Refused } from "../connection/peer";
import type { PreviewDocument } from "../protocol/paper";
import { useStudio } from "../studio";
import { FailureOf } from "./failure";

const PAUSE = 400;

/** Width of the wider paper with some room, in pixels. */
const PAGE_WIDTH = 850;

const KINDS = {
  charts: "Charts",
  reference: "Quick reference",
  units: "Units",
  cards: "Cards",
  counters: "Counters",
  map: "Maps",
  records: "Record sheets",
  rulebook: "Rulebook",
} as const;

type Kind = keyof typeof KINDS;

interface Choices {
  paper: "a4" | "letter";
  chances: boolean;
  cards: "poker" | "mini" | "tarot";
  backs: "none" | "duplex" | "fold";
  bleed: 0 | 3 | 6;
}

const USUAL: Choices = { paper: "a4", chances: false, cards: "poker", backs: "duplex", bleed: 0 };

export function PrintPane() {
  const { paper, question, texts } = useStudio();
  const ruleset = question.ruleset.value;
  const variants = question.variants.value;
  const revision = texts.revision.value;
  const [kind, setKind] = useState<Kind>("charts");
  const [sheet, setSheet] = useState<string | null>(null);
  const [choices, setChoices] = useState(USUAL);
  const [preview, setPreview] = useState<PreviewDocument | null>(null);
  const [failed, setFailed] = useState<Refused | null>(null);
  useEffect(() => {
    if (ruleset === null) return;
    const timer = setTimeout(() => {
      const asked = { ruleset, variants, sheets: kind, ...choices, ...(sheet === null ? {} : { sheet }) };
      paper.ask<PreviewDocument>("print", "sandtable/print", asked).then(
        (found) => {
          setPreview(found);
          setFailed(null);
        },
        (error: unknown) => {
          if (!(error instanceof Superseded)) setFailed(Refused.from(error));
        },
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [ruleset, variants, revision, kind, sheet, choices, paper]);
  if (ruleset === null) return <p class="padded quiet">Choose a ruleset.</p>;
  const choose = (change: Partial<Choices>): void => setChoices({ ...choices, ...change });
  const isCut = kind === "cards" || kind === "counters";
  return (
    <div class="print-pane">
      <form class="print-choices" onSubmit={(event) => event.preventDefault()}>
        <label>
          Sheets{" "}
          <select
            data-focus
            value={kind}
            onChange={(event) => {
              setSheet(null);
              setKind(event.currentTarget.value as Kind);
            }}
          >
            {Object.entries(KINDS).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Paper{" "}
          <select value={choices.paper} onChange={(event) => choose({ paper: event.currentTarget.value as Choices["paper"] })}>
            <option value="a4">A4</option>
            <option value="letter">Letter</option>
          </select>
        </label>
        {kind === "charts" && (
          <label>
            <input type="checkbox" checked={choices.chances} onChange={(event) => choose({ chances: event.currentTarget.checked })} /> Chances
          </label>
        )}
        {kind === "cards" && (
          <label>
            Size{" "}
            <select value={choices.cards} onChange={(event) => choose({ cards: event.currentTarget.value as Choices["cards"] })}>
              <option value="poker">Poker</option>
              <option value="mini">Mini</option>
              <option value="tarot">Tarot</option>
            </select>
          </label>
        )}
        {isCut && (
          <>
            <label>
              Backs{" "}
              <select value={choices.backs} onChange={(event) => choose({ backs: event.currentTarget.value as Choices["backs"] })}>
                <option value="duplex">On the next page</option>
                <option value="fold">Beside, to be folded</option>
                <option value="none">None</option>
              </select>
            </label>
            <label>
              Bleed{" "}
              <select value={String(choices.bleed)} onChange={(event) => choose({ bleed: Number(event.currentTarget.value) as Choices["bleed"] })}>
                <option value="0">0 mm</option>
                <option value="3">3 mm</option>
                <option value="6">6 mm</option>
              </select>
            </label>
          </>
        )}
        {preview !== null && preview.sheets.length > 1 && (
          <label>
            File{" "}
            <select value={preview.shown ?? ""} onChange={(event) => setSheet(event.currentTarget.value)}>
              {preview.sheets.map(({ name, title, pages }) => (
                <option key={name} value={name}>
                  {title} ({pages === 1 ? "1 page" : `${pages} pages`})
                </option>
              ))}
            </select>
          </label>
        )}
      </form>
      {failed !== null ? (
        <div class="padded">
          <FailureOf failure={failed} title="The sheets cannot be laid out" />
        </div>
      ) : (
        <Preview preview={preview} />
      )}
    </div>
  );
}

function Preview({ preview }: { preview: PreviewDocument | null }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const isShown = preview?.html != null;
  // A page is as wide as the pane; its own size is that of the paper, at which it is printed.
  useEffect(() => {
    const box = room.current;
    if (box === null) return;
    const measure = (): void => setScale(Math.min(1, box.clientWidth / PAGE_WIDTH));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [isShown]);
  if (preview === null) return <p class="padded quiet">Laying out the sheets …</p>;
  if (preview.html === null || preview.shown === null) return <p class="padded quiet">The ruleset has nothing for these sheets.</p>;
  const { html, shown } = preview;
  const save = (): void => {
    const address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${preview.name}-${shown}.html`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <>
      <p class="print-tools">
        <button type="button" class="primary" onClick={() => frame.current?.contentWindow?.print()}>
          Print …
        </button>
        <button type="button" onClick={save}>
          Save the page
        </button>
        <span class="quiet">Print without scaling and without margins.</span>
      </p>
      {/* Nothing in the page can run: it has no scripts, and its frame allows none. */}
      <div class="print-room" ref={room}>
        <iframe
          ref={frame}
          class="print-preview"
          title="Preview of the sheets"
          sandbox="allow-same-origin allow-modals"
          srcdoc={html}
          style={{ width: `${100 / scale}%`, height: `${100 / scale}%`, transform: `scale(${scale})` }}
        />
      </div>
    </>
  );
}
