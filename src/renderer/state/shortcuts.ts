import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isCovered } from './overlays';
import { alternatives, SHORTCUTS, type ShortcutId } from './shortcut-table';
import { isAnswered } from './tip-escape';

const MAC = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** Without the shell around it the page is in a browser, which keeps some keys for itself. */
const IN_BROWSER = typeof window !== 'undefined' && !('retryscope' in window);

/** A combination such as `mod+k`, `mod+shift+/`, `mod+enter`; `mod` is Cmd on a Mac and Ctrl elsewhere. */
export type Combination = string;

const NAMES: Readonly<Record<string, string>> = {
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
};

/** The key of a combination; the sign + is a key too. */
const keyIn = (combination: Combination): string =>
  combination.endsWith('+') ? '+' : (combination.split('+').at(-1) ?? '');

/** How a combination is written on the screen: `Ctrl K`. */
export function keyName(combination: Combination, mac: boolean = MAC): string {
  const modifiers = ['mod', 'shift'].filter((name) => combination.split('+').includes(name));
  const nameOf = (part: string): string => {
    if (part === 'mod') return mac ? 'Cmd' : 'Ctrl';
    return NAMES[part] ?? part.toUpperCase();
  };
  return [...modifiers, keyIn(combination)].map(nameOf).join(' ');
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

/** Calls whenever a command gets other keys. */
export const onBound = (call: () => void): void => void bindings.subscribe(call);

/** All combinations as they are now. */
export const useBindings = (): Readonly<Record<ShortcutId, Combination>> => useStore(bindings);

type Bound = Readonly<Record<ShortcutId, Combination>>;

/** The combinations that a command hears: its own, and where a browser owns that, another one. */
export function heardFor(id: ShortcutId, now: Bound, inBrowser: boolean = IN_BROWSER): readonly Combination[] {
  const alternative = inBrowser ? alternatives(now)[id] : undefined;
  return alternative === undefined ? [now[id]] : [now[id], alternative];
}

/** How a command's keys are written now: those that surely reach it. */
export const useKeys = (id: ShortcutId): string => useStore(bindings, (now) => keyName(heardFor(id, now).at(-1) ?? ''));

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
    // Shift makes a sign of a figure too.
    (/^[0-9]$/.test(key) && parts.includes('shift') && event.code === `Digit${key}`) ||
    (key === '/' && event.code === 'Slash' && event.shiftKey === parts.includes('shift'))
  );
}

/** Whether a key press is the keys that a command has now. What a browser gets instead is not heard where letters are. */
export function isKeyOf(event: Pressed, id: ShortcutId, inBrowser: boolean = IN_BROWSER): boolean {
  const [own = '', alternative] = heardFor(id, bindings.getState(), inBrowser);
  if (isPressed(event, own)) return true;
  return alternative !== undefined && isPressed(event, alternative) && !('target' in event && keepsLetters(event));
}

const keepsLetters = (event: object): boolean =>
  event instanceof KeyboardEvent && (isTyping(event.target) || isCovered());

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
  useHeard((event) => isKeyOf(event, id), run, may);
}

/** Runs on a combination that stays what it is, while the component is there. */
export function useShortcut(combination: Combination, run: () => void): void {
  useHeard(
    (event) => isPressed(event, combination),
    run,
    () => true,
  );
}

function useHeard(
  isMeant: (event: KeyboardEvent) => boolean,
  run: () => void,
  may: (event: KeyboardEvent) => boolean,
): void {
  const latest = useRef({ isMeant, run, may });
  latest.current = { isMeant, run, may };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const now = latest.current;
      if (isAnswered(event) || !now.isMeant(event) || !now.may(event)) return;
      event.preventDefault();
      now.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
