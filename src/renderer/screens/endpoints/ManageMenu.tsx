import { ChevronDown, FileCode2, KeyRound, ListChecks, Pencil, Settings2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { DeliveryRow, EndpointView } from '../../../shared/contract/views';
import { ActItem } from '../../parts/Acts';
import { Icon } from '../../parts/Icon';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { useDeliveryActs } from '../deliveries/use-delivery-acts';
import { useEndpointActs } from './use-endpoint-acts';

/** What a person may do with an endpoint where they watch it, and with the delivery of it that is selected. */
export function ManageMenu({
  endpoint,
  row,
  places = false,
}: {
  readonly endpoint: EndpointView;
  readonly row?: DeliveryRow | undefined;
  /** Whether the way to the endpoint's page is among it. */
  readonly places?: boolean;
}) {
  const { acts, busy } = useEndpointActs(endpoint);
  const ofRow = useDeliveryActs(row);
  const edit = (): void => openOverlay({ kind: 'edit-endpoint', id: endpoint.id });
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button" aria-label={`Manage ${endpoint.name}`} title={`Manage ${endpoint.name}`}>
        <Icon of={Settings2} />
        <span className="small-hide">Manage</span>
        <Icon of={ChevronDown} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu manage"
          sideOffset={4}
          align="end"
          collisionPadding={8}
          aria-label={`Manage ${endpoint.name}`}
        >
          {row === undefined ? null : (
            <>
              <DropdownMenu.Label className="menu-says">{row.eventType}, the selected delivery</DropdownMenu.Label>
              {ofRow.map((act) => (
                <ActItem key={act.id} {...act} />
              ))}
              <DropdownMenu.Separator className="separator" />
            </>
          )}
          <DropdownMenu.Label className="menu-says">{endpoint.name}</DropdownMenu.Label>
          <ActItem
            icon={Pencil}
            name="Change its URL or policy"
            says="What waits obeys it from the next attempt on."
            run={edit}
          />
          <ActItem
            icon={KeyRound}
            name="Rotate its secret"
            says="The former one can sign beside the new one for a while."
            run={() => openOverlay({ kind: 'edit-endpoint', id: endpoint.id, part: 'secret' })}
          />
          {acts.map((act) => (
            <ActItem
              key={act.id}
              icon={act.icon}
              name={act.name}
              says={act.words.says}
              may={!busy}
              run={act.id === 'disable' ? () => openOverlay({ kind: 'disable-endpoint', id: endpoint.id }) : act.run}
            />
          ))}
          <ActItem
            icon={ListChecks}
            name="Its deliveries"
            says="Choose some to send again, to retry now or to cancel."
            run={() => goTo('deliveries', { onlyEndpointId: endpoint.id })}
          />
          {places ? (
            <ActItem
              icon={FileCode2}
              name="Open its page"
              says="Its state, its policy and its schedule."
              run={() => goTo('endpoints', { endpointId: endpoint.id })}
            />
          ) : null}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
