// Parts of the page that a first visit does not need: a script of their own, which is loaded when the first of them is opened.

export { BoardPane } from "./panes/board";
export { CoveragePane } from "./panes/coverage";
export { DataPane } from "./panes/data";
export { HistoryPane } from "./panes/history";
export { InWordsPane } from "./panes/in-words";
export { ManuscriptPane } from "./panes/manuscript";
export { PrintPane } from "./panes/print";
export { ReportPane } from "./panes/report";
export { TunePane } from "./panes/tune";
export { Finder } from "./search/find";
export { unzipped, zipped } from "./store/zip";
export { BothTexts } from "./ui/both-texts";
export { ReplaceDialog } from "./ui/replace";
