import { describe, expect, it } from 'vitest';
import { answerDesktop } from '../../src/main/shell/desktop-requests';
import { NoticesOutside, type OutsideNotice, type Shown } from '../../src/main/shell/notices-outside';
import {
  DEFAULT_CHOICES,
  DESKTOP_SWITCHES,
  type DesktopChoices,
  desktopAnswer,
  type MenuKeys,
} from '../../src/shared/contract/desktop';
import type { News } from '../../src/shared/contract/shell';

const ID = 'dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF';

function aDesktop({
  shown = { kind: 'shown' },
  obeys = true,
}: {
  readonly shown?: Shown;
  readonly obeys?: boolean;
} = {}) {
  const now: { choices: DesktopChoices; keys: MenuKeys; takesLinks: boolean } = {
    choices: DEFAULT_CHOICES,
    keys: {},
    takesLinks: false,
  };
  const ask = async (request: unknown) => {
    const answer = await answerDesktop(request, {
      choices: () => now.choices,
      choose: (name, on) => {
        now.choices = { ...now.choices, [name]: on };
        if (!obeys) throw new Error('ENOSPC: no space left on device');
      },
      testNotification: () => Promise.resolve(shown),
      openFolder: () => Promise.resolve(obeys ? null : 'no application is known for folders'),
      takesLinks: () => now.takesLinks,
      takeLinks: () => {
        now.takesLinks = obeys;
      },
      setKeys: (keys) => {
        now.keys = keys;
      },
    });
    // What the page would read of it.
    return desktopAnswer.parse(answer);
  };
  return { now, ask };
}

describe('what the page asks of the desktop', () => {
  it('the data folder is opened, or it is said why not and what to do', async () => {
    expect(await aDesktop().ask({ kind: 'open-folder' })).toMatchObject({
      ok: true,
      says: 'The data folder is open in the file manager.',
    });
    expect(await aDesktop({ obeys: false }).ask({ kind: 'open-folder' })).toEqual({
      ok: false,
      message:
        'The system did not open the data folder: no application is known for folders. Copy its path, and open it by hand.',
    });
  });

  it.each(DESKTOP_SWITCHES)('%s is chosen, both ways, and told', async (name) => {
    const { now, ask } = aDesktop();
    for (const on of [!DEFAULT_CHOICES[name], DEFAULT_CHOICES[name]]) {
      const choices = { ...DEFAULT_CHOICES, [name]: on };
      expect(await ask({ kind: 'choose', name, on })).toEqual({
        ok: true,
        report: { choices, takesLinks: false },
        says: null,
      });
      expect(now.choices).toEqual(choices);
    }
  });

  it('a choice that cannot be kept holds, and that is said', async () => {
    const { ask } = aDesktop({ obeys: false });
    expect(await ask({ kind: 'choose', name: 'tray', on: true })).toEqual({
      ok: true,
      report: { choices: { ...DEFAULT_CHOICES, tray: true }, takesLinks: false },
      says: 'It holds until Retryscope ends, but could not be kept: ENOSPC: no space left on device',
    });
  });

  it.each([
    [{ kind: 'shown' }, true, 'The system showed it.'],
    [{ kind: 'none' }, false, 'This system shows no notifications.'],
    [{ kind: 'failed', why: 'no bus' }, false, 'The system did not show it: no bus'],
    [{ kind: 'silent' }, false, expect.stringContaining('did not say that it showed it')],
  ] as const)('a test notification that came to %j', async (shown, ok, says) => {
    const answer = await aDesktop({ shown }).ask({ kind: 'test-notification' });
    expect(answer.ok).toBe(ok);
    expect(answer.ok ? answer.says : answer.message).toEqual(says);
  });

  it('links are taken, or it is said that the system did not', async () => {
    expect(await aDesktop().ask({ kind: 'take-links' })).toMatchObject({ ok: true, report: { takesLinks: true } });
    const refused = await aDesktop({ obeys: false }).ask({ kind: 'take-links' });
    expect(refused).toEqual({
      ok: false,
      message:
        'The system did not make Retryscope the app for retryscope:// links. It does so for an app that is installed.',
    });
  });

  it('keys are heard when all of them are combinations', async () => {
    const { now, ask } = aDesktop();
    const keys = {
      runs: 'mod+shift+g',
      'send-event': 'mod+enter',
      commands: 'mod+k',
      settings: 'mod+,',
      keys: 'mod+shift+/',
      'toggle-pause': 'space',
      step: '.',
      'toggle-skip': 'w',
      stop: 'mod+.',
    };
    expect((await ask({ kind: 'keys', keys })).ok).toBe(true);
    expect(now.keys).toEqual(keys);
    expect((await ask({ kind: 'keys', keys: { ...keys, stop: 'Control+Alt+Delete' } })).ok).toBe(false);
    expect((await ask({ kind: 'keys', keys: { ...keys, quit: 'q' } })).ok).toBe(false);
    expect(now.keys).toEqual(keys);
  });

  it.each([
    null,
    'read',
    {},
    { kind: 'quit' },
    { kind: 'choose', name: 'dataDir', on: true },
    { kind: 'choose', name: 'tray', on: 'yes' },
    { kind: 'keys', keys: { stop: 'mod+.' } },
  ])('%j is refused and changes nothing', async (request) => {
    const { now, ask } = aDesktop();
    expect((await ask(request)).ok).toBe(false);
    expect(now).toEqual({ choices: DEFAULT_CHOICES, keys: {}, takesLinks: false });
  });
});

describe('what is shown outside the window', () => {
  const NEWS: News = { class: 'failed', title: 'order.paid failed', body: '', place: { kind: 'delivery', id: ID } };

  function aSystem(isSupported = true) {
    const opened: News['place'][] = [];
    const made: { title: string; click: () => void; shown: () => void; failed: (why: string) => void }[] = [];
    const timers: (() => void)[] = [];
    const outside = new NoticesOutside({
      isSupported: () => isSupported,
      make: (title): OutsideNotice => {
        const one = { title, click: () => {}, shown: () => {}, failed: (_why: string) => {} };
        made.push(one);
        return {
          onClick: (call) => {
            one.click = call;
          },
          onShown: (call) => {
            one.shown = call;
          },
          onFailed: (call) => {
            one.failed = call;
          },
          show: () => {},
        };
      },
      open: (place) => void opened.push(place),
      later: (_afterMs, call) => void timers.push(call),
    });
    return { outside, made, opened, timers };
  }

  it('a click opens the delivery that it tells of, also when others came after it', () => {
    const { outside, made, opened } = aSystem();
    void outside.show(NEWS);
    void outside.show({ ...NEWS, title: 'another', place: null });
    made[0]?.click();
    made[1]?.click();
    expect(opened).toEqual([{ kind: 'delivery', id: ID }, null]);
  });

  it('says whether the system showed it, did not, or kept silent', async () => {
    const { outside, made, timers } = aSystem();
    const [one, two, three] = [outside.test(), outside.test(), outside.test()];
    made[0]?.shown();
    made[1]?.failed('no bus');
    timers[2]?.();
    expect(await Promise.all([one, two, three])).toEqual([
      { kind: 'shown' },
      { kind: 'failed', why: 'no bus' },
      { kind: 'silent' },
    ]);
    const none = aSystem(false);
    expect(await none.outside.test()).toEqual({ kind: 'none' });
    expect(none.made).toEqual([]);
  });
});
