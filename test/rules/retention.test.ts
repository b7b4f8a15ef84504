import { describe, expect, it } from 'vitest';
import { makeId } from '../../src/shared/model/ids';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import { isEventPurged, isPurged, sayPurged } from '../../src/shared/rules/retention';

const at = (text: string): number => Date.parse(text);

describe('what a provider keeps', () => {
  it('F34, f13: created 2026-01-01T00:00:01Z it is gone at 2026-04-02T00:00Z, and not before', () => {
    const createdAt = at('2026-01-01T00:00:01Z');
    expect(isPurged(fianto, createdAt, at('2026-04-01T00:00:00Z'))).toBe(false);
    expect(isPurged(fianto, createdAt, at('2026-04-01T23:59:59.999Z'))).toBe(false);
    expect(isPurged(fianto, createdAt, at('2026-04-02T00:00:00Z'))).toBe(true);
  });
  it('f13 is not gone at an age of exactly 90 days', () => {
    const createdAt = at('2026-01-01T00:00:00Z');
    // 31 + 28 + 31 days: the age at 2026-04-01T00:00Z is 90 days to the ms.
    expect(isPurged(fianto, createdAt, at('2026-04-01T00:00:00Z'))).toBe(false);
    expect(isPurged(fianto, createdAt - 1, at('2026-04-01T00:00:00Z'))).toBe(true);
    expect(isPurged(fianto, createdAt, at('2026-04-02T00:00:00Z'))).toBe(true);
  });
  it('F22 is deleted after 90 days, held or not: what counts is when it was created', () => {
    const createdAt = at('2026-01-01T12:00:00Z');
    expect(isPurged(fianto, createdAt, createdAt + 90 * 86_400_000)).toBe(false);
    expect(isPurged(fianto, createdAt, createdAt + 91 * 86_400_000)).toBe(true);
  });
  it('R11, k10: Kestrel’s plan keeps things for 30 days, with no daily purge', () => {
    const day = 86_400_000;
    expect(isPurged(kestrel, 5, 5 + 30 * day)).toBe(false);
    expect(isPurged(kestrel, 5, 5 + 30 * day + 1)).toBe(true);
    const week = { retention: { ms: 7 * day, purgeEveryMs: null, rules: ['k10'] } };
    expect(isPurged(week, 0, 7 * day + 1)).toBe(true);
  });
  it('F34 is told from the event’s id, in which its creation stands to the ms', () => {
    const eventId = makeId('event', at('2026-01-01T00:00:01Z'), new Uint8Array(10));
    expect(isEventPurged(fianto, eventId, at('2026-04-01T23:59:59.999Z'))).toBe(false);
    expect(isEventPurged(fianto, eventId, at('2026-04-02T00:00:00Z'))).toBe(true);
    expect(sayPurged(fianto)).toBe('Deleted by Fianto after 90 days (F34)');
  });
  it('R11 hides nothing where a page names no retention', () => {
    for (const policy of [alphorn, infraspeak]) expect(isPurged(policy, 0, 10 ** 14)).toBe(false);
  });
});
