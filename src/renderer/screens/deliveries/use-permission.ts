import { useEffect, useState } from 'react';
import type { DeliveryRow } from '../../../shared/contract/views';
import type { Permission } from '../../../shared/rules/redelivery';
import { useEngine, useMirror } from '../../state/engine-context';
import { usePastReason } from '../../state/use-past';

/** Time alone changes what may be done: a quota frees, a delivery gets too old, an event is deleted. Real ms. */
const ASK_AGAIN_MS = 2_000;

/** Whether a delivery may be sent again by hand; asked anew when it or its endpoint changes, and from time to time. */
export function usePermission(row: DeliveryRow | undefined): Permission | null {
  const { call } = useEngine();
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === row?.endpointId));
  const why = usePastReason();
  const [known, setKnown] = useState<{ readonly id: string; readonly permission: Permission } | null>(null);
  const id = row?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed record or endpoint is a reason to ask again
  useEffect(() => {
    if (id === undefined) return;
    if (why !== null) {
      setKnown({ id, permission: { ok: false, why, rules: [] } });
      return;
    }
    let gone = false;
    const ask = async (): Promise<void> => {
      const result = await call('delivery.permission', { id });
      if (gone || !result.ok) return;
      const permission = result.value;
      setKnown((before) =>
        before?.id === id && JSON.stringify(before.permission) === JSON.stringify(permission)
          ? before
          : { id, permission },
      );
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_AGAIN_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [call, id, row?.state, row?.changedAt, row?.copies, endpoint?.state, endpoint?.condition, why]);
  return known?.id === id && known !== null ? known.permission : null;
}
