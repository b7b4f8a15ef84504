import { useCallback, useRef, useState } from 'react';

/** How far an act on many rows is; `of` null while it is not known how many there are. */
export type BulkProgress = { readonly done: number; readonly of: number | null };

export type Bulk = {
  readonly progress: BulkProgress | null;
  /** Runs it with a way to tell how far it is; it looks at `signal` between its pages. */
  readonly run: (work: (tell: (progress: BulkProgress) => void, signal: AbortSignal) => Promise<void>) => Promise<void>;
  readonly stop: () => void;
};

/** An act on many rows, page by page, that can be stopped between two pages. */
export function useBulk(): Bulk {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const stopper = useRef(new AbortController());
  const run = useCallback<Bulk['run']>(async (work) => {
    stopper.current = new AbortController();
    try {
      await work(setProgress, stopper.current.signal);
    } finally {
      setProgress(null);
    }
  }, []);
  const stop = useCallback(() => stopper.current.abort(), []);
  return { progress, run, stop };
}
