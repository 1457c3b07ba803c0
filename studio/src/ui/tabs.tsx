// Tabs with a panel, walked with the arrow keys.

import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";

export interface Tab<Name extends string> {
  name: Name;
  title: string;
  note?: string;
}

interface TabsProperties<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  choose(name: Name): void;
  children: ComponentChildren;
}

export function Tabs<Name extends string>({ label, tabs, chosen, choose, children }: TabsProperties<Name>) {
  const id = useId();
  // Where there is no room for all, the chosen one is in view.
  useEffect(() => document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest", inline: "nearest" }), [id, chosen]);
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    choose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={walk}>
        {tabs.map(({ name, title, note }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {title}
            {note !== undefined && <span class="count">{note}</span>}
          </button>
        ))}
      </div>
      <div class="panel" id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}
