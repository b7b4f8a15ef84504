import { z } from 'zod';
import { decodeCommand } from '../../../shared/contract/decode';
import { isFinal } from '../../../shared/model/delivery';
import { Refusal } from '../../../shared/model/problem';
import { ENDS, sayOutcome } from '../../../shared/words/explain';
import { readDuration } from '../../../shared/words/read-duration';
import { plainText } from '../scenario/plain-text';
import type { LineOutput } from '../scenario/progress-line';
import { contentTypeOf, readEventBytes } from './event-bytes';
import { chooseEndpoints, type Instance, openInstance, type Target } from './instance';
import { type Ended, type Seen, watchDeliveries } from './watch';

const EXIT_DONE = 0;
const EXIT_FAILED = 1;
const EXIT_STOPPED = 130;
/** What a timer can wait for, ms. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

export const SEND_EXAMPLES = `
Examples:
  retryscope send order.paid --data '{"id":1}'
  retryscope send order.paid --to Shop --to Billing --file body.json --wait
  gzip -c body.json | retryscope send order.packed --file - --content-type application/gzip --json

The app must run: the window with Settings > Local API switched on, or retryscope serve.

Exit codes:
  0  sent; with --wait: every delivery arrived
  1  with --wait: a delivery failed, was cancelled, or is not over when the time is up
  2  the command, an option or the body is wrong, or no Retryscope runs`;

export type SendFlags = {
  readonly to?: readonly string[];
  readonly data?: string;
  readonly file?: string;
  readonly contentType?: string;
  readonly count: string;
  readonly idempotencyKey?: string;
  readonly wait?: true;
  readonly timeout: string;
  readonly json?: true;
  readonly dataDir?: string;
};

const acceptedShape = z.object({ eventIds: z.array(z.string()), deliveryIds: z.array(z.string()) });

/**
 * Sends an event through the app that runs. Returns the exit code.
 * @throws Refusal for a wrong option, and when no app runs or it refuses
 */
export async function sendEvent(
  type: string,
  flags: SendFlags,
  { write, errors }: { readonly write: (text: string) => Promise<void>; readonly errors: LineOutput },
  input: () => AsyncIterable<Uint8Array>,
  stop: AbortSignal,
): Promise<number> {
  const timeoutMs = readTimeout(flags.timeout);
  const count = /^\d{1,9}$/.test(flags.count) ? Number(flags.count) : Number.NaN;
  const instance = await openInstance(flags.dataDir);
  const endpoints = await chooseEndpoints(instance, flags.to ?? []);
  const bytes = await readEventBytes(flags, input);
  const contentType = flags.contentType ?? contentTypeOf(bytes);
  const accepted = await send(instance, { type, endpoints, bytes, contentType, count, key: flags.idempotencyKey });
  const says = async (line: string): Promise<void> => (flags.json === true ? undefined : write(`${plainText(line)}\n`));
  for (const id of accepted.eventIds) await says(`${id} ${type}`);
  if (flags.wait !== true) {
    if (flags.json === true) await write(`${JSON.stringify(accepted, null, 2)}\n`);
    return EXIT_DONE;
  }
  const names = new Map(endpoints.map(({ id, name }) => [id, name]));
  const line = (of: Seen, what: string): void =>
    void says(`${of.id} ${names.get(of.endpointId) ?? of.endpointId}  ${what}`);
  const deadline = AbortSignal.timeout(timeoutMs);
  const { ended, deliveries } = await watchDeliveries(
    instance,
    accepted.deliveryIds,
    {
      attempt: (of, { n, outcome }) => {
        const took = outcome === null ? '' : `, ${Math.round(outcome.tookMs)} ms`;
        line(of, `attempt ${n}: ${sayOutcome(outcome)}${took}`);
      },
      final: (of) => line(of, sayEnd(of)),
    },
    { stop, deadline },
  );
  if (flags.json === true) {
    const document = {
      ...accepted,
      ended,
      deliveries: deliveries.map((of) => ({ ...of, endpoint: names.get(of.endpointId) })),
    };
    await write(`${JSON.stringify(document, null, 2)}\n`);
  }
  const open = accepted.deliveryIds.length - deliveries.filter(({ state }) => isFinal(state)).length;
  const remark = sayUnfinished(ended, open, accepted.deliveryIds.length, flags.timeout);
  if (remark !== null) errors.write(`${plainText(remark)}\n`);
  if (ended === 'stopped') return EXIT_STOPPED;
  return deliveries.length > 0 && deliveries.every(({ state }) => state === 'delivered') ? EXIT_DONE : EXIT_FAILED;
}

type Sending = {
  readonly type: string;
  readonly endpoints: readonly Target[];
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly count: number;
  readonly key: string | undefined;
};

async function send(instance: Instance, { type, endpoints, bytes, contentType, count, key }: Sending) {
  // The same checks as at the other end, so that nothing goes out that a header or an address could not carry.
  const asked = decodeCommand('event.send', {
    type,
    endpointIds: endpoints.map(({ id }) => id),
    contentType,
    count,
    body: '',
    ...(key === undefined ? {} : { once: { key, of: '' } }),
  });
  if (!asked.ok) throw new Refusal(asked.problem);
  const query = new URLSearchParams({ type, count: String(count) });
  for (const { id } of endpoints) query.append('endpoint', id);
  const headers = { 'content-type': contentType, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  return instance.post(`/v1/events?${query}`, bytes, headers, acceptedShape);
}

function readTimeout(text: string): number {
  const ms = readDuration(text);
  if (ms !== null && ms <= LONGEST_TIMEOUT_MS) return ms;
  throw new Refusal({
    code: 'invalid',
    message: `--timeout ${text}: ${ms === null ? 'write a number and a unit, such as 30s or 5m' : 'at most 24d'}.`,
  });
}

function sayEnd({ state, reason, attempts }: Seen): string {
  const after = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
  const why = reason === null ? '' : ` (${ENDS[reason]})`;
  return `${state} after ${after}${why}`;
}

function sayUnfinished(ended: Ended, open: number, all: number, timeout: string): string | null {
  if (all === 0) return 'No delivery was made: the endpoints take none as they are. The app says why.';
  const left = `${open} ${open === 1 ? 'delivery is' : 'deliveries are'} not over; the app goes on with ${open === 1 ? 'it' : 'them'}.`;
  if (ended === 'stopped') return `Stopped. ${left}`;
  return ended === 'late' ? `Not waited for longer than ${timeout}: ${left}` : null;
}
