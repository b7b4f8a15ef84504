import { describe, expect, it } from 'vitest';
import { type ClientEvents, startClient } from '../../src/renderer/engine/client';
import type { LineEvents } from '../../src/renderer/engine/line';
import { reconnectDelayMs, tokenInHash } from '../../src/renderer/engine/socket-transport';
import type { ClientMessage } from '../../src/shared/contract/channel';
import type { EndpointId } from '../../src/shared/model/ids';
import { aFrame } from './mirror-kit';

function bench() {
  const sent: ClientMessage[] = [];
  const seen: string[] = [];
  let events: LineEvents | undefined;
  const listener: ClientEvents = {
    connected: () => seen.push('connected'),
    frame: (frame) => seen.push(`frame ${frame.from}-${frame.to}`),
    link: (link) => seen.push(link.kind),
    garbled: (text) => seen.push(`garbled ${text}`),
  };
  const client = startClient((given) => {
    events = given;
    return () => undefined;
  }, listener);
  const line = (): LineEvents => {
    if (events === undefined) throw new Error('the transport was not started');
    return events;
  };
  const open = (): void => line().opened({ send: (text) => sent.push(JSON.parse(text)), close: () => undefined });
  return { client, sent, seen, line, open };
}

describe('the client', () => {
  it('answers a call with the answer that carries its number, whatever the order', async () => {
    const { client, line, open } = bench();
    open();
    const first = client.call('clock.pause', {});
    const second = client.call('event.get', { id: 'evt_1' });
    line().text(JSON.stringify({ kind: 'answer', seq: 2, result: { ok: true, value: 'two' } }));
    line().text(JSON.stringify({ kind: 'answer', seq: 1, result: { ok: true, value: 'one' } }));
    expect(await first).toEqual({ ok: true, value: 'one' });
    expect(await second).toEqual({ ok: true, value: 'two' });
  });

  it('sends each call as one JSON text of the contract', () => {
    const { client, sent, open } = bench();
    open();
    void client.call('receiver.listen', { port: 7879 });
    expect(sent).toEqual([{ kind: 'call', seq: 1, name: 'receiver.listen', args: { port: 7879 } }]);
  });

  it('keeps back what the engine would close the line on, and says of it what the engine would', async () => {
    const { client, sent, open } = bench();
    open();
    const event = { endpointIds: ['ep_01M8NN59VAHYDHV6E62AV3ANQK'] as EndpointId[], type: 'order.paid' };
    const body = 'eHh4'.repeat(2 * 1_048_576);
    expect(await client.call('event.send', { ...event, body })).toEqual({
      ok: false,
      problem: { code: 'invalid', field: 'body', message: 'An event carries at most 1 MiB.' },
    });
    const step = { reply: 200, body: '\u20ac'.repeat(1_000_000) };
    const script = { steps: [step, step, step] };
    expect(await client.call('route.create', { path: '/long', script })).toMatchObject({
      ok: false,
      problem: { code: 'too-large' },
    });
    expect(sent).toEqual([]);
    void client.call('receiver.listen', { port: 7879 });
    expect(sent).toMatchObject([{ seq: 1 }]);
  });

  it('refuses a call when no line is open', async () => {
    const { client } = bench();
    expect(await client.call('snapshot', {})).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
  });

  it('answers what is in flight with unavailable when the line dies, and says to look first', async () => {
    const { client, line, open } = bench();
    open();
    const answer = client.call('clock.stop', {});
    line().closed();
    expect(await answer).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
  });

  it('switches over to a new line and cuts off the calls of the old one', async () => {
    const { client, seen, sent, open } = bench();
    open();
    const old = client.call('snapshot', {});
    open();
    expect(await old).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
    void client.call('snapshot', {});
    expect(sent).toHaveLength(2);
    expect(seen).toEqual(['connected', 'connected']);
  });

  it('hands on frames and names what is not of the contract', () => {
    const { line, seen, open } = bench();
    open();
    line().text(JSON.stringify({ kind: 'frame', frame: aFrame(3, 4) }));
    line().text('not JSON');
    line().text('{"kind":"other"}');
    expect(seen).toEqual(['connected', 'frame 3-4', 'garbled not JSON', 'garbled {"kind":"other"}']);
  });
});

describe('the WebSocket', () => {
  it('takes the token out of an address, and finds none in an empty one', () => {
    expect(tokenInHash('#token=abc-123_x')).toBe('abc-123_x');
    expect(tokenInHash('#token=')).toBeNull();
    expect(tokenInHash('')).toBeNull();
  });

  it('waits twice as long after each failure, and five seconds at most', () => {
    expect([0, 1, 2, 3, 4, 5, 100].map(reconnectDelayMs)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  });
});
