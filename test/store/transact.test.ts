import { expect, it, vi } from 'vitest';
import type { Change } from '../../src/main/engine/ports';
import { aCapture, aDelivery, anAttempt, anEvent, aRequest, aRoute, aRun, idOf } from '../support/rows';
import { accept, byHand, setUpRun, setUpStore } from './bench';

it('keeps everything of a transaction, or nothing', () => {
  const { store } = setUpRun();
  const before = store.revision();
  const work = () => {
    store.insertEvent(anEvent(1));
    store.insertDelivery(aDelivery(1));
    throw new RangeError('in the middle');
  };
  expect(() => store.transact(work)).toThrow('in the middle');
  expect(store.event(idOf('event', 1))).toBeNull();
  expect(store.delivery(idOf('delivery', 1))).toBeNull();
  expect(store.revision()).toBe(before);
});

it('is written to inside transact only', () => {
  const { store } = setUpRun();
  expect(() => store.insertEvent(anEvent(1))).toThrow('inside transact only');
  expect(() => store.saveSetting('port', '4400')).toThrow('inside transact only');
  expect(store.event(idOf('event', 1))).toBeNull();
  expect(store.setting('port')).toBeNull();
});

it('takes no more writes once SQLite has rolled a transaction back by itself, whoever caught the error', () => {
  const { store, file } = setUpRun();
  byHand(
    file,
    `CREATE TRIGGER full BEFORE INSERT ON event WHEN new.type = 'last' BEGIN SELECT RAISE(ROLLBACK, 'no room'); END`,
  );
  const work = () => {
    store.insertEvent(anEvent(1));
    try {
      store.insertEvent(anEvent(2, { type: 'last' }));
    } catch {
      // As if nothing had happened.
    }
    store.insertEvent(anEvent(3));
  };
  expect(() => store.transact(work)).toThrow('inside transact only');
  expect([1, 2, 3].map((n) => store.event(idOf('event', n)))).toEqual([null, null, null]);
});

it('grows its revision by one with each commit that changed something, and keeps it over a restart', async () => {
  const bench = setUpStore();
  expect(bench.store.revision()).toBe(0);
  bench.store.transact(() => bench.store.insertRun(aRun()));
  bench.store.transact(() => bench.store.saveSetting('port', '4400'));
  bench.store.transact(() => bench.store.setting('port'));
  expect(bench.store.revision()).toBe(2);
  await bench.close();
  const again = setUpStore({ dataDir: bench.dataDir });
  expect(again.store.revision()).toBe(2);
  expect(again.store.setting('port')).toBe('4400');
});

it('joins a nested transaction to the outer one: one revision, one announcement', () => {
  const { store } = setUpRun();
  const before = store.revision();
  const changes: Change[] = [];
  store.onCommit((change) => changes.push(change));
  store.transact(() => {
    store.insertEvent(anEvent(1));
    store.transact(() => store.insertDelivery(aDelivery(1)));
    expect(changes).toEqual([]);
  });
  expect(changes.map(({ revision }) => revision)).toEqual([before + 1]);
  expect(changes[0]?.deliveries).toEqual(new Set([idOf('delivery', 1)]));
});

it('commits nothing when a nested transaction failed, even if the outer one went on', () => {
  const { store } = setUpRun();
  const work = () => {
    store.insertEvent(anEvent(1));
    try {
      store.transact(() => {
        store.insertDelivery(aDelivery(1));
        throw new RangeError('half of it');
      });
    } catch {
      // The outer work goes on as if nothing had happened.
    }
  };
  expect(() => store.transact(work)).toThrow('half of it');
  expect(store.event(idOf('event', 1))).toBeNull();
  store.transact(() => store.insertEvent(anEvent(1)));
  expect(store.event(idOf('event', 1))).not.toBeNull();
});

it('refuses asynchronous work, whose writes would come after the commit', () => {
  const { store } = setUpRun();
  expect(() => store.transact(async () => store.insertEvent(anEvent(1)))).toThrow('cannot be asynchronous');
  expect(store.event(idOf('event', 1))).toBeNull();
});

it('tells after the commit what it touched, the endpoints and routes whose counts changed among it', () => {
  const bench = setUpRun(2);
  const { store } = bench;
  const changes: Change[] = [];
  const seenInside: (number | undefined)[] = [];
  store.onCommit((change) => {
    changes.push(change);
    seenInside.push(store.delivery(idOf('delivery', 1))?.attempts);
  });
  const delivery = aDelivery(1, { endpointId: idOf('endpoint', 2) });
  accept(bench, delivery);
  store.transact(() => {
    store.updateDelivery({ ...delivery, state: 'processing', attempts: 1, dueAt: null });
    store.insertAttempt(anAttempt(delivery), aRequest);
  });
  store.transact(() => store.insertRoute(aRoute(1), delivery.runId));
  store.transact(() => store.insertCapture(aCapture(1, { routeId: idOf('route', 1) }), 1));
  const touched = changes.map(({ deliveries, endpoints, events, routes, captures }) =>
    [deliveries, endpoints, events, routes, captures].map((ids) => [...ids]),
  );
  const [delivery1, endpoint2, event1, route1, capture1] = [
    [delivery.id],
    [delivery.endpointId],
    [delivery.eventId],
    [idOf('route', 1)],
    [idOf('capture', 1)],
  ];
  expect(touched).toEqual([
    [delivery1, endpoint2, event1, [], []],
    [delivery1, endpoint2, [], [], []],
    [[], [], [], route1, []],
    [[], [], [], route1, capture1],
  ]);
  expect(seenInside).toEqual([0, 1, 1, 1]);
});

it('tells nothing of a transaction that was rolled back, nor to a listener that left', () => {
  const { store } = setUpRun();
  const listener = vi.fn();
  const leave = store.onCommit(listener);
  const failing = () => {
    store.saveSetting('a', '1');
    throw new RangeError('no');
  };
  expect(() => store.transact(failing)).toThrow('no');
  leave();
  store.transact(() => store.saveSetting('a', '2'));
  expect(listener).not.toHaveBeenCalled();
});

it('announces commits in their order, also those that a listener makes', () => {
  const { store } = setUpRun();
  const first = store.revision() + 1;
  const heard: string[] = [];
  store.onCommit(({ revision }) => {
    heard.push(`a${revision - first}`);
    if (revision === first) store.transact(() => store.saveSetting('b', '1'));
  });
  store.onCommit(({ revision }) => heard.push(`b${revision - first}`));
  store.transact(() => store.saveSetting('a', '1'));
  expect(heard).toEqual(['a0', 'b0', 'a1', 'b1']);
});

it('stands by its commit when a listener fails, says so, and tells the others', () => {
  const { store, log } = setUpRun();
  const other = vi.fn();
  store.onCommit(() => {
    throw new RangeError('bad listener');
  });
  store.onCommit(other);
  store.transact(() => store.saveSetting('a', '1'));
  expect(store.setting('a')).toBe('1');
  expect(other).toHaveBeenCalledOnce();
  expect(log.join()).toContain('bad listener');
});

it('says which row an update was for when there is none', () => {
  const { store } = setUpRun();
  expect(() => store.transact(() => store.updateDelivery(aDelivery(9)))).toThrow(idOf('delivery', 9));
});
