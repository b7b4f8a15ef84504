import { type HeaderList, headerValue } from '../model/header';
import type { RetryAfter } from '../model/step';
import type { RetryAfterHeader } from '../policies/answers';
import { LONGEST_WAIT_MS } from '../policies/bounds';
import type { Policy } from '../policies/policy';
import { readHttpDate } from './http-date';
import { within } from './status-range';

/** An answer with its header fields. */
type Answer = { readonly status: number; readonly retryAfter: string | null };

/** What an answer asked for, and the wait that comes of it: null where the policy's own wait stays. */
export type Obeyed = { readonly seen: RetryAfter | null; readonly askedMs: number | null };

/**
 * Applies what an answer asked for to a wait that was drawn. It comes last: neither jitter nor a cap on the schedule
 * shortens what was promised to the other side; only the header's own cap does.
 * @param wallAt the instant of the answer in wall time, epoch ms: a date is read against it
 * @param drawnMs the policy's own wait; null: nothing follows
 */
export function obeyRetryAfter(
  policy: Pick<Policy, 'retryAfter' | 'rules'>,
  answer: Answer,
  headers: HeaderList,
  wallAt: number,
  drawnMs: number | null,
): Obeyed {
  const spec = policy.retryAfter;
  const ownRules = policy.rules.retryAfter;
  const all: HeaderList = answer.retryAfter === null ? headers : [...headers, ['Retry-After', answer.retryAfter]];
  if (spec === 'ignore') {
    const value = answer.retryAfter;
    return { seen: value === null ? null : { value, used: false, rules: ownRules }, askedMs: null };
  }
  const found = firstFound(spec.headers, all);
  if (found === null) return { seen: null, askedMs: null };
  const seen = { value: found.value, header: found.header.name, rules: ownRules };
  const unused = (note: NonNullable<RetryAfter['note']>): Obeyed => ({
    seen: { ...seen, used: false, note },
    askedMs: null,
  });
  if (drawnMs === null) return unused('ended');
  if (!spec.statuses.some((range) => within(range, answer.status))) return unused('status');
  const read = readWait(found.header, found.value, wallAt);
  if (read === null) return unused('malformed');
  const asked = Math.max(0, Math.min(read, spec.capMs ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS));
  if (spec.mode === 'at-least' && asked <= drawnMs) return unused('shorter');
  const note = read < 0 ? 'past' : asked < read ? 'capped' : undefined;
  return { seen: { ...seen, used: true, mode: spec.mode, ...(note === undefined ? {} : { note }) }, askedMs: asked };
}

function firstFound(
  wanted: readonly RetryAfterHeader[],
  headers: HeaderList,
): { readonly header: RetryAfterHeader; readonly value: string } | null {
  for (const header of wanted) {
    const value = headerValue(headers, header.name);
    if (value !== null) return { header, value };
  }
  return null;
}

const SECONDS = /^\d+$/;
const MILLISECONDS = /^\d+(?:\.\d+)?$/;

/** Whole ms from the answer on, negative for a date in the past; null when it is malformed. */
function readWait({ reads }: RetryAfterHeader, value: string, wallAt: number): number | null {
  const text = value.trim();
  if (reads === 'milliseconds') return MILLISECONDS.test(text) ? Math.ceil(Number(text)) : null;
  if (reads !== 'date' && SECONDS.test(text)) return Number(text) * 1_000;
  if (reads === 'seconds') return null;
  const date = readHttpDate(text, wallAt);
  return date === null ? null : Math.ceil(date - wallAt);
}
