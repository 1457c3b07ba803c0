// On the left: the files, or the manuscript that is being made into rules.

import { useStudio, type Studio } from "../studio";
import { readManuscript } from "../ui/actions";
import { Tabs } from "../ui/tabs";
import { FilesPane } from "./files";
import { ManuscriptLines } from "./manuscript-lines";

/** Endings of what is read as a manuscript wherever it is dropped on the left. */
const MANUSCRIPT = /\.(?:docx|odt|md|markdown|txt|html)$/i;

/** Takes a manuscript that is dropped; anything else is none of its business. */
export function takeDropped(studio: Studio, event: DragEvent): void {
  const file = event.dataTransfer?.files[0];
  if (file === undefined || !MANUSCRIPT.test(file.name)) return;
  event.preventDefault();
  void readManuscript(studio, file);
}

export function LeftPane() {
  const { screen, manuscripts } = useStudio();
  const manuscript = manuscripts.read.value;
  if (manuscript === null) return <FilesPane />;
  return (
    <Tabs
      label="Beside the text"
      tabs={[
        { name: "files", title: "Files" },
        { name: "manuscript", title: "Manuscript" },
      ]}
      chosen={screen.leftTab.value}
      choose={(name) => (screen.leftTab.value = name)}
    >
      {screen.leftTab.value === "files" ? <FilesPane /> : <ManuscriptLines manuscript={manuscript} />}
    </Tabs>
  );
}
