import { afterEach, describe, expect, it } from 'vitest';
import { conflictOf, SHORTCUTS } from '../../src/renderer/state/shortcut-table';
import { bind, combinationOf, isKeyOf, keyName, keysOf } from '../../src/renderer/state/shortcuts';

afterEach(() => bind({}));

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', true>> = {},
  code = '',
) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});
const bindings = () =>
  Object.fromEntries(SHORTCUTS.map(({ id }) => [id, keysOf(id)])) as Record<(typeof SHORTCUTS)[number]['id'], string>;

describe('keys that can be changed', () => {
  it('no two commands begin with the same', () => {
    expect(new Set(SHORTCUTS.map(({ keys }) => keys)).size).toBe(SHORTCUTS.length);
  });

  it('a command has its own until another is chosen, and again after a reset', () => {
    expect(isKeyOf(press('s'), 'skip')).toBe(true);
    bind({ skip: 'mod+shift+y', gone: 'x' });
    expect(isKeyOf(press('s'), 'skip')).toBe(false);
    expect(isKeyOf(press('Y', { ctrlKey: true, shiftKey: true }), 'skip')).toBe(true);
    bind({});
    expect(isKeyOf(press('s'), 'skip')).toBe(true);
  });

  it.each([
    [press('k', { ctrlKey: true }), 'mod+k'],
    [press('O', { ctrlKey: true, shiftKey: true }), 'mod+shift+o'],
    [press(' '), 'space'],
    [press('?', { ctrlKey: true, shiftKey: true }, 'Slash'), 'mod+shift+/'],
    // A sign that a keyboard gives only with Shift is the sign.
    [press('+', { shiftKey: true }), '+'],
    [press('J', { shiftKey: true }), 'shift+j'],
    [press('Enter'), null],
    [press('Tab'), null],
    [press('ArrowUp'), null],
    [press('x', { altKey: true }), null],
    [press('x', { metaKey: true }), null],
  ])('%j is %s', (event, combination) => {
    expect(combinationOf(event, false)).toBe(combination);
  });

  it.each(['mod+k', 'mod+shift+/', '+', 'space', '.', 'mod++'])(
    'what is pressed for %s is known again',
    (combination) => {
      bind({ skip: combination });
      const key =
        combination === 'space' ? ' ' : combination.endsWith('+') ? '+' : (combination.split('+').at(-1) ?? '');
      const held = {
        ...(combination.startsWith('mod+') ? { ctrlKey: true as const } : {}),
        ...(combination.includes('shift+') ? { shiftKey: true as const } : {}),
      };
      expect(isKeyOf(press(key, held, key === '/' ? 'Slash' : ''), 'skip')).toBe(true);
    },
  );

  it('a sign is itself, with Shift or without', () => {
    expect(isKeyOf(press('+', { shiftKey: true }), 'zoom-in')).toBe(true);
    expect(isKeyOf(press('+'), 'zoom-in')).toBe(true);
    expect(isKeyOf(press('S', { shiftKey: true }), 'skip')).toBe(false);
  });

  it('a combination belongs to one command', () => {
    expect(conflictOf('skip', 'j', bindings())?.id).toBe('next');
    expect(conflictOf('skip', 's', bindings())).toBeNull();
    bind({ next: 'mod+j' });
    expect(conflictOf('skip', 'j', bindings())).toBeNull();
  });

  it.each([
    ['mod+shift+o', 'Ctrl Shift O'],
    ['+', '+'],
    ['mod++', 'Ctrl +'],
    ['space', 'Space'],
  ])('%s is written %s', (combination, name) => {
    expect(keyName(combination)).toBe(name);
  });
});
