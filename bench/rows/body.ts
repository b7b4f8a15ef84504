import { newFolder } from '../processes';
import { count, milliseconds, type Row, type RowOptions } from '../row';
import { median } from '../statistics';
import { captureBody, firstScreen, openNewestBody } from '../window/body';
import { showPage } from '../window/page';
import { openServed } from '../window/served';

const MOST_MS = 1_000;
const MOST_TASK_MS = 200;
const ENTRY = '{"id":4634343214213523454,"n":1.00},';

const BODIES = [
  { what: '5 MB on one line', text: `[${ENTRY.repeat(145_000)}0]` },
  { what: '150,000 lines', text: `[\n${`  ${ENTRY}\n`.repeat(149_997)}  0\n]\n` },
] as const;

/** The first screen of a large body, from the press to its first lines, against that of a small one. */
export async function bodyRows({ rounds, say }: RowOptions): Promise<readonly Row[]> {
  const measured = BODIES.map(() => ({ large: [] as number[], small: [] as number[], longest: [] as number[] }));
  for (let round = 1; round <= rounds; round++) {
    say(`  round ${round} of ${rounds}`);
    const served = await openServed(newFolder());
    try {
      const shown = await showPage(served.url);
      try {
        for (const [index, { text }] of BODIES.entries()) {
          await captureBody(served, '{"n":1}');
          const small = await firstScreen(await openNewestBody(shown.page, false));
          await captureBody(served, text);
          const large = await firstScreen(await openNewestBody(shown.page, true));
          measured[index]?.small.push(small.ms);
          measured[index]?.large.push(large.ms);
          measured[index]?.longest.push(large.longestTaskMs);
        }
      } finally {
        await shown.close();
      }
    } finally {
      await served.close();
    }
  }
  return BODIES.map(({ what, text }, index): Row => {
    const { large = [], small = [], longest = [] } = measured[index] ?? {};
    const [ms, task] = [median(large), median(longest)];
    return {
      what: `The first screen of a body of ${what}, formatted`,
      measured: `${milliseconds(ms)}, ${count(text.length / 1_000 / ms)} MB/s; longest task ${milliseconds(task)} (a small one: ${milliseconds(median(small))})`,
      target: `< ${count(MOST_MS)} ms, no task of ${MOST_TASK_MS} ms`,
      met: ms < MOST_MS && task < MOST_TASK_MS,
      values: { large, small, longest },
    };
  });
}
