import { afterEach, describe, expect, it } from 'vitest';
import { SECTION_FACES } from '../../src/renderer/screens/frame/sections';
import { menuKeys } from '../../src/renderer/state/menu-keys';
import { alternatives, conflictOf, SHORTCUTS } from '../../src/renderer/state/shortcut-table';
import { bind, combinationOf, heardFor, isKeyOf, isPressed, keyName, keysOf } from '../../src/renderer/state/shortcuts';
import { fixedUse } from '../../src/shared/contract/keys';
import { preferencesChange } from '../../src/shared/contract/preferences';

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

it('the sections have the digits of their places in the rail', () => {
  const digits = SECTION_FACES.slice(0, -1).map(({ id }) => bindings()[id]);
  expect(digits).toEqual(['mod+1', 'mod+2', 'mod+3', 'mod+4', 'mod+5', 'mod+6', 'mod+7', 'mod+8']);
});

describe('keys that a browser keeps for itself', () => {
  it('have another beside them there, and only there', () => {
    const defaults = bindings();
    expect(alternatives(defaults)).toEqual({
      live: '1',
      deliveries: '2',
      events: '3',
      endpoints: '4',
      receiver: '5',
      policies: '6',
      scenarios: '7',
      overview: '8',
    });
    for (const { id } of SHORTCUTS) expect(heardFor(id, defaults, false)).toEqual([keysOf(id)]);
  });

  // [the keys that a command has, what a person sees on a Mac and elsewhere, in a browser and in the window]
  it.each([
    ['mod+2', 'Cmd 2', 'Ctrl 2', '2'],
    ['mod+9', 'Cmd 9', 'Ctrl 9', '9'],
    ['mod+w', 'Cmd W', 'Ctrl W', 'W'],
    ['mod+shift+w', 'Cmd Shift W', 'Ctrl Shift W', 'W'],
    // N goes to now, P keeps the card, R sends again.
    ['mod+p', 'Cmd P', 'Ctrl P', 'Shift P'],
    ['mod+n', 'Cmd N', 'Ctrl N', 'Shift N'],
    ['mod+r', 'Cmd R', 'Ctrl R', 'Shift R'],
    ['mod+shift+n', 'Cmd Shift N', 'Ctrl Shift N', 'Shift N'],
    ['mod+k', 'Cmd K', 'Ctrl K', null],
    ['w', 'W', 'W', null],
  ])('%s: %s or %s, and in a browser also %s', (combination, mac, other, alternative) => {
    bind({ stop: combination, ...(combination === 'mod+2' ? { deliveries: 'mod+shift+y' } : {}) });
    const [own = '', inBrowser] = heardFor('stop', bindings(), true);
    expect(keyName(own, true)).toBe(mac);
    expect(keyName(own, false)).toBe(other);
    expect(inBrowser === undefined ? null : keyName(inBrowser)).toBe(alternative);
    expect(heardFor('stop', bindings(), false)).toEqual([combination]);
  });

  it('both of them are heard in a browser, on either keyboard, and the second nowhere else', () => {
    expect(isKeyOf(press('2', { ctrlKey: true }), 'deliveries', true)).toBe(true);
    expect(isKeyOf(press('2'), 'deliveries', true)).toBe(true);
    expect(isKeyOf(press('2'), 'deliveries', false)).toBe(false);
    expect(isPressed(press('2', { metaKey: true }), 'mod+2', true)).toBe(true);
    expect(isPressed(press('2', { ctrlKey: true }), 'mod+2', true)).toBe(false);
    expect(isPressed(press('2'), '2', true)).toBe(true);
  });

  it('a figure that another command has is had with Shift, and no two share one', () => {
    bind({ skip: '2' });
    expect(alternatives(bindings()).deliveries).toBe('shift+2');
    // Shift makes a quotation mark of it, or an at sign.
    expect(isKeyOf(press('"', { shiftKey: true }, 'Digit2'), 'deliveries', true)).toBe(true);
    expect(isKeyOf(press('2'), 'deliveries', true)).toBe(false);
    bind({ skip: 'mod+w', jump: 'mod+shift+w' });
    expect([alternatives(bindings()).skip, alternatives(bindings()).jump]).toEqual(['w', 'shift+w']);
  });
});

describe('keys that stay what they are', () => {
  it.each([
    ['skip', 'mod+c', 'Copy'],
    ['skip', 'mod+v', 'Paste'],
    ['skip', 'mod+q', 'Quit'],
    ['skip', 'mod+a', 'Select all'],
    ['choose-all', 'mod+a', null],
    ['choose-all', 'mod+c', 'Copy'],
    ['skip', 'mod+shift+c', null],
    ['skip', 'c', null],
  ])('%s on %s: %s', (command, combination, use) => {
    expect(fixedUse(command, combination)).toBe(use);
    const read = preferencesChange.safeParse({ keys: { [command]: combination } });
    expect(read.success ? null : read.error.issues.map(({ message }) => message)).toEqual(
      use === null ? null : [`${combination} is always “${use}”. Choose other keys for ${command}.`],
    );
  });

  it('no command begins with one of them', () => {
    for (const { id, keys } of SHORTCUTS) expect(fixedUse(id, keys)).toBeNull();
  });
});

describe('the keys that the menu shows', () => {
  it('are those that the commands have now', () => {
    expect(menuKeys()).toMatchObject({ stop: 'mod+.', 'toggle-skip': 's', keys: 'mod+shift+/' });
    bind({ skip: 'w', stop: 'mod+e' });
    expect(menuKeys()).toMatchObject({ stop: 'mod+e', 'toggle-skip': 'w' });
  });
});
