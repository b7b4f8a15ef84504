import type { LogHead, LogQuery } from '../../shared/log/query';
import type { LogRow } from '../../shared/log/rows';
import type { RedactionSettings } from '../../shared/redaction/names';
import type { RedactionCounts } from '../../shared/redaction/redactor';
import type { LogOrder } from '../engine/views-port';

/** What a format writes from. Rows come redacted; they are read as they are asked for, and only once. */
export type ExportSource = {
  readonly query: LogQuery;
  readonly head: LogHead;
  readonly rows: AsyncIterable<LogRow>;
  readonly redaction: RedactionSettings;
  /** What was redacted so far. */
  readonly redacted: () => RedactionCounts;
  /** The version of Retryscope. */
  readonly app: string;
};

export type Writer = {
  readonly order: LogOrder;
  /** The text of the file, part by part. */
  readonly write: (source: ExportSource) => AsyncGenerator<string>;
};
