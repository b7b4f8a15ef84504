// `node test/scenario/thousand/measure.mjs [CLI]`: runs thousand.yaml under skip waits and prints one JSON document,
// { seconds, peakMiB, requests }, of the built command line. Real time and the whole process, its start included.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = process.argv[2] ?? fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'retryscope-thousand-'));
const peakFile = join(folder, 'peak');

/** Loaded into the measured process: writes its peak memory (KiB) when it ends. */
const probe = `
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => writeFileSync(${JSON.stringify(peakFile)}, String(process.resourceUsage().maxRSS)));
`;

try {
  const begunAt = performance.now();
  const child = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(probe)}`, cli, 'run', join(here, 'thousand.yaml')],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = (performance.now() - begunAt) / 1_000;
  if (code !== 0) throw new Error(`${pathToFileURL(cli).href} run thousand.yaml ended with ${String(code)}`);
  const peakMiB = Number(readFileSync(peakFile, 'utf8')) / 1_024;
  process.stdout.write(
    `${JSON.stringify({ seconds: Math.round(seconds * 100) / 100, peakMiB: Math.round(peakMiB), requests: 13_000 })}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
