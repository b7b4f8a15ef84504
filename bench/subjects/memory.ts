import { setFlagsFromString } from 'node:v8';
import { accept, addEndpoint, openLine } from '../line';
import { MIB } from '../row';
import { reportAndEnd, subjectArgs } from '../subject';

export type MemoryArgs = { readonly dataDir: string; readonly port: number };

/** Of the whole process, the reader's thread included: at most, and at the end after a collection. */
export type MemoryReport = { readonly peakMiB: number; readonly rssMiB: number; readonly heapMiB: number };

const DELIVERIES = 2_000;

/** An engine that delivers while others wait, and is looked at meanwhile. */
const { dataDir, port } = subjectArgs<MemoryArgs>();
// As the engine's own process starts.
setFlagsFromString('--semi-space-growth-factor=1');
const line = openLine(dataDir);
const { engine, opened } = line;
engine.start();
engine.setPaused(true);
const endpoint = addEndpoint(line, `http://127.0.0.1:${port}/hook`, 'fianto');
accept(line, [endpoint], DELIVERIES);
const query = { cursor: null, limit: 100, states: null, endpointId: null, eventId: null, text: '' };
engine.setPaused(false);
let left = await inFlightOrDue();
while (left > 0) {
  await opened.views.listDeliveries(engine.run.id, query);
  left = await inFlightOrDue();
}

async function inFlightOrDue(): Promise<number> {
  const [view] = await opened.views.endpoints(engine.run.id, [endpoint]);
  return view === undefined ? 0 : view.counts.waiting + view.counts.inFlight;
}

const peakMiB = process.resourceUsage().maxRSS / 1_024;
globalThis.gc?.();
const { rss, heapUsed } = process.memoryUsage();
await line.close();
reportAndEnd({ peakMiB, rssMiB: rss / MIB, heapMiB: heapUsed / MIB } satisfies MemoryReport);
