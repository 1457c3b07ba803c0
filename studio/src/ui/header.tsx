// The top of the page.

import { useStudio } from "../studio";
import { ENDINGS } from "../texts/paths";
import type { Theme } from "./screen";
import { download, importZip, newGame, shareLink } from "./actions";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

export function Header() {
  const studio = useStudio();
  const { library, question, screen } = studio;
  return (
    <header>
      <h1>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 1l6 3.5v7L8 15l-6-3.5v-7z" />
        </svg>
        Sandtable
      </h1>
      <label class="quiet">
        <span class="hidden">Ruleset</span>
        <select
          value={question.ruleset.value ?? ""}
          onChange={(event) => studio.openRuleset(event.currentTarget.value)}
          aria-label="Ruleset"
        >
          {question.ruleset.value === null && <option value="">choose a ruleset</option>}
          {library.own.value.length > 0 && (
            <optgroup label="Your games">
              {library.own.value.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label="Books">
            {library.books.value.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <button type="button" class="ask" onClick={() => (screen.palette.value = true)} aria-keyshortcuts="Control+K">
        <span>Ask anything</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span class="grow" />
      <div class="actions">
        <button type="button" onClick={() => newGame(studio)}>
          New game
        </button>
        <button type="button" onClick={() => void shareLink(studio)}>
          Share link
        </button>
        <button type="button" onClick={() => (screen.opensLink.value = true)}>
          Open a link
        </button>
        <button type="button" onClick={() => void download(studio)} title="All your texts as a zip file">
          Export
        </button>
        <label class="button">
          Import
          <input
            class="hidden"
            type="file"
            accept={[".zip", ...ENDINGS].join(",")}
            multiple
            onChange={(event) => void importZip(studio, event.currentTarget)}
          />
        </label>
      </div>
      <button
        type="button"
        class="icon"
        onClick={() => (screen.theme.value = NEXT[screen.theme.value])}
        aria-label={`Theme: ${screen.theme.value}`}
        title={`Theme: ${screen.theme.value}`}
      >
        {{ system: "◐", light: "☀", dark: "☾" }[screen.theme.value]}
      </button>
    </header>
  );
}
