import { useCallback, useEffect, useState } from 'react';
import type { DataReport } from '../../../shared/contract/views';
import { useEngine } from '../../state/engine-context';

const ASK_EVERY_MS = 1_000;

/** What the data folder holds, asked for once a second while it is looked at. */
export function useDataReport(): { readonly report: DataReport | null; readonly reload: () => void } {
  const { call } = useEngine();
  const [report, setReport] = useState<DataReport | null>(null);
  const read = useCallback(async () => {
    const result = await call('data.report', {});
    if (result.ok) setReport(result.value);
  }, [call]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    // Not before the last answer is here: a large database is asked less often.
    const again = async (): Promise<void> => {
      await read();
      if (!gone) timer = setTimeout(() => void again(), ASK_EVERY_MS);
    };
    void again();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [read]);
  return { report, reload: () => void read() };
}
