import { expect, it } from 'vitest';
import type { Change, SendRequest } from '../../src/main/engine/ports';
import { dependsOnOrder, sendInOrder } from '../../src/main/host/scenario/ordered-sender';
import type { CaptureId, RouteId } from '../../src/shared/model/ids';
import { FakeSender, ok } from '../support/fake-sender';
import { settled } from '../support/fake-system';
import { scenarioOf, small } from './run-text';

const COUNTED = 'rt_counted' as RouteId;
const OTHER = 'rt_other' as RouteId;

const requestTo = (url: string): SendRequest => ({
  method: 'POST',
  url,
  headers: [],
  body: new Uint8Array(),
  timeouts: { connectMs: null, headers: null, totalMs: null },
});

function setUp() {
  const inner = new FakeSender();
  inner.script([], 'wait');
  let told = (_: Change): void => {};
  const onCommit = (listener: (change: Change) => void): (() => void) => {
    told = listener;
    return () => {};
  };
  const sender = sendInOrder(inner, { onCommit }, (url) => (url === '/counted' ? COUNTED : null));
  const none = new Set<never>();
  return {
    sent: () => inner.sent.map(({ url }) => url),
    answer: (nth: number) => inner.sent[nth]?.answer(ok()),
    send: (url: string) => void sender.send(requestTo(url), new AbortController().signal),
    captured: (route: RouteId) =>
      told({
        revision: 1,
        deliveries: none,
        endpoints: none,
        events: none,
        routes: new Set([route]),
        captures: new Set(['cap_1' as CaptureId]),
      }),
  };
}

it('a request to a route that counts leaves once the one before it was captured there', async () => {
  const { sent, send, captured } = setUp();
  send('/counted');
  send('/counted');
  await settled();
  expect(sent()).toEqual(['/counted']);
  captured(OTHER);
  await settled();
  expect(sent()).toEqual(['/counted']);
  captured(COUNTED);
  await settled();
  expect(sent()).toEqual(['/counted', '/counted']);
});

it('or once the one before it has ended, captured or not', async () => {
  const { sent, send, answer } = setUp();
  send('/counted');
  send('/counted');
  await settled();
  answer(0);
  await settled();
  expect(sent()).toHaveLength(2);
});

it('every other request leaves at once', async () => {
  const { sent, send } = setUp();
  send('/counted');
  send('/elsewhere');
  send('/elsewhere');
  await settled();
  expect(sent().filter((url) => url === '/elsewhere')).toHaveLength(2);
});

it.each([
  ['[{ reply: 503 }]', false],
  ['[{ reply: 503, for: 48h }, { reply: 200 }]', false],
  ['[{ reply: 200, delay: 5ms }]', false],
  ['[{ reply: 503, times: 3 }, { reply: 200 }]', true],
  ['[{ hang: true, times: 3 }, { reply: 200 }]', true],
  ['[{ reply: 200, delay: [1ms, 5ms] }]', true],
])('to %s order matters: %s', (script, matters) => {
  const [route] = scenarioOf(small('kestrel', script)).routes;
  expect(route !== undefined && dependsOnOrder(route.script)).toBe(matters);
});
