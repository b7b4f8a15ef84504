import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync, type WriteStream } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { dataFolder } from '../../../shared/contract/data-folder';
import { EXPORT_FORMATS, type ExportFormat } from '../../../shared/contract/export';
import { readPreferences, redactionOf } from '../../../shared/contract/preferences';
import { type DeliveryFilter, type LogQuery, NO_FILTER } from '../../../shared/log/query';
import { DELIVERY_STATES, type DeliveryState } from '../../../shared/model/delivery';
import { nearest, oneOf } from '../../../shared/model/file-fields';
import type { DeliveryId, EndpointId } from '../../../shared/model/ids';
import { Refusal } from '../../../shared/model/problem';
import { sayRedacted } from '../../../shared/redaction/redactor';
import { type OpenExport, openExport } from '../../export/export';
import { type OpenedReader, openReader } from '../../store/open-reader';
import { PREFERENCES_KEY, parsedSetting } from '../preference-keeper';
import type { LineOutput } from '../scenario/progress-line';
import { VERSION } from '../version';
import { ExportLine } from './export-line';

const EXIT_DONE = 0;
const EXIT_STOPPED = 130;

export const EXPORT_EXAMPLES = `
Examples:
  retryscope export --out log.ndjson
  retryscope export --run live --state failed --since 2026-11-30T06:00:00Z --out failed.ndjson
  retryscope export --delivery dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF --format json --out - | jq .

Secrets are redacted as the settings say; --no-redact keeps them. A data folder that is in use may be read.`;

export type ExportFlags = {
  readonly format: string;
  readonly out: string;
  readonly run?: string;
  readonly delivery?: readonly string[];
  readonly endpoint?: string;
  readonly state?: readonly string[];
  readonly text?: string;
  readonly since?: string;
  readonly until?: string;
  /** False with --no-redact. */
  readonly redact: boolean;
  readonly dataDir?: string;
};

/**
 * Writes an export. Returns the exit code.
 * @throws Refusal for a wrong option, and when the folder cannot be read or the file not be written
 */
export async function exportLog(
  flags: ExportFlags,
  { write, errors }: { readonly write: (text: string) => Promise<void>; readonly errors: LineOutput },
  signal: AbortSignal,
): Promise<number> {
  const format = readFormat(flags.format);
  const machine = { platform: process.platform, env: process.env, home: homedir() };
  const reader = openReader(resolve(dataFolder(flags.dataDir, machine)), (line) => void errors.write(`${line}\n`));
  try {
    const query = await readQuery(flags, reader);
    const redaction = redactionOf(readPreferences(parsedSetting(reader.setting(PREFERENCES_KEY))));
    const opened = await openExport(reader.views, {
      format,
      query,
      redaction: flags.redact ? { ...redaction, on: true } : { ...redaction, on: false },
      app: VERSION,
    });
    const line = new ExportLine(errors);
    const written =
      flags.out === '-' ? await toOutput(opened, write, line, signal) : await toFile(opened, flags.out, line, signal);
    await opened.close();
    if (!written) {
      line.say('Stopped. Nothing was kept.');
      return EXIT_STOPPED;
    }
    const redacted = sayRedacted(opened.redacted());
    const where = flags.out === '-' ? '' : ` to ${flags.out}`;
    line.say(
      `Exported ${opened.progress().done.toLocaleString('en')} rows${where}.${redacted === '' ? '' : ` Redacted: ${redacted}.`}`,
    );
    return EXIT_DONE;
  } finally {
    await reader.close();
  }
}

/** False when it was stopped. */
async function toOutput(
  opened: OpenExport,
  write: (text: string) => Promise<void>,
  line: ExportLine,
  signal: AbortSignal,
): Promise<boolean> {
  for await (const part of opened.text) {
    if (signal.aborted) return false;
    await write(part);
    line.show(opened.progress());
  }
  return true;
}

/** The file has its name only once it is whole. False when it was stopped. @throws Refusal when it cannot be written */
async function toFile(opened: OpenExport, out: string, line: ExportLine, signal: AbortSignal): Promise<boolean> {
  // A name of its own: another export may be writing the same file, or a person have one of that name.
  const unfinished = `${out}.${process.pid}.part`;
  try {
    const file = createWriteStream(unfinished, { flags: 'wx' });
    await once(file, 'open');
    const done = await toOutput(opened, (text) => written(file, text), line, signal);
    await new Promise<void>((closed, failed) => {
      file.once('error', failed);
      file.end(closed);
    });
    if (done) renameSync(unfinished, out);
    else rmSync(unfinished, { force: true });
    return done;
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (error instanceof Refusal) throw error;
    throw bad(`--out ${out}: it cannot be written (${error instanceof Error ? error.message : String(error)}).`);
  }
}

const written = (file: WriteStream, text: string): Promise<void> =>
  new Promise((taken, failed) => file.write(text, (error) => (error == null ? taken() : failed(error))));

const bad = (message: string): Refusal => new Refusal({ code: 'invalid', message });

function readFormat(text: string): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  const near = nearest(text, EXPORT_FORMATS);
  throw bad(`--format ${text}: ${near === null ? `choose ${oneOf(EXPORT_FORMATS)}.` : `did you mean ${near}?`}`);
}

async function readQuery(flags: ExportFlags, reader: OpenedReader): Promise<LogQuery> {
  const runs = reader.runs();
  const run =
    flags.run === undefined
      ? null
      : (runs.find(({ id, name, live }) => id === flags.run || name === flags.run || (flags.run === 'live' && live)) ??
        null);
  if (flags.run !== undefined && run === null) {
    const names = runs.map(({ name }) => name);
    throw bad(`--run ${flags.run}: there is no such run. Give an id, live, or ${oneOf(names)}.`);
  }
  const filter: DeliveryFilter = {
    ids: flags.delivery === undefined ? null : await Promise.all(flags.delivery.map((id) => readDelivery(id, reader))),
    states: flags.state === undefined ? null : flags.state.map(readState),
    endpointId:
      flags.endpoint === undefined
        ? null
        : await readEndpoint(
            flags.endpoint,
            runs.map(({ id }) => id),
            reader,
          ),
    text: flags.text ?? '',
    only: null,
    sinceMs: flags.since === undefined ? null : readInstant('--since', flags.since),
    untilMs: flags.until === undefined ? null : readInstant('--until', flags.until),
  };
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(NO_FILTER);
  return { runId: run?.id ?? null, filter: isFiltered ? filter : null };
}

async function readDelivery(text: string, { views }: OpenedReader): Promise<DeliveryId> {
  const found = await views.delivery(text as DeliveryId);
  if (found !== null) return found.row.id;
  throw bad(`--delivery ${text}: there is no such delivery. Its id begins with dlv_.`);
}

function readState(text: string): DeliveryState {
  const state = DELIVERY_STATES.find((known) => known === text);
  if (state !== undefined) return state;
  throw bad(`--state ${text}: choose ${oneOf(DELIVERY_STATES)}.`);
}

async function readEndpoint(
  text: string,
  runIds: readonly Parameters<OpenedReader['views']['endpoints']>[0][],
  { views }: OpenedReader,
): Promise<EndpointId> {
  const endpoints = (await Promise.all(runIds.map((id) => views.endpoints(id, null)))).flat();
  const found = endpoints.filter(({ id, name }) => id === text || name === text);
  if (found.length > 1) throw bad(`--endpoint ${text}: ${found.length} endpoints have this name. Give an id.`);
  if (found[0] !== undefined) return found[0].id;
  throw bad(`--endpoint ${text}: there is no such endpoint.`);
}

function readInstant(option: string, text: string): number {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text) : Number.NaN;
  const hasZone = text.length === 10 || /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  if (Number.isNaN(at) || !hasZone)
    throw bad(`${option} ${text}: write an instant of virtual time, such as 2026-11-30T06:00:00Z.`);
  return at;
}
