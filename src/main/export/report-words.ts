import type { LogHead } from '../../shared/log/query';
import { DELIVERY_STATES } from '../../shared/model/delivery';
import { sayRedacted } from '../../shared/redaction/redactor';
import type { ExportSource } from './format';

export const sayCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** `2 delivered, 1 failed`; the states that there are, in their order. */
export const sayStates = ({ states }: Pick<LogHead, 'states'>): string =>
  DELIVERY_STATES.flatMap((state) => {
    const count = states[state] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${state}`];
  }).join(', ');

/** What was redacted so far, in a sentence. */
export function sayRedaction({ redaction, redacted }: Pick<ExportSource, 'redaction' | 'redacted'>): string {
  if (!redaction.on) return 'Nothing is redacted: secrets that were sent stand in it.';
  const said = sayRedacted(redacted());
  return said === '' ? 'Redacted: nothing was found to redact.' : `Redacted: ${said}.`;
}

/** An instant of virtual time as a report has it: `2026-11-30 06:00:00.001`, UTC. */
export const sayTime = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
