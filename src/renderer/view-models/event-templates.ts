import type { EventSummary } from '../../shared/model/event';

export type EventTemplate = { readonly type: string; readonly body: string };

const sample = (type: string, data: Readonly<Record<string, unknown>>): EventTemplate => ({
  type,
  body: JSON.stringify({ type, data }, null, 2),
});

/** Beginnings for a draft; every byte can be changed before it is sent. */
export const EVENT_TEMPLATES: readonly [EventTemplate, ...EventTemplate[]] = [
  sample('order.created', { id: 'ord_1001', total: 12990, currency: 'EUR', lines: 2 }),
  sample('order.shipped', { id: 'ord_1001', carrier: 'Post', tracking: 'CH0042', parcels: 1 }),
  sample('invoice.paid', { id: 'inv_2001', amount: 4900, currency: 'EUR', customer: 'cus_77' }),
  sample('payment.failed', { id: 'pay_3001', amount: 4900, currency: 'EUR', reason: 'card_declined' }),
  sample('customer.updated', { id: 'cus_77', changed: ['email'], email: 'ada@example.org' }),
  sample('work_order.closed', { id: 4001, status: 'CLOSED', date_updated: '2026-01-01T09:30:00Z' }),
  sample('alert.raised', { title: 'Disk is 91 % full', priority: 8, host: 'db-1' }),
  { type: 'ping', body: '{"type":"ping"}' },
];

/** The newest event of each type, in the order of the list. */
export function newestOfEachType(newestFirst: readonly EventSummary[]): readonly EventSummary[] {
  const seen = new Set<string>();
  return newestFirst.filter(({ type }) => {
    if (seen.has(type)) return false;
    seen.add(type);
    return true;
  });
}
