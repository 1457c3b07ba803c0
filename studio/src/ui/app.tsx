// The page: files, text with findings under it, and the panes beside it.

import { useEffect } from "preact/hooks";
import { DocsPane } from "../panes/docs";
import { LeftPane, takeDropped } from "../panes/left";
import { LowerPane } from "../panes/lower";
import { OddsPane } from "../panes/odds";
import { TextPane } from "../panes/text";
import { TracePane } from "../panes/trace";
import { useStudio } from "../studio";
import { Guard } from "./guard";
import { Header } from "./header";
import { bindKeys } from "./keys";
import { Later, type LaterParts } from "./later";
import { Alerts } from "./notices";
import { Palette } from "./palette";
import { RIGHT_TABS, type PaneName, type RightTab } from "./screen";
import { SharedDialog } from "./shared";
import { Splitter } from "./splitter";
import { Status } from "./status";
import { Tabs } from "./tabs";

const TITLES: Record<RightTab, string> = {
  odds: "Odds",
  words: "In words",
  print: "Print",
  trace: "Trace",
  board: "Board",
  coverage: "Coverage",
  docs: "Docs",
  history: "History",
  data: "Units & tables",
  report: "Report",
  tune: "Tune",
  manuscript: "Manuscript",
};

const PANE_TITLES: Record<PaneName, string> = { files: "Files", text: "Text", findings: "Findings", right: "Odds and play" };

export function App() {
  const studio = useStudio();
  const { screen, manuscripts } = studio;
  const reads = manuscripts.read.value !== null && screen.leftTab.value === "manuscript";
  useEffect(() => bindKeys(studio), [studio]);
  const sizes = `--left:${(reads ? screen.reading : screen.left).value}px;--middle:${screen.share.value * 10}fr;--right:${10 - screen.share.value * 10}fr;--bottom:${screen.bottom.value}px`;
  return (
    <div class="page" data-shown={screen.pane.value} style={sizes}>
      <a class="skip" href="#right">
        Skip to the panes
      </a>
      <Header />
      <Alerts />
      <main>
        <nav
          class={manuscripts.read.value === null ? "pane files" : "pane files tabbed"}
          data-pane="files"
          aria-label="Files"
          tabIndex={-1}
          onDragOver={(event) => event.dataTransfer?.types.includes("Files") && event.preventDefault()}
          onDrop={(event) => takeDropped(studio, event)}
        >
          <LeftPane />
        </nav>
        {reads ? (
          <Splitter key="reading" label="Width of the manuscript" value={screen.reading} least={240} most={720} direction="x" />
        ) : (
          <Splitter key="files" label="Width of the files" value={screen.left} least={150} most={420} direction="x" />
        )}
        <div class="middle">
          <section class="pane text" data-pane="text" aria-label="Text" tabIndex={-1}>
            <TextPane />
          </section>
          <Splitter label="Height of the findings" value={screen.bottom} least={70} most={520} direction="y" />
          <section class="pane lower" data-pane="findings" aria-label="Findings" tabIndex={-1}>
            <LowerPane />
          </section>
        </div>
        <Splitter label="Share of the text" value={screen.share} least={0.25} most={0.75} direction="share" />
        <section class="pane right" data-pane="right" id="right" aria-label="Odds, trace, board, coverage, documentation" tabIndex={-1}>
          <Tabs
            label="Panes"
            tabs={RIGHT_TABS.map((name) => ({ name, title: TITLES[name] }))}
            chosen={screen.right.value}
            choose={(name) => screen.show(name)}
          >
            <Guard key={screen.right.value}>
              <RightPane tab={screen.right.value} />
            </Guard>
          </Tabs>
        </section>
      </main>
      <Status />
      <nav class="switcher" aria-label="Panes">
        {(Object.keys(PANE_TITLES) as PaneName[]).map((name) => (
          <button key={name} type="button" aria-pressed={screen.pane.value === name} onClick={() => (screen.pane.value = name)}>
            {PANE_TITLES[name]}
          </button>
        ))}
      </nav>
      {screen.palette.value && <Palette />}
      <SharedDialog />
      {screen.replaces.value && <Later>{({ ReplaceDialog }) => <ReplaceDialog />}</Later>}
    </div>
  );
}

/** Panes that are loaded when they are opened. */
const LATER = {
  board: "BoardPane",
  coverage: "CoveragePane",
  words: "InWordsPane",
  print: "PrintPane",
  history: "HistoryPane",
  data: "DataPane",
  report: "ReportPane",
  tune: "TunePane",
  manuscript: "ManuscriptPane",
} as const satisfies Partial<Record<RightTab, keyof LaterParts>>;

function RightPane({ tab }: { tab: RightTab }) {
  if (tab === "odds") return <OddsPane />;
  if (tab === "trace") return <TracePane />;
  if (tab === "docs") return <DocsPane />;
  const name = LATER[tab];
  return (
    <Later>
      {(loaded) => {
        const Pane = loaded[name];
        return <Pane />;
      }}
    </Later>
  );
}
