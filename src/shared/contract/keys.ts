import { z } from 'zod';

/** Keys that stay what they are, in the window's menu as in any browser, by what they do. */
const FIXED: Readonly<Record<string, string>> = {
  'mod+c': 'Copy',
  'mod+v': 'Paste',
  'mod+x': 'Cut',
  'mod+a': 'Select all',
  'mod+z': 'Undo',
  'mod+y': 'Redo',
  'mod+shift+z': 'Redo',
  'mod+q': 'Quit',
  'mod++': 'Zoom in',
  'mod+=': 'Zoom in',
  'mod+-': 'Zoom out',
  'mod+0': 'Actual size',
};

/** In a list they choose all of it, as they do in a text. */
const CHOOSES_ALL = 'choose-all';

/** What a combination always does, so that no other command can have it; null for one that is free. */
export function fixedUse(command: string, combination: string): string | null {
  if (command === CHOOSES_ALL && combination === 'mod+a') return null;
  return FIXED[combination] ?? null;
}

/** A combination of keys as the page writes it: `mod+shift+o`, `space`, `.`. */
export const combination = z
  .string()
  .max(40, { error: 'A combination has at most 40 characters.', abort: true })
  .regex(/^(mod\+)?(shift\+)?([a-z]+|[0-9]|[^\s\p{Cc}])$/u, 'Write a combination such as mod+shift+o.');
