// `node test/scenario/thousand/measure.mjs [CLI]`: runs thousand.yaml under skip waits and prints one JSON document,
// { seconds, cpuSeconds, peakMiB, requests }, of the built command line. Real time and the whole process, its start
// included.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = process.argv[2] ?? fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'retryscope-thousand-'));
const usedFile = join(folder, 'used');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Loaded into the measured process: writes what it used, peak memory in KiB and CPU time in µs, when it ends. */
const probe = `
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(${JSON.stringify(usedFile)}, JSON.stringify([maxRSS, userCPUTime + systemCPUTime]));
  });
`;

const begunAt = performance.now();
const child = spawn(
  process.execPath,
  [`--import=data:text/javascript,${encodeURIComponent(probe)}`, cli, 'run', join(here, 'thousand.yaml')],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
const code = await new Promise((resolve) => child.on('close', resolve));
const seconds = (performance.now() - begunAt) / 1_000;
if (code !== 0) throw new Error(`${pathToFileURL(cli).href} run thousand.yaml ended with ${String(code)}`);
const [peakKiB, cpuUs] = JSON.parse(readFileSync(usedFile, 'utf8'));
const hundredths = (value) => Math.round(value * 100) / 100;
process.stdout.write(
  `${JSON.stringify({
    seconds: hundredths(seconds),
    cpuSeconds: hundredths(cpuUs / 1_000_000),
    peakMiB: Math.round(peakKiB / 1_024),
    requests: 13_000,
  })}\n`,
);
