import { describe, expect, it } from 'vitest';
import { betweenSockets, rawTarget } from '../forward/between';
import { RawClient } from '../receiver/receiver-bench';
import { buildProcesses } from './bundles';
import { Host } from './hosts';
import { aDataFolder } from './processes';

buildProcesses();

const SENT = 40;
const ANSWERS_200 = { scope: 'all', steps: [{ reply: 200 }] } as const;

describe('a forwarder that is killed with SIGKILL', () => {
  it('right after its answers, before anything left: each request that was answered has its delivery, and arrives', async () => {
    const dataDir = aDataFolder();
    const target = await rawTarget();
    const host = await Host.serve(dataDir);
    const { receiver } = await host.order('snapshot', {});
    if (receiver.kind !== 'listening') throw new Error('the receiver does not listen');
    const { id: endpointId } = await host.order('endpoint.create', {
      name: 'Local app',
      url: `${target.url}/app`,
      policyId: 'infraspeak',
    });
    await host.order('route.create', { path: '/hooks', script: ANSWERS_200, forward: { endpointId } });
    // Paused, nothing leaves: the kill comes between the answer and the first byte to the target.
    await host.order('clock.pause', {});
    const answered: string[] = [];
    await Promise.all(
      Array.from({ length: SENT }, async (_, n) => {
        const body = `body ${n}`;
        const client = new RawClient(receiver.port);
        client.write(`POST /hooks/${n} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
        // The kill cuts off whoever is not answered by then.
        const head = await client.until('\r\n\r\n').catch(() => '');
        if (head.includes(' 202 ')) answered.push(body);
        if (answered.length === SENT / 2) host.signal('SIGKILL');
      }),
    );
    await host.gone;
    expect(target.requests).toEqual([]);
    expect(answered.length).toBeGreaterThanOrEqual(SENT / 2);

    const again = await betweenSockets(dataDir);
    const { rows } = await again.call('delivery.list', { limit: 500 });
    const captures = (await again.call('capture.list', { limit: 500 })).rows;
    // One transaction: as many deliveries as captures, none without the other.
    expect(rows).toHaveLength(captures.length);
    await again.call('clock.resume', {});
    await again.until(
      'delivery.list',
      { limit: 500, states: ['delivered'] },
      (page) => page.rows.length === rows.length,
    );
    const arrived = target.requests.map(({ body }) => body.toString()).sort();
    expect(arrived).toHaveLength(rows.length);
    expect(answered.filter((body) => !arrived.includes(body))).toEqual([]);
  });
});
