import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isCovered } from './overlays';
import { SHORTCUTS, type ShortcutId } from './shortcut-table';

const MAC = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** A combination such as `mod+k`, `mod+shift+/`, `mod+enter`; `mod` is Cmd on a Mac and Ctrl elsewhere. */
export type Combination = string;

const NAMES: Readonly<Record<string, string>> = {
  mod: MAC ? 'Cmd' : 'Ctrl',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
};

/** The key of a combination; the sign + is a key too. */
const keyIn = (combination: Combination): string =>
  combination.endsWith('+') ? '+' : (combination.split('+').at(-1) ?? '');

/** How a combination is written on the screen: `Ctrl K`. */
export function keyName(combination: Combination): string {
  const modifiers = ['mod', 'shift'].filter((name) => combination.split('+').includes(name));
  return [...modifiers, keyIn(combination)].map((part) => NAMES[part] ?? part.toUpperCase()).join(' ');
}

const DEFAULTS = Object.fromEntries(SHORTCUTS.map(({ id, keys }) => [id, keys])) as Readonly<
  Record<ShortcutId, Combination>
>;

/** The combination of each command, as it is now. */
const bindings = createStore<Readonly<Record<ShortcutId, Combination>>>(() => DEFAULTS);

/** From now on these commands have other keys; those that are not named have their own. */
export function bind(changed: Readonly<Record<string, Combination>>): void {
  const known = Object.fromEntries(Object.entries(changed).filter(([id]) => id in DEFAULTS));
  bindings.setState({ ...DEFAULTS, ...known }, true);
}

export const keysOf = (id: ShortcutId): Combination => bindings.getState()[id];

/** How a command's keys are written now. */
export const useKeys = (id: ShortcutId): string => useStore(bindings, (now) => keyName(now[id]));

/** All combinations as they are now. */
export const useBindings = (): Readonly<Record<ShortcutId, Combination>> => useStore(bindings);

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const nameOfKey = (key: string): string => (key === ' ' ? 'space' : key.toLowerCase());

/** Signs that a keyboard may give only together with Shift. */
const isSign = (key: string): boolean => key.length === 1 && !/[a-z0-9]/.test(key);

/** Whether a key press is the combination. Shifted signs are known by their key's place. */
export function isPressed(event: Pressed, combination: Combination, mac: boolean = MAC): boolean {
  const parts = combination.split('+');
  const key = keyIn(combination);
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  if (mod !== parts.includes('mod') || other || event.altKey) return false;
  const freeShift = isSign(key) && !mod;
  if (!freeShift && event.shiftKey !== parts.includes('shift')) return false;
  return (
    nameOfKey(event.key) === key ||
    (key === '/' && event.code === 'Slash' && event.shiftKey === parts.includes('shift'))
  );
}

/** Whether a key press is the keys that a command has now. */
export const isKeyOf = (event: Pressed, id: ShortcutId): boolean => isPressed(event, keysOf(id));

/** The combination that was pressed, or null for one that cannot be set: a bare modifier, Tab, Esc, arrows. */
export function combinationOf(event: Pressed, mac: boolean = MAC): Combination | null {
  const key = nameOfKey(event.key);
  if (event.altKey || (mac ? event.ctrlKey : event.metaKey)) return null;
  if (key !== 'space' && key !== 'enter' && key.length !== 1) return null;
  const mod = mac ? event.metaKey : event.ctrlKey;
  // A slash keeps its place: Shift makes another sign of it.
  const placed = mod && event.code === 'Slash' ? '/' : key;
  const shift = event.shiftKey && (mod || !isSign(placed)) ? 'shift+' : '';
  if (key === 'enter' && !mod) return null;
  return `${mod ? 'mod+' : ''}${shift}${placed}`;
}

const TYPING = 'input, textarea, select, [contenteditable]';

/** Whether the focus is where letters are typed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null;

/** Runs on a command's keys while the component is there, unless something is typed or lies over the section. */
export function useBareKey(id: ShortcutId, run: () => void): void {
  useCommandKey(id, run, (event) => !isTyping(event.target) && !isCovered());
}

/** Runs on the keys that a command has, while the component is there. */
export function useCommandKey(
  id: ShortcutId,
  run: () => void,
  may: (event: KeyboardEvent) => boolean = () => true,
): void {
  const combination = useStore(bindings, (now) => now[id]);
  useShortcut(combination, run, may);
}

/** Runs on a combination that stays what it is, while the component is there. */
export function useShortcut(
  combination: Combination,
  run: () => void,
  may: (event: KeyboardEvent) => boolean = () => true,
): void {
  const latest = useRef(run);
  latest.current = run;
  const allowed = useRef(may);
  allowed.current = may;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isPressed(event, combination) || !allowed.current(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [combination]);
}
