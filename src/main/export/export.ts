import type { ExportFormat } from '../../shared/contract/export';
import type { LogQuery } from '../../shared/log/query';
import type { LogRow } from '../../shared/log/rows';
import { redactedRow } from '../../shared/redaction/log-row';
import type { RedactionSettings } from '../../shared/redaction/names';
import { makeRedactor, type RedactionCounts } from '../../shared/redaction/redactor';
import type { LogViews } from '../engine/views-port';
import { csv } from './csv';
import type { Writer } from './format';
import { har } from './har';
import { html } from './html';
import { json } from './json';
import { markdown } from './markdown';
import { ndjson } from './ndjson';

const WRITERS: Readonly<Record<ExportFormat, Writer>> = { ndjson, json, csv, har, html, markdown };

export type ExportWish = {
  readonly format: ExportFormat;
  readonly query: LogQuery;
  readonly redaction: RedactionSettings;
  /** The version of Retryscope. */
  readonly app: string;
};

export type ExportProgress = { readonly done: number; readonly of: number };

/** An export in the making. Nothing is read that is not asked for, so that memory does not grow with the log. */
export type OpenExport = {
  /** The file, part by part; ending it early is a cancel. */
  readonly text: AsyncGenerator<string>;
  /** Rows that were read, and about how many there are. */
  readonly progress: () => ExportProgress;
  readonly redacted: () => RedactionCounts;
  /** Idempotent. Lets go of the log. */
  readonly close: () => Promise<void>;
};

/** Parts are joined to about this many characters. */
const PART_CHARACTERS = 262_144;

/** @throws Refusal `conflict` when too many exports are being made */
export async function openExport(views: LogViews, wish: ExportWish): Promise<OpenExport> {
  const writer = WRITERS[wish.format];
  const redactor = makeRedactor(wish.redaction);
  const { id, head } = await views.openLog(wish.query, writer.order);
  const of = Object.values(head.rows).reduce((sum, rows) => sum + rows, 0);
  let done = 0;
  async function* rows(): AsyncGenerator<LogRow> {
    for (let page = await views.readLog(id); page.length > 0; page = await views.readLog(id)) {
      for (const row of page) {
        done += 1;
        yield redactedRow(row, redactor);
      }
    }
  }
  const written = writer.write({
    query: wish.query,
    head,
    rows: rows(),
    redaction: wish.redaction,
    redacted: redactor.counts,
    app: wish.app,
  });
  return {
    text: inParts(written),
    progress: () => ({ done: Math.min(done, of), of }),
    redacted: redactor.counts,
    close: () => views.closeLog(id),
  };
}

async function* inParts(text: AsyncGenerator<string>): AsyncGenerator<string> {
  let part = '';
  for await (const piece of text) {
    part += piece;
    if (part.length < PART_CHARACTERS) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}
