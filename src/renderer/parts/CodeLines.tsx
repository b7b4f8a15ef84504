import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { CodeSource } from '../view-models/body-lines';
import { sayCount } from '../view-models/numbers';

const LINE_HEIGHT = 16;
/** Browsers draw nothing below some 33 million px: longer sources are turned over in pages. */
const PAGE = 1_000_000;

/** Lines of code with their numbers, made and drawn as they come into sight. */
export function CodeLines({ label, source }: { readonly label: string; readonly source: CodeSource }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(source.count / PAGE));
  const first = Math.min(page, pages - 1) * PAGE;
  const count = Math.min(PAGE, source.count - first);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  const items = virtual.getVirtualItems();
  const turn = (step: number): void => {
    setPage(Math.max(0, Math.min(pages - 1, page + step)));
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <>
      {pages === 1 ? null : (
        <div className="body-bar">
          <span className="muted">
            Lines {sayCount(first + 1)} to {sayCount(first + count)} of {sayCount(source.count)}
          </span>
          <button type="button" className="button small" disabled={page === 0} onClick={() => turn(-1)}>
            Earlier lines
          </button>
          <button type="button" className="button small" disabled={page >= pages - 1} onClick={() => turn(1)}>
            Later lines
          </button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
      <section ref={scroller} className="code inset-focus" tabIndex={0} aria-label={label}>
        <div style={{ minHeight: virtual.getTotalSize(), paddingTop: items[0]?.start ?? 0 }}>
          {items.map((item) => {
            const line = source.at(first + item.index);
            return (
              <div key={item.key} className="code-line">
                <i aria-hidden="true">{line.number ?? ''}</i>
                <span>
                  {line.pieces.map((piece, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never move
                    <span key={place} className={`${piece.kind}-text`}>
                      {piece.text}
                    </span>
                  ))}
                </span>
              </div>
            );
          })}
        </div>
      </section>
    </>
  );
}
