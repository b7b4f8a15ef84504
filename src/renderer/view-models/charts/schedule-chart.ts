import type { PreviewAttempt } from '../../../shared/rules/preview';
import { sayDuration } from '../../../shared/words/duration';
import { plural } from '../numbers';
import type { ChartFacts } from './chart-table';

/** When a policy's attempts come, waits only; null without an attempt. */
export function scheduleChart(preview: readonly PreviewAttempt[]): ChartFacts | null {
  const last = preview.at(-1);
  if (last === undefined) return null;
  const { min, nominal, max } = last.ageMs;
  const attempts = plural(preview.length, 'attempt');
  const span =
    preview.length === 1
      ? ', at once'
      : min === max
        ? ` over ${sayDuration(nominal)}`
        : ` over ${sayDuration(min)} to ${sayDuration(max)}, nominal ${sayDuration(nominal)}`;
  return {
    caption: `${attempts}${span}.`,
    table: {
      columns: ['Attempt', 'Wait, least', 'nominal', 'most', 'Age, least', 'Age, nominal', 'Age, most'],
      rows: preview.map(({ n, delayMs, ageMs }) => [
        `#${n}`,
        ...(n === 1
          ? Array<string>(6).fill('at once')
          : [delayMs.min, delayMs.nominal, delayMs.max, ageMs.min, ageMs.nominal, ageMs.max].map(sayDuration)),
      ]),
    },
  };
}
