import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { har } from '../../src/main/export/har';
import type { LogRow } from '../../src/shared/log/rows';
import type { Attempt } from '../../src/shared/model/attempt';
import { makeRedactor } from '../../src/shared/redaction/redactor';
import { browserTest } from '../support/launch/app-test';
import { aDelivery, anEndpoint, anEvent, aRun } from '../support/rows';

const PAGE = 'http://shop.test/';
const HOOK = 'http://shop.test/hook?n=1';
const BYTES = Uint8Array.of(0xa4, 0x26, 0x37, 0x13, 0x35, 0xe7, 0x50, 0x27);

const attempt: Attempt = {
  deliveryId: aDelivery().id,
  endpointId: anEndpoint().id,
  n: 1,
  trigger: 'first',
  dueAt: 0,
  startedAt: 0,
  endedAt: 5,
  startedWallAt: 0,
  wait: null,
  deferredFrom: null,
  outcome: { kind: 'response', status: 202, retryAfter: null, tookMs: 5 },
};

/** A delivery that was answered with bytes that are no text. */
async function* rows(): AsyncGenerator<LogRow> {
  yield { kind: 'run', ...aRun() };
  yield { kind: 'endpoint', ...anEndpoint(1, { url: HOOK }) };
  yield { kind: 'event', ...anEvent() };
  yield { kind: 'delivery', pinned: false, ...aDelivery() };
  yield {
    kind: 'attempt',
    ...attempt,
    eventId: anEvent().id,
    interim: null,
    request: { method: 'POST', url: HOOK, headers: [['content-type', 'application/json']], bodyBytes: 7, body: null },
    response: {
      status: 202,
      reason: 'Accepted',
      headers: [
        ['content-type', 'application/octet-stream'],
        ['x-answer', 'kept'],
      ],
      body: BYTES,
      bodyBytes: BYTES.length,
      bodyTruncated: false,
    },
    timings: null,
    remote: '127.0.0.1:80',
  };
}

browserTest('Playwright answers from an exported HAR what the endpoint answered, byte for byte', async ({ app }) => {
  const context = await app.page.context().browser()?.newContext();
  if (context === undefined) throw new Error('there is no browser');
  const page = await context.newPage();
  const redaction = { on: true, headers: [], query: [], jsonPaths: [] };
  const written = har.write({
    query: { runId: null, filter: null },
    head: { runs: [], rows: {} as never, states: {} },
    rows: rows(),
    redaction,
    redacted: makeRedactor(redaction).counts,
    app: '0.1.0',
  });
  let text = '';
  for await (const part of written) text += part;
  const folder = await mkdtemp(join(tmpdir(), 'retryscope-har-'));
  const file = join(folder, 'log.har');
  await writeFile(file, text);
  await page.route(PAGE, (route) => route.fulfill({ contentType: 'text/html', body: '<title>shop</title>' }));
  await page.routeFromHAR(file, { url: HOOK, notFound: 'abort' });
  await page.goto(PAGE);
  const answer = await page.evaluate(async (url) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: '{"n":1}' });
    const body = [...new Uint8Array(await response.arrayBuffer())];
    return { status: response.status, header: response.headers.get('x-answer'), body };
  }, HOOK);
  expect(answer).toEqual({ status: 202, header: 'kept', body: [...BYTES] });
  await context.close();
  await rm(folder, { recursive: true, force: true });
});
