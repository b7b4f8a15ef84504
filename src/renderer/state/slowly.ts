import { useEffect, useRef, useState } from 'react';

/** The value, at most once in `everyMs`: the first change at once, later ones when the time has passed. */
export function useSlowly<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(0);
  useEffect(() => {
    const left = shownAt.current + everyMs - performance.now();
    const show = (): void => {
      shownAt.current = performance.now();
      setShown(() => value);
    };
    const timer = setTimeout(show, Math.max(0, left));
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return shown;
}
