// Tabs with a panel, walked with the arrow keys. They are one line; where that has no room for all, a list of them stands at its end.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

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
  const show = (name: Name): void => {
    choose(name);
    document.getElementById(`${id}-${name}`)?.focus();
  };
  const bar = useRef<HTMLDivElement>(null);
  const [isCrowded, setCrowded] = useState(false);
  // Where there is no room for all, the chosen one is in view.
  const inView = useRef(() => {});
  inView.current = () => document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  useEffect(() => inView.current(), [id, chosen, isCrowded]);
  useEffect(() => {
    const [outer, inner] = [bar.current, bar.current?.firstElementChild];
    if (outer === null || inner == null) return;
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(outer);
    const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
    const measure = (): void => {
      setCrowded(inner.scrollWidth > outer.clientWidth - padding + 1);
      inView.current();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    measure();
    return () => observer.disconnect();
  }, [tabs.length]);
  return (
    <>
      <div class="tabs" ref={bar}>
        <div class="inner-tabs" role="tablist" aria-label={label} onKeyDown={walk}>
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
        {isCrowded && <AllTabs label={label} tabs={tabs} chosen={chosen} choose={show} />}
      </div>
      <div class="panel" id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}

/** A button with the list of all tabs. */
function AllTabs<Name extends string>({ label, tabs, chosen, choose }: Omit<TabsProperties<Name>, "children">) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The list opens below its button. */
  const place = (): void => {
    if (button.current === null || list.current === null) return;
    const { bottom, right } = button.current.getBoundingClientRect();
    list.current.style.insetBlockStart = `${bottom + 2}px`;
    list.current.style.insetInlineEnd = `${document.documentElement.clientWidth - right}px`;
  };
  return (
    <>
      <button type="button" class="icon" ref={button} popovertarget={id} aria-label={`${label}: all of them`} title="All of them">
        ⋯
      </button>
      <div id={id} ref={list} class="all-tabs" popover="auto" onBeforeToggle={place}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            class="plain"
            aria-current={name === chosen}
            onClick={() => {
              list.current?.hidePopover();
              choose(name);
            }}
          >
            {title}
          </button>
        ))}
      </div>
    </>
  );
}
