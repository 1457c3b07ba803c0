// What of the page is shown: panes, tabs, sizes and the theme. Kept between visits.

import { effect, signal, type Signal } from "@preact/signals";

export const RIGHT_TABS = ["odds", "trace", "board", "coverage", "docs", "history", "data", "words", "print", "report", "tune", "manuscript"] as const;
export type RightTab = (typeof RIGHT_TABS)[number];

export const PANES = ["files", "text", "findings", "right"] as const;
export type PaneName = (typeof PANES)[number];

export type Theme = "system" | "light" | "dark";

function kept<T>(name: string, initial: T): Signal<T> {
  const key = `studio.${name}`;
  let value = initial;
  try {
    const known = localStorage.getItem(key);
    if (known !== null) value = JSON.parse(known) as T;
  } catch {
    // A browser without storage begins as on the first visit.
  }
  const state = signal(value);
  effect(() => {
    const now = JSON.stringify(state.value);
    try {
      localStorage.setItem(key, now);
    } catch {
      // As above.
    }
  });
  return state;
}

export class Screen {
  readonly right = kept<RightTab>("right", "odds");
  /** The pane that is shown where there is room for one only. */
  readonly pane = signal<PaneName>("right");
  readonly theme = kept<Theme>("theme", "system");
  readonly left = kept("left", 232);
  /** What is on the left as soon as there is a manuscript, and how wide that is. */
  readonly leftTab = signal<"files" | "manuscript">("files");
  readonly reading = kept("reading", 400);
  readonly share = kept("share", 0.52);
  readonly bottom = kept("bottom", 190);
  readonly palette = signal(false);
  /** Words are replaced in all texts. */
  readonly replaces = signal(false);
  /** A link is asked for. */
  readonly opensLink = signal(false);
  /** The tab of the lower pane. */
  readonly lower = signal<"findings" | "uses" | "examples">("findings");
  /** The section of the book that the coverage is to show next. */
  readonly section = signal<string | null>(null);
  /** The page of the documentation, with an anchor: `language#table`. */
  readonly page = kept("page", "start");

  constructor() {
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const system = signal(dark.matches);
    dark.addEventListener("change", () => (system.value = dark.matches));
    effect(() => {
      const theme = this.theme.value;
      const isDark = theme === "dark" || (theme === "system" && system.value);
      document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    });
  }

  show(tab: RightTab): void {
    this.right.value = tab;
    this.pane.value = "right";
  }

  showLeft(tab: "files" | "manuscript"): void {
    this.leftTab.value = tab;
    this.pane.value = "files";
  }

  /** Moves the focus into a pane. */
  focus(name: PaneName): void {
    this.pane.value = name;
    requestAnimationFrame(() => {
      const pane = document.querySelector<HTMLElement>(`[data-pane="${name}"]`);
      const inner = [".cm-content", "[data-focus]", "button, select, input, a[href]"].map((wanted) => pane?.querySelector<HTMLElement>(wanted)).find((one) => one != null && one.offsetParent !== null);
      (inner ?? pane)?.focus();
    });
  }

  /** Moves the focus to the next pane, or the one before. */
  cycle(step: 1 | -1): void {
    const here = document.activeElement?.closest<HTMLElement>("[data-pane]")?.dataset["pane"];
    const at = PANES.findIndex((name) => name === here);
    const next = PANES[(Math.max(at, step > 0 ? -1 : 0) + step + PANES.length) % PANES.length];
    if (next !== undefined) this.focus(next);
  }
}
