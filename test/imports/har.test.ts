import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHar } from '../../src/shared/imports/read-har';
import { exported, WHOLE } from '../export/log-bench';
import { EngineBench } from '../support/engine-bench';
import { status } from '../support/fake-sender';

const entry = (postData: unknown, more: object = {}) => ({
  request: { method: 'POST', url: 'https://ada:pw@x.example/in?token=s3cret', postData },
  ...more,
});
const read = (entries: readonly unknown[]) => {
  const result = readHar(JSON.stringify({ log: { entries } }));
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
};
const refusal = (text: string): string | null => {
  const result = readHar(text);
  return result.ok ? null : result.problem.message;
};

describe('a HAR file as events', () => {
  it('has an event for each request with a body, in order, without what its address holds', () => {
    const found = read([
      entry({ mimeType: 'application/json; charset=utf-8', text: '{"type":"order.paid"}' }),
      { request: { method: 'GET', url: 'https://x.example/' } },
      entry({ mimeType: '', text: 'Zoë' }),
      entry({ mimeType: 'application/gzip', text: '', _base64: 'AP8B' }),
      entry({ mimeType: 'text/plain', text: '' }),
    ]);
    expect(found.without).toBe(2);
    expect(found.events.map(({ body, ...rest }) => ({ ...rest, body: [...body] }))).toEqual([
      {
        n: 1,
        method: 'POST',
        place: 'x.example/in',
        type: 'order.paid',
        contentType: 'application/json; charset=utf-8',
        body: [...Buffer.from('{"type":"order.paid"}')],
        isTooLarge: false,
        isRepeated: false,
      },
      {
        n: 3,
        method: 'POST',
        place: 'x.example/in',
        type: null,
        contentType: 'application/octet-stream',
        body: [...Buffer.from('Zoë')],
        isTooLarge: false,
        isRepeated: false,
      },
      {
        n: 4,
        method: 'POST',
        place: 'x.example/in',
        type: null,
        contentType: 'application/gzip',
        body: [0, 255, 1],
        isTooLarge: false,
        isRepeated: false,
      },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/s3cret|pw/);
  });

  it('marks what is more than an event carries, to the byte', () => {
    const sizes = [1_048_576, 1_048_577].map((size) => entry({ mimeType: 'a/b', text: 'x'.repeat(size) }));
    expect(read(sizes).events.map(({ isTooLarge }) => isTooLarge)).toEqual([false, true]);
  });

  it.each([
    ['', 'This file is not JSON.'],
    ['{"log":', 'This file is not JSON.'],
    ['[]', 'This file has no log.entries.'],
    ['{"log":{"entries":{}}}', 'This file has no log.entries.'],
    ['{"log":{"entries":[]}}', 'No request in this file has a body'],
    ['{"log":{"entries":[{"request":{"method":"GET","url":"http://x"}}]}}', 'No request in this file has a body'],
    ['{"log":{"entries":[7]}}', 'Entry 1 has no request that can be read.'],
    ['{"log":{"entries":[{"request":{"method":"GET"}}]}}', 'Entry 1 has no request.url that can be read.'],
    [
      '{"log":{"entries":[{"request":{"method":"A","url":"b","postData":{"_base64":"?"}}}]}}',
      'Entry 1 has no request.postData._base64 that can be read.',
    ],
    [
      JSON.stringify({ log: { entries: Array(2_001).fill(entry({ text: 'a' })) } }),
      'More than 2,000 entries have a body.',
    ],
  ])('refuses %.40j with a sentence', (text, says) => {
    expect(refusal(text)).toContain(says);
  });

  it('takes a byte order mark for none', () => {
    expect(refusal(`\ufeff${JSON.stringify({ log: { entries: [entry({ text: 'a' })] } })}`)).toBeNull();
  });

  it('never throws, whatever comes', () => {
    fc.assert(fc.property(fc.json(), (text) => void readHar(text)));
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => void readHar(JSON.stringify({ log: { entries: [value, { request: value }] } })),
      ),
    );
  });
});

describe('our own HAR export', () => {
  it('comes back with the bytes that were sent, and tells further attempts of a delivery', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('fianto');
    const bodies = ['{"n":4634343214213523454, "t":"Zoë"}', Buffer.from([0, 255, 164, 13, 10]), 'a=b\r\n'].map((body) =>
      Buffer.from(body),
    );
    let refused = false;
    bench.sender.answerBy(({ body }) => {
      const isFirst = !refused && Buffer.from(body).equals(Buffer.from(bodies[0] ?? ''));
      refused ||= isFirst;
      return status(isFirst ? 503 : 200);
    });
    for (const [at, body] of bodies.entries())
      bench.engine.sendEvents({
        endpointIds: [endpoint.id],
        type: `type ${at}`,
        contentType: 'text/x; a=b',
        body: body.toString('base64'),
        count: 1,
        everyMs: 0,
      });
    await bench.advance(3_600_000);
    const result = readHar(await exported(bench.views, { format: 'har', redaction: WHOLE }));
    if (!result.ok) throw new Error(result.problem.message);
    const { events } = result.value;
    expect(events.map(({ type, isRepeated }) => [type, isRepeated])).toEqual([
      ['type 0', false],
      ['type 0', true],
      ['type 1', false],
      ['type 2', false],
    ]);
    expect(events.filter(({ isRepeated }) => !isRepeated).map(({ body }) => Buffer.from(body))).toEqual(bodies);
    expect(new Set(events.map(({ contentType }) => contentType))).toEqual(new Set(['text/x; a=b']));
  });
});
