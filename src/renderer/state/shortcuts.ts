import { useEffect, useRef } from 'react';
import { isCovered } from './overlays';

const MAC = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** A combination such as `mod+k`, `mod+shift+/`, `mod+enter`; `mod` is Cmd on a Mac and Ctrl elsewhere. */
export type Combination = string;

const NAMES: Readonly<Record<string, string>> = {
  mod: MAC ? 'Cmd' : 'Ctrl',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
};

/** How a combination is written on the screen: `Ctrl K`. */
export const keyName = (combination: Combination): string =>
  combination
    .split('+')
    .map((part) => NAMES[part] ?? part.toUpperCase())
    .join(' ');

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a key press is the combination. Shifted signs are known by their key's place. */
export function isPressed(event: Pressed, combination: Combination, mac: boolean = MAC): boolean {
  const parts = combination.split('+');
  const key = parts.at(-1) ?? '';
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  if (mod !== parts.includes('mod') || other || event.altKey) return false;
  if (event.shiftKey !== parts.includes('shift')) return false;
  return event.key.toLowerCase() === key || (key === '/' && event.code === 'Slash');
}

const TYPING = 'input, textarea, select, [contenteditable]';

/** Whether the focus is where letters are typed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null;

/** Runs on a bare key while the component is there, unless something is typed or lies over the section. */
export function useBareKey(key: string, run: () => void): void {
  useShortcut(key, run, (event) => !isTyping(event.target) && !isCovered());
}

/** Runs on a combination while the component is there. */
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
