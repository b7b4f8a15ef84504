import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { CodeSource } from '../view-models/body-lines';

const LINE_HEIGHT = 16;

/** Lines of code with their numbers, made and drawn as they come into sight. */
export function CodeLines({ label, source }: { readonly label: string; readonly source: CodeSource }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: source.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  const items = virtual.getVirtualItems();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
    <section ref={scroller} className="code inset-focus" tabIndex={0} aria-label={label}>
      <div style={{ minHeight: virtual.getTotalSize(), paddingTop: items[0]?.start ?? 0 }}>
        {items.map((item) => {
          const line = source.at(item.index);
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
  );
}
