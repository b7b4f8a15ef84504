import { Check, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { RouteView } from '../../../shared/contract/views';
import type { Problem } from '../../../shared/model/problem';
import type { Forward } from '../../../shared/model/receiver';
import { Icon } from '../../parts/Icon';
import { ProblemNote } from '../../parts/ProblemNote';
import { useEngine, useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { say } from '../../state/toasts';
import { HOP_SAYS, sayWaiting } from '../../view-models/forwarding';
import { ForwardFields } from './ForwardFields';

const same = (a: Forward, b: Forward): boolean =>
  a.endpointId === b.endpointId && a.status === b.status && a.signing === b.signing;

/** Where a route forwards to, and how much waits there. */
export function ForwardSection({ route, forward }: { readonly route: RouteView; readonly forward: Forward }) {
  const { call } = useEngine();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const [edited, setEdited] = useState<Forward | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const shown = edited ?? forward;
  const isEdited = !same(shown, forward);
  const target = endpoints.find(({ id }) => id === forward.endpointId);
  const change = (next: Forward | null): void => {
    setEdited(next);
    setProblem(null);
  };
  const save = async (): Promise<void> => {
    const result = await call('route.update', { id: route.id, forward: shown });
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    setEdited(null);
    say(`${route.path} forwards so from the next request on.`);
  };
  const about = (field: string): string | null => (problem?.field === `forward.${field}` ? problem.message : null);
  return (
    <section className="forward" aria-label="Forwarding">
      <ForwardFields
        forward={shown}
        endpoints={endpoints}
        wrong={{
          endpoint:
            about('endpointId') ?? (target === undefined ? 'Its endpoint was deleted. Choose another one.' : null),
          status: about('status'),
        }}
        onChange={change}
      />
      <p className="second">
        Each request is stored and answered first, then it goes to the endpoint under the endpoint’s policy, with its
        method, the rest of its path, its query, its headers and its bytes. {HOP_SAYS}
      </p>
      <div className="line actions">
        {target === undefined ? null : (
          <>
            <span aria-live="polite">{sayWaiting(target)}</span>
            <button
              type="button"
              className="button small"
              onClick={() => goTo('deliveries', { onlyEndpointId: target.id, deliveryId: null })}
            >
              <Icon of={Send} size={13} />
              Show them
            </button>
          </>
        )}
        <span className="grow" />
        {isEdited ? (
          <>
            <button type="button" className="button small" onClick={() => change(null)}>
              <Icon of={Undo2} size={13} />
              Undo
            </button>
            <button type="button" className="button primary small" onClick={() => void save()}>
              <Icon of={Check} size={13} />
              Save forwarding
            </button>
          </>
        ) : null}
      </div>
      {problem === null || about('endpointId') !== null || about('status') !== null ? null : (
        <ProblemNote problem={problem} inForm />
      )}
    </section>
  );
}
