import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandInputs } from '../../src/shared/contract/commands';
import { complaints } from './one-message';

const EP = 'ep_01JP5V7R3ZK8T2WQ9KQ4ABCDEF';
const RT = 'rt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF';
const event = { endpointIds: [EP], type: 'order.paid', body: 'e30=' };
const step = { reply: 503, headers: [], body: '', delayMs: 0, times: null };

describe('what a client sends', () => {
  it('gets its defaults: one JSON event, the newest 100 deliveries', () => {
    expect(commandInputs['event.send'].parse(event)).toEqual({
      ...event,
      contentType: 'application/json',
      count: 1,
      everyMs: 0,
    });
    expect(commandInputs['delivery.list'].parse({})).toEqual({
      cursor: null,
      limit: 100,
      states: null,
      endpointId: null,
      eventId: null,
      text: '',
      filter: '',
      asOf: null,
    });
    expect(commandInputs['endpoint.create'].parse({ name: 'a', url: 'http://h', policyId: 'fianto' })).toMatchObject({
      secret: null,
    });
  });

  it('is told what is wrong with a filter', () => {
    expect(complaints(commandInputs['delivery.list'], { filter: 'state:lost' })).toEqual([
      'There is no state “lost”. Known are queued, processing, retrying, held, stale, delivered, failed, cancelled, deferred.',
    ]);
    expect(complaints(commandInputs['capture.list'], { filter: 'status:5x' })).toEqual([
      'A status is a number such as 503, or a class such as 5xx.',
    ]);
    expect(complaints(commandInputs['capture.list'], { filter: 'state:lost' })).toEqual([]);
  });

  it('takes no arguments where there are none', () => {
    expect(complaints(commandInputs['clock.stop'], {})).toEqual([]);
    expect(complaints(commandInputs['clock.stop'], { hard: true })).toHaveLength(1);
  });

  it.each([0, 100_001, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null])(
    'cannot send %j events, at whatever rate',
    (count) => {
      expect(complaints(commandInputs['event.send'], { ...event, count, everyMs: 1 })).toEqual([
        'Send 1 to 100,000 events.',
      ]);
    },
  );
  it('sends up to 1,000 at once, and more with time between', () => {
    const asked = (count: number, everyMs: number) =>
      complaints(commandInputs['event.send'], { ...event, count, everyMs });
    expect(asked(1, 0)).toEqual([]);
    expect(asked(1_000, 0)).toEqual([]);
    expect(asked(1_001, 0)).toEqual(['Send 1 to 1,000 at once, or more of them with time between.']);
    expect(asked(1_001, 1)).toEqual([]);
    expect(asked(2, -1)).toEqual(['From one event to the next it is 0 to 30 days.']);
    expect(asked(2, 2_592_000_001)).toEqual(['From one event to the next it is 0 to 30 days.']);
  });

  it.each([
    ['event.send', { ...event, endpointIds: [] }, 'Choose at least one endpoint.'],
    ['event.send', { ...event, endpointIds: ['nobody'] }, 'This is not an id.'],
    ['event.send', { ...event, type: '' }, 'An event needs a type, such as order.paid.'],
    ['event.send', { ...event, type: 'x'.repeat(201) }, 'A type has at most 200 characters.'],
    ['event.send', { ...event, contentType: '' }, 'A content type is written in ASCII, such as application/json.'],
    [
      'event.send',
      { ...event, contentType: 'text/plain\r\nx: y' },
      'A content type is written in ASCII, such as application/json.',
    ],
    ['event.send', { ...event, contentType: 'x'.repeat(201) }, 'A content type has at most 200 characters.'],
    ['event.send', { ...event, body: '{}' }, 'The body is not base64.'],
    ['endpoint.remove', { id: 'ep_1' }, 'This is not an id.'],
    ['attempt.get', { deliveryId: 'dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF', n: 0 }, 'Attempts are numbered from 1.'],
    ['delivery.list', { limit: 501 }, 'A page has 1 to 500 rows.'],
    ['clock.setPace', { pace: { kind: 'factor', factor: 0.5 } }, 'A factor is 1 to 100,000.'],
    ['clock.setPace', { pace: { kind: 'factor', factor: 1e9 } }, 'A factor is 1 to 100,000.'],
    ['delivery.list', { asOf: -1 }, 'A place in the log is a whole number from 0.'],
    ['past.look', { to: { kind: 'instant', atMs: Number.NaN } }, 'An instant is virtual epoch ms.'],
    ['past.look', { to: { kind: 'step', seq: 1, by: 501 } }, 'Go 500 steps at most.'],
    ['clock.jump', { atMs: '14:00' }, 'An instant is virtual epoch ms.'],
    ['receiver.listen', { port: 0 }, 'A port is 1 to 65535.'],
    ['receiver.listen', { port: 65_536 }, 'A port is 1 to 65535.'],
    ['route.create', { path: '/a', script: { scope: 'all', steps: [] } }, 'A script needs at least one step.'],
    [
      'route.create',
      { path: '/a', script: { scope: 'all', steps: Array(101).fill(step) } },
      'A script has at most 100 steps.',
    ],
    ['route.update', { id: RT, script: { scope: 'all', steps: [{ ...step, reply: 199 }] } }, 'A status is 200 to 599.'],
    ['route.update', { id: RT, script: { scope: 'all', steps: [{ ...step, reply: 600 }] } }, 'A status is 200 to 599.'],
  ] as const)('%s refuses %j with one message', (name, input, message) => {
    expect(complaints(commandInputs[name], input)).toEqual([message]);
  });
});

describe.each(Object.entries(commandInputs))('%s', (_name, decoder) => {
  it('answers anything at all with a value or with messages, and never throws', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          anything,
          fc.json().map((text): unknown => JSON.parse(text)),
        ),
        (input) => {
          const read = decoder.safeParse(input);
          if (!read.success) expect(read.error.issues.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('answers its own fields filled with anything in the same way', () => {
    const fields = Object.keys(decoder.shape);
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(fields.map((field) => [field, fc.anything()])), { requiredKeys: [] }),
        (input) => {
          const read = decoder.safeParse(input);
          if (read.success) expect(decoder.safeParse(read.data).success).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
