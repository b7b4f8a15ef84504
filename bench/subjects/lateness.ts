import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Sender } from '../../src/main/engine/ports';
import { DATABASE_FILE } from '../../src/main/store/open-store';
import { DRAW, draw } from '../../src/shared/rules/draw';
import { accept, addEndpoint, openLine } from '../line';
import { newFolder } from '../processes';
import { percentile } from '../statistics';
import { reportAndEnd, subjectArgs } from '../subject';

export type LatenessArgs = {
  readonly port: number;
  readonly pending: number;
  /** The time over which due times are spread, ms. */
  readonly overMs: number;
  readonly seed: number;
};

/** Ms from a due time to the request that is handed to the sender; `early` counts both clocks' views of it. */
export type LatenessReport = {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly early: number;
  readonly timerP50: number;
  readonly timerP99: number;
};

const { port, pending, overMs, seed } = subjectArgs<LatenessArgs>();
/** Between the start of the clock and the first due time, ms. */
const LEAD_MS = 1_000;
/** Sent before what is measured, at the same rate, so that the code is as fast as it will be. */
const WARM_UP_MS = 2_000;
const warmUp = Math.round((pending * WARM_UP_MS) / overMs);
const MEASURED_FROM_MS = LEAD_MS + WARM_UP_MS;

/** When the delivery with this ordinal is due, ms after the start of the clock. */
const dueAfterMs = (n: number): number => {
  const place = draw(seed, DRAW.retryWait, n);
  return n <= warmUp ? LEAD_MS + place * WARM_UP_MS : MEASURED_FROM_MS + place * overMs;
};

const folder = newFolder();
const file = join(folder, DATABASE_FILE);

/** Deliveries as they wait for a retry, due at instants drawn evenly over the span. */
async function prepare(): Promise<void> {
  const line = openLine(folder);
  line.engine.setPaused(true);
  const endpoints = Array.from({ length: 4 }, () => addEndpoint(line, `http://127.0.0.1:${port}/hook`, 'fianto'));
  accept(line, endpoints, warmUp + pending);
  const { virtualMs } = line.engine.report();
  const runId = line.engine.run.id;
  await line.close();
  const db = new Database(file);
  const due = db.prepare('UPDATE delivery SET due_at = ? WHERE run_id = ? AND ordinal = ?');
  db.transaction(() => {
    for (let n = 1; n <= warmUp + pending; n++) due.run(Math.floor(virtualMs + dueAfterMs(n)), runId, n);
  })();
  db.close();
}

/** The instant on the monotonic clock at which each request left, by its delivery's place in the order of sending. */
const leftAt: number[] = [];
const noting = (sender: Sender): Sender => ({
  send(request, signal) {
    leftAt.push(performance.now());
    return sender.send(request, signal);
  },
  close: () => sender.close(),
});

/** What a timer of the machine does with the same due times and nothing else: one alarm, looked at again when it rings. */
function bareTimer(dues: readonly number[]): Promise<readonly number[]> {
  return new Promise((resolve) => {
    const from = performance.now();
    const lates: number[] = [];
    const ring = (): void => {
      const now = performance.now() - from;
      let next = dues[lates.length];
      while (next !== undefined && next <= now) {
        lates.push(now - next);
        next = dues[lates.length];
      }
      if (next === undefined) resolve(lates);
      else setTimeout(ring, Math.ceil(next - now));
    };
    ring();
  });
}

await prepare();
const line = openLine(folder, noting);
line.engine.start();
const idle = line.idle();
const { virtualMs } = line.engine.report();
const clockStartedAt = performance.now();
line.engine.setPaused(false);
await idle;
await line.close();

const db = new Database(file, { readonly: true });
const rows = db
  .prepare<[], { due: number; started: number }>(
    'SELECT due_at AS due, started_at AS started FROM attempt ORDER BY rowid',
  )
  .all();
db.close();
if (rows.length !== warmUp + pending || leftAt.length !== rows.length) {
  throw new Error(`${rows.length} attempts and ${leftAt.length} requests for ${warmUp + pending} deliveries`);
}
const sent = rows.map(({ due, started }, i) => {
  const dueMs = due - virtualMs;
  const lateMs = (leftAt[i] ?? 0) - clockStartedAt - dueMs;
  return { dueMs, lateMs, isEarly: started < due || lateMs < 0 };
});
const measured = sent.filter(({ dueMs }) => dueMs >= MEASURED_FROM_MS);
const lates = measured.map(({ lateMs }) => lateMs);
const early = sent.filter(({ isEarly }) => isEarly).length;
const timer = await bareTimer(measured.map(({ dueMs }) => dueMs - MEASURED_FROM_MS).sort((a, b) => a - b));
reportAndEnd({
  p50: percentile(lates, 0.5),
  p99: percentile(lates, 0.99),
  worst: Math.max(...lates),
  early,
  timerP50: percentile(timer, 0.5),
  timerP99: percentile(timer, 0.99),
} satisfies LatenessReport);
