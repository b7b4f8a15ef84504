import type { RetryAfter } from '../model/step';

const IGNORED = {
  malformed: 'it cannot be read',
  status: 'it does not count with this status',
  shorter: 'the wait is as long already',
  ended: 'nothing follows',
} as const;

const isIgnored = (note: RetryAfter['note']): note is keyof typeof IGNORED =>
  note !== undefined && Object.hasOwn(IGNORED, note);

/** What became of a wait that the answer asked for: `ignored, it cannot be read`, `used, up to the cap`. */
export function sayRetryAfterUse({ used, note }: RetryAfter): string {
  if (!used) return isIgnored(note) ? `ignored: ${IGNORED[note]}` : 'ignored';
  if (note === 'capped') return 'obeyed, up to the cap';
  return note === 'past' ? 'obeyed: it is in the past, so nothing is waited for it' : 'obeyed';
}

/** The same as a fact: `120, used`. */
export function sayRetryAfterFact(seen: RetryAfter): string {
  if (!seen.used) return `${seen.value}, ${sayRetryAfterUse(seen)}`;
  const how = seen.mode === 'at-least' ? 'used, at least so long' : 'used';
  if (seen.note === 'capped') return `${seen.value}, ${how}, up to the cap`;
  return seen.note === 'past' ? `${seen.value}, ${how}; it is in the past: zero` : `${seen.value}, ${how}`;
}
