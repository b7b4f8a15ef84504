import type { LogViews } from '../../src/main/engine/views-port';
import { type ExportWish, openExport } from '../../src/main/export/export';
import { endpointRequest } from '../../src/shared/contract/fields';
import type { RedactionSettings } from '../../src/shared/redaction/names';
import { EngineBench } from '../support/engine-bench';
import { status } from '../support/fake-sender';
import { aCapture, aRoute } from '../support/rows';

export const REDACT: RedactionSettings = { on: true, headers: [], query: [], jsonPaths: [] };
export const WHOLE: RedactionSettings = { ...REDACT, on: false };

/** Bytes that are no text in any encoding that agrees with ASCII. */
const HOSTILE_BYTES = Uint8Array.of(0xa4, 0x26, 0x37, 0x13, 0x35, 0xe7, 0x50, 0x27, 0x00, 0xff);

/**
 * A log with a bit of everything: an endpoint with credentials and a token in its URL, a delivery that failed twice
 * and then was delivered, one to another endpoint, answers that are not text, a route, a capture.
 */
export async function aLog(): Promise<EngineBench> {
  const bench = await EngineBench.open();
  const runId = bench.engine.run.id;
  const shop = bench.endpoint(
    'kestrel',
    'Shop',
    'http://127.0.0.1:9/hook?token=tok-123&x=1',
    {},
    endpointRequest.parse({
      headers: [['X-Api-Key', 'key-456']],
      auth: { kind: 'bearer', token: 'bearer-789' },
    }),
  );
  const audit = bench.endpoint('fianto', 'Audit', 'http://127.0.0.1:9/audit');
  bench.sender.answerBy(({ url }) =>
    url.includes('/hook') && bench.sender.sent.length <= 2
      ? { ...status(503), body: HOSTILE_BYTES }
      : { ...status(200), body: new TextEncoder().encode('\ufeff“fine”') },
  );
  const sent = bench.send(shop);
  await bench.advance(120_000);
  bench.send(audit);
  await bench.advance(1_000);
  bench.store.transact(() => {
    bench.store.insertRoute(aRoute(1), runId);
    bench.store.insertCapture(aCapture(1, { runId, routeId: aRoute(1).id, target: '/hook-1?sig=s-1' }), 1);
    bench.store.pin('captures', [aCapture(1).id], true);
    bench.store.pin('deliveries', sent, true);
  });
  return bench;
}

export async function exported(
  views: LogViews,
  wish: Partial<ExportWish> & Pick<ExportWish, 'format'>,
): Promise<string> {
  const opened = await openExport(views, {
    query: { runId: null, filter: null },
    redaction: REDACT,
    app: '0.1.0',
    ...wish,
  });
  let text = '';
  for await (const part of opened.text) text += part;
  await opened.close();
  return text;
}

export const linesOf = (text: string): readonly Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
