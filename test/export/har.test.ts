import { describe, expect, it } from 'vitest';
import { EngineBench } from '../support/engine-bench';
import { status } from '../support/fake-sender';
import { harSchema } from './har-schema';
import { aLog, exported, WHOLE } from './log-bench';

describe('a log as HAR', () => {
  it('is HAR 1.2, an entry an attempt', async () => {
    const bench = await aLog();
    const har = harSchema.parse(JSON.parse(await exported(bench.views, { format: 'har' })));
    expect(har.log.creator).toEqual({ name: 'Retryscope', version: '0.1.0' });
    expect(har.log.entries.map(({ response }) => response.status)).toEqual([503, 503, 200, 200]);
    const [first] = har.log.entries;
    // Answers that are not text survive as base64; the token of the URL is told in neither place.
    expect(first?.response.content).toMatchObject({ text: 'pCY3EzXnUCcA/w==', encoding: 'base64' });
    expect(first?.request).toMatchObject({
      url: 'http://127.0.0.1:9/hook?token=REDACTED&x=1',
      queryString: [
        { name: 'token', value: 'REDACTED' },
        { name: 'x', value: '1' },
      ],
      postData: { mimeType: 'application/json' },
    });
    // Kestrel's envelope, with the event's own data in it.
    expect(JSON.parse(first?.request.postData?.text ?? '')).toMatchObject({ type: 'order.paid', data: { n: 1 } });
    expect(first?.['_retryscope']).toMatchObject({ endpoint: 'Shop', attempt: 1, trigger: 'first', wait: null });
    expect(har.log['_redacted']).toMatchObject({ authorization: 3 });
  });

  it('tells the waits and decisions of each attempt', async () => {
    const bench = await aLog();
    const har = harSchema.parse(JSON.parse(await exported(bench.views, { format: 'har' })));
    const kinds = har.log.entries.map((entry) =>
      (entry['_retryscope'] as { decisions: { step: { kind: string } }[] }).decisions.map(({ step }) => step.kind),
    );
    expect(kinds).toEqual([
      ['accept', 'claim', 'retry'],
      ['claim', 'retry'],
      ['claim', 'deliver'],
      ['accept', 'claim', 'deliver'],
    ]);
    expect(har.log.entries[1]?.['_retryscope']).toMatchObject({ wait: { drawnMs: expect.any(Number) } });
  });

  it('keeps what was sent and is no text, and repeated headers', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('fianto');
    bench.engine.sendEvents({
      endpointIds: [endpoint.id],
      type: 'a',
      contentType: 'application/octet-stream',
      body: 'pCY3EzXnUCc=',
      count: 1,
      everyMs: 0,
    });
    bench.sender.answerBy(() => status(200));
    await bench.advance(1_000);
    const har = harSchema.parse(JSON.parse(await exported(bench.views, { format: 'har', redaction: WHOLE })));
    // Fianto wraps a body that is not JSON into its envelope, or sends it as it is: either way the bytes are there.
    expect(JSON.stringify(har)).toContain('pCY3EzXnUCc=');
  });

  it('of an attempt without a response has status 0 and says why', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(() => ({ kind: 'no-response', fault: 'refused', detail: 'connect ECONNREFUSED', tookMs: 2 }));
    bench.send(bench.endpoint('fianto'));
    await bench.advance(1_000);
    const har = harSchema.parse(JSON.parse(await exported(bench.views, { format: 'har' })));
    expect(har.log.entries[0]?.response).toMatchObject({ status: 0, _error: 'refused: connect ECONNREFUSED' });
  });
});
