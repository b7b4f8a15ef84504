import { Download, Send } from 'lucide-react';
import { useMemo } from 'react';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import type { Action } from '../../state/page-actions';
import { say } from '../../state/toasts';
import { deliveryChoice } from '../../view-models/export-choice';
import { useDeliveryActs } from '../deliveries/use-delivery-acts';
import { useSelectedRow } from '../deliveries/use-selected-row';
import { endpointActs, useRunEndpointAct } from '../endpoints/use-endpoint-acts';

/** What may be done with the selected delivery. What may not be done says why when it is chosen. */
export function useDeliveryActions(): readonly Action[] {
  const row = useSelectedRow();
  const acts = useDeliveryActs(row);
  return useMemo(
    () => [
      ...acts.map((act) => ({
        group: 'Delivery' as const,
        name: act.id === 'send-new' ? `${act.name}: ${row?.eventType ?? ''}` : `${act.name} ${row?.eventType ?? ''}`,
        icon: act.icon,
        ...(act === acts[0]
          ? { command: 'again' as const }
          : act.command === undefined
            ? {}
            : { command: act.command }),
        run: () => (act.may ? act.run() : say(act.says)),
      })),
      ...(row === undefined
        ? []
        : [
            {
              group: 'Delivery' as const,
              name: `Export ${row.eventType}`,
              icon: Download,
              run: () => openOverlay({ kind: 'export', scopes: [deliveryChoice(row)] }),
            },
          ]),
    ],
    [acts, row],
  );
}

/** The way to each endpoint, and its acts. */
export function useEndpointActions(): readonly Action[] {
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const run = useRunEndpointAct();
  return useMemo(
    () =>
      endpoints.flatMap((endpoint) => [
        {
          group: 'Endpoints' as const,
          name: endpoint.name,
          icon: Send,
          run: () => goTo('endpoints', { endpointId: endpoint.id }),
        },
        ...endpointActs(endpoint, run).map((act) => ({
          group: 'Endpoints' as const,
          name: `${act.name}: ${endpoint.name}`,
          icon: act.icon,
          // It may not be undone, and nothing of it is in sight: it is asked for first.
          run: act.id === 'disable' ? () => openOverlay({ kind: 'disable-endpoint', id: endpoint.id }) : act.run,
        })),
      ]),
    [endpoints, run],
  );
}
