import { useMemo } from 'react';
import type { EndpointView } from '../../../shared/contract/views';
import { previewSchedule } from '../../../shared/rules/preview';
import { throttleOf } from '../../../shared/rules/throttle';
import { ChartsPane } from '../../charts/ChartsPane';
import { AttemptsCard, JitterCard, LatencyCard, OutcomesCard, WindowsCard } from '../../charts/cards';
import { LevelCards } from '../../charts/LevelCards';
import { ScheduleCard } from '../../charts/ScheduleCard';

/** What an endpoint's deliveries came to, beside what its policy plans. */
export function EndpointCharts({ endpoint }: { readonly endpoint: EndpointView }) {
  const { id, policy, channel, name } = endpoint;
  const preview = useMemo(() => previewSchedule(policy), [policy]);
  const throttle = throttleOf(policy, channel);
  return (
    <ChartsPane scope={{ kind: 'endpoint', id }} nextStep="Send an event.">
      {(charted) => (
        <>
          <ScheduleCard policy={policy} preview={preview} />
          <JitterCard {...charted} about={name} policy={policy} />
          <OutcomesCard {...charted} about={name} />
          <LatencyCard {...charted} about={name} policy={policy} />
          <AttemptsCard {...charted} about={name} policy={policy} />
          <LevelCards {...charted} endpoint={endpoint} />
          {throttle === null ? null : <WindowsCard {...charted} about={name} throttle={throttle} />}
        </>
      )}
    </ChartsPane>
  );
}
