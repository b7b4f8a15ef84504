import type { DrawSource } from '../model/attempt';

/**
 * Seeded chance without state: the same seed and key give the same draw in any order, after any restart.
 * Two 32-bit mixes (the finaliser of MurmurHash3) make the 53 bits of a double.
 */
export function draw(seed: number, ...key: readonly number[]): number {
  let high = mix(seed >>> 0, 0x9e3779b9);
  let low = mix(Math.floor(seed / 0x1_0000_0000) >>> 0, 0x85ebca6b);
  for (const part of key) {
    high = mix(high ^ (part >>> 0), 0xc2b2ae35);
    low = mix(low ^ high ^ (Math.floor(part / 0x1_0000_0000) >>> 0), 0x27d4eb2f);
  }
  // The upper bits decide a wait, so the halves meet once more: else the upper half of a seed would hardly matter.
  high = mix(high ^ low, 0x165667b1);
  return ((high >>> 5) * 0x400_0000 + (low >>> 6)) / 0x20_0000_0000_0000;
}

/** The draw that a source stands for: what a wait was drawn by can be drawn again. */
export const drawFromSource = ({ seed, key }: DrawSource): number => draw(seed, ...key);

function mix(value: number, salt: number): number {
  let h = (value + salt) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** What a draw is for, so that two draws of one delivery never share a key. */
export const DRAW = { retryWait: 1, answerDelay: 2, answerChance: 3 } as const;
