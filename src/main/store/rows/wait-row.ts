import type { DrawSource, Wait } from '../../../shared/model/attempt';
import { isNumber, isRecord, parsedOrUndefined } from './by-hand';

/** The same by hand. Undefined when it is no wait, or one of an earlier version: the schema reads it then. */
export function readPlainWait(text: unknown): Wait | null | undefined {
  if (text === null) return null;
  const value = parsedOrUndefined(text);
  if (!isRecord(value)) return undefined;
  const { baseMs, minMs, nominalMs, maxMs, drawnMs, roll } = value;
  const draw = readDraw(value['draw']);
  if (draw === undefined || !isNumber(baseMs) || !isNumber(minMs) || !isNumber(nominalMs)) return undefined;
  if (!isNumber(maxMs) || !isNumber(drawnMs) || !isNumber(roll)) return undefined;
  const { askedMs } = value;
  if (askedMs === undefined) return { baseMs, minMs, nominalMs, maxMs, drawnMs, roll, draw };
  return isNumber(askedMs) ? { baseMs, minMs, nominalMs, maxMs, drawnMs, roll, draw, askedMs } : undefined;
}

function readDraw(value: unknown): DrawSource | null | undefined {
  if (value === null) return null;
  if (!isRecord(value)) return undefined;
  const { seed, key } = value;
  return isNumber(seed) && Array.isArray(key) && key.every(isNumber) ? { seed, key } : undefined;
}
