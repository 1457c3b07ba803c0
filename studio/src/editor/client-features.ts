// What the language server shows in the text beyond what `@codemirror/lsp-client` has: asked for again after each change.

import { LSPPlugin } from "@codemirror/lsp-client";
import { StateEffect, type StateEffectType } from "@codemirror/state";
import { ViewPlugin, type EditorView, type PluginValue, type ViewUpdate } from "@codemirror/view";

/** Says that answers of the server may have changed: another text was changed. */
export const renew = StateEffect.define<null>();

/**
 * Asks the server about a text some time after it has changed, and gives the answer to the editor; `isOfView` if `more` asks only about what
 * is seen, so that another part is asked for when it is.
 */
export function asked<Answer>(method: string, pause: number, effect: StateEffectType<Answer>, more: (view: EditorView) => object = () => ({}), isOfView = false) {
  class Asking implements PluginValue {
    #timer: ReturnType<typeof setTimeout> | undefined;
    readonly #view: EditorView;
    #isGone = false;

    constructor(view: EditorView) {
      this.#view = view;
      this.#soon(0);
    }

    update(update: ViewUpdate): void {
      const isRenewed = update.transactions.some((transaction) => transaction.effects.some((one) => one.is(renew)));
      if (update.docChanged || isRenewed || (isOfView && update.viewportChanged)) this.#soon(pause);
    }

    destroy(): void {
      this.#isGone = true;
      clearTimeout(this.#timer);
    }

    #soon(milliseconds: number): void {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#ask(), milliseconds);
    }

    async #ask(): Promise<void> {
      const plugin = LSPPlugin.get(this.#view);
      if (plugin === null) return;
      plugin.client.sync();
      const { doc } = this.#view.state;
      const params = { textDocument: { uri: plugin.uri }, ...more(this.#view) };
      let answer: Answer | null;
      try {
        answer = await plugin.client.request<object, Answer | null>(method, params);
      } catch {
        // The text stays as it is shown; the next change asks again.
        return;
      }
      // An answer about an older text would be shown at wrong places.
      if (this.#isGone || answer === null || this.#view.state.doc !== doc) return;
      this.#view.dispatch({ effects: effect.of(answer) });
    }
  }
  return ViewPlugin.fromClass(Asking);
}
