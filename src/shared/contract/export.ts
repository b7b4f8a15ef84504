import { z } from 'zod';
import { DELIVERY_STATES } from '../model/delivery';
import type { DeliveryId, EndpointId, RunId } from '../model/ids';
import { id } from './fields';
import { filterText } from './filter-text';
import { LIMITS } from './limits';

export const EXPORT_FORMATS = ['ndjson', 'json', 'csv', 'har', 'html', 'markdown'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What a person calls a format, what it is for, and how its files are named. */
export const EXPORT_FACES: Readonly<
  Record<ExportFormat, { readonly name: string; readonly says: string; readonly extension: string }>
> = {
  ndjson: {
    name: 'NDJSON',
    says: 'The whole log, one JSON object a line. With its secrets kept it can be imported again',
    extension: 'ndjson',
  },
  json: { name: 'JSON', says: 'The same as one document', extension: 'json' },
  csv: { name: 'CSV', says: 'A row an attempt, for a spreadsheet. Texts cannot become formulas', extension: 'csv' },
  har: {
    name: 'HAR',
    says: 'An entry an attempt, for a browser’s tools. Waits and decisions stand beside',
    extension: 'har',
  },
  html: {
    name: 'HTML',
    says: 'A page that is one file: summary, picture, every attempt with its reason',
    extension: 'html',
  },
  markdown: {
    name: 'Markdown',
    says: 'For an issue: at most 20 deliveries, each with its last exchange',
    extension: 'md',
  },
};

const instant = z.number('An instant is virtual epoch ms.').finite();

/** Which deliveries; everything that belongs to them goes along. */
const deliveries = z.object({
  kind: z.literal('deliveries'),
  ids: z.array(id<DeliveryId>('dlv')).min(1).max(LIMITS.pageRows).nullable().default(null),
  states: z.array(z.enum(DELIVERY_STATES)).nullable().default(null),
  endpointId: id<EndpointId>('ep').nullable().default(null),
  text: z.string().max(10_000, 'A search has at most 10,000 characters.').default(''),
  /** As it is typed into the filter bar. */
  filter: filterText('delivery').default(''),
  sinceMs: instant.nullable().default(null),
  untilMs: instant.nullable().default(null),
});

export const exportScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everything') }),
  /** Null: the live run. */
  z.object({ kind: z.literal('run'), id: id<RunId>('run').nullable().default(null) }),
  deliveries,
]);
