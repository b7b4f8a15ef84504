import { z } from 'zod';
import type { DrawSource, Wait } from '../../../shared/model/attempt';
import { isNumber, isRecord, parsedOrUndefined } from './by-hand';

const keptWait = z.object({
  baseMs: z.number().optional(),
  minMs: z.number(),
  nominalMs: z.number(),
  maxMs: z.number(),
  drawnMs: z.number(),
  roll: z.number(),
  draw: z
    .object({ seed: z.number(), key: z.array(z.number()).readonly() })
    .nullable()
    .default(null),
});

/** A wait; one of an earlier version gets its base from its band. */
export const waitSchema = keptWait.transform(
  ({ baseMs, ...wait }): Wait => ({ ...wait, baseMs: baseMs ?? baseOf(wait) }),
);

/** Earlier versions kept the band alone. Under equal jitter, which runs from half of the base to all of it, the page's
 * nominal delay is the middle of the band; under every other kind it is the base. */
const baseOf = ({ minMs, nominalMs, maxMs }: Pick<Wait, 'minMs' | 'nominalMs' | 'maxMs'>): number =>
  minMs === Math.ceil(maxMs / 2) && nominalMs === Math.round(maxMs * 0.75) ? maxMs : nominalMs;

/** The same by hand. Undefined when it is no wait, or one of an earlier version: the schema reads it then. */
export function readPlainWait(text: unknown): Wait | null | undefined {
  if (text === null) return null;
  const value = parsedOrUndefined(text);
  if (!isRecord(value)) return undefined;
  const { baseMs, minMs, nominalMs, maxMs, drawnMs, roll } = value;
  const draw = readDraw(value['draw']);
  if (draw === undefined || !isNumber(baseMs) || !isNumber(minMs) || !isNumber(nominalMs)) return undefined;
  if (!isNumber(maxMs) || !isNumber(drawnMs) || !isNumber(roll)) return undefined;
  return { baseMs, minMs, nominalMs, maxMs, drawnMs, roll, draw };
}

function readDraw(value: unknown): DrawSource | null | undefined {
  if (value === null) return null;
  if (!isRecord(value)) return undefined;
  const { seed, key } = value;
  return isNumber(seed) && Array.isArray(key) && key.every(isNumber) ? { seed, key } : undefined;
}
