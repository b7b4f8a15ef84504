import type { DeliveryQuery } from '../../src/main/engine/views-port';
import { DELIVERY_STATES } from '../../src/shared/model/delivery';
import { draw } from '../../src/shared/rules/draw';
import { openLine } from '../line';
import type { ListKind } from '../list-kinds';
import { reportAndEnd, subjectArgs } from '../subject';

export type ListsArgs = { readonly dataDir: string };
/** Ms from asking to the page. */
export type ListsReport = Readonly<Record<ListKind, readonly number[]>>;

type Query = DeliveryQuery;

/** Asks for the same pages again and again, the kinds in turn, as a person would find them: newest first. */
const SAMPLES = 20;
const EVERYTHING: Query = { cursor: null, limit: 100, states: null, endpointId: null, eventId: null, text: '' };
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const { dataDir } = subjectArgs<ListsArgs>();
const line = openLine(dataDir);
const { engine, opened } = line;
const runId = engine.run.id;
const endpoints = await opened.views.endpoints(runId, null);
const idTexts = await somewhere();

/** Parts of ids of the first deliveries, the last that a search comes to. */
async function somewhere(): Promise<readonly string[]> {
  const oldest = await opened.views.deliveriesAfter(runId, 0, SAMPLES);
  return oldest.flatMap(({ id, eventId }) => [id.slice(-8), eventId.slice(-6).toLowerCase()]);
}

const randomText = (n: number, length: number): string =>
  Array.from({ length }, (_, i) => CROCKFORD[Math.floor(draw(7, n, i) * 32)]).join('');

const filters = (n: number): readonly Query[] => [
  { ...EVERYTHING, states: ['failed'] },
  { ...EVERYTHING, states: ['retrying', 'queued', 'held'] },
  { ...EVERYTHING, endpointId: endpoints[n % endpoints.length]?.id ?? null },
  { ...EVERYTHING, endpointId: endpoints[n % endpoints.length]?.id ?? null, states: [...DELIVERY_STATES].slice(2) },
];

const searches = (n: number): readonly Query[] => [
  { ...EVERYTHING, text: idTexts[n % idTexts.length] ?? '' },
  { ...EVERYTHING, text: randomText(n, 7) },
  { ...EVERYTHING, text: randomText(n, 4) },
  { ...EVERYTHING, text: randomText(n, 2) },
  { ...EVERYTHING, text: `kind-${n % 24}` },
  { ...EVERYTHING, text: randomText(n, 7), states: ['failed', 'retrying'] },
  { ...EVERYTHING, text: 'no such thing' },
];

async function timed(query: Query): Promise<number> {
  const from = performance.now();
  await opened.views.listDeliveries(runId, query);
  return performance.now() - from;
}

const report: Record<ListKind, number[]> = { first: [], filter: [], search: [] };
for (let n = 0; n < SAMPLES; n++) {
  report.first.push(await timed(EVERYTHING));
  for (const query of filters(n)) report.filter.push(await timed(query));
  for (const query of searches(n)) report.search.push(await timed(query));
}
await line.close();
reportAndEnd(report satisfies ListsReport);
