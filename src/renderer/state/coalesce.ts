/**
 * Runs at once when it is asked to, and then at most once in `gapMs` after the last run ended, however often it is
 * asked: a burst costs a few runs, and the last request is never left out.
 */
export function coalesce(run: () => Promise<void>, gapMs: number): () => void {
  let busy = false;
  let again = false;
  const start = (): void => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    again = false;
    void run().finally(() =>
      setTimeout(() => {
        busy = false;
        if (again) start();
      }, gapMs),
    );
  };
  return start;
}
