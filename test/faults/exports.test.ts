import { expect, it } from 'vitest';
import { attemptCopies } from '../../src/renderer/view-models/copy-choices';
import { endpointRequest } from '../../src/shared/contract/fields';
import { makeRedactor } from '../../src/shared/redaction/redactor';
import { harSchema } from '../export/har-schema';
import { exported, linesOf, REDACT, WHOLE } from '../export/log-bench';
import { EngineBench } from '../support/engine-bench';

const BYTES = Buffer.from([0xa4, 0x26, 0x37, 0x13, 0x35, 0xe7, 0x50, 0x27]);

/** A log of one event for each body, sent by Fianto, which adds nothing to it. */
async function sent(bodies: readonly (readonly [contentType: string, body: Uint8Array])[]): Promise<EngineBench> {
  const bench = await EngineBench.open();
  const headers: [string, string][] = [
    ['X-A', '1'],
    ['x-a', '2'],
    ['X-A', '1'],
  ];
  const endpoint = bench.endpoint('fianto', 'a', 'http://127.0.0.1:9/hook', {}, endpointRequest.parse({ headers }));
  for (const [contentType, body] of bodies) {
    bench.engine.sendEvents({
      endpointIds: [endpoint.id],
      type: 'x',
      contentType,
      body: Buffer.from(body).toString('base64'),
      count: 1,
      everyMs: 0,
    });
    await bench.advance(1_000);
  }
  return bench;
}

it('ProxymanApp/Proxyman#1614: binary, empty and form bodies and repeated headers are all in a HAR that is valid', async () => {
  const form = Buffer.from('a=1&b=%26&a=2');
  const bench = await sent([
    ['application/x-protobuf', BYTES],
    ['application/json', new Uint8Array()],
    ['application/x-www-form-urlencoded', form],
  ]);
  const har = harSchema.parse(JSON.parse(await exported(bench.views, { format: 'har', redaction: WHOLE })));
  const requests = har.log.entries.map(({ request }) => request);
  expect(requests.map(({ bodySize }) => bodySize)).toEqual([8, 0, 13]);
  const [binary, empty, typed] = requests.map(({ postData }) => postData);
  expect(binary).toMatchObject({ mimeType: 'application/x-protobuf', text: '', _base64: 'pCY3EzXnUCc=' });
  expect(empty?.text ?? '').toBe('');
  expect(typed).toMatchObject({ mimeType: 'application/x-www-form-urlencoded', text: form.toString() });
  for (const { headers } of requests) {
    const own = headers.filter(({ name }) => name.toLowerCase() === 'x-a');
    expect(own.map(({ name, value }) => `${name}: ${value}`)).toEqual(['X-A: 1', 'x-a: 2', 'X-A: 1']);
  }
});

it('httptoolkit/httptoolkit-ui#37: bytes that are no UTF-8 come out of every export that carries bodies as they were', async () => {
  const bench = await sent([['application/octet-stream', BYTES]]);
  const har = await exported(bench.views, { format: 'har', redaction: WHOLE });
  const rows = linesOf(await exported(bench.views, { format: 'ndjson', redaction: WHOLE }));
  const inHar = harSchema.parse(JSON.parse(har)).log.entries[0]?.request.postData;
  const event = rows.find(({ kind }) => kind === 'event');
  for (const holder of [inHar?.['_base64'], event?.['body']]) {
    const text = typeof holder === 'string' ? holder : String(Reflect.get(Object(holder), 'base64'));
    expect(Buffer.from(text, 'base64')).toEqual(BYTES);
  }
  expect(har).not.toContain('\ufffd');
});

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
/** Basic, of `open` and `hunter-4895`. */
const BASIC = 'b3BlbjpodW50ZXItNDg5NQ==';

/** Everything of an endpoint that is secret, sent once: in its URL, its headers, its credentials, its signature. */
async function withSecrets() {
  const bench = await EngineBench.open();
  const deliveries = ['bearer', 'basic'].map((name) => {
    const auth =
      name === 'bearer'
        ? { kind: 'bearer', token: 'bearer-4895' }
        : { kind: 'basic', user: 'open', password: 'hunter-4895' };
    const request = endpointRequest.parse({ headers: [['X-Api-Key', 'key-4895']], auth });
    const endpoint = bench.endpoint('kestrel', name, 'http://127.0.0.1:9/hook?token=tok-4895', {}, request);
    bench.engine.updateEndpoint({ id: endpoint.id, secret: SECRET, secretOverlapMs: 0 });
    return bench.send(endpoint);
  });
  await bench.advance(1_000);
  const signatures = bench.sender.sent.map(
    ({ headers }) => headers.find(([name]) => name === 'webhook-signature')?.[1] ?? '',
  );
  expect(signatures).toHaveLength(2);
  const wire = JSON.stringify(bench.sender.sent);
  for (const one of ['tok-4895', 'key-4895', 'bearer-4895', BASIC, ...signatures]) expect(wire).toContain(one);
  const secrets = ['tok-4895', 'key-4895', 'bearer-4895', 'hunter-4895', BASIC, SECRET, ...signatures];
  return { bench, secrets, deliveries: deliveries.flat() };
}

it.each(['ndjson', 'json', 'csv', 'har', 'html', 'markdown'] as const)(
  'postmanlabs/postman-app-support#4895: no credential of an endpoint is in an export as %s',
  async (format) => {
    const { bench, secrets } = await withSecrets();
    const text = await exported(bench.views, { format });
    for (const one of secrets) expect(text).not.toContain(one);
  },
);

it('postmanlabs/postman-app-support#4895: no credential of an endpoint is in what is copied of an attempt', async () => {
  const { bench, secrets, deliveries } = await withSecrets();
  for (const id of deliveries) {
    const attempt = await bench.attempt(id, 1);
    const redactor = makeRedactor(REDACT);
    const copies = attemptCopies(attempt).map(({ make }) => make?.(redactor) ?? '');
    expect(copies.filter((copied) => copied.includes('/hook?token=REDACTED'))).toHaveLength(3);
    for (const copied of copies) {
      for (const one of secrets) expect(copied).not.toContain(one);
    }
  }
});
