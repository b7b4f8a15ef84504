import { LOG_FORMAT, LOG_VERSION, type LogEnd, type LogHeader } from '../../shared/log/header';
import type { DeliveryFilter } from '../../shared/log/query';
import { ROW_KINDS, type RowKind } from '../../shared/log/rows';
import type { ExportSource } from './format';

export const isoTime = (ms: number): string => new Date(ms).toISOString();

export function headerOf({ query, head, redaction, app }: ExportSource): LogHeader {
  const { runId, filter } = query;
  return {
    kind: 'header',
    format: LOG_FORMAT,
    version: LOG_VERSION,
    app,
    scope: filter !== null ? 'deliveries' : runId === null ? 'everything' : 'run',
    filter: filter === null ? null : filterOf(filter),
    runs: head.runs.map(({ id, name, startedAt }) => ({ id, name, startedAt: isoTime(startedAt) })),
    redaction: redaction.on
      ? { headers: [...redaction.headers], query: [...redaction.query], jsonPaths: [...redaction.jsonPaths] }
      : null,
  };
}

const filterOf = ({ ids, states, endpointId, text, only, sinceMs, untilMs }: DeliveryFilter): LogHeader['filter'] => ({
  ...(ids === null ? {} : { ids: [...ids] }),
  ...(states === null ? {} : { states: [...states] }),
  ...(endpointId === null ? {} : { endpoint: endpointId }),
  ...(text === '' ? {} : { text }),
  ...(only === null ? {} : { filter: only.typed }),
  ...(sinceMs === null ? {} : { since: isoTime(sinceMs) }),
  ...(untilMs === null ? {} : { until: isoTime(untilMs) }),
});

/** Counts what was written, so that a reader knows that the file is whole. */
export class RowCounter {
  readonly #rows = new Map<RowKind, number>();

  add(kind: RowKind): void {
    this.#rows.set(kind, (this.#rows.get(kind) ?? 0) + 1);
  }

  endOf({ redacted }: ExportSource): LogEnd {
    const rows = Object.fromEntries(ROW_KINDS.map((kind) => [kind, this.#rows.get(kind) ?? 0]));
    return { kind: 'end', rows: rows as LogEnd['rows'], redacted: redacted() };
  }
}
