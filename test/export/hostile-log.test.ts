import { describe, expect, it } from 'vitest';
import { LogImport } from '../../src/main/host/import/log-import';
import { Refusal } from '../../src/shared/model/problem';
import { SECRET, setUpStore } from '../store/bench';
import { aDelivery, anEndpoint, anEvent, aRun, DAWN, idOf } from '../support/rows';
import { aLog, exported, WHOLE } from './log-bench';

type Store = ReturnType<typeof setUpStore>['store'];

const importer = (store: Store): LogImport => new LogImport({ store, wallMs: () => DAWN, newSecret: () => SECRET });

/** A folder with a run of its own, in which a line is at work, and a log of another run. */
async function meeting() {
  const log = await aLog();
  const lines = (await exported(log.views, { format: 'ndjson', redaction: WHOLE })).trimEnd().split('\n');
  const bench = setUpStore();
  const { store } = bench;
  const own = aRun({ id: idOf('run', 77), name: 'Own' });
  store.transact(() => {
    store.insertRun(own);
    store.insertEndpoint(anEndpoint(5, { runId: own.id }), SECRET);
    store.insertEvent(anEvent(5, { runId: own.id }));
    store.insertDelivery(
      aDelivery(5, { runId: own.id, eventId: idOf('event', 5), endpointId: idOf('endpoint', 5), state: 'delivered' }),
    );
  });
  const work = (): void =>
    store.transact(() =>
      store.appendStep(own.id, {
        at: DAWN,
        wallAt: DAWN,
        deliveryId: null,
        endpointId: null,
        step: { kind: 'stop', aborted: 0 },
        error: null,
      }),
    );
  return { bench, store, lines, runId: log.engine.run.id, own, work };
}

/** The log with something changed in its first row of a kind. */
const changed = (lines: readonly string[], kind: string, change: (line: string) => string): string =>
  lines.map((line) => (line.startsWith(`{"kind":"${kind}"`) ? change(line) : line)).join('\n');

describe('an import beside a line at work', () => {
  it('takes the steps of both', async () => {
    const { bench, store, lines, runId, work } = await meeting();
    const log = importer(store);
    work();
    for (const line of lines) {
      log.add(`${line}\n`);
      if (line.startsWith('{"kind":"header"') || line.startsWith('{"kind":"step"')) work();
    }
    expect(log.finish().runs).toMatchObject([{ id: runId }]);
    expect(bench.store.runs()).toHaveLength(2);
  });
});

describe('a log that means harm', () => {
  const refused = async (text: string, store: Store, says: RegExp): Promise<void> => {
    const log = importer(store);
    let thrown: unknown = null;
    try {
      log.add(text);
      log.finish();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Refusal);
    expect(String((thrown as Refusal).message)).toMatch(says);
  };

  it('writes into no run that is there already', async () => {
    const { bench, store, lines, runId, own } = await meeting();
    const before = await exported(bench.views, { format: 'ndjson', redaction: WHOLE });
    for (const kind of ['endpoint', 'event', 'delivery', 'step', 'capture', 'route']) {
      const text = changed(lines, kind, (line) => line.replaceAll(runId, own.id));
      await refused(text, store, /belongs to no run of this file/);
    }
    const stranger = changed(lines, 'delivery', (line) =>
      line.replace(/"endpointId":"[^"]*"/, `"endpointId":"${idOf('endpoint', 5)}"`),
    );
    await refused(stranger, store, /belongs to no run of this file/);
    const attempt = changed(lines, 'attempt', (line) =>
      line.replace(/"deliveryId":"[^"]*"/, `"deliveryId":"${idOf('delivery', 5)}"`),
    );
    await refused(attempt, store, /belongs to no run of this file/);
    const held = [...lines.slice(0, -1), `{"kind":"slot","endpointId":"${idOf('endpoint', 5)}","windowAt":1,"used":9}`];
    await refused(`${held.join('\n')}\n${lines.at(-1)}`, store, /belongs to no run of this file|rows of the kind slot/);
    expect(await exported(bench.views, { format: 'ndjson', redaction: WHOLE })).toBe(before);
  });

  it('brings the runs that its header names, each once', async () => {
    const { store, lines, runId } = await meeting();
    const twice = changed(lines, 'header', (line) => line.replace(/("runs":\[)(\{[^}]*\})/, '$1$2,$2'));
    await refused(twice, store, /once/);
    const more = changed(lines, 'header', (line) =>
      line.replace('"runs":[', `"runs":[{"id":"${idOf('run', 9)}","name":"x","startedAt":"2026-11-30T06:00:00.000Z"},`),
    );
    await refused(more, store, /run_[^ ]+ is missing/);
    await refused(
      changed(lines, 'header', (line) => line.replace(/"runs":\[.*?\]/, '"runs":[]')),
      store,
      /no run/,
    );
    expect(store.runs().map(({ id }) => id)).not.toContain(runId);
  });

  it('leaves room for the steps that follow, and instants that a date can say', async () => {
    const { store, lines, work } = await meeting();
    for (const seq of ['9007199254740991', '9223372036854775807']) {
      await refused(
        changed(lines, 'step', (line) => line.replace(/"seq":\d+/, `"seq":${seq}`)),
        store,
        /^Line \d+: seq: /,
      );
    }
    await refused(
      changed(lines, 'event', (line) => line.replace(/"createdAt":[\d.]+/, '"createdAt":8640000000000001')),
      store,
      /^Line \d+: createdAt: /,
    );
    expect(work).not.toThrow();
  });
});
