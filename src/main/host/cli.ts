import { setFlagsFromString } from 'node:v8';
import { EXIT_BAD_INPUT, runCommandLine } from './cli-program';
import { EXIT_STOPPED } from './cli-run';

/** `retryscope …`: the command line as a process. Ctrl+C once ends in good order, twice at once. */

// Short-lived objects would otherwise be let grow to over 100 MiB before they are looked through.
setFlagsFromString('--semi-space-growth-factor=1');

/** Null once the command goes on by itself, and ends by itself when it is asked to. */
let exitCode: number | null = 0;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted && exitCode !== null) process.exit(EXIT_STOPPED);
    stop.abort();
  });
}

// Whoever read the answers is gone: there is nobody left to tell.
process.stdout.on('error', () => process.exit(EXIT_BAD_INPUT));
const out = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));

exitCode = await runCommandLine(
  process.argv.slice(2),
  { out, errors: process.stderr },
  stop.signal,
  new URL(import.meta.url),
);
if (exitCode !== null) process.exitCode = exitCode;
