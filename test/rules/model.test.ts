import { describe, expect, it } from 'vitest';
import { id } from '../../src/shared/contract/fields';
import { headerValue } from '../../src/shared/model/header';
import { ID_PREFIX, makeId, shortId } from '../../src/shared/model/ids';
import { virtualAt } from '../../src/shared/model/pace';

describe('an id', () => {
  it('is its prefix, ten characters of time and sixteen of chance', () => {
    // 1,469,918,176,385 ms is the example of the ULID specification: 01ARYZ6S41.
    expect(makeId('event', 1_469_918_176_385, new Uint8Array(10))).toBe('evt_01ARYZ6S410000000000000000');
    expect(makeId('delivery', 0, new Uint8Array(10).fill(255))).toBe('dlv_0000000000ZZZZZZZZZZZZZZZZ');
  });
  it('writes chance five bits at a time, from the first byte on', () => {
    // 0x08 0x42 0x10 is 00001 00001 00001 00001 0000: four ones, then zeros.
    const chance = new Uint8Array([0x08, 0x42, 0x10, 0, 0, 0, 0, 0, 0, 0]);
    expect(makeId('route', 0, chance)).toBe('rt_00000000001111000000000000');
  });
  it('sorts by time as text', () => {
    const times = [0, 1, 31, 32, 1_000_000_000_000, 1_764_500_000_000, 2 ** 48 - 1];
    const ids = times.map((at) => makeId('event', at, new Uint8Array(10).fill(7)));
    expect([...ids].sort()).toEqual(ids);
  });
  it('is read back by the decoder of its own kind only', () => {
    const made = makeId('endpoint', 1_764_500_000_000, new Uint8Array(10).fill(99));
    expect(id(ID_PREFIX.endpoint).parse(made)).toBe(made);
    expect(id(ID_PREFIX.event).safeParse(made).success).toBe(false);
  });
  it('ends in four characters that tell neighbours apart', () => {
    expect(shortId('evt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF')).toBe('CDEF');
  });
});

describe('small nouns', () => {
  it('finds the first value of a header without looking at case', () => {
    const headers = [
      ['Content-Type', 'text/plain'],
      ['X-A', '1'],
      ['x-a', '2'],
    ] as const;
    expect(headerValue(headers, 'x-A')).toBe('1');
    expect(headerValue(headers, 'content-type')).toBe('text/plain');
    expect(headerValue(headers, 'absent')).toBeNull();
  });
  it('extrapolates virtual time by its rate, and never backwards', () => {
    const report = {
      virtualMs: 1_000,
      wallMs: 0,
      rate: 60,
      pace: { kind: 'factor', factor: 60 },
      paused: false,
      jumpsTo: null,
      signatureTime: 'wall',
      inFlight: 0,
      nextAt: null,
      nextDeliveryId: null,
    } as const;
    expect(virtualAt(report, 500)).toBe(31_000);
    expect(virtualAt(report, -500)).toBe(1_000);
    expect(virtualAt({ ...report, rate: 0 }, 500)).toBe(1_000);
  });
});
