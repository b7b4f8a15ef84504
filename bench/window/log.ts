import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, remember, removeFolder } from '../processes';
import { count, type RowOptions } from '../row';

export const DELIVERIES = 10_000;
export const ATTEMPTS_EACH = 6;
const ENDPOINTS = 10;
const EVERY_MS = 3_600;
/** The command is started in the project's own folder. */
const POLICY = join('test', 'scenario', 'thousand', 'infraspeak-without-deactivation.yaml');

/**
 * A data folder with a log to look at: 10,000 deliveries to ten endpoints within an hour of virtual time, each of which
 * fails five times and is then taken: 60,000 real requests, made by `run` under skip waits.
 * @throws Error when the run could not be made
 */
export async function loggedFolder({ filled, say }: RowOptions): Promise<string> {
  const kept = filled === null ? newFolder() : join(filled, `${DELIVERIES}-deliveries-watched`);
  if (filled !== null && existsSync(kept)) return kept;
  say(`  making ${count(DELIVERIES * ATTEMPTS_EACH)} attempts to look at`);
  const unfinished = `${kept}.unfinished`;
  removeFolder(unfinished);
  removeFolder(kept);
  mkdirSync(unfinished, { recursive: true });
  const files = newFolder();
  const policy = readFileSync(POLICY, 'utf8').replace(/^attempts: \d+$/m, `attempts: ${ATTEMPTS_EACH}`);
  writeFileSync(join(files, 'policy.yaml'), policy);
  writeFileSync(join(files, 'scenario.yaml'), JSON.stringify(scenario()));
  const cli = join('out', 'main', 'cli.js');
  const run = spawn(process.execPath, [cli, 'run', join(files, 'scenario.yaml'), '--data-dir', unfinished], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  remember(run);
  const [code] = await once(run, 'exit');
  if (code !== 0) throw new Error(`the run that makes the log ended with code ${code}`);
  renameSync(unfinished, kept);
  return kept;
}

/** JSON is YAML, too. */
function scenario(): unknown {
  const names = Array.from({ length: ENDPOINTS }, (_, i) => `endpoint-${i + 1}`);
  return {
    retryscope: 1,
    name: 'A log to look at',
    clock: 'skip',
    seed: 1,
    endpoints: names.map((name) => ({ name, policy: './policy.yaml', receiver: 'taken-late' })),
    receiver: [
      {
        route: 'taken-late',
        scope: 'per-id',
        script: [{ reply: 503, times: ATTEMPTS_EACH - 1 }, { reply: 200 }],
      },
    ],
    send: names.map((endpoint, i) => ({
      endpoint,
      type: `order.kind-${i + 1}`,
      body: { id: i },
      count: DELIVERIES / ENDPOINTS,
      every: `${EVERY_MS}ms`,
      at: `${i * (EVERY_MS / ENDPOINTS)}ms`,
    })),
    expect: [{ deliveries: { delivered: DELIVERIES } }, { attempts: DELIVERIES * ATTEMPTS_EACH }],
  };
}
