import { ROW_KINDS, type RowKind, withBodies } from '../../shared/log/rows';
import { toFileBody } from './file-body';
import type { ExportSource, Writer } from './format';
import { headerOf, RowCounter } from './log-header';

const SECTIONS: Readonly<Record<RowKind, string>> = {
  run: 'runs',
  route: 'routes',
  endpoint: 'endpoints',
  held: 'held',
  slot: 'slots',
  redelivery: 'redeliveries',
  leap: 'leaps',
  event: 'events',
  delivery: 'deliveries',
  attempt: 'attempts',
  step: 'steps',
  capture: 'captures',
};

/** What `ndjson` writes, as one document: a list for each kind of row. */
export const json: Writer = {
  order: 'plain',
  async *write(source: ExportSource) {
    yield `{\n"header": ${JSON.stringify(headerOf(source))}`;
    const counter = new RowCounter();
    let left: readonly RowKind[] = ROW_KINDS;
    let open = false;
    /** Ends the list before, and begins those up to and with the one of this kind. */
    const upTo = (kind: RowKind): string => {
      const at = left.indexOf(kind);
      const begun = left.slice(0, at + 1);
      left = left.slice(at + 1);
      const text = begun.map((each, i) => `${open || i > 0 ? '\n]' : ''},\n"${SECTIONS[each]}": [`).join('');
      open = true;
      return text;
    };
    for await (const row of source.rows) {
      counter.add(row.kind);
      const begins = left.includes(row.kind);
      yield `${begins ? upTo(row.kind) : ','}\n${JSON.stringify(withBodies(row, toFileBody))}`;
    }
    const last = left.at(-1);
    yield `${last === undefined ? '' : upTo(last)}\n],\n"end": ${JSON.stringify(counter.endOf(source))}\n}\n`;
  },
};
