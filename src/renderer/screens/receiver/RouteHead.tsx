import { BadgeCheck, RotateCcw, Send, Trash2 } from 'lucide-react';
import type { RouteView } from '../../../shared/contract/views';
import type { RouteTls } from '../../../shared/model/route-tls';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { Picker } from '../../parts/Picker';
import { useMirror, usePerform } from '../../state/engine-context';
import { navigation } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { plural } from '../../view-models/numbers';
import { ROUTE_TLS_CHOICES, routeTlsOf, sayRouteTls } from '../../view-models/route-tls';

const CHECK_SAYS = {
  endpoints: 'Checked under the secrets of the endpoints that point here',
  own: 'Checked under a secret of the route’s own',
  off: 'Not checked',
} as const;

export function RouteHead({ route }: { readonly route: RouteView }) {
  const perform = usePerform();
  const users = useMirror((mirror) => mirror.endpoints).filter((endpoint) => endpoint.routeId === route.id);
  const startOver = async (): Promise<void> => {
    if ((await perform('route.startOver', { id: route.id })) !== null) say(`${route.path} starts over with step 1.`);
  };
  const reachOver = async (tls: RouteTls): Promise<void> => {
    const changed = await perform('route.update', { id: route.id, tls });
    if (changed !== null) say(`${route.path} is at ${changed.url} now. ${sayRouteTls(tls)}`);
  };
  const remove = async (): Promise<void> => {
    if ((await perform('route.remove', { id: route.id })) === null) return;
    navigation.setState({ routeId: null });
    say(`${route.path} is deleted. It answers 404 from now on.`);
  };
  const used = users.length === 0 ? '' : ` ${plural(users.length, 'endpoint')} will get 404.`;
  return (
    <div className="route-head">
      <code className="cut" title={route.url}>
        {route.url}
      </code>
      <CopyButton text={route.url} says="Copy the URL" />
      {users.map((endpoint) => (
        <span key={endpoint.id} className="chip narrow-hide">
          <Icon of={Send} size={11} />
          {endpoint.name}
        </span>
      ))}
      <span className="grow" />
      <Picker
        label="Reached over"
        value={route.tls}
        choices={ROUTE_TLS_CHOICES}
        onChoose={(value) => void reachOver(routeTlsOf(value))}
      />
      <button
        type="button"
        className="button"
        title={CHECK_SAYS[route.check.kind]}
        onClick={() => openOverlay({ kind: 'route-check', id: route.id })}
      >
        <Icon of={BadgeCheck} />
        Signatures
      </button>
      <button
        type="button"
        className="button"
        title="Every count begins again at step 1"
        onClick={() => void startOver()}
      >
        <Icon of={RotateCcw} />
        Start over
      </button>
      <ConfirmButton
        label="Delete"
        confirm="Delete route"
        icon={Trash2}
        says={`The path answers 404 from then on.${used} Its captures stay.`}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
