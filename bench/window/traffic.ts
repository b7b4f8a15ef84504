import type { Served } from './served';

const ENDPOINTS = 10;
/** More than any measurement waits for. */
const EVENTS = 100_000;
const MS_PER_SECOND = 1_000;

/** So many deliveries a second, spread over ten endpoints, until the app is closed. */
export async function startTraffic({ call }: Served, port: number, perSecond: number): Promise<void> {
  const endpointIds = [];
  for (let i = 1; i <= ENDPOINTS; i++) {
    const endpoint = await call('endpoint.create', {
      name: `endpoint-${i}`,
      url: `http://127.0.0.1:${port}/hook`,
      policyId: 'fianto',
    });
    endpointIds.push(endpoint.id);
  }
  // Each event goes to all ten; what a plan may hold is made up for by as many plans as there are endpoints.
  const everyMs = (MS_PER_SECOND * ENDPOINTS) / perSecond;
  await call('event.send', {
    endpointIds,
    type: 'order.paid',
    body: Buffer.from('{"id":"ord_10293","total":12990}').toString('base64'),
    count: EVENTS,
    everyMs,
  });
}
