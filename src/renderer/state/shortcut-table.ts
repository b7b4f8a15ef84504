type Entry = {
  readonly id: string;
  readonly group: ShortcutGroup;
  readonly says: string;
  /** What it has until a person chooses another. */
  readonly keys: string;
};

export const SHORTCUT_GROUPS = ['Everywhere', 'Sections', 'Lists', 'Timeline'] as const;
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];

/** Every command with keys of its own that a person can change: the one table that handlers, tips and sheets read. */
export const SHORTCUTS = [
  { id: 'palette', group: 'Everywhere', says: 'All commands', keys: 'mod+k' },
  { id: 'filter', group: 'Everywhere', says: 'Filter the list', keys: 'mod+f' },
  { id: 'compose', group: 'Everywhere', says: 'Send an event; in the form, send it', keys: 'mod+enter' },
  { id: 'pause', group: 'Everywhere', says: 'Pause or let the clock run', keys: 'space' },
  { id: 'step', group: 'Everywhere', says: 'Step to the next event, while paused', keys: '.' },
  { id: 'skip', group: 'Everywhere', says: 'Skip waits', keys: 's' },
  { id: 'jump', group: 'Everywhere', says: 'Jump to a time, or end a jump', keys: 't' },
  { id: 'back', group: 'Everywhere', says: 'Look at the past: one step of the log back; with Shift ten', keys: '[' },
  { id: 'on', group: 'Everywhere', says: 'In the past: one step on; with Shift ten', keys: ']' },
  { id: 'runs', group: 'Everywhere', says: 'Runs', keys: 'mod+shift+o' },
  { id: 'stop', group: 'Everywhere', says: 'Stop all traffic', keys: 'mod+.' },
  { id: 'sheet', group: 'Everywhere', says: 'These keys', keys: 'mod+shift+/' },
  { id: 'live', group: 'Sections', says: 'Live', keys: 'mod+1' },
  { id: 'deliveries', group: 'Sections', says: 'Deliveries', keys: 'mod+2' },
  { id: 'events', group: 'Sections', says: 'Events', keys: 'mod+3' },
  { id: 'endpoints', group: 'Sections', says: 'Endpoints', keys: 'mod+4' },
  { id: 'receiver', group: 'Sections', says: 'Receiver', keys: 'mod+5' },
  { id: 'policies', group: 'Sections', says: 'Policies', keys: 'mod+6' },
  { id: 'scenarios', group: 'Sections', says: 'Scenarios', keys: 'mod+7' },
  { id: 'overview', group: 'Sections', says: 'Overview', keys: 'mod+8' },
  { id: 'settings', group: 'Sections', says: 'Settings', keys: 'mod+,' },
  { id: 'next', group: 'Lists', says: 'Next', keys: 'j' },
  { id: 'previous', group: 'Lists', says: 'Previous', keys: 'k' },
  { id: 'choose', group: 'Lists', says: 'Choose one; with Shift J or Shift K, up to here', keys: 'x' },
  { id: 'choose-all', group: 'Lists', says: 'Choose all in the list', keys: 'mod+a' },
  { id: 'again', group: 'Lists', says: 'Send the delivery again: resend, redeliver or replay', keys: 'r' },
  { id: 'keep', group: 'Lists', says: 'Pin it, or lift its pin: clearing leaves what is pinned', keys: 'b' },
  { id: 'undo', group: 'Lists', says: 'Bring back the requests that were cleared last', keys: 'u' },
  { id: 'compare', group: 'Lists', says: 'Compare with the attempt or request before', keys: 'v' },
  { id: 'now', group: 'Timeline', says: 'Go to now', keys: 'n' },
  { id: 'fit', group: 'Timeline', says: 'Fit everything', keys: 'f' },
  { id: 'zoom-in', group: 'Timeline', says: 'Zoom in', keys: '+' },
  { id: 'zoom-out', group: 'Timeline', says: 'Zoom out', keys: '-' },
  {
    id: 'zoom-to',
    group: 'Timeline',
    says: 'Zoom to the whole of a delivery: the focused or the selected one',
    keys: 'd',
  },
  { id: 'pin', group: 'Timeline', says: 'Keep the why card open, or let it go', keys: 'p' },
  { id: 'fold', group: 'Timeline', says: 'Fold idle time', keys: 'z' },
] as const satisfies readonly Entry[];

export type ShortcutId = (typeof SHORTCUTS)[number]['id'];

/** Keys that stay what they are, for the sheet. */
export const FIXED_KEYS: Readonly<
  Record<ShortcutGroup, readonly (readonly [says: string, keys: readonly string[]])[]>
> = {
  Everywhere: [
    ['In the past: to the first step, back to live', ['Home', 'Esc']],
    ['Close what is open', ['Esc']],
  ],
  Sections: [],
  Lists: [
    ['First and last', ['Home', 'End']],
    ['Open', ['Enter']],
    ['What may be done with the row', ['Shift F10']],
  ],
  Timeline: [
    ['Along the marks of a row', ['Left', 'Right']],
    ['To the next row', ['Up', 'Down']],
    ['Open the attempt', ['Enter', 'Click']],
    ['Keep the why card of a mark', ['Alt Click']],
    ['Zoom to a span', ['Shift Drag', 'Drag on the axis']],
    ['Copy what it says; go to its instant', ['C', 'G']],
    ['On the brush of the overview: pan, or move an edge', ['Left', 'Right']],
    ['What may be done with it', ['Shift F10']],
  ],
};

type Bindings = Readonly<Record<ShortcutId, string>>;

/** The command that has a combination already, or null: lists, the timeline and the frame hear keys at the same time. */
export function conflictOf(id: ShortcutId, combination: string, bindings: Bindings): (typeof SHORTCUTS)[number] | null {
  return SHORTCUTS.find((other) => other.id !== id && bindings[other.id] === combination) ?? null;
}

/** With Ctrl or Cmd, browsers keep these for their tabs and windows, and do not ask the page. */
const BROWSERS_OWN = /^mod\+(shift\+)?([1-9nprtw])$/;

/**
 * What does the same in a browser where it owns a command's keys: the key alone, or with Shift where the key alone is
 * another command's. A command is missing whose keys reach the page, or for which neither is free.
 */
export function alternatives(bindings: Bindings): Partial<Bindings> {
  const taken = new Set<string>(Object.values(bindings));
  const found: Partial<Record<ShortcutId, string>> = {};
  for (const { id } of SHORTCUTS) {
    const key = BROWSERS_OWN.exec(bindings[id])?.[2];
    const free = key === undefined ? undefined : [key, `shift+${key}`].find((each) => !taken.has(each));
    if (free === undefined) continue;
    taken.add(free);
    found[id] = free;
  }
  return found;
}
