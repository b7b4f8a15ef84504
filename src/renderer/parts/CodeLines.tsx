import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

const LINE_HEIGHT = 16;

/** Lines of code with their numbers, drawn as they come into sight. `number` null continues the line before. */
export function CodeLines({
  label,
  lines,
}: {
  readonly label: string;
  readonly lines: readonly { readonly number: number | null; readonly text: ReactNode }[];
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
    <section ref={scroller} className="code inset-focus" tabIndex={0} aria-label={label}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative', minWidth: 'max-content' }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          return (
            <div
              key={item.key}
              className="code-line"
              ref={virtual.measureElement}
              data-index={item.index}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <i aria-hidden="true">{line.number ?? ''}</i>
              <span>{line.text}</span>
            </div>
          );
        })}
      </div>
    </section>
  );
}
