const MOST_STEPS = 5;

/** Round figures of an axis of counts from 0, at most six, the last one at or above `most`; 0 and 1 for no more than that. */
export function countTicks(most: number): readonly number[] {
  let decade = 1;
  for (;;) {
    for (const step of [decade, 2 * decade, 5 * decade]) {
      const steps = Math.max(1, Math.ceil(most / step));
      if (steps <= MOST_STEPS) return Array.from({ length: steps + 1 }, (_, index) => index * step);
    }
    decade *= 10;
  }
}
