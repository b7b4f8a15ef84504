/** After so long the process ends as it stands: what is in the file is whole, and the next start repairs the rest. */
const LIMIT_MS = 5_000;

/** Ctrl-C, the system's own way at log-out or `kill`, and a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends this process in order, with 0, when the system asks for it; with 1 when that takes too long. Asking again
 * changes nothing. Returns the same for whoever else may ask.
 */
export function endWhenAsked(close: () => Promise<void>, log: (line: string) => void): () => void {
  let asked = false;
  const end = (): void => {
    if (asked) return;
    asked = true;
    const exit = (code: number, why: string | null): void => {
      if (why !== null) log(why);
      process.exit(code);
    };
    setTimeout(() => exit(1, `Retryscope did not end within ${LIMIT_MS / 1_000} s and was ended.`), LIMIT_MS);
    close().then(
      () => exit(0, null),
      (error: unknown) => exit(1, `Retryscope did not end in order: ${String(error)}`),
    );
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return end;
}
