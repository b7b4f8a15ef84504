import { afterEach } from 'vitest';
import type { Sender, SendRequest, SendResult, SystemClock } from '../../src/main/engine/ports';
import { makeSender, type SenderOptions } from '../../src/main/sender/sender';
import type { HeaderList } from '../../src/shared/model/header';
import type { Timeouts } from '../../src/shared/policies/policy';
import { type RawPeer, type RawPeerOptions, rawPeer } from '../support/peers/raw-peer';
import { realClock } from './clocks';

export const FIANTO: Timeouts = { connectMs: null, headers: { ms: 10_000, from: 'connect-start' }, totalMs: null };
export const KESTREL: Timeouts = { connectMs: 10_000, headers: { ms: 10_000, from: 'request-written' }, totalMs: null };
export const INFRASPEAK: Timeouts = { connectMs: 30_000, headers: { ms: 30_000, from: 'connected' }, totalMs: null };
export const ALPHORN: Timeouts = { connectMs: null, headers: null, totalMs: 15_000 };

export type Asked = Partial<Omit<SendRequest, 'headers' | 'body'>> & {
  readonly url: string;
  readonly body?: string | Uint8Array;
  readonly headers?: HeaderList;
};

/** A request with the least that HTTP needs. */
export function requestTo({ url, body = '{"a":1}', headers, ...rest }: Asked): SendRequest {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    method: 'POST',
    url,
    headers: headers ?? [
      ['host', /\/\/([^/?]*)/.exec(url)?.[1] ?? ''],
      ['content-length', String(bytes.byteLength)],
    ],
    body: bytes,
    timeouts: FIANTO,
    ...rest,
  };
}

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A peer that is closed after the test. */
export async function peer(options: RawPeerOptions): Promise<RawPeer> {
  const made = await rawPeer(options);
  open.unshift(made);
  return made;
}

/** Closes something after the test. */
export function closing<T extends { close(): Promise<void> }>(one: T): T {
  open.push(one);
  return one;
}

export function sender(clock: SystemClock = realClock, rest: Omit<SenderOptions, 'clock'> = {}): Sender {
  const made = makeSender({ clock, ...rest });
  open.unshift(made);
  return made;
}

export const never = (): AbortSignal => new AbortController().signal;

/** One request through a sender of its own. */
export const sendOnce = (asked: Asked): Promise<SendResult> => sender().send(requestTo(asked), never());

/** The result's fault and detail; fails the test when there is none. */
export function faultOf({ outcome }: SendResult): { readonly fault: string; readonly detail: string } {
  if (outcome.kind !== 'no-response') throw new Error(`expected a fault, got ${JSON.stringify(outcome)}`);
  return { fault: outcome.fault, detail: outcome.detail };
}

export const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
