import { z } from 'zod';
import { type CommandArgs, commandInputs } from '../../../shared/contract/commands';
import { EXPORT_FACES, EXPORT_FORMATS } from '../../../shared/contract/export';
import { DELIVERY_STATES } from '../../../shared/model/delivery';
import { SIGNATURE_TIMES } from '../../../shared/model/pace';
import { type Ask, json, many, number, type Operation, one, readJson, refuse } from './operation';
import { CHANGES } from './parameters';
import { clockOf, list, runOf } from './shapes';

const CLOCK = { 200: { says: 'The clock as it is now', shape: 'Clock' } } as const;

type Act = 'pause' | 'resume' | 'step' | 'stop' | 'cancelJump';

const act = (name: Act, path: string, summary: string): Operation => ({
  id: `${name}Clock`,
  method: 'POST',
  path: `/v1/clock/${path}`,
  summary,
  answers: CLOCK,
  refusals: CHANGES,
  run: async ({ ask }) => json(clockOf(await ask(`clock.${name}`, {}))),
});

const { pace } = commandInputs['clock.setPace'].shape;
const clockChange = z
  .object({ paused: z.boolean().optional(), pace: pace.optional(), signatureTime: z.enum(SIGNATURE_TIMES).optional() })
  .strict();

const clock: readonly Operation[] = [
  {
    id: 'readClock',
    method: 'GET',
    path: '/v1/clock',
    summary: 'The clock of the live run',
    answers: CLOCK,
    run: async ({ ask }) => json(clockOf((await ask('snapshot', {})).clock)),
  },
  {
    id: 'setClock',
    method: 'PUT',
    path: '/v1/clock',
    summary: 'Sets what is named of the clock: pace, pause, the time that signatures carry',
    body: { says: 'What changes', schema: clockChange },
    answers: CLOCK,
    refusals: [413, 415, ...CHANGES],
    run: async (call) => {
      const change = clockChange.safeParse(readJson(call));
      const issue = change.error?.issues[0];
      if (!change.success) throw refuse('invalid', issue?.message ?? 'The input is wrong.', issue?.path.join('.'));
      const { paused, pace: chosen, signatureTime } = change.data;
      if (signatureTime !== undefined) await call.ask('clock.signWith', { time: signatureTime });
      if (chosen !== undefined) await call.ask('clock.setPace', { pace: chosen });
      if (paused !== undefined) await call.ask(paused ? 'clock.pause' : 'clock.resume', {});
      return json(clockOf((await call.ask('snapshot', {})).clock));
    },
  },
  act('pause', 'pause', 'Claims nothing more, and stands still once nothing is in flight'),
  act('resume', 'resume', 'Goes on'),
  act('step', 'step', 'Lets the next thing happen'),
  act('stop', 'stop', 'Pauses, and aborts what is in flight'),
  {
    id: 'skipClock',
    method: 'POST',
    path: '/v1/clock/skip',
    summary: 'Skips waits from now on',
    answers: CLOCK,
    refusals: CHANGES,
    run: async ({ ask }) => json(clockOf(await ask('clock.setPace', { pace: { kind: 'skip' } }))),
  },
  {
    id: 'jumpClock',
    method: 'POST',
    path: '/v1/clock/jump',
    summary: 'Skips waits until an instant: all that is due until then happens',
    body: { says: 'Where to, virtual epoch ms', schema: commandInputs['clock.jump'] },
    answers: CLOCK,
    refusals: [413, 415, ...CHANGES],
    run: async (call) => json(clockOf(await call.ask('clock.jump', readJson(call) as CommandArgs<'clock.jump'>))),
  },
  act('cancelJump', 'jump/cancel', 'Ends a jump where it is'),
];

const runs: readonly Operation[] = [
  {
    id: 'listRuns',
    method: 'GET',
    path: '/v1/runs',
    summary: 'The runs, newest first',
    answers: { 200: { says: 'All of them', listOf: 'Run' } },
    run: async ({ ask }) => json(list((await ask('run.list', {})).map(runOf))),
  },
  {
    id: 'createRun',
    method: 'POST',
    path: '/v1/runs',
    summary: 'Begins a new run at the present; the one before is frozen',
    body: { says: 'What it is called and begins with', schema: commandInputs['run.create'], optional: true },
    answers: { 201: { says: 'The run, which is live', shape: 'Run' } },
    refusals: [413, 415, ...CHANGES],
    run: async (call) => json(runOf(await call.ask('run.create', readJson(call) as CommandArgs<'run.create'>)), 201),
  },
];

const flag = z.enum(['true', 'false']);
const instant = z.number();

const exportOperation: Operation = {
  id: 'exportLog',
  method: 'GET',
  path: '/v1/exports',
  summary: 'What was recorded, as a file (docs/export-format.md)',
  parameters: [
    {
      in: 'query',
      name: 'format',
      says: 'Which form; ndjson without it.',
      schema: z.enum(EXPORT_FORMATS).default('ndjson'),
    },
    {
      in: 'query',
      name: 'run',
      says: 'A run’s id, or `all`; the live run without it.',
      schema: z.string(),
    },
    {
      in: 'query',
      name: 'state',
      says: 'Deliveries of the live run in this state.',
      schema: z.enum(DELIVERY_STATES),
      many: true,
    },
    { in: 'query', name: 'endpoint', says: 'Deliveries of the live run to this endpoint.', schema: z.string() },
    {
      in: 'query',
      name: 'filter',
      says: 'Deliveries of the live run that this filter lets through.',
      schema: z.string(),
    },
    { in: 'query', name: 'sinceMs', says: 'Made at this virtual instant (epoch ms) or later.', schema: instant },
    { in: 'query', name: 'untilMs', says: 'Made at this virtual instant (epoch ms) or earlier.', schema: instant },
    {
      in: 'query',
      name: 'redact',
      says: '`false` keeps secrets: authorization, cookies, signatures, tokens. They are taken out without it.',
      schema: flag.default('true'),
    },
  ],
  answers: { 200: { says: 'The file; Retryscope-Redacted says whether secrets were taken out', mediaType: '*/*' } },
  refusals: [],
  run: async ({ ask, query }) => {
    const format = one(query, 'format') ?? 'ndjson';
    const redact = one(query, 'redact') ?? 'true';
    if (!flag.safeParse(redact).success) throw refuse('invalid', 'redact is true or false.', 'redact');
    const { id } = await ask('export.begin', {
      format: format as CommandArgs<'export.begin'>['format'],
      scope: scopeOf(query),
      redact: redact === 'true',
    });
    const { extension } = EXPORT_FACES[format as keyof typeof EXPORT_FACES];
    return {
      kind: 'stream',
      parts: partsOf(ask, id),
      headers: {
        'content-type': MEDIA_TYPES[extension] ?? 'application/octet-stream',
        'content-disposition': `attachment; filename="retryscope.${extension}"`,
        'retryscope-redacted': redact === 'true' ? 'yes' : 'no',
      },
    };
  },
};

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  har: 'application/json',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};

type Scope = CommandArgs<'export.begin'>['scope'];

function scopeOf(query: URLSearchParams): Scope {
  const isFiltered = ['state', 'endpoint', 'filter', 'sinceMs', 'untilMs'].some((name) => query.has(name));
  const run = one(query, 'run');
  if (run !== undefined && isFiltered)
    throw refuse('invalid', 'Deliveries are chosen of the live run only: leave run out.', 'run');
  if (run === 'all') return { kind: 'everything' };
  if (!isFiltered) return { kind: 'run', id: run ?? null };
  return {
    kind: 'deliveries',
    states: (many(query, 'state') ?? null) as Extract<Scope, { kind: 'deliveries' }>['states'] & {},
    endpointId: one(query, 'endpoint') ?? null,
    filter: one(query, 'filter'),
    sinceMs: number(query, 'sinceMs') ?? null,
    untilMs: number(query, 'untilMs') ?? null,
  };
}

/** The next part is made when it is taken; one that is not taken to its end is let go. */
async function* partsOf(ask: Ask, id: number): AsyncGenerator<string> {
  try {
    for (;;) {
      const { part } = await ask('export.next', { id });
      if (part === null) return;
      yield part;
    }
  } finally {
    await ask('export.cancel', { id });
  }
}

export const RUN_OPERATIONS: readonly Operation[] = [...clock, ...runs, exportOperation];
