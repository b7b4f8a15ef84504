import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acceleratorOf } from '../../src/main/shell/accelerators';
import { ChoiceKeeper, readChoices } from '../../src/main/shell/desktop-choices';
import { Leaving, whatLeavingStops } from '../../src/main/shell/leaving';
import { menuItems, trayItems } from '../../src/main/shell/menu';
import { Notifier } from '../../src/main/shell/notifier';
import { DEFAULT_CHOICES, DESKTOP_SWITCHES } from '../../src/shared/contract/desktop';
import { type EngineState, linkAmong, type News, PAGE_ACTS, readDeepLink } from '../../src/shared/contract/shell';

const IDLE: EngineState = { inFlight: 0, waiting: 0, paused: false, realTime: true };
const ID = 'dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF';

describe('leaving', () => {
  it.each([
    [IDLE, null],
    [{ ...IDLE, inFlight: 1 }, '1 request is in flight.'],
    [{ ...IDLE, waiting: 1 }, '1 delivery waits for the next attempt.'],
    [
      { ...IDLE, inFlight: 3, waiting: 1_200 },
      '3 requests are in flight, and 1,200 deliveries wait for the next attempt.',
    ],
    [{ ...IDLE, waiting: 5, paused: true }, null],
    [{ ...IDLE, waiting: 5, realTime: false }, null],
    [{ ...IDLE, inFlight: 2, paused: true }, '2 requests are in flight.'],
    [null, null],
  ])('%j stops: %s', (state, stops) => {
    expect(whatLeavingStops(state)).toBe(stops);
  });

  const setUp = (state: EngineState, asks = true) => {
    const asked: string[] = [];
    let answer: (yes: boolean) => void = () => {};
    let left = 0;
    const leaving = new Leaving({
      state: () => state,
      asks: () => asks,
      ask: (stops) => {
        asked.push(stops);
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      leave: () => {
        left += 1;
      },
    });
    const say = async (yes: boolean): Promise<void> => {
      answer(yes);
      await new Promise<void>((resolve) => setImmediate(resolve));
    };
    return { leaving, asked, say, left: () => left };
  };

  it('asks nothing when nothing would stop', () => {
    const { leaving, asked } = setUp(IDLE);
    expect(leaving.may()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('asks once, stays after a no, asks again, and leaves after a yes', async () => {
    const { leaving, asked, say, left } = setUp({ ...IDLE, inFlight: 1 });
    expect([leaving.may(), leaving.may()]).toEqual([false, false]);
    expect(asked).toEqual(['1 request is in flight.']);
    await say(false);
    expect(left()).toBe(0);
    expect(leaving.may()).toBe(false);
    expect(asked).toHaveLength(2);
    await say(true);
    expect(left()).toBe(1);
    expect(leaving.may()).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('asks nothing of who does not want to be asked', () => {
    const { leaving, asked } = setUp({ ...IDLE, inFlight: 3 }, false);
    expect(leaving.may()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('asks nobody when the system ends the session', () => {
    const { leaving, asked } = setUp({ ...IDLE, inFlight: 1 });
    leaving.withoutAsking();
    expect(leaving.may()).toBe(true);
    expect(asked).toEqual([]);
  });
});

describe('a link', () => {
  it('names a delivery, an endpoint, an event or a run', () => {
    expect(readDeepLink(`retryscope://delivery/${ID}`)).toEqual({ kind: 'delivery', id: ID });
    expect(readDeepLink(`retryscope://endpoint/${ID.replace('dlv', 'ep')}/`)?.kind).toBe('endpoint');
    expect(readDeepLink(`retryscope://event/${ID.replace('dlv', 'evt')}`)?.kind).toBe('event');
    expect(readDeepLink(`retryscope://run/${ID.replace('dlv', 'run')}`)?.kind).toBe('run');
  });

  it.each([
    '',
    '--data-dir',
    `https://delivery/${ID}`,
    `retryscope://delivery/${ID}?cancel=1`,
    `retryscope://delivery/${ID}#x`,
    `retryscope://delivery/${ID}/cancel`,
    `retryscope://delivery/../${ID}`,
    `retryscope://me@delivery/${ID}`,
    `retryscope://endpoint/${ID}`,
    `retryscope://run/${ID}`,
    `retryscope://route/${ID.replace('dlv', 'rt')}`,
    'retryscope://delivery/dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEU',
    ` retryscope://delivery/${ID}`,
  ])('%s goes nowhere', (address) => {
    expect(readDeepLink(address)).toBeNull();
  });
});

describe('the arguments of a start', () => {
  it('hold a link, a wrong one that is told of, or none', () => {
    expect(linkAmong(['--no-sandbox', '/opt/app', `retryscope://delivery/${ID}`])).toEqual({
      kind: 'link',
      place: { kind: 'delivery', id: ID },
    });
    expect(linkAmong(['retryscope://delivery/1'])).toEqual({ kind: 'wrong-link', address: 'retryscope://delivery/1' });
    expect(linkAmong(['RETRYSCOPE://x'])?.kind).toBe('wrong-link');
    expect(linkAmong(['--data-dir', '/tmp/retryscope', 'https://example.com/'])).toBeNull();
  });

  it('a link that is very long is told of in part', () => {
    expect(linkAmong([`retryscope://${'x'.repeat(500)}`])).toEqual({
      kind: 'wrong-link',
      // 120 characters, of which 13 are the scheme.
      address: `retryscope://${'x'.repeat(107)}…`,
    });
  });
});

describe('notifications', () => {
  const news = (n: number, what: News['class'] = 'failed'): News => ({
    class: what,
    title: `order.${n} failed`,
    body: '',
    place: { kind: 'delivery', id: ID },
  });
  const setUp = (wanted: readonly string[]) => {
    const shown: string[] = [];
    const timers: { readonly afterMs: number; readonly call: () => void }[] = [];
    const notifier = new Notifier({
      wants: (what) => wanted.includes(what),
      show: ({ title }) => shown.push(title),
      later: (afterMs, call) => timers.push({ afterMs, call }),
    });
    return { notifier, shown, timers, ring: () => timers.shift()?.call() };
  };

  it('are shown for what was chosen only', () => {
    const { notifier, shown } = setUp(['suspended']);
    notifier.hear(news(1));
    notifier.hear({ ...news(2, 'suspended'), title: 'Shop is suspended' });
    expect(shown).toEqual(['Shop is suspended']);
  });

  it('come at once, and what follows within 5 s together', () => {
    const { notifier, shown, timers, ring } = setUp(['failed']);
    for (const n of [1, 2, 3]) notifier.hear(news(n));
    expect(shown).toEqual(['order.1 failed']);
    expect(timers.map(({ afterMs }) => afterMs)).toEqual([5_000]);
    ring();
    expect(shown).toEqual(['order.1 failed', '2 more deliveries failed']);
    notifier.hear(news(4));
    ring();
    expect(shown.slice(2)).toEqual(['order.4 failed']);
    ring();
    notifier.hear(news(5));
    expect(shown.slice(3)).toEqual(['order.5 failed']);
  });
});

describe('choices of the desktop', () => {
  it('tell nothing outside the window until they are made, and ask, whatever the file holds', () => {
    for (const text of [null, '', '{', 'null', '[]', '{"failed":"true","tray":1,"askBeforeQuit":0}']) {
      expect(readChoices(text)).toEqual(DEFAULT_CHOICES);
    }
    expect(DESKTOP_SWITCHES.filter((name) => DEFAULT_CHOICES[name])).toEqual(['askBeforeQuit', 'reopenPlace']);
    expect(readChoices('{"askBeforeQuit":false}')).toEqual({ ...DEFAULT_CHOICES, askBeforeQuit: false });
  });

  it('are kept', () => {
    const folder = mkdtempSync(join(tmpdir(), 'retryscope-choices-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'desktop.json');
    new ChoiceKeeper(path).set('failed', true);
    expect(new ChoiceKeeper(path).choices).toEqual({ ...DEFAULT_CHOICES, failed: true });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...DEFAULT_CHOICES, failed: true });
    writeFileSync(path, 'gone');
    expect(new ChoiceKeeper(path).choices).toEqual(DEFAULT_CHOICES);
  });
});

describe('the menu', () => {
  const KEYS = {
    'send-event': 'mod+enter',
    runs: 'mod+shift+g',
    settings: 'mod+,',
    commands: 'mod+k',
    'toggle-pause': 'space',
    step: '.',
    'toggle-skip': 'w',
    stop: 'mod+.',
    keys: 'mod+shift+/',
  };
  const flat = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
  const press = (item: MenuItemConstructorOptions | undefined, checked = false): void =>
    // Only `checked` of the item is read.
    item?.click?.({ checked } as never, undefined, {} as never);

  it.each(['linux', 'win32', 'darwin'] as const)('offers every command of the page once, on %s', (platform) => {
    const acts: string[] = [];
    const chosen: unknown[] = [];
    let [folders, quits] = [0, 0];
    const items = flat(
      menuItems(platform, { ...DEFAULT_CHOICES, tray: true }, KEYS, {
        act: (act) => acts.push(act),
        openFolder: () => {
          folders += 1;
        },
        choose: (...choice) => chosen.push(choice),
        quit: () => {
          quits += 1;
        },
      }),
    );
    for (const item of items) press(item, true);
    expect([...acts].sort()).toEqual([...PAGE_ACTS].sort());
    expect(chosen).toEqual([
      ['suspended', true],
      ['failed', true],
      ['trouble', true],
      ['tray', true],
    ]);
    expect([folders, quits]).toEqual([1, platform === 'darwin' ? 0 : 1]);
    expect(items.filter(({ checked }) => checked === true).map(({ label }) => label)).toEqual(['Show in the tray']);
    // The page listens to its keys itself: pressed once, they act once.
    const keyed = items.filter(({ accelerator, label }) => accelerator !== undefined && label !== 'Quit');
    expect(keyed.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
    const shown = Object.fromEntries(keyed.map(({ label, accelerator }) => [label, accelerator]));
    expect(shown).toEqual({
      'Send an event': 'CommandOrControl+Enter',
      Runs: 'CommandOrControl+Shift+G',
      Settings: 'CommandOrControl+,',
      'All commands': 'CommandOrControl+K',
      'Stop all traffic': 'CommandOrControl+.',
      Keys: 'CommandOrControl+Shift+/',
      // A Mac's menu would take a bare key from a field in which one types.
      ...(platform === 'darwin' ? {} : { 'Pause or run': 'Space', Step: '.', 'Skip waits': 'W' }),
    });
    expect(items.some(({ role }) => role === 'reload' || role === 'toggleDevTools')).toBe(false);
  });

  it('shows no keys before the page has told them', () => {
    const world = { act: () => {}, openFolder: () => {}, choose: () => {}, quit: () => {} };
    const items = flat(menuItems('linux', DEFAULT_CHOICES, {}, world));
    expect(items.flatMap(({ label, accelerator }) => (accelerator === undefined ? [] : [label]))).toEqual(['Quit']);
  });

  it.each([
    ['mod+k', 'linux', 'CommandOrControl+K'],
    ['mod+k', 'darwin', 'CommandOrControl+K'],
    ['mod+shift+/', 'linux', 'CommandOrControl+Shift+/'],
    ['space', 'win32', 'Space'],
    ['space', 'darwin', null],
    ['mod+space', 'darwin', 'CommandOrControl+Space'],
    ['mod++', 'linux', 'CommandOrControl+Plus'],
    ['shift+w', 'linux', 'Shift+W'],
    ['mod+ö', 'linux', null],
    [undefined, 'linux', null],
  ] as const)('%s is, on %s, %s', (combination, platform, accelerator) => {
    expect(acceleratorOf(combination, platform)).toBe(accelerator);
  });

  it('of the tray says how much is going on, and pauses or quits', () => {
    const done: string[] = [];
    const world = {
      act: (act: string) => done.push(act),
      show: () => done.push('show'),
      quit: () => done.push('quit'),
    };
    const items = trayItems({ ...IDLE, inFlight: 2, waiting: 14 }, world);
    expect(items[0]).toMatchObject({ label: 'Running, 2 in flight, 14 waiting', enabled: false });
    for (const item of items) press(item);
    expect(done).toEqual(['show', 'toggle-pause', 'stop', 'quit']);
    expect(trayItems({ ...IDLE, paused: true }, world).map(({ label }) => label)).toContain('Run');
    expect(trayItems(null, world)[0]?.label).toBe('Starting');
  });
});
