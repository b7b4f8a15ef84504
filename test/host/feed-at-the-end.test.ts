import { expect, it } from 'vitest';
import type { Views } from '../../src/main/engine/views-port';
import { Feed } from '../../src/main/feed/feed';
import { DEFAULT_PREFERENCES } from '../../src/shared/contract/preferences';
import type { Totals } from '../../src/shared/contract/views';
import { Refusal } from '../../src/shared/model/problem';
import { setUpRun } from '../store/bench';
import { FakeSystem } from '../support/fake-system';
import { aCapture, aRun } from '../support/rows';

/** A feed in the middle of a frame: what it asks of the views is answered when the test says how. */
async function inMidFrame() {
  const { store, views } = setUpRun();
  const system = new FakeSystem();
  let refuse = (_error: Refusal): void => {};
  const asked = new Promise<Totals>((_resolve, reject) => {
    refuse = reject;
  });
  const held: Views = { ...views, totals: () => asked };
  const errors: unknown[] = [];
  const frames: unknown[] = [];
  const feed = new Feed({
    store,
    views: held,
    system,
    runId: () => aRun().id,
    clock: () => {
      throw new Error('no frame comes so far');
    },
    receiver: () => ({ kind: 'down', wantedPort: 1, why: '', https: { wantedPort: 2, doors: [] } }),
    notices: () => [],
    settings: () => DEFAULT_PREFERENCES,
    policies: () => 0,
    routeUrl: (route) => route,
    onError: (error) => errors.push(error),
  });
  feed.subscribe((frame) => frames.push(frame));
  store.transact(() => store.insertCapture(aCapture(1, { routeId: null }), null));
  await system.advance(50);
  const end = async (message: string): Promise<void> => {
    refuse(new Refusal({ code: 'unavailable', message }));
    await asked.catch(() => {});
    await system.advance(0);
  };
  return { feed, end, errors, frames };
}

it('tells of no error when the app closes in the middle of a frame, and sends no frame after it', async () => {
  const { feed, end, errors, frames } = await inMidFrame();
  feed.close();
  await end('The store was closed.');
  expect(errors).toEqual([]);
  expect(frames).toEqual([]);
});

it('tells of a reader that ends while the app goes on', async () => {
  const { end, errors } = await inMidFrame();
  await end('The reader stopped in the middle of this. Ask again.');
  expect(String(errors[0])).toContain('The reader stopped');
});
