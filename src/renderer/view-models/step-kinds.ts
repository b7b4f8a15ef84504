import type { BreakPlace, ScriptStep } from '../../shared/model/script';

type StepKind = ScriptStep['kind'];

export const STEP_KIND_NAMES: readonly { readonly value: StepKind; readonly label: string }[] = [
  { value: 'reply', label: 'Answer' },
  { value: 'redirect', label: 'Redirect' },
  { value: 'limit', label: 'Rate limit' },
  { value: 'hang', label: 'Hang' },
  { value: 'reset', label: 'Reset' },
  { value: 'half-close', label: 'Close' },
  { value: 'drip', label: 'Drip' },
  { value: 'cut-chunked', label: 'Cut a chunk' },
  { value: 'wrong-length', label: 'Wrong length' },
  { value: 'garbage', label: 'Garbage' },
];

export const BREAK_NAMES: readonly { readonly value: BreakPlace; readonly label: string }[] = [
  { value: 'before-headers', label: 'Before headers' },
  { value: 'in-headers', label: 'In headers' },
  { value: 'after-headers', label: 'After headers' },
  { value: 'in-body', label: 'In body' },
];

/** The same span, conditions and as much of the answer as the other kind has. */
export function asKind(step: ScriptStep, kind: StepKind): ScriptStep {
  const { times, forMs, chance, if: condition } = step;
  const span = {
    times,
    forMs,
    ...(chance === undefined ? {} : { chance }),
    ...(condition === undefined ? {} : { if: condition }),
  };
  const headers = ('headers' in step ? step.headers : undefined) ?? [];
  const body = ('body' in step ? step.body : undefined) ?? '';
  const delayMs = step.delayMs ?? 0;
  const reply = step.kind === 'reply' ? step.reply : 200;
  const answer = { headers, body, delayMs };
  switch (kind) {
    case 'reply':
      return { kind, reply: 503, ...answer, ...span };
    case 'redirect':
      return { kind, reply: 302, to: '/login', headers, delayMs, ...span };
    case 'limit':
      return { kind, limit: 10, perMs: 60_000, window: 'fixed', says: 'seconds', reply: 429, ...answer, ...span };
    case 'hang':
      return { kind, when: 'before-headers', reply, ...answer, ...span };
    case 'reset':
    case 'half-close':
      return { kind, when: 'before-headers', reply, ...answer, ...span };
    case 'drip':
      return { kind, reply, bytesPerSecond: 1, from: 'body', ...answer, ...span };
    case 'cut-chunked':
      return { kind, reply, ...answer, ...span };
    case 'wrong-length':
      return { kind, reply, length: 1_000, ...answer, ...span };
    case 'garbage':
      return { kind, garbage: 'SSH-2.0-OpenSSH_9.6\r\n', delayMs, ...span };
  }
}
