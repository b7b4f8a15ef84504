import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { deliveryParameters, deliveryRow, readDelivery } from '../../src/main/store/rows/delivery-row';
import { eventRow, readEvent } from '../../src/main/store/rows/event-row';
import { countedAttemptRow, readCountedAttempt } from '../../src/main/store/rows/stat-row';
import { aDelivery, anEvent } from '../support/rows';

const wait = { baseMs: 2_000, minMs: 0, nominalMs: 2_000, maxMs: 2_000, drawnMs: 700.5, roll: 0.35025, draw: null };
const goodDelivery = deliveryParameters(
  aDelivery(1, { state: 'retrying', nextTrigger: 'retry', wait, lastError: '503', dueAt: 5.5 }),
);
const goodEvent = { ...anEvent(1), body: Buffer.from('{"n":1}') };

const goodAttempt = {
  deliveryId: goodDelivery.id,
  n: 2,
  endpointId: goodDelivery.endpointId,
  startedAt: 5.5,
  outcomeKind: 'no-response',
  status: null,
  fault: 'refused',
  tookMs: 1.25,
  wait: goodDelivery.wait,
  deferredFrom: null,
};

/** What a column of SQLite can hold, and a few texts that are nearly right. */
const cell = fc.oneof(
  fc.constantFrom(null, 0, 1, -1, 0.5, Number.POSITIVE_INFINITY, Number.NaN, '', 'queued', 'lost', 'retry', 'expired'),
  fc.constantFrom('{}', '[]', 'null', '{"minMs":1}', JSON.stringify({ ...wait, extra: 1 }), '{"minMs":"0"}', '{'),
  fc.constantFrom(
    JSON.stringify({ minMs: 30, nominalMs: 45, maxMs: 60, drawnMs: 40, roll: 0.4 }),
    JSON.stringify({ ...wait, draw: { seed: 1, key: [1, 2, 3] } }),
    JSON.stringify({ ...wait, draw: { seed: 1, key: ['1'] } }),
    JSON.stringify({ ...wait, draw: 7 }),
  ),
  fc.double(),
  fc.string(),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
);

/** The schema is the rule: by hand, a row is read as the schema reads it, or refused where the schema refuses it. */
function agrees<T>(schema: z.ZodType<T>, read: (row: unknown) => T, good: Readonly<Record<string, unknown>>): void {
  expect(read(good)).toEqual(schema.parse(good));
  const changes = fc.uniqueArray(fc.tuple(fc.constantFrom(...Object.keys(good)), cell), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  });
  fc.assert(
    fc.property(changes, fc.boolean(), (changed, more) => {
      const row = { ...good, ...Object.fromEntries(changed), ...(more ? { key: 7 } : {}) };
      const parsed = schema.safeParse(row);
      if (parsed.success) expect(read(row)).toEqual(parsed.data);
      else expect(() => read(row)).toThrow('cannot be read');
    }),
    { numRuns: 2_000 },
  );
}

it('reads a delivery by hand as its schema reads it', () => {
  agrees(deliveryRow, readDelivery, goodDelivery);
});

it('reads an event by hand as its schema reads it', () => {
  agrees(eventRow, readEvent, goodEvent);
});

it('reads an attempt that is counted by hand as its schema reads it', () => {
  agrees(countedAttemptRow, readCountedAttempt, goodAttempt);
  agrees(countedAttemptRow, readCountedAttempt, { ...goodAttempt, outcomeKind: 'response', status: 503, fault: null });
});

it('refuses what is no row at all', () => {
  for (const row of [undefined, null, 'row', 7]) {
    expect(() => readDelivery(row)).toThrow('cannot be read');
    expect(() => readEvent(row)).toThrow('cannot be read');
    expect(() => readCountedAttempt(row)).toThrow('cannot be read');
  }
});
