import { describe, expect, it } from 'vitest';
import { readFilter } from '../../src/shared/filter/read-filter';
import { fileRow } from '../../src/shared/log/file-rows';
import { logEnd, logHeader } from '../../src/shared/log/header';
import { NO_FILTER } from '../../src/shared/log/query';
import { ROW_KINDS } from '../../src/shared/log/rows';
import { aLog, exported, linesOf, REDACT, WHOLE } from './log-bench';

describe('a log as NDJSON', () => {
  it('is a header, rows in their order, and an end that counts them', async () => {
    const bench = await aLog();
    const lines = linesOf(await exported(bench.views, { format: 'ndjson' }));
    const [first] = lines;
    const last = lines.at(-1);
    const rows = lines.slice(1, -1);
    expect(logHeader.parse(first)).toEqual({
      kind: 'header',
      format: 'retryscope-log',
      version: 1,
      app: '0.1.0',
      scope: 'everything',
      filter: null,
      runs: [{ id: bench.engine.run.id, name: bench.engine.run.name, startedAt: '2026-01-01T00:00:00.000Z' }],
      redaction: { headers: [], query: [], jsonPaths: [] },
    });
    const kinds = [...new Set(rows.map(({ kind }) => kind))];
    expect(kinds).toEqual(ROW_KINDS.filter((kind) => kinds.includes(kind)));
    expect(kinds).toEqual(
      expect.arrayContaining(['run', 'route', 'endpoint', 'event', 'delivery', 'attempt', 'step', 'capture']),
    );
    const end = logEnd.parse(last);
    for (const kind of ROW_KINDS)
      expect({ kind, n: rows.filter((row) => row['kind'] === kind).length }).toEqual({ kind, n: end.rows[kind] });
    // Two failures and a success for the shop, one success for the audit.
    expect(end.rows).toMatchObject({ run: 1, endpoint: 2, event: 2, delivery: 2, attempt: 4, capture: 1, route: 1 });
  });

  it('has rows that can be read again', async () => {
    const bench = await aLog();
    const lines = linesOf(await exported(bench.views, { format: 'ndjson', redaction: WHOLE }));
    for (const row of lines.slice(1, -1)) expect(fileRow.parse(row)).toEqual(row);
  });

  it('keeps bodies: text as text, byte order mark and all, and anything else as base64', async () => {
    const bench = await aLog();
    const attempts = linesOf(await exported(bench.views, { format: 'ndjson', redaction: WHOLE })).filter(
      ({ kind }) => kind === 'attempt',
    );
    expect(attempts.map((attempt) => (attempt['response'] as { body: unknown }).body)).toEqual([
      { base64: 'pCY3EzXnUCcA/w==' },
      { base64: 'pCY3EzXnUCcA/w==' },
      { text: '\ufeff“fine”' },
      { text: '\ufeff“fine”' },
    ]);
  });

  it('tells no secret unless it is asked to, and says what it left out', async () => {
    const bench = await aLog();
    const text = await exported(bench.views, { format: 'ndjson' });
    for (const secret of ['tok-123', 'key-456', 'bearer-789', 's-1', 'v1,']) expect(text).not.toContain(secret);
    // The shop's URL with its endpoint and in each of its three attempts, and the capture's target.
    const { redacted } = logEnd.parse(linesOf(text).at(-1));
    expect(redacted).toMatchObject({ url: 5, authorization: 3 });
    // One X-Api-Key with the endpoint, one in each of its three attempts.
    expect(redacted['secret']).toBe(4);

    const whole = await exported(bench.views, { format: 'ndjson', redaction: WHOLE });
    for (const secret of ['tok-123', 'key-456', 'bearer-789', 's-1', 'v1,']) expect(whole).toContain(secret);
    expect(linesOf(whole)[0]).toMatchObject({ redaction: null });
  });

  it('never has the signing secret of an endpoint', async () => {
    const bench = await aLog();
    const secret = bench.engine.revealSecret(bench.store.endpoints(bench.engine.run.id)[0]?.id as never);
    expect(secret).toMatch(/^whsec_/);
    expect(await exported(bench.views, { format: 'ndjson', redaction: WHOLE })).not.toContain(secret);
  });

  it('redacts the places of bodies that a person named', async () => {
    const bench = await aLog();
    const lines = linesOf(
      await exported(bench.views, { format: 'ndjson', redaction: { ...REDACT, jsonPaths: ['$.n'] } }),
    );
    expect(lines.filter(({ kind }) => kind === 'event').map(({ body }) => body)).toEqual([
      { text: '{"n":"REDACTED"}' },
      { text: '{"n":"REDACTED"}' },
    ]);
    expect(lines.at(-1)).toMatchObject({ redacted: { json: 2 } });
  });

  it('of some deliveries has what belongs to them', async () => {
    const bench = await aLog();
    const [audit] = bench.store.endpoints(bench.engine.run.id).filter(({ name }) => name === 'Audit');
    const query = { runId: null, filter: { ...NO_FILTER, endpointId: audit?.id ?? null } };
    const lines = linesOf(await exported(bench.views, { format: 'ndjson', query }));
    expect(lines[0]).toMatchObject({ scope: 'deliveries', filter: { endpoint: audit?.id } });
    expect(lines.at(-1)).toMatchObject({
      rows: { run: 1, endpoint: 1, event: 1, delivery: 1, attempt: 1, capture: 0, route: 0 },
    });
    const steps = lines.filter(({ kind }) => kind === 'step');
    expect(steps.map(({ step }) => (step as { kind: string }).kind)).toEqual(['accept', 'claim', 'deliver']);
  });

  it.each([
    ['a state', { states: ['delivered' as const] }, 2],
    ['a state that none has', { states: ['held' as const] }, 0],
    ['a text', { text: 'ORDER' }, 2],
    ['a text that stands nowhere', { text: "o'rder%" }, 0],
    ['an instant', { sinceMs: Date.UTC(2026, 0, 1, 0, 1) }, 1],
    ['the time before it', { untilMs: Date.UTC(2026, 0, 1, 0, 1) }, 1],
  ])('is filtered by %s', async (_, filter, deliveries) => {
    const bench = await aLog();
    const query = { runId: bench.engine.run.id, filter: { ...NO_FILTER, ...filter } };
    const lines = linesOf(await exported(bench.views, { format: 'ndjson', query }));
    expect(lines.filter(({ kind }) => kind === 'delivery')).toHaveLength(deliveries);
  });

  it.each([
    ['endpoint:audit', 1],
    ['attempts>1', 1],
    ['not(attempts>1) status:2xx', 1],
    ['fault:any', 0],
  ])('is filtered by %s as the filter bar is, and says so', async (typed, deliveries) => {
    const bench = await aLog();
    const read = readFilter('delivery', typed);
    if (!read.ok) throw new Error(read.problem.message);
    const only = { typed, filter: read.filter, nowMs: bench.engine.virtualNow() };
    const query = { runId: bench.engine.run.id, filter: { ...NO_FILTER, only } };
    const lines = linesOf(await exported(bench.views, { format: 'ndjson', query }));
    expect(lines[0]).toMatchObject({ scope: 'deliveries', filter: { filter: typed } });
    expect(lines.filter(({ kind }) => kind === 'delivery')).toHaveLength(deliveries);
  });

  it('is of one commit, whatever is written while it is read', async () => {
    const bench = await aLog();
    const { id } = await bench.views.openLog({ runId: null, filter: null }, 'plain');
    const [endpoint] = bench.store.endpoints(bench.engine.run.id);
    if (endpoint !== undefined) bench.send(endpoint, 3);
    const rows = await bench.views.readLog(id);
    expect(rows.filter(({ kind }) => kind === 'delivery')).toHaveLength(2);
    await bench.views.closeLog(id);
    await expect(bench.views.readLog(id)).rejects.toThrow('This export ended. Begin it again.');
  });
});

describe('a log as JSON', () => {
  it('has what NDJSON has, in one document', async () => {
    const bench = await aLog();
    const lines = linesOf(await exported(bench.views, { format: 'ndjson' }));
    const document = JSON.parse(await exported(bench.views, { format: 'json' })) as Record<string, unknown>;
    expect(document['header']).toEqual(lines[0]);
    expect(document['end']).toEqual(lines.at(-1));
    const of = (kind: string): unknown => lines.filter((line) => line['kind'] === kind);
    expect(document).toMatchObject({
      runs: of('run'),
      routes: of('route'),
      endpoints: of('endpoint'),
      held: of('held'),
      slots: of('slot'),
      redeliveries: of('redelivery'),
      leaps: of('leap'),
      events: of('event'),
      deliveries: of('delivery'),
      attempts: of('attempt'),
      steps: of('step'),
      captures: of('capture'),
    });
  });

  it('of nothing is a document too', async () => {
    const bench = await aLog();
    const query = { runId: null, filter: { ...NO_FILTER, states: ['held' as const] } };
    const document = JSON.parse(await exported(bench.views, { format: 'json', query })) as Record<string, unknown>;
    expect(document).toMatchObject({ deliveries: [], attempts: [], captures: [] });
  });
});
