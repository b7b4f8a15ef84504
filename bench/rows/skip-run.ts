import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { remember } from '../processes';
import type { DeliverArgs, Rates } from '../rates';
import { count, perSecond, type Row, type RowOptions } from '../row';
import { median } from '../statistics';
import { runSubject, withPeer } from '../subject';

const MOST_SECONDS = 20;
const MOST_MIB = 300;
/** The command is started in the project's own folder. */
const MEASURE = 'test/scenario/thousand/measure.mjs';

type Measured = {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
  readonly requests: number;
};

/** A whole `run` of 13,000 failing requests, sender and receiver in one process, against as many bare requests. */
export async function skipRunRow({ rounds, say }: RowOptions): Promise<readonly Row[]> {
  const runs: Measured[] = [];
  const bareSeconds: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`  round ${round} of ${rounds}`);
    const run = await measured();
    runs.push(run);
    const args = { status: 503, atOnce: 64, warmUp: 0, count: run.requests };
    const bare = await withPeer('sink', { status: 503 }, (port) =>
      runSubject<DeliverArgs, Rates>('deliver-bare', { ...args, port }),
    );
    bareSeconds.push(run.requests / bare.perSecond);
  }
  const seconds = median(runs.map((run) => run.seconds));
  const peakMiB = median(runs.map((run) => run.peakMiB));
  const requests = median(runs.map((run) => run.requests));
  const ratio = median(runs.map((run, i) => (bareSeconds[i] ?? Number.NaN) / run.seconds));
  return [
    {
      what: `Skip waits: 1,000 deliveries, ${count(requests)} failing requests`,
      measured: `${seconds.toFixed(1)} s, ${perSecond(requests / seconds)}, ${Math.round(peakMiB)} MiB at most; ${ratio.toFixed(2)} of bare Pool.dispatch (${median(bareSeconds).toFixed(1)} s)`,
      target: `< ${MOST_SECONDS} s, < ${MOST_MIB} MB`,
      met: seconds < MOST_SECONDS && peakMiB < MOST_MIB,
      values: {
        ratio,
        seconds: runs.map((run) => run.seconds),
        cpuSeconds: runs.map((run) => run.cpuSeconds),
        peakMiB: runs.map((run) => run.peakMiB),
        bareSeconds,
      },
    },
  ];
}

async function measured(): Promise<Measured> {
  const cli = fileURLToPath(new URL('./cli.js', import.meta.url));
  const running = promisify(execFile)(process.execPath, [MEASURE, cli], { encoding: 'utf8' });
  remember(running.child);
  return JSON.parse((await running).stdout) as Measured;
}
