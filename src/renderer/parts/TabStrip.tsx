import { type KeyboardEvent, useRef } from 'react';

export type TabChoice<T extends string> = { readonly value: T; readonly label: string; readonly note?: string };

/** Tabs with one tab stop; arrows move. The panel they rule carries `panelId`. */
export function TabStrip<T extends string>({
  label,
  tabs,
  value,
  onChoose,
  panelId,
  className = 'tabs',
}: {
  readonly label: string;
  readonly tabs: readonly TabChoice<T>[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
  readonly panelId: string;
  readonly className?: 'tabs' | 'facets';
}) {
  const strip = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = (at + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab === undefined) return;
    onChoose(tab.value);
    strip.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={strip} className={className} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${panelId}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChoose(tab.value)}
        >
          {tab.label}
          {tab.note === undefined ? null : <small>{tab.note}</small>}
        </button>
      ))}
    </div>
  );
}
