import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type ApiBench, anEndpoint, openApi, settled } from './api-bench';
import { type Message, readFeed } from './feed-reader';

const SEND = { type: 'order.paid', contentType: 'application/json', body: Buffer.from('{"n":1}').toString('base64') };

const send = async ({ call }: ApiBench, endpointId: string, count = 1): Promise<readonly string[]> =>
  (await call('event.send', { ...SEND, endpointIds: [endpointId], count })).deliveryIds;

const ofKind = (messages: readonly Message[], event: string): readonly Message[] =>
  messages.filter((message) => message.event === event);
const delivered = (messages: readonly Message[]): Set<unknown> =>
  new Set(ofKind(messages, 'delivery').flatMap(({ data }) => (data['state'] === 'delivered' ? [data['id']] : [])));

describe('GET /v1/feed', () => {
  it('begins with a snapshot, then tells of endpoints, deliveries, attempts, captures and the clock', async () => {
    const bench = await openApi();
    const feed = await readFeed(bench.url, bench.token);
    await feed.until((all) => all.length > 0);
    expect(feed.all[0]).toMatchObject({ event: 'snapshot', data: { object: 'snapshot', endpoints: [] } });
    const endpoint = await anEndpoint(bench, 'kestrel');
    const [id = ''] = await send(bench, endpoint);
    await feed.until((all) => delivered(all).has(id) && ofKind(all, 'capture').length > 0);
    await bench.api('POST', '/v1/clock/pause');
    await feed.until((all) => ofKind(all, 'clock').some(({ data }) => data['paused'] === true));
    expect(ofKind(feed.all, 'endpoint')[0]?.data).toMatchObject({ object: 'endpoint', id: endpoint });
    expect(ofKind(feed.all, 'attempt').at(-1)?.data).toMatchObject({
      id: `${id}.1`,
      outcome: { kind: 'response', status: 200 },
    });
    await bench.api('DELETE', `/v1/endpoints/${endpoint}`);
    await feed.until((all) => all.some(({ data }) => data['object'] === 'deleted' && data['id'] === endpoint));
    expect(feed.all.every((message) => message.id !== '')).toBe(true);
  });

  it('misses nothing of 1,000 events that are delivered while it is read', async () => {
    const bench = await openApi();
    const endpoint = await anEndpoint(bench, 'kestrel');
    const feed = await readFeed(bench.url, bench.token);
    await feed.until((all) => all.length > 0);
    const ids = await send(bench, endpoint, 1_000);
    await feed.until((all) => delivered(all).size === 1_000 && ofKind(all, 'capture').length === 1_000);
    expect([...delivered(feed.all)].sort()).toEqual([...ids].sort());
    const attempts = new Set(ofKind(feed.all, 'attempt').map(({ data }) => data['id']));
    expect([...attempts].sort()).toEqual(ids.map((id) => `${id}.1`).sort());
    const captures = ofKind(feed.all, 'capture').map(({ data }) => data['id']);
    expect(new Set(captures).size).toBe(1_000);
  });

  it('goes on exactly where Last-Event-ID says, over a restart, whichever message was the last', async () => {
    const bench = await openApi();
    const endpoint = await anEndpoint(bench, 'kestrel');
    const feed = await readFeed(bench.url, bench.token);
    await feed.until((all) => all.length > 0);
    const first = await send(bench, endpoint, 50);
    await feed.until((all) => delivered(all).size === 50);
    const read = [...feed.all];
    const missed = await send(bench, endpoint, 50);
    for (const id of missed) await settled(bench, id);
    await bench.close();
    await feed.untilEnd();

    const later = await openApi(bench.dataDir);
    for (const at of [0, Math.floor(read.length / 2), read.length - 1]) {
      const again = await readFeed(later.url, later.token, read[at]?.id ?? '');
      const seen = () => delivered([...read.slice(0, at + 1), ...again.all]);
      const attemptsSeen = () =>
        new Set(ofKind([...read.slice(0, at + 1), ...again.all], 'attempt').map(({ data }) => data['id']));
      await again.until(() => seen().size === 100 && attemptsSeen().size === 100);
      expect(ofKind(again.all, 'snapshot'), `from message ${at}`).toEqual([]);
      expect([...seen()].sort()).toEqual([...first, ...missed].sort());
      again.leave();
    }
    // Nothing that was told before the last message comes again.
    const end = await readFeed(later.url, later.token, read.at(-1)?.id ?? '');
    await end.until((all) => delivered(all).size === 50);
    expect([...delivered(end.all)].sort()).toEqual([...missed].sort());
  });

  it('says by a snapshot that it cannot go on: another run, a place that never was, a log that was deleted', async () => {
    const bench = await openApi();
    const endpoint = await anEndpoint(bench, 'kestrel');
    const feed = await readFeed(bench.url, bench.token);
    await feed.until((all) => all.length > 0);
    const [id = ''] = await send(bench, endpoint);
    await feed.until((all) => delivered(all).has(id));
    const last = feed.all.at(-1)?.id ?? '';
    const [run = '', step = ''] = last.split(':');
    for (const wrong of [
      'garbage',
      `${run}:9999999:0:0`,
      `run_01JP5V7R3ZK8T2WQ9KQ4ABCDEF:${step}:0:0`,
      `${run}:${step}`,
    ]) {
      const other = await readFeed(bench.url, bench.token, wrong);
      await other.until((all) => all.length > 0);
      expect(other.all[0]?.event, wrong).toBe('snapshot');
      other.leave();
    }
    const [next = ''] = await send(bench, endpoint);
    await feed.until((all) => delivered(all).has(next));
    await bench.call('data.deleteOld', { kind: 'log', days: 0 });
    for (;;) {
      const { deleting } = await bench.call('data.report', {});
      if (deleting?.done === true) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const gap = await readFeed(bench.url, bench.token, last);
    await gap.until((all) => all.length > 0);
    expect(gap.all[0]?.event).toBe('snapshot');

    const { id: runId } = (await bench.api('POST', '/v1/runs')).json as { id: string };
    await feed.until((all) => all.some(({ event, id: at }) => event === 'snapshot' && at.startsWith(runId)));
  });

  it('keeps nothing for a reader who reads nothing: what is told waits in the store', async () => {
    const bench = await openApi();
    const endpoint = await anEndpoint(bench, 'kestrel');
    const slow = connect(bench.port, '127.0.0.1');
    slow.pause();
    slow.write(
      `GET /v1/feed HTTP/1.1\r\nHost: 127.0.0.1:${bench.port}\r\nAuthorization: Bearer ${bench.token}\r\n\r\n`,
    );
    const feed = await readFeed(bench.url, bench.token);
    await feed.until((all) => all.length > 0);
    const ids = await send(bench, endpoint, 1_000);
    await feed.until((all) => delivered(all).size === 1_000);
    let text = '';
    slow.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    slow.resume();
    for (const id of ids) while (!text.includes(id)) await new Promise((resolve) => slow.once('data', resolve));
    slow.destroy();
  });
});
