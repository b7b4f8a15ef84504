import { expect, it } from 'vitest';
import { sendEach } from '../../src/renderer/state/send-each';
import { everyChoice, firstChoice, sayFound } from '../../src/renderer/view-models/har-choice';
import type { Call } from '../../src/shared/contract/commands';
import type { HarEvent } from '../../src/shared/imports/read-har';
import type { EndpointId } from '../../src/shared/model/ids';

const event = (n: number, more: Partial<HarEvent> = {}): HarEvent => ({
  n,
  method: 'POST',
  place: 'x',
  type: null,
  contentType: 'a/b',
  body: Uint8Array.of(n),
  isTooLarge: false,
  isRepeated: false,
  ...more,
});

/** Keeps what is sent; refuses the nth. */
function asked(refusesNth: number | null = null) {
  const sent: unknown[] = [];
  const call = (async (_: string, args: unknown) => {
    if (sent.length + 1 === refusesNth)
      return { ok: false, problem: { code: 'disk-full', message: 'The disk is full.' } };
    sent.push(args);
    return { ok: true, value: {} };
  }) as Call;
  return { sent, call };
}
const to = { endpointIds: ['ep_1' as EndpointId], type: 'other' };

it('sends each in its order, with its own type or the one that was written', async () => {
  const { sent, call } = asked();
  const told: unknown[] = [];
  const events = [event(3, { type: 'order.paid' }), event(1)];
  const ended = await sendEach(call, events, to, (progress) => told.push(progress), new AbortController().signal);
  expect(ended).toEqual({ sent: new Set([3, 1]), wrong: null });
  expect(sent).toEqual([
    { endpointIds: ['ep_1'], type: 'order.paid', contentType: 'a/b', body: 'Aw==' },
    { endpointIds: ['ep_1'], type: 'other', contentType: 'a/b', body: 'AQ==' },
  ]);
  expect(told).toEqual([
    { done: 0, of: 2 },
    { done: 1, of: 2 },
  ]);
});

it('stops between two events when asked, and at the first that is refused', async () => {
  const stop = new AbortController();
  const events = [event(1), event(2), event(3)];
  const tell = ({ done }: { done: number }): void => {
    if (done === 1) stop.abort();
  };
  expect(await sendEach(asked().call, events, to, tell, stop.signal)).toEqual({ sent: new Set([1, 2]), wrong: null });
  const ended = await sendEach(asked(2).call, events, to, () => {}, new AbortController().signal);
  expect(ended).toEqual({ sent: new Set([1]), wrong: 'Entry 2 was refused: The disk is full.' });
});

it('chooses each delivery once at first, and never what no event can carry', () => {
  const found = { events: [event(1), event(2, { isRepeated: true }), event(5, { isTooLarge: true })], without: 2 };
  expect(firstChoice(found)).toEqual(new Set([1]));
  expect(everyChoice(found)).toEqual(new Set([1, 2]));
  expect(sayFound(found)).toContain('3 requests have a body, 2 have none.');
  expect(sayFound({ events: [event(1)], without: 0 })).toContain('1 request has a body.');
});
