import type { EndpointView } from '../../../shared/contract/views';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { Rules } from '../../parts/Rules';
import { Term, Word } from '../../parts/Term';
import { heldOf } from '../../view-models/endpoint-acts';
import { endpointLook } from '../../view-models/endpoint-look';
import { exactTime } from '../../view-models/instants';
import { type EndpointAct, useEndpointActs } from './use-endpoint-acts';

/** Why an endpoint does not receive, and the act that opens it, with what it does; or the way to disable it. */
export function ConditionCard({ endpoint }: { readonly endpoint: EndpointView }) {
  const { acts, busy } = useEndpointActs(endpoint);
  const look = endpointLook(endpoint);
  const { newerUrl, suspendedAt } = endpoint.condition;
  const held = heldOf(endpoint);
  const act = (id: EndpointAct['id']) => acts.find((candidate) => candidate.id === id);
  const [opens, disable, duplicate] = [act('verify') ?? act('enable'), act('disable'), act('duplicate')];
  const reason = endpoint.policy.suspension?.reason ?? null;
  return (
    <>
      {look.kind === 'active' && newerUrl === null ? null : (
        <div className="condition">
          <p>{look.says ?? `A newer URL waits to be verified; until then this one keeps receiving.`}</p>
          {suspendedAt === null ? null : (
            <dl className="condition-facts">
              <dt>Since</dt>
              <dd className="mono">{exactTime(suspendedAt)}</dd>
              {reason === null ? null : (
                <>
                  <dt>Reason</dt>
                  <dd className="mono">{reason}</dd>
                </>
              )}
              {held === null ? null : (
                <>
                  <dt>
                    <Word text="Held" />
                  </dt>
                  <dd className="mono">
                    {held} <Rules ids={endpoint.policy.suspension?.rules.hold ?? []} />
                  </dd>
                </>
              )}
            </dl>
          )}
          {newerUrl === null ? null : <Urls inUse={endpoint.url} newer={newerUrl} open={look.kind === 'active'} />}
          <Rules ids={look.rules} />
          {opens === undefined ? null : <Act act={opens} busy={busy} />}
          {look.kind === 'disabled' && look.remedy === null && duplicate !== undefined ? (
            <Act act={duplicate} busy={busy} />
          ) : null}
        </div>
      )}
      {disable === undefined ? null : (
        <ConfirmButton
          label={disable.name}
          confirm={disable.name}
          icon={disable.icon}
          says={disable.words.says}
          onConfirm={disable.run}
        />
      )}
    </>
  );
}

/** F24: the URL that waits for its challenge, and the one that is in use until then. */
function Urls({ inUse, newer, open }: { readonly inUse: string; readonly newer: string; readonly open: boolean }) {
  return (
    <dl className="condition-facts stacked">
      <dt>
        Awaiting <Term of="verification" />
      </dt>
      <dd className="line">
        <code className="cut" title={newer}>
          {newer}
        </code>
        <CopyButton text={newer} says="Copy the newer URL" />
      </dd>
      <dt>{open ? 'In use' : 'In use until it was suspended'}</dt>
      <dd>
        <code className="cut" title={inUse}>
          {inUse}
        </code>
      </dd>
    </dl>
  );
}

function Act({ act, busy }: { readonly act: EndpointAct; readonly busy: boolean }) {
  return (
    <div className="act">
      <p className="second">{act.words.says}</p>
      <div className="line">
        <button type="button" className="button" disabled={busy} onClick={act.run}>
          <Icon of={act.icon} />
          {act.name}
        </button>
        <Rules ids={act.words.rules} />
      </div>
    </div>
  );
}
