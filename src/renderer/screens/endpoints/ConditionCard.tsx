import { Ban, Check, Copy, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { EndpointView } from '../../../shared/contract/views';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { Icon } from '../../parts/Icon';
import { Rules } from '../../parts/Rules';
import { usePerform } from '../../state/engine-context';
import { openOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { type ActWords, heldOf, sayEnabling, sayVerifying } from '../../view-models/endpoint-acts';
import { endpointLook, sayDisabling } from '../../view-models/endpoint-look';
import { exactTime } from '../../view-models/instants';

/** Why an endpoint does not receive, and the act that opens it, with what it does; or the way to disable it. */
export function ConditionCard({ endpoint }: { readonly endpoint: EndpointView }) {
  const perform = usePerform();
  const [busy, setBusy] = useState(false);
  const look = endpointLook(endpoint);
  const { newerUrl, suspendedAt } = endpoint.condition;
  const act = async (name: 'endpoint.verify' | 'endpoint.enable' | 'endpoint.disable'): Promise<void> => {
    setBusy(true);
    const after = await perform(name, { id: endpoint.id });
    setBusy(false);
    if (after !== null) say(`${after.name}: ${endpointLook(after).word.toLowerCase()}.`);
  };
  const held = heldOf(endpoint);
  const verifies = look.remedy === 'verify' || (look.kind === 'active' && newerUrl !== null);
  return (
    <>
      {look.kind === 'active' && newerUrl === null ? null : (
        <div className="condition">
          <p>{look.says ?? `A newer URL waits to be verified; until then this one keeps receiving.`}</p>
          {newerUrl === null ? null : <code className="cut second">{newerUrl}</code>}
          {suspendedAt === null ? null : (
            <p className="second">
              Since {exactTime(suspendedAt)}
              {endpoint.policy.suspension?.reason == null ? '' : `, reason ${endpoint.policy.suspension.reason}`}
            </p>
          )}
          {held === null ? null : (
            <p>
              Held <b className="mono">{held}</b>
            </p>
          )}
          <Rules ids={look.rules} />
          {verifies ? (
            <Act
              icon={ShieldCheck}
              name={look.kind === 'active' ? 'Verify the newer URL' : 'Verify again'}
              words={sayVerifying(endpoint)}
              busy={busy}
              onAct={() => void act('endpoint.verify')}
            />
          ) : null}
          {look.remedy === 'enable' ? (
            <Act
              icon={Check}
              name="Enable"
              words={sayEnabling(endpoint)}
              busy={busy}
              onAct={() => void act('endpoint.enable')}
            />
          ) : null}
          {look.kind === 'disabled' && look.remedy === null ? (
            <Act
              icon={Copy}
              name="Duplicate this endpoint"
              words={{ says: 'A new one with the same URL and settings; its secrets are its own.', rules: [] }}
              busy={busy}
              onAct={() => openOverlay({ kind: 'new-endpoint', like: endpoint.id })}
            />
          ) : null}
        </div>
      )}
      {endpoint.state === 'enabled' ? (
        <ConfirmButton
          label="Disable"
          confirm="Disable"
          icon={Ban}
          says={sayDisabling(endpoint.policy, endpoint.counts.waiting)}
          onConfirm={() => void act('endpoint.disable')}
        />
      ) : null}
    </>
  );
}

function Act({
  icon,
  name,
  words,
  busy,
  onAct,
}: {
  readonly icon: typeof Ban;
  readonly name: string;
  readonly words: ActWords;
  readonly busy: boolean;
  readonly onAct: () => void;
}) {
  return (
    <div className="act">
      <p className="second">{words.says}</p>
      <div className="line">
        <button type="button" className="button" disabled={busy} onClick={onAct}>
          <Icon of={icon} />
          {name}
        </button>
        <Rules ids={words.rules} />
      </div>
    </div>
  );
}
