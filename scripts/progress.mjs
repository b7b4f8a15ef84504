// Progress goes to stderr, so that the standard output of a command stays its own.

const HEARTBEAT_MS = 10_000;
const REDRAW_MS = 500;

/** @param {number} sinceMs a reading of performance.now() */
const elapsed = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Announces a piece of work, shows that it goes on, and says how long it took. On a terminal one line is redrawn;
 * elsewhere a line is added every ten seconds. `work` may report details through its argument.
 * @template T
 * @param {string} title
 * @param {(note: (detail: string) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedMs = performance.now();
  const terminal = process.stderr.isTTY === true;
  let detail = '';
  const line = () => `  ${title} … ${elapsed(startedMs)}${detail === '' ? '' : `, ${detail}`}`;
  if (terminal) process.stderr.write(line());
  else say(`  ${title} …`);
  const beat = setInterval(
    () => (terminal ? process.stderr.write(`\r\x1b[K${line()}`) : say(line())),
    terminal ? REDRAW_MS : HEARTBEAT_MS,
  );
  /** @param {string} mark */
  const finish = (mark) => {
    clearInterval(beat);
    if (terminal) process.stderr.write('\r\x1b[K');
    say(`${mark} ${title} (${elapsed(startedMs)})`);
  };
  try {
    const result = await work((text) => {
      detail = text;
    });
    finish('✓');
    return result;
  } catch (error) {
    finish('✗');
    throw error;
  }
}
