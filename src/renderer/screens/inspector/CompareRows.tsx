import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { showHidden } from '../../../shared/words/hidden';
import { type CompareLine, markDifference } from '../../view-models/compare/compare-page';
import type { Change, ComparedRow } from '../../view-models/compare/comparison';
import { plural, sayCount } from '../../view-models/numbers';

const LEAST_HEIGHT = 20;
const MOST_SHOWN = 4_000;

const CHANGE_WORDS: Readonly<Record<Change, string>> = {
  same: 'same',
  changed: 'changed',
  added: 'only right',
  removed: 'only left',
  moved: 'moved',
  respelt: 'respelt',
};

/** Lines of two columns, drawn as they come into sight. */
export function CompareRows({
  leftName,
  rightName,
  lines,
}: {
  readonly leftName: string;
  readonly rightName: string;
  readonly lines: readonly CompareLine[];
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LEAST_HEIGHT,
    overscan: 12,
  });
  return (
    <div className="compare-table">
      <div className="compare-row head">
        <span>What</span>
        <span className="cut" title={leftName}>
          {leftName}
        </span>
        <span className="cut" title={rightName}>
          {rightName}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
      <section ref={scroller} className="compare-scroll inset-focus" tabIndex={0} aria-label="Comparison">
        <ol style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index];
            if (line === undefined) return null;
            return (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={line.kind === 'row' ? `compare-row ${line.row.change}` : `compare-row of-${line.kind}`}
                style={{ position: 'absolute', top: 0, left: 0, right: 0, transform: `translateY(${item.start}px)` }}
              >
                <Line line={line} />
              </li>
            );
          })}
        </ol>
      </section>
    </div>
  );
}

function Line({ line }: { readonly line: CompareLine }) {
  switch (line.kind) {
    case 'title':
      return (
        <span className="whole">
          <b>{line.title}</b> <span className="muted">{line.says}</span>
        </span>
      );
    case 'note':
      return <span className="whole muted">{line.says}</span>;
    case 'gap':
      return <span className="whole muted">{sayCount(line.count)} the same</span>;
    case 'row':
      return <Cells row={line.row} />;
  }
}

function Cells({ row }: { readonly row: ComparedRow }) {
  const marked =
    row.change === 'changed' && row.left !== null && row.right !== null ? markDifference(row.left, row.right) : null;
  return (
    <>
      <span className="what">
        <span className="mono">{showHidden(row.label)}</span>
        <small>
          {CHANGE_WORDS[row.change]}
          {row.note === '' ? '' : `; ${row.note}`}
        </small>
      </span>
      <Side name="left" text={row.left} cut={marked === null ? null : [marked.from, marked.leftTo]} />
      <Side name="right" text={row.right} cut={marked === null ? null : [marked.from, marked.rightTo]} />
    </>
  );
}

/** One side's text; what differs in it is marked. */
function Side({
  name,
  text,
  cut,
}: {
  readonly name: string;
  readonly text: string | null;
  readonly cut: readonly [number, number] | null;
}) {
  if (text === null) {
    return (
      <span className="side nothing">
        <span className="only-read">{name}: nothing</span>
      </span>
    );
  }
  const shown = text.slice(0, MOST_SHOWN);
  const [from, to] = cut ?? [0, 0];
  return (
    <span className="side mono">
      {showHidden(shown.slice(0, from))}
      {to > from ? <mark>{showHidden(shown.slice(from, to))}</mark> : null}
      {showHidden(shown.slice(Math.max(from, to)))}
      {text.length > MOST_SHOWN ? (
        <i className="muted"> … {plural(text.length - MOST_SHOWN, 'character')} more</i>
      ) : null}
    </span>
  );
}
