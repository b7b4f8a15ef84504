import { useContext, useEffect, useState } from 'react';
import type { DeliveryRow } from '../../shared/contract/views';
import type { DeliveryId } from '../../shared/model/ids';
import type { StepRecord } from '../../shared/model/step';
import { EngineContext } from '../state/engine-context';

type Log = { readonly id: DeliveryId; readonly steps: readonly StepRecord[] };

/** The log of a delivery, read again whenever its row changes; null until it is read, or where no engine is. */
export function useLog(row: DeliveryRow | null): readonly StepRecord[] | null {
  const call = useContext(EngineContext)?.call ?? null;
  const [log, setLog] = useState<Log | null>(null);
  const id = row?.id ?? null;
  const version = row === null ? null : `${row.state} ${row.attempts} ${row.dueAt} ${row.changedAt}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a reason to read again
  useEffect(() => {
    if (id === null || call === null) return;
    let gone = false;
    void call('delivery.get', { id }).then((result) => {
      if (!gone && result.ok) setLog({ id, steps: result.value.steps });
    });
    return () => {
      gone = true;
    };
  }, [call, id, version]);
  return log !== null && log.id === id ? log.steps : null;
}
