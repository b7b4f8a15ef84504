import { describe, expect, it } from 'vitest';
import { newestOfEachType } from '../../src/renderer/view-models/event-templates';
import { readSendPlan, sayPlannedSend, saySendPlan } from '../../src/renderer/view-models/send-plan';
import type { EventSummary } from '../../src/shared/model/event';
import { idOf } from '../support/rows';

describe('a plan of what is sent', () => {
  it('sends all at once when no time is given', () => {
    expect(readSendPlan('3', ' ')).toEqual({ count: 3, everyMs: 0 });
  });

  it('reads the time between two events', () => {
    expect(readSendPlan('50', '2s')).toEqual({ count: 50, everyMs: 2_000 });
    expect(readSendPlan('100000', '250ms')).toEqual({ count: 100_000, everyMs: 250 });
  });

  it.each([
    ['0', '', 'count'],
    ['1001', '', 'count'],
    ['100001', '1s', 'count'],
    ['2.5', '1s', 'count'],
    ['', '1s', 'count'],
    ['5', 'soon', 'everyMs'],
    ['5', '31d', 'everyMs'],
  ])('refuses %j every %j and says of which field', (count, every, field) => {
    expect(readSendPlan(count, every)).toMatchObject({ field });
  });

  it('says before the click what it does', () => {
    expect(saySendPlan({ count: 1, everyMs: 0 })).toBe('A new event with a new id');
    expect(saySendPlan({ count: 3, everyMs: 0 })).toBe('3 events at once, each with a new id');
    // 49 gaps of 2 s are 98 s.
    expect(saySendPlan({ count: 50, everyMs: 2_000 })).toBe(
      '50 events, the last one 1 m 38 s after the first, in virtual time',
    );
  });

  it('says what is still to come', () => {
    const send = { seq: 1, type: 'order.paid', endpointIds: [], left: 1_234, everyMs: 500, nextAt: 0 };
    expect(sayPlannedSend(send)).toBe('1,234 order.paid to come, one every 500 ms');
  });
});

it('what was sent is offered once a type, the newest of each', () => {
  const event = (n: number, type: string): EventSummary => ({
    id: idOf('event', n),
    runId: idOf('run', 1),
    ordinal: n,
    type,
    contentType: 'application/json',
    createdAt: n,
    bodyBytes: 2,
    captureId: null,
    deliveries: 1,
    endpointIds: [],
  });
  const listed = [event(4, 'a'), event(3, 'b'), event(2, 'a'), event(1, 'c')];
  expect(newestOfEachType(listed).map(({ ordinal }) => ordinal)).toEqual([4, 3, 1]);
});
