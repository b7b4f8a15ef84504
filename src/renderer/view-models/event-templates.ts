export type EventTemplate = { readonly type: string; readonly body: string };

/** Beginnings for a draft; every byte can be changed before it is sent. */
export const EVENT_TEMPLATES: readonly [EventTemplate, ...EventTemplate[]] = [
  {
    type: 'order.created',
    body: '{\n  "type": "order.created",\n  "data": {\n    "id": "ord_1001",\n    "total": 12990,\n    "currency": "EUR",\n    "lines": 2\n  }\n}',
  },
  {
    type: 'invoice.paid',
    body: '{\n  "type": "invoice.paid",\n  "data": {\n    "id": "inv_2001",\n    "amount": 4900,\n    "currency": "EUR",\n    "customer": "cus_77"\n  }\n}',
  },
  { type: 'ping', body: '{"type":"ping"}' },
];
