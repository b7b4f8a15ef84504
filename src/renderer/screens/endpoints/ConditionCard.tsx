import { Ban, Check, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { EndpointView } from '../../../shared/contract/views';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { Icon } from '../../parts/Icon';
import { Rules } from '../../parts/Rules';
import { usePerform } from '../../state/engine-context';
import { say } from '../../state/toasts';
import { endpointLook, sayDisabling } from '../../view-models/endpoint-look';

/** Why an endpoint does not receive, and the one act that opens it; or the way to disable it. */
export function ConditionCard({ endpoint }: { readonly endpoint: EndpointView }) {
  const perform = usePerform();
  const [busy, setBusy] = useState(false);
  const look = endpointLook(endpoint);
  const act = async (name: 'endpoint.verify' | 'endpoint.enable' | 'endpoint.disable'): Promise<void> => {
    setBusy(true);
    const after = await perform(name, { id: endpoint.id });
    setBusy(false);
    if (after !== null) say(`${after.name}: ${endpointLook(after).word.toLowerCase()}.`);
  };
  if (look.kind === 'active') {
    return (
      <ConfirmButton
        label="Disable"
        confirm="Disable"
        icon={Ban}
        says={sayDisabling(endpoint.policy, endpoint.counts.waiting)}
        onConfirm={() => void act('endpoint.disable')}
      />
    );
  }
  return (
    <div className="condition">
      <p>{look.says}</p>
      <div className="line">
        {look.remedy === 'verify' ? (
          <button type="button" className="button" disabled={busy} onClick={() => void act('endpoint.verify')}>
            <Icon of={ShieldCheck} />
            Verify again
          </button>
        ) : null}
        {look.remedy === 'enable' ? (
          <button type="button" className="button" disabled={busy} onClick={() => void act('endpoint.enable')}>
            <Icon of={Check} />
            Enable
          </button>
        ) : null}
        <Rules ids={look.rules} />
      </div>
    </div>
  );
}
