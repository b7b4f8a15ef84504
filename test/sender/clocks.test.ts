import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { SendResult } from '../../src/main/engine/ports';
import type { Timeouts } from '../../src/shared/policies/policy';
import { HandClock, stillOpen, turns } from './clocks';
import { ALPHORN, FIANTO, faultOf, INFRASPEAK, KESTREL, never, OK, peer, requestTo, sender } from './requests';

/** A request that the peer has read and not answered; time stands until the test moves it. */
async function unanswered(timeouts: Timeouts) {
  const sockets: Socket[] = [];
  const target = await peer({ answer: (socket) => sockets.push(socket) });
  const clock = new HandClock();
  const sending = sender(clock).send(requestTo({ url: `http://127.0.0.1:${target.port}/`, timeouts }), never());
  await target.received(1);
  await turns();
  const say = async (bytes: string): Promise<void> => {
    sockets[0]?.write(bytes);
    await turns();
  };
  return { clock, sending, say };
}

/** The result if it is there once `ms` have passed; fails the test when it was there one millisecond before. */
async function endsAfter(ms: number, clock: HandClock, sending: Promise<SendResult>): Promise<SendResult> {
  clock.advance(ms - 1);
  expect(await stillOpen(sending)).toBe(true);
  clock.advance(1);
  expect(await stillOpen(sending)).toBe(false);
  return sending;
}

describe('without headers the attempt ends on the millisecond', () => {
  it.each([
    ['Fianto', FIANTO, 10_000, 'No headers in 10 s. No byte came.'],
    ['Kestrel', KESTREL, 10_000, 'No headers in 10 s. No byte came.'],
    ['Infraspeak', INFRASPEAK, 30_000, 'No headers in 30 s. No byte came.'],
    ['Alphorn', ALPHORN, 15_000, 'No headers in 15 s. No byte came.'],
  ] as const)('%s', async (_provider, timeouts, ms, detail) => {
    const { clock, sending } = await unanswered(timeouts);
    const result = await endsAfter(ms, clock, sending);
    expect(faultOf(result)).toEqual({ fault: 'response-timeout', detail });
    expect(result.outcome.tookMs).toBe(ms);
    expect(result.response).toBeNull();
    expect(clock.bells).toBe(0);
  });

  it('even when header lines drip in, and it says how much came', async () => {
    const { clock, sending, say } = await unanswered(FIANTO);
    await say('HTTP/1.1 200 OK\r\n');
    clock.advance(5_000);
    await say('x-a: 1\r\n');
    expect(faultOf(await endsAfter(5_000, clock, sending)).detail).toBe('No headers in 10 s. 25 bytes came.');
  });

  it('even when only interim answers come', async () => {
    const { clock, sending, say } = await unanswered(FIANTO);
    await say('HTTP/1.1 103 Early Hints\r\n\r\n');
    expect(faultOf(await endsAfter(10_000, clock, sending)).fault).toBe('response-timeout');
  });
});

describe('headers in time decide', () => {
  it('f12: at 9.99 s, with a body that ends later', async () => {
    const { clock, sending, say } = await unanswered(FIANTO);
    clock.advance(9_990);
    await say('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n');
    clock.advance(4_000);
    expect(await stillOpen(sending)).toBe(true);
    await say('ok');
    const { outcome, response, timings } = await sending;
    expect(outcome).toMatchObject({ kind: 'response', status: 200, tookMs: 13_990 });
    expect(response).toMatchObject({ bodyBytes: 2, bodyTruncated: false });
    expect(timings).toMatchObject({ firstByteMs: 9_990, bodyMs: 4_000 });
  });

  it('R13: a body that does not end is read for 5 s, then left', async () => {
    const { clock, sending, say } = await unanswered(KESTREL);
    await say('HTTP/1.1 503 Busy\r\ncontent-length: 100\r\n\r\nabc');
    clock.advance(3_000);
    await say('def');
    const { outcome, response } = await endsAfter(2_000, clock, sending);
    expect(outcome).toMatchObject({ kind: 'response', status: 503 });
    expect(response).toMatchObject({ bodyBytes: 6, bodyTruncated: true });
    expect(Buffer.from(response?.body ?? []).toString()).toBe('abcdef');
  });
});

describe('a14: the total clock covers the body', () => {
  it('that ends at 14.9 s is a response', async () => {
    const { clock, sending, say } = await unanswered(ALPHORN);
    clock.advance(1_000);
    await say('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\no');
    clock.advance(13_900);
    expect(await stillOpen(sending)).toBe(true);
    await say('k');
    expect((await sending).outcome).toMatchObject({ kind: 'response', status: 200, tookMs: 14_900 });
  });

  it('that has not ended at 15 s is a time-out, with what came', async () => {
    const { clock, sending, say } = await unanswered(ALPHORN);
    await say('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\no');
    const result = await endsAfter(15_000, clock, sending);
    expect(faultOf(result)).toEqual({
      fault: 'response-timeout',
      detail: 'The body did not end in 15 s; 1 byte came.',
    });
    expect(result.response).toMatchObject({ status: 200, bodyBytes: 1, bodyTruncated: true });
  });
});

describe('silence', () => {
  it('ends the attempt when it lasts too long, and every byte starts it anew', async () => {
    const { clock, sending, say } = await unanswered({ ...FIANTO, inactivityMs: 2_000 });
    clock.advance(1_900);
    await say('HTTP/1.1 200');
    const result = await endsAfter(2_000, clock, sending);
    expect(faultOf(result)).toEqual({ fault: 'inactivity-timeout', detail: 'Nothing came for 2 s. 12 bytes came.' });
  });
});

describe('the connecting clock', () => {
  it.each([
    ['k5: Kestrel', KESTREL, 10_000],
    ['i5: Infraspeak', INFRASPEAK, 30_000],
    ['f12: Fianto', FIANTO, 10_000],
    ['a14: Alphorn', ALPHORN, 15_000],
  ] as const)('%s ends a handshake that hangs', async (_provider, timeouts, ms) => {
    const target = await peer({ connected: () => false });
    const clock = new HandClock();
    const sending = sender(clock).send(requestTo({ url: `https://127.0.0.1:${target.port}/`, timeouts }), never());
    while (target.connections() === 0) await turns(1);
    expect(faultOf(await endsAfter(ms, clock, sending)).fault).toBe('connect-timeout');
  });

  it('covers the name as well', async () => {
    const clock = new HandClock();
    const sending = sender(clock, { lookup: () => {} }).send(
      requestTo({ url: 'http://hooks.test/', timeouts: KESTREL }),
      never(),
    );
    expect(faultOf(await endsAfter(10_000, clock, sending))).toEqual({
      fault: 'connect-timeout',
      detail: 'The name “hooks.test” was not resolved in 10 s.',
    });
  });

  it('of a reused connection is not running: the response clock starts with the request', async () => {
    const sockets: Socket[] = [];
    const target = await peer({ answer: (socket, { nth }) => (nth === 1 ? socket.write(OK) : sockets.push(socket)) });
    const clock = new HandClock();
    const one = sender(clock);
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/`, timeouts: INFRASPEAK });
    await one.send(request, never());
    await turns();
    clock.advance(50);
    const sending = one.send(request, never());
    await target.received(2);
    await turns();
    const result = await endsAfter(30_000, clock, sending);
    expect(faultOf(result).fault).toBe('response-timeout');
    expect(result.timings.reusedConnection).toBe(true);
  });
});

describe('a peer that never reads the request', () => {
  it('cannot hold it: 60 s from the connection, when no clock of the policy runs', async () => {
    const target = await peer({
      connected: (socket) => {
        socket.pause();
        return false;
      },
    });
    const clock = new HandClock();
    // More than the buffers of both ends of a loopback connection hold.
    const body = new Uint8Array(64 * 1_048_576);
    const url = `http://127.0.0.1:${target.port}/`;
    const sending = sender(clock).send(requestTo({ url, timeouts: KESTREL, body }), never());
    while (target.connections() === 0) await turns(1);
    await turns();
    const result = await endsAfter(60_000, clock, sending);
    expect(faultOf(result)).toEqual({
      fault: 'response-timeout',
      detail: 'The server did not read the whole request in 1 m.',
    });
    expect(result.timings.writeMs).toBeNull();
  });
});

describe('a bell that rings late', () => {
  it('lets an answer that already lies in the socket count', async () => {
    const sockets: Socket[] = [];
    const target = await peer({ answer: (socket) => sockets.push(socket) });
    const clock = new HandClock();
    const late: (() => void)[] = [];
    // The machine was busy: bells ring only when the test says so, long after their time.
    const busy = {
      wallMs: () => clock.wallMs(),
      elapsedMs: () => clock.elapsedMs(),
      ring: (_afterMs: number, bell: () => void) => {
        late.push(bell);
        return () => {};
      },
    };
    const sending = sender(busy).send(requestTo({ url: `http://127.0.0.1:${target.port}/` }), never());
    await target.received(1);
    clock.advance(10_500);
    late[0]?.();
    sockets[0]?.write(OK);
    expect((await sending).outcome).toMatchObject({ kind: 'response', status: 200 });
  });
});

describe('while this process stood still', () => {
  it.each([
    ['Fianto', FIANTO],
    ['Alphorn', ALPHORN],
  ] as const)('%s: a request that had not left has its whole time from then on', async (_provider, timeouts) => {
    const limitMs = timeouts.totalMs ?? timeouts.headers?.ms ?? 0;
    const sockets: Socket[] = [];
    const target = await peer({ answer: (socket) => sockets.push(socket) });
    const clock = new HandClock();
    const sending = sender(clock).send(requestTo({ url: `http://127.0.0.1:${target.port}/`, timeouts }), never());
    clock.standStill(limitMs - 500);
    await target.received(1);
    await turns();
    clock.advance(limitMs - 1);
    expect(await stillOpen(sending)).toBe(true);
    sockets[0]?.write(OK);
    expect((await sending).outcome).toMatchObject({ kind: 'response', status: 200, tookMs: 2 * limitMs - 501 });
  });

  it('a request that had not left when its time was over is sent all the same', async () => {
    const target = await peer({ answer: (socket) => socket.write(OK) });
    const clock = new HandClock();
    const sending = sender(clock).send(requestTo({ url: `http://127.0.0.1:${target.port}/` }), never());
    clock.standStill(60_000);
    clock.advance(0);
    expect((await sending).outcome).toMatchObject({ kind: 'response', status: 200 });
  });

  it('an answer that had come is read, however long its body', async () => {
    const body = 'x'.repeat(8_000_000);
    const sockets: Socket[] = [];
    const target = await peer({ answer: (socket) => sockets.push(socket) });
    const clock = new HandClock();
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/`, timeouts: ALPHORN });
    const sending = sender(clock).send(request, never());
    await target.received(1);
    await turns();
    sockets[0]?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    clock.standStill(20_000);
    await turns(2);
    clock.advance(0);
    expect(await sending).toMatchObject({ outcome: { kind: 'response' }, response: { bodyBytes: body.length } });
  });

  it('an endpoint that had the request and gave no byte is judged by the time that passed', async () => {
    const { clock, sending } = await unanswered(FIANTO);
    clock.standStill(9_000);
    clock.advance(0);
    expect(faultOf(await endsAfter(1_000, clock, sending)).fault).toBe('response-timeout');
  });
});
