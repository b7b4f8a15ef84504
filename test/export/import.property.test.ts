import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogImport } from '../../src/main/host/import/log-import';
import { SECRET, setUpStore } from '../store/bench';
import { aCapture, aDelivery, anEndpoint, anEvent, aRoute, aRun, DAWN, idOf } from '../support/rows';
import { aLog, exported, linesOf, WHOLE } from './log-bench';

/** Puts a log into a folder, in pieces of so many characters. */
function imported(text: string, piece = 1_000) {
  const bench = setUpStore();
  const log = new LogImport({ store: bench.store, wallMs: () => DAWN, newSecret: () => SECRET });
  for (let at = 0; at < text.length; at += piece) log.add(text.slice(at, at + piece));
  return { bench, result: log.finish() };
}

const latin1 = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) });
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', '\u2028', '\ufeff', '"}\n{"kind":"end"}', ''),
);
const headers = fc.array(fc.tuple(hostile, latin1), { maxLength: 4 });
const body = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  hostile.map((text) => new TextEncoder().encode(text)),
);
const instant = fc.double({ min: DAWN, max: DAWN + 1e9, noNaN: true });

describe('an unredacted log', () => {
  it('comes back as it was, byte for byte', async () => {
    const log = await aLog();
    const text = await exported(log.views, { format: 'ndjson', redaction: WHOLE });
    const { bench, result } = imported(text, 777);
    expect(
      linesOf(text)
        .filter(({ pinned }) => pinned === true)
        .map(({ kind }) => kind),
    ).toEqual(['delivery', 'capture']);
    expect(result.runs).toEqual([{ id: log.engine.run.id, name: log.engine.run.name }]);
    expect(await exported(bench.views, { format: 'ndjson', redaction: WHOLE })).toBe(text);
  });

  it('comes back whatever its bodies, headers and texts hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ body, headers, text: hostile, sent: body, answer: body, at: instant, name: hostile }),
        async ({ body: bytes, headers: fields, text, sent, answer, at, name }) => {
          const one = setUpStore();
          const { store } = one;
          store.transact(() => {
            store.insertRun(aRun({ name }));
            store.insertRoute(aRoute(1), aRun().id);
            store.insertEndpoint(anEndpoint(1, { name: text, routeId: aRoute(1).id }), SECRET);
            store.insertEvent(anEvent(1, { body: bytes, type: text, createdAt: at }));
            store.insertDelivery(aDelivery(1, { lastError: text, createdAt: at, eventType: text }));
            const attempt = {
              deliveryId: idOf('delivery', 1),
              endpointId: idOf('endpoint', 1),
              n: 1,
              trigger: 'first' as const,
              dueAt: at,
              startedAt: at,
              endedAt: at,
              startedWallAt: at,
              wait: null,
              deferredFrom: null,
              outcome: { kind: 'no-response' as const, fault: 'reset' as const, detail: text, tookMs: 1.5 },
            };
            store.insertAttempt(attempt, {
              method: 'POST',
              url: 'http://a.test/',
              headers: fields,
              bodyBytes: sent.length,
              body: sent,
            });
            store.settleAttempt(attempt, {
              response: {
                status: 200,
                reason: text,
                headers: fields,
                body: answer,
                bodyBytes: answer.length,
                bodyTruncated: false,
              },
              timings: {
                dnsMs: null,
                connectMs: 1.25,
                tlsMs: null,
                writeMs: 0,
                firstByteMs: 3,
                bodyMs: null,
                reusedConnection: true,
              },
              interim: { count: 3, statuses: [100, 102, 103] },
              remote: null,
            });
            store.appendStep(aRun().id, {
              at,
              wallAt: at,
              deliveryId: idOf('delivery', 1),
              endpointId: idOf('endpoint', 1),
              step: { kind: 'accept', originId: null, rules: [] },
              error: text,
            });
            store.insertCapture(
              aCapture(1, { headers: fields, trailers: fields, body: answer, routeId: aRoute(1).id }),
              1,
            );
            store.saveAnswers([{ id: aCapture(1).id, answer: { beganMs: 1.25, endedMs: null } }]);
          });
          const log = await exported(one.views, { format: 'ndjson', redaction: WHOLE });
          const { bench } = imported(log);
          expect(await exported(bench.views, { format: 'ndjson', redaction: WHOLE })).toBe(log);
          await one.close();
          await bench.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is a frozen run that can be opened, counted and searched', async () => {
    const log = await aLog();
    const { bench } = imported(await exported(log.views, { format: 'ndjson', redaction: WHOLE }));
    const runId = log.engine.run.id;
    expect(bench.store.runs()).toMatchObject([{ id: runId, live: false }]);
    expect(bench.store.clock(runId)).toMatchObject({ paused: true });
    expect(await bench.views.totals(runId)).toEqual(await log.views.totals(runId));
    const query = { cursor: null, limit: 10, states: null, endpointId: null, eventId: null, text: 'order' };
    const { rows } = await bench.views.listDeliveries(runId, query);
    expect(rows).toEqual((await log.views.listDeliveries(runId, query)).rows);
  });
});

/** The first event stands behind its delivery. */
function backwards(lines: readonly string[]): readonly string[] {
  const event = lines.findIndex((line) => line.startsWith('{"kind":"event"'));
  const moved = lines.toSpliced(event, 1);
  return moved.toSpliced(
    moved.findIndex((line) => line.startsWith('{"kind":"attempt"')),
    0,
    lines[event] ?? '',
  );
}

describe('a file that is not taken', () => {
  const nothingCame = async (text: string, says: RegExp): Promise<void> => {
    const bench = setUpStore();
    const log = new LogImport({ store: bench.store, wallMs: () => DAWN, newSecret: () => SECRET });
    expect(() => {
      log.add(text);
      log.finish();
    }).toThrow(says);
    expect(bench.store.runs()).toEqual([]);
    expect(await bench.views.kindCounts()).toMatchObject({ runs: 0, deliveries: 0, attempts: 0, log: 0 });
    expect(linesOf(await exported(bench.views, { format: 'ndjson' })).at(-1)).toMatchObject({
      rows: { event: 0, step: 0 },
    });
  };

  it('is a redacted one, which says what is missing', async () => {
    const text = await exported((await aLog()).views, { format: 'ndjson' });
    await nothingCame(text, /^This log is redacted: what was taken out of it cannot come back/);
  });

  it('is one that is cut off, or has lost a line, or is something else', async () => {
    const text = await exported((await aLog()).views, { format: 'ndjson', redaction: WHOLE });
    const lines = text.split('\n');
    await nothingCame(lines.slice(0, 8).join('\n'), /cut off: its end is missing after line 8/);
    await nothingCame(
      lines.filter((line) => !line.startsWith('{"kind":"capture"')).join('\n'),
      /how many rows of the kind capture it has, 1, and has 0/,
    );
    await nothingCame(backwards(lines).join('\n'), /^Line \d+: This delivery is there already, or refers to something/);
    await nothingCame('{"a":1}\n', /^Line 1: this is no log of Retryscope/);
    await nothingCame('', /empty/);
    await nothingCame(text.replace('"version":1', '"version":2'), /^Line 1: it is of version 2/);
    await nothingCame(text.replace('"state":"delivered"', '"state":"lost"'), /^Line \d+: state: /);
  });

  it('is one whose run is there already', async () => {
    const log = await aLog();
    const text = await exported(log.views, { format: 'ndjson', redaction: WHOLE });
    const again = new LogImport({ store: log.store, wallMs: () => DAWN, newSecret: () => SECRET });
    expect(() => again.add(text)).toThrow(/^This folder has the run .* already/);
    expect(await exported(log.views, { format: 'ndjson', redaction: WHOLE })).toBe(text);
  });
});
