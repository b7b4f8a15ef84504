import { withBodies } from '../../shared/log/rows';
import { toFileBody } from './file-body';
import type { ExportSource, Writer } from './format';
import { headerOf, RowCounter } from './log-header';

/** The whole log, one JSON object a line: docs/export-format.md. */
export const ndjson: Writer = {
  order: 'plain',
  async *write(source: ExportSource) {
    yield `${JSON.stringify(headerOf(source))}\n`;
    const counter = new RowCounter();
    for await (const row of source.rows) {
      counter.add(row.kind);
      yield `${JSON.stringify(withBodies(row, toFileBody))}\n`;
    }
    yield `${JSON.stringify(counter.endOf(source))}\n`;
  },
};
