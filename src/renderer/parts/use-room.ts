import { type RefObject, useLayoutEffect } from 'react';

/** CSS px left and right of a row's columns. */
const EDGES_PX = 46;

/** Tells how many CSS px a list's columns have, at first and whenever that changes. @param besides px that are taken */
export function useRoom(scroller: RefObject<HTMLElement | null>, tell: (px: number) => void, besides: number): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const measure = (): void => tell(Math.max(0, box.clientWidth - EDGES_PX - besides));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller, tell, besides]);
}
