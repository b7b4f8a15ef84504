import { Send } from 'lucide-react';
import { useCallback } from 'react';
import type { EndpointId } from '../../../shared/model/ids';
import { ChartsPane } from '../../charts/ChartsPane';
import { AttemptsCard, EndpointsCard, LatencyCard, OutcomesCard } from '../../charts/cards';
import { Empty } from '../../parts/Empty';
import { Icon } from '../../parts/Icon';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';

/** The whole run at a glance. */
export function OverviewCharts() {
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const nameOf = useCallback(
    (id: EndpointId) => endpoints.find((endpoint) => endpoint.id === id)?.name ?? null,
    [endpoints],
  );
  return (
    <ChartsPane scope={{ kind: 'run' }} nextStep="Send an event.">
      {(charted) =>
        charted.untouched ? (
          <Untouched hasEndpoints={endpoints.length > 0} />
        ) : (
          <>
            <OutcomesCard {...charted} about={null} />
            <LatencyCard {...charted} about={null} policy={null} />
            <AttemptsCard {...charted} about={null} policy={null} />
            <EndpointsCard {...charted} nameOf={nameOf} />
          </>
        )
      }
    </ChartsPane>
  );
}

/** Nothing was ever sent: said once, not in each chart. */
function Untouched({ hasEndpoints }: { readonly hasEndpoints: boolean }) {
  return hasEndpoints ? (
    <Empty says="No attempt was made in this run yet. Send an event, and its outcomes are charted here.">
      <button type="button" className="button" onClick={() => openOverlay({ kind: 'compose' })}>
        <Icon of={Send} />
        Send event
      </button>
    </Empty>
  ) : (
    <Empty says="This run has no endpoint yet. Live shows three ways to begin.">
      <button type="button" className="button" onClick={() => goTo('live')}>
        Go to Live
      </button>
    </Empty>
  );
}
