import { openExport } from '../../src/main/export/export';
import { Clears } from '../../src/main/host/clears';
import { FIRST_PATH, FIRST_SCRIPT } from '../../src/main/host/door';
import { Routes } from '../../src/main/host/routes';
import { systemChance, systemClock } from '../../src/main/host/system';
import { filterOf } from '../../src/shared/filter/read-filter';
import type { CaptureId } from '../../src/shared/model/ids';
import { makeId } from '../../src/shared/model/ids';
import { BODY } from '../body';
import { openLine } from '../line';
import { newFolder } from '../processes';
import { reportAndEnd, subjectArgs } from '../subject';

export type HistoryArgs = { readonly captures: number };

/** All in ms, but for memory. */
export type HistoryReport = {
  readonly first: readonly number[];
  readonly filter: readonly number[];
  readonly text: readonly number[];
  /** Each of the pages from the newest to the oldest. */
  readonly scroll: readonly number[];
  readonly clear: number;
  /** The longest that this thread, which has the line, was kept while it cleared. */
  readonly kept: number;
  /** The first page when all are marked, and none is deleted yet. */
  readonly afterClear: number;
  readonly undo: number;
  /** First pages while everything is exported. */
  readonly duringExport: readonly number[];
  readonly exportMs: number;
  /** Memory of the whole process, MiB: before the export, at most in its first tenth, and at most in all of it. */
  readonly beforeMiB: number;
  readonly tenthMiB: number;
  readonly peakMiB: number;
};

const SAMPLES = 20;
const PER_COMMIT = 2_000;
const MIB = 1_048_576;

const { captures } = subjectArgs<HistoryArgs>();
const line = openLine(newFolder());
const { engine, opened } = line;
const { store, views } = opened;
const runId = engine.run.id;
const route = new Routes(store, runId, systemChance, () => engine.virtualNow()).create({
  path: FIRST_PATH,
  script: FIRST_SCRIPT,
});
const body = Buffer.from(BODY);
const STATUSES = [200, 200, 200, 503, 429] as const;
for (let n = 0; n < captures; n += PER_COMMIT) {
  store.transact(() => {
    for (let i = n; i < Math.min(captures, n + PER_COMMIT); i++) {
      const at = systemClock.wallMs();
      const id: CaptureId = makeId('capture', at, systemChance.bytes(10));
      const status = STATUSES[i % STATUSES.length] ?? 200;
      const verdict = { kind: 'step', index: 0, nth: i + 1, sinceAt: at, does: 'reply', status, delayMs: 0 } as const;
      store.insertCapture(
        {
          id,
          runId,
          routeId: route.id,
          method: 'POST',
          target: `${FIRST_PATH}?n=${i}`,
          httpVersion: '1.1',
          headers: [
            ['host', '127.0.0.1:7878'],
            ['content-type', 'application/json'],
            ['webhook-id', `evt_${i}`],
          ],
          trailers: [],
          body,
          bodyBytes: body.length,
          remote: '127.0.0.1:50000',
          deliveryKey: `evt_${i}`,
          seen: 1,
          at,
          wallAt: at,
          verdict,
          signature: null,
          timings: null,
          answer: null,
        },
        route.epoch,
      );
    }
  });
}

async function page(filter: string | null, cursor: string | null = null): Promise<[ms: number, next: string | null]> {
  const from = performance.now();
  const only = filter === null ? null : { filter: filterOf('capture', filter), nowMs: engine.virtualNow() };
  const { next } = await views.listCaptures(runId, { cursor, limit: 100, routeId: route.id, only });
  return [performance.now() - from, next];
}

const first: number[] = [];
const filter: number[] = [];
const text: number[] = [];
for (let n = 0; n < SAMPLES; n++) {
  first.push((await page(null))[0]);
  for (const typed of ['status:429', 'status:5xx', 'seen:new', 'method:POST']) filter.push((await page(typed))[0]);
  const middle = Math.floor((captures * n) / SAMPLES);
  for (const typed of [
    `header:webhook-id=evt_${middle}`,
    'body:nosuchthing',
    `n=${middle}`,
    'header:content-type=json',
  ])
    text.push((await page(typed))[0]);
}
const scroll: number[] = [];
for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
  const read: [number, string | null] = await page(null, cursor);
  scroll.push(read[0]);
  cursor = read[1];
}

// What a page asks while everything goes out, over the same reader.
const beforeMiB = process.memoryUsage.rss() / MIB;
const exportFrom = performance.now();
const redaction = { on: true, headers: [], query: [], jsonPaths: ['$.id'] };
const out = await openExport(views, { format: 'ndjson', query: { runId, filter: null }, redaction, app: 'bench' });
const duringExport: number[] = [];
let isOut = false;
let tenthMiB = 0;
let peakMiB = 0;
const asking = (async () => {
  while (!isOut) {
    duringExport.push((await page(null))[0]);
    peakMiB = Math.max(peakMiB, process.memoryUsage.rss() / MIB);
    if (out.progress().done <= captures / 10) tenthMiB = peakMiB;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
})();
let characters = 0;
for await (const part of out.text) characters += part.length;
isOut = true;
await asking;
await out.close();
const exportMs = performance.now() - exportFrom;
if (characters === 0) throw new Error('the export is empty');

const clears = new Clears({
  store,
  views,
  system: systemClock,
  nextInMs: () => null,
  changed: () => {},
  log: () => {},
});
let [kept, lastAt] = [0, performance.now()];
const watch = setInterval(() => {
  const now = performance.now();
  kept = Math.max(kept, now - lastAt);
  lastAt = now;
}, 1);
const clearFrom = performance.now();
const { cleared } = await clears.clear(runId, route.id);
const clear = performance.now() - clearFrom;
clearInterval(watch);
if (cleared !== captures) throw new Error(`${cleared} of ${captures} were cleared`);
const [afterClear] = await page(null);
const undoFrom = performance.now();
await clears.undo(runId, null);
const undo = performance.now() - undoFrom;
if ((await views.totals(runId)).captures !== captures) throw new Error('not all came back');
clears.close();
await line.close();
reportAndEnd({
  first,
  filter,
  text,
  scroll,
  clear,
  kept,
  afterClear,
  undo,
  duringExport,
  exportMs,
  beforeMiB,
  tenthMiB,
  peakMiB,
} satisfies HistoryReport);
