import { ChevronDown, FileCode2, KeyRound, ListChecks, type LucideIcon, Pencil, Settings2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { DeliveryRow, EndpointView } from '../../../shared/contract/views';
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
                <Told key={act.id} icon={act.icon} name={act.name} says={act.says} off={!act.may} onSelect={act.run} />
              ))}
              <DropdownMenu.Separator className="separator" />
            </>
          )}
          <DropdownMenu.Label className="menu-says">{endpoint.name}</DropdownMenu.Label>
          <Told
            icon={Pencil}
            name="Change its URL or policy"
            says="What waits obeys it from the next attempt on."
            onSelect={edit}
          />
          <Told
            icon={KeyRound}
            name="Rotate its secret"
            says="The former one can sign beside the new one for a while."
            onSelect={() => openOverlay({ kind: 'edit-endpoint', id: endpoint.id, part: 'secret' })}
          />
          {acts.map((act) => (
            <Told
              key={act.id}
              icon={act.icon}
              name={act.name}
              says={act.words.says}
              off={busy}
              onSelect={
                act.id === 'disable' ? () => openOverlay({ kind: 'disable-endpoint', id: endpoint.id }) : act.run
              }
            />
          ))}
          <Told
            icon={ListChecks}
            name="Its deliveries"
            says="Choose some to send again, to retry now or to cancel."
            onSelect={() => goTo('deliveries', { onlyEndpointId: endpoint.id })}
          />
          {places ? (
            <Told
              icon={FileCode2}
              name="Open its page"
              says="Its state, its policy and its schedule."
              onSelect={() => goTo('endpoints', { endpointId: endpoint.id })}
            />
          ) : null}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const Told = ({
  icon,
  name,
  says,
  off = false,
  onSelect,
}: {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly says: string;
  readonly off?: boolean;
  readonly onSelect: () => void;
}) => (
  <DropdownMenu.Item className="item told" disabled={off} onSelect={onSelect}>
    <Icon of={icon} />
    <span>
      <b>{name}</b>
      {says === '' ? null : <small>{says}</small>}
    </span>
  </DropdownMenu.Item>
);
