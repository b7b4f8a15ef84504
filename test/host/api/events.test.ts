import { describe, expect, it } from 'vitest';
import { type ApiBench, anEndpoint, openApi, settled } from './api-bench';

type Event = { object: string; id: string; type: string; created: string; data: unknown };
type List<T> = { object: string; data: T[]; next: string | null };
const DAY_MS = 86_400_000;

async function sent({ api }: ApiBench, endpointIds: readonly string[], n: number): Promise<string> {
  const { json } = await api('POST', '/v1/events', { body: { type: 'order.paid', endpointIds, data: { n } } });
  return (json as { eventIds: string[] }).eventIds[0] ?? '';
}

describe('GET /v1/events', () => {
  it('F35 lists events newest first, by limit and cursor, as the envelope that a delivery carries and object: "event"', async () => {
    const bench = await openApi();
    const endpoint = await anEndpoint(bench, 'kestrel');
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5]) ids.push(await sent(bench, [endpoint], n));
    const page = async (path: string) => (await bench.api('GET', path)).json as List<Event>;
    const first = await page('/v1/events?limit=2');
    expect(first.data.map(({ id }) => id)).toEqual([ids[4], ids[3]]);
    const second = await page(`/v1/events?limit=2&cursor=${first.next}`);
    const third = await page(`/v1/events?limit=2&cursor=${second.next}`);
    expect([...second.data, ...third.data].map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]]);
    expect(third.next).toBeNull();

    const { rows } = await bench.call('delivery.list', { eventId: ids[4] as string });
    await settled(bench, rows[0]?.id ?? '');
    const { requestBody } = await bench.call('attempt.get', { deliveryId: rows[0]?.id ?? '', n: 1 });
    const carried = JSON.parse(Buffer.from(requestBody, 'base64').toString());
    expect(first.data[0]).toEqual({ object: 'event', ...carried });
    expect((await bench.api('GET', `/v1/events/${ids[4]}`)).json).toEqual({ object: 'event', ...carried });
  });

  it('F35, F27 is one application’s own with its id as Basic’s user, what was never delivered included', async () => {
    const bench = await openApi();
    const [mine, other] = [
      await anEndpoint(bench, 'kestrel', 200, '/mine'),
      await anEndpoint(bench, 'kestrel', 200, '/other'),
    ];
    // Never verified: the challenge is not taken on trust, and was not passed.
    const never = await bench.call('endpoint.create', {
      name: 'Never',
      url: 'http://127.0.0.1:9/',
      policyId: 'fianto',
      verification: 'any-2xx',
    });
    const [one, two, three] = [
      await sent(bench, [mine], 1),
      await sent(bench, [other], 2),
      await sent(bench, [never.id], 3),
    ];
    const as = (user: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`${user}:${bench.token}`).toString('base64')}` },
    });
    const listed = async (user: string) =>
      ((await bench.api('GET', '/v1/events?limit=100', as(user))).json as List<Event>).data.map(({ id }) => id);
    expect(await listed(mine)).toEqual([one]);
    expect(await listed(never.id)).toEqual([three]);
    expect(await listed('anyone')).toEqual([three, two, one]);
    expect((await bench.api('GET', `/v1/events/${one}`, as(mine))).status).toBe(200);
    expect((await bench.api('GET', `/v1/events/${three}`, as(never.id))).status).toBe(200);
    expect((await bench.api('GET', `/v1/events/${two}`, as(mine))).status).toBe(404);
    expect((await bench.call('delivery.list', { eventId: three })).rows).toEqual([]);
  });

  it('F34, R11 hides what the provider has deleted after 90 days, and says so of the one that is asked for', async () => {
    const bench = await openApi();
    const endpoint = await anEndpoint(bench, 'fianto');
    const id = await sent(bench, [endpoint], 1);
    const { rows } = await bench.call('delivery.list', { eventId: id });
    await settled(bench, rows[0]?.id ?? '');
    const { clock } = await bench.call('snapshot', {});
    await bench.call('clock.jump', { atMs: clock.virtualMs + 92 * DAY_MS });
    for (;;) {
      const { clock: now } = await bench.call('snapshot', {});
      if (now.jumpsTo === null) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(((await bench.api('GET', '/v1/events')).json as List<Event>).data).toEqual([]);
    const one = await bench.api('GET', `/v1/events/${id}`);
    expect(one.json).toMatchObject({ status: 404, detail: 'Deleted by Fianto after 90 days (F34).' });
  });
});

describe('POST /v1/events', () => {
  it('sends JSON digit for digit, and text and bytes as they are', async () => {
    const bench = await openApi();
    const endpoint = await anEndpoint(bench, 'fianto');
    const asJson = { 'content-type': 'application/json' };
    const raw = `{"type":"a","endpointIds":["${endpoint}"],"data": {"id":4634343214213523454,  "x":1.00, "x":"é"} }`;
    const bodyOf = async (reply: { json: unknown }) => {
      const { eventIds } = reply.json as { eventIds: string[] };
      return bench.api('GET', `/v1/events/${eventIds[0]}/body`);
    };
    const typed = await bench.api('POST', '/v1/events', { headers: asJson, raw });
    expect(typed.headers.location).toMatch(/^\/v1\/events\/evt_/);
    expect((await bodyOf(typed)).text).toBe('{"id":4634343214213523454,  "x":1.00, "x":"é"}');
    expect((await bench.api('GET', typed.headers.location ?? '')).text).toContain(
      '"data":{"id":4634343214213523454,  "x":1.00, "x":"é"}}',
    );

    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const headers = { 'content-type': 'application/x-odd; a=b', 'retryscope-event-type': 'odd.bytes' };
    const asBytes = await bench.api('POST', `/v1/events?endpoint=${endpoint}`, { headers, raw: bytes });
    const back = await bodyOf(asBytes);
    expect([...back.bytes]).toEqual([...bytes]);
    expect(back.headers['retryscope-content-type']).toBe('application/x-odd; a=b');
    expect(back.headers['content-type']).toBe('application/octet-stream');

    const text = await bench.api('POST', '/v1/events', { body: { type: 't', endpointIds: [endpoint], text: 'ünï' } });
    expect((await bodyOf(text)).text).toBe('ünï');
    const both = { type: 't', endpointIds: [endpoint], text: 'a', data: 1 };
    expect((await bench.api('POST', '/v1/events', { body: both })).status).toBe(400);
    expect((await bench.api('POST', '/v1/events?type=x', { raw: 'x' })).json).toMatchObject({
      status: 400,
      field: 'endpointIds',
    });
  });

  it('keeps one event for one Idempotency-Key, over a restart too, and refuses another request under it', async () => {
    const bench = await openApi();
    const endpoint = await anEndpoint(bench, 'kestrel');
    const what = { headers: { 'idempotency-key': 'order-1' }, body: { type: 'a', endpointIds: [endpoint], data: 1 } };
    const first = await bench.api('POST', '/v1/events', what);
    const again = await bench.api('POST', '/v1/events', what);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
    const other = await bench.api('POST', '/v1/events', { ...what, body: { ...what.body, data: 2 } });
    expect(other.json).toMatchObject({ status: 422, field: 'Idempotency-Key' });
    await bench.close();
    const later = await openApi(bench.dataDir);
    expect((await later.api('POST', '/v1/events', what)).json).toEqual(first.json);
    expect(((await later.api('GET', '/v1/events')).json as List<Event>).data).toHaveLength(1);
    const odd = { ...what, headers: { 'idempotency-key': 'a b' } };
    expect((await later.api('POST', '/v1/events', odd)).status).toBe(400);
  });
});

describe('POST /v1/subscriptions/{id}/enable', () => {
  it('K16, K14, K15 enables a subscription with a Bearer key; what was held waits for its replay', async () => {
    const bench = await openApi();
    const subscription = await anEndpoint(bench, 'kestrel');
    const { api } = bench;
    await api('POST', '/v1/clock/pause');
    const event = await sent(bench, [subscription], 1);
    await api('POST', `/v1/endpoints/${subscription}/disable`);
    expect(
      (await api('POST', `/v1/subscriptions/${subscription}/enable`, { headers: { authorization: null } })).status,
    ).toBe(401);
    const enabled = await api('POST', `/v1/subscriptions/${subscription}/enable`);
    expect(enabled.json).toMatchObject({ object: 'endpoint', id: subscription, state: 'enabled' });
    expect((await api('POST', `/v1/subscriptions/${subscription}/enable`)).json).toMatchObject({ status: 409 });
    await api('POST', '/v1/clock/resume');
    const held = (await api('GET', `/v1/deliveries?event=${event}`)).json as List<{ id: string; state: string }>;
    expect(held.data).toMatchObject([{ state: 'held', attempts: 0 }]);
    const replayed = await api('POST', `/v1/deliveries/${held.data[0]?.id}/replay`);
    expect(replayed.status).toBe(201);
    const { id } = replayed.json as { id: string };
    expect(replayed.headers.location).toBe(`/v1/deliveries/${id}`);
    expect(await settled(bench, id)).toBe('delivered');
    expect((await api('GET', `/v1/subscriptions/${subscription}/enable`)).headers.allow).toBe('POST, OPTIONS');
  });
});

describe('GET /v1/exports', () => {
  it('streams the log, without its secrets unless they are asked for', async () => {
    const bench = await openApi();
    const secret = 'sealed-token-of-mine';
    const endpoint = await bench.call('endpoint.create', {
      name: 'Shop',
      url: 'http://127.0.0.1:9/hook',
      policyId: 'kestrel',
      request: { auth: { kind: 'bearer', token: secret } },
    });
    const id = await sent(bench, [endpoint.id], 1);
    const { rows } = await bench.call('delivery.list', { eventId: id });
    await settled(bench, rows[0]?.id ?? '');
    const redacted = await bench.api('GET', '/v1/exports?format=ndjson');
    expect(redacted.headers['retryscope-redacted']).toBe('yes');
    expect(redacted.text).not.toContain(secret);
    expect(redacted.text).toContain(id);
    const whole = await bench.api('GET', '/v1/exports?format=ndjson&redact=false');
    expect(whole.headers['retryscope-redacted']).toBe('no');
    expect(whole.text).toContain(secret);
    expect((await bench.api('GET', '/v1/exports?format=pdf')).json).toMatchObject({ status: 400, field: 'format' });
    expect((await bench.api('GET', '/v1/exports?redact=maybe')).status).toBe(400);
  });
});
