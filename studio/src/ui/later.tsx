// Parts of the page that are loaded when they are needed first.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

export type LaterParts = typeof import("../later");

const parts = signal<LaterParts | null>(null);
const failed = signal(false);
let loading: Promise<LaterParts> | null = null;

/** Loads them, once. */
export function later(): Promise<LaterParts> {
  loading ??= import("../later").then(
    (loaded) => (parts.value = loaded),
    (error: unknown) => {
      failed.value = true;
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Shows something that is made of them, as soon as they are there. */
export function Later({ children }: { children(loaded: LaterParts): ComponentChildren }) {
  const loaded = parts.value;
  const load = (): void => {
    failed.value = false;
    void later().catch(() => {});
  };
  useEffect(() => {
    if (loaded === null) load();
  }, [loaded]);
  if (loaded !== null) return <>{children(loaded)}</>;
  if (!failed.value) {
    return (
      <p class="starting" role="status">
        Loading …
      </p>
    );
  }
  return (
    <div class="padded">
      <div class="failure" role="alert">
        <p>
          <b>This part of the page could not be loaded.</b> Try again when the studio answers, or open the page again: what you have written is kept.
        </p>
      </div>
      <button type="button" onClick={load}>
        Try again
      </button>
    </div>
  );
}
