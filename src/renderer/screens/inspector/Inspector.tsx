import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { TabStrip } from '../../parts/TabStrip';

export type InspectorTab = 'summary' | 'headers' | 'body' | 'response' | 'timeline' | 'why' | 'signature' | 'raw';

/** The order of the tabs, and their names. */
const TABS: readonly (readonly [InspectorTab, string])[] = [
  ['summary', 'Summary'],
  ['headers', 'Headers'],
  ['body', 'Body'],
  ['response', 'Response'],
  ['timeline', 'Timeline'],
  ['why', 'Why'],
  ['signature', 'Signature'],
  ['raw', 'Raw'],
];

/** Whoever looks at bodies goes on looking at bodies: the tab stays from message to message. */
const chosen = createStore<{ readonly tab: InspectorTab }>(() => ({ tab: 'summary' }));

/** A request that was sent or received, one side of it at a time. Tabs without content are left out. */
export function Inspector({
  label,
  panelId,
  content,
  notes,
}: {
  readonly label: string;
  readonly panelId: string;
  readonly content: Readonly<Partial<Record<InspectorTab, ReactNode>>>;
  /** What stands beside a tab's name: a size, a status. */
  readonly notes: Readonly<Partial<Record<InspectorTab, string>>>;
}) {
  const wanted = useStore(chosen, ({ tab }) => tab);
  const tabs = TABS.filter(([value]) => value in content).map(([value, name]) => {
    const note = notes[value];
    return { value, label: name, ...(note === undefined ? {} : { note }) };
  });
  const tab = tabs.some(({ value }) => value === wanted) ? wanted : 'summary';
  const frame = useRef<HTMLDivElement>(null);
  // In a narrow pane the strip is wider than its place.
  useEffect(() => {
    frame.current?.querySelector(`#${panelId}-${tab}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [panelId, tab]);
  return (
    <>
      <div ref={frame} className="inspector-tabs">
        <TabStrip
          label={label}
          panelId={panelId}
          value={tab}
          onChoose={(value) => chosen.setState({ tab: value })}
          tabs={tabs}
        />
      </div>
      <div
        id={panelId}
        className="pane-body inset-focus"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab panel that scrolls is reached by keyboard
        tabIndex={0}
        role="tabpanel"
        aria-labelledby={`${panelId}-${tab}`}
      >
        {content[tab]}
      </div>
    </>
  );
}
