import type { PolicyView } from '../../../shared/contract/views';
import { ChartsPane } from '../../charts/ChartsPane';
import { AttemptsCard, JitterCard, OutcomesCard } from '../../charts/cards';
import { ScheduleCard } from '../../charts/ScheduleCard';

/** What a policy plans, and what its endpoints of this run drew and got. */
export function PolicyCharts({ view: { policy, preview } }: { readonly view: PolicyView }) {
  return (
    <ChartsPane
      scope={{ kind: 'policy', id: policy.id }}
      nextStep={`Send an event to an endpoint under ${policy.name}.`}
    >
      {(charted) => (
        <>
          <ScheduleCard policy={policy} preview={preview} />
          <JitterCard {...charted} about={policy.name} policy={policy} />
          <OutcomesCard {...charted} about={policy.name} />
          <AttemptsCard {...charted} about={policy.name} policy={policy} />
        </>
      )}
    </ChartsPane>
  );
}
