import { accept, addEndpoint, openLine } from '../line';
import { newFolder } from '../processes';
import { type DeliverArgs, type Rates, rates } from '../rates';
import { reportAndEnd, subjectArgs } from '../subject';

/** The delivery line: each attempt committed before it leaves, each outcome committed with its next step. */
const { port, atOnce, warmUp, count } = subjectArgs<DeliverArgs>();
const line = openLine(newFolder());
line.engine.start();
// One endpoint may have 64 in flight; the more are in flight in all, the smaller its share: 256 take 32 endpoints.
const endpoints = Array.from({ length: atOnce <= 64 ? 1 : 32 }, () =>
  addEndpoint(line, `http://127.0.0.1:${port}/hook`, 'fianto'),
);

async function deliver(total: number): Promise<Rates> {
  line.engine.setPaused(true);
  accept(line, endpoints, total);
  const from = performance.now();
  const cpu = process.threadCpuUsage();
  const idle = line.idle();
  line.engine.setPaused(false);
  await idle;
  return rates(total, performance.now() - from, process.threadCpuUsage(cpu));
}

await deliver(warmUp);
const report = await deliver(count);
const { deliveries, attempts } = await line.opened.views.totals(line.engine.run.id);
if (attempts !== deliveries) throw new Error(`${attempts} attempts for ${deliveries} deliveries`);
const revisions = line.opened.store.revision();
await line.close();
if (process.env['BENCH_VERBOSE']) console.error('revisions per 1000', (1000 * revisions) / (warmUp + count));
reportAndEnd(report);
