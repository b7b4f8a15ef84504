import type { KeyboardEvent } from 'react';
import { isKeyOf } from '../state/shortcuts';

/** The place in a list that a key leads to from another, unbounded; undefined for a key that moves nothing. */
export function placeBy(event: KeyboardEvent, at: number, last: number, pageRows: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? 0 : at - 1,
    Home: 0,
    End: last,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
  };
  return places[stepOf(event)];
}

/** Whether a key asks for the menu of a row. */
export const asksForMenu = (event: KeyboardEvent): boolean =>
  event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');

/** The arrow that a key stands for; Shift chooses on the way. */
function stepOf(event: KeyboardEvent): string {
  const bare = { key: event.key, code: event.code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  if (isKeyOf(bare, 'next')) return 'ArrowDown';
  return isKeyOf(bare, 'previous') ? 'ArrowUp' : event.key;
}
