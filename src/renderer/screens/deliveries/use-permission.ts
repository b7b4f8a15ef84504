import { useEffect, useState } from 'react';
import type { DeliveryRow } from '../../../shared/contract/views';
import type { Permission } from '../../../shared/rules/redelivery';
import { useEngine, useMirror } from '../../state/engine-context';
import { usePastReason } from '../../state/use-past';

/** Whether a delivery may be sent again by hand; asked anew when it or its endpoint changes. */
export function usePermission(row: DeliveryRow): Permission | null {
  const { call } = useEngine();
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === row.endpointId));
  const why = usePastReason();
  const [permission, setPermission] = useState<Permission | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed record or endpoint is a reason to ask again
  useEffect(() => {
    if (why !== null) {
      setPermission({ ok: false, why, rules: [] });
      return;
    }
    let gone = false;
    void call('delivery.permission', { id: row.id }).then((result) => {
      if (!gone) setPermission(result.ok ? result.value : null);
    });
    return () => {
      gone = true;
    };
  }, [call, row.id, row.state, row.changedAt, endpoint?.state, endpoint?.condition, why]);
  return permission;
}
