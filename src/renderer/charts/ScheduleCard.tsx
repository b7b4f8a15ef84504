import type { Policy } from '../../shared/policies/policy';
import type { PreviewAttempt } from '../../shared/rules/preview';
import { scheduleChart } from '../view-models/charts/schedule-chart';
import { ChartCard } from './ChartCard';
import { SchedulePicture } from './SchedulePicture';

/** When a policy's attempts come: the earliest, the nominal and the latest instant of each. */
export function ScheduleCard({
  policy,
  preview,
}: {
  readonly policy: Policy;
  readonly preview: readonly PreviewAttempt[];
}) {
  return (
    <ChartCard
      title="Schedule"
      about={policy.name}
      rules={policy.rules.schedule}
      facts={scheduleChart(preview)}
      empty={{ says: 'This policy makes no attempt.' }}
      foot="Request time comes on top"
      legend={
        <>
          <span>
            <svg className="line-key chart" width="14" height="10" aria-hidden="true">
              <rect className="band" x="0.5" y="0.5" width="13" height="9" rx="2" />
            </svg>
            min to max
          </span>
          <span>
            <svg className="line-key chart" width="3" height="12" aria-hidden="true">
              <path className="nominal" d="M1.5 0 V12" />
            </svg>
            nominal
          </span>
        </>
      }
    >
      {() => <SchedulePicture preview={preview} />}
    </ChartCard>
  );
}
