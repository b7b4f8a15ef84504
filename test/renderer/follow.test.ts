import { expect, it } from 'vitest';
import type { FeedNews } from '../../src/renderer/state/engine-link';
import { follow } from '../../src/renderer/state/follow';
import type { Result } from '../../src/shared/model/problem';

type Kin = { readonly kin: readonly string[] };

/** Something to follow whose readings are answered by hand. */
function desk() {
  const answers: ((result: Result<Kin>) => void)[] = [];
  const shown: Result<Kin>[] = [];
  let tell: (news: FeedNews) => void = () => undefined;
  let heard = true;
  const end = follow<Kin>({
    read: () => new Promise((answer) => answers.push(answer)),
    show: (result) => shown.push(result),
    parts: (value) => new Set(['mine', ...(value?.kin ?? [])]),
    onFeed: (listener) => {
      tell = listener;
      return () => {
        heard = false;
      };
    },
  });
  return {
    shown,
    end,
    isHeard: () => heard,
    /** How many readings were asked for. */
    asked: () => answers.length,
    answer: async (n: number, ...kin: readonly string[]) => {
      answers[n - 1]?.({ ok: true, value: { kin } });
      await Promise.resolve();
      await Promise.resolve();
    },
    names: (...ids: readonly string[]) =>
      tell({ kind: 'frame', frame: { deliveries: ids.map((id) => ({ id })) } } as unknown as FeedNews),
    reload: () => tell({ kind: 'reload' } as FeedNews),
  };
}

it('reads again when the feed names it or what it shows, and not for others', async () => {
  const { asked, answer, names, reload } = desk();
  await answer(1, 'copy');
  names('other');
  expect(asked()).toBe(1);
  names('copy');
  expect(asked()).toBe(2);
  await answer(2, 'copy');
  names('mine');
  expect(asked()).toBe(3);
  await answer(3, 'copy');
  reload();
  expect(asked()).toBe(4);
});

it('reads again what changed while it was being read, since the answer may be older than that', async () => {
  const { asked, answer, names, shown } = desk();
  names('copy', 'other');
  await answer(1, 'copy');
  expect(shown).toHaveLength(1);
  expect(asked()).toBe(2);
  await answer(2, 'copy');
  expect(asked()).toBe(2);
});

it('shows the newest reading only, and none once it has ended', async () => {
  const { answer, names, shown, end, isHeard } = desk();
  names('mine');
  await answer(2, 'new');
  await answer(1, 'old');
  expect(shown).toEqual([{ ok: true, value: { kin: ['new'] } }]);
  names('mine');
  end();
  await answer(3, 'late');
  expect(shown).toHaveLength(1);
  expect(isHeard()).toBe(false);
});
