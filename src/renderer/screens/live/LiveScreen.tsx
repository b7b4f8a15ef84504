import { CircleHelp, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { Acts } from '../../parts/Acts';
import { Empty } from '../../parts/Empty';
import { FilterField } from '../../parts/FilterField';
import { Icon } from '../../parts/Icon';
import { useLiveMirror, useMirror } from '../../state/engine-context';
import { goTo, navigation } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { useSmallWindow } from '../../state/small-window';
import { useTheme } from '../../state/theme';
import { useScrub } from '../../state/use-past';
import { Timeline } from '../../timeline/Timeline';
import { rowContains } from '../../view-models/row-filter';
import { Legend } from '../frame/Legend';
import { ChaosMenu } from './ChaosMenu';
import { FirstRun } from './FirstRun';

export function LiveScreen() {
  const empty = useLiveMirror((mirror) => mirror.totals.deliveries === 0);
  return empty ? <FirstRun /> : <LiveTimeline />;
}

function LiveTimeline() {
  const [text, setText] = useState('');
  const theme = useTheme();
  const small = useSmallWindow();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const deliveries = useMirror((mirror) => mirror.deliveries);
  const clock = useMirror((mirror) => mirror.clock);
  const receivedAtMs = useMirror((mirror) => mirror.receivedAtMs);
  const total = useMirror((mirror) => mirror.totals.deliveries);
  const seed = useMirror((mirror) => mirror.run.seed);
  const scrub = useScrub();
  const marked = useStore(navigation, (state) => state.markedId);
  const rows = useMemo(
    () => (text === '' ? deliveries : deliveries.filter((row) => rowContains(row, text))),
    [deliveries, text],
  );
  return (
    <main className="section" aria-label="Live">
      <h1 className="only-read">Live</h1>
      <div className="toolbar">
        <FilterField label="Filter deliveries" placeholder="Filter deliveries" value={text} onChange={setText} />
        {total > deliveries.length && deliveries.length > 0 ? (
          <span className="muted cut">
            The newest {deliveries.length} of {total}
          </span>
        ) : null}
        <span className="grow" />
        {small ? (
          <button
            type="button"
            className="square"
            aria-label="What the marks mean"
            title="What the marks mean"
            onClick={() => openOverlay({ kind: 'legend' })}
          >
            <Icon of={CircleHelp} size={15} />
          </button>
        ) : null}
        <Acts label="Acts">
          <ChaosMenu />
          <button type="button" className="button primary" onClick={() => openOverlay({ kind: 'compose' })}>
            <Icon of={Send} />
            Send event
          </button>
        </Acts>
      </div>
      {rows.length === 0 && text !== '' ? (
        <Empty says={`No delivery in view contains “${text}”.`}>
          <button type="button" className="button" onClick={() => setText('')}>
            Clear the filter
          </button>
        </Empty>
      ) : (
        <Timeline
          endpoints={endpoints}
          rows={rows}
          clock={clock}
          receivedAtMs={receivedAtMs}
          selected={marked}
          onSelect={(id) => navigation.setState({ markedId: id })}
          onOpen={(id) => goTo('deliveries', { deliveryId: id, markedId: id })}
          theme={theme}
          scrub={scrub}
        />
      )}
      <Legend seed={seed} />
    </main>
  );
}
