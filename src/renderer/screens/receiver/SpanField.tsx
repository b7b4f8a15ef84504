import type { ScriptStep, StepSpan } from '../../../shared/model/receiver';
import { Segments } from '../../parts/Segments';
import { NumberField } from './NumberField';

const SECOND_MS = 1_000;
const DEFAULT_SPAN_MS = 3_600_000;

type Kind = 'always' | 'times' | 'for';

/** How long a step stays current. The last one repeats in any case. */
export function SpanField({
  step,
  last,
  onChange,
}: {
  readonly step: ScriptStep;
  readonly last: boolean;
  readonly onChange: (span: Pick<StepSpan, 'times' | 'forMs'>) => void;
}) {
  const kind: Kind = step.times !== null ? 'times' : step.forMs !== null ? 'for' : 'always';
  const choose = (next: Kind): void =>
    onChange({ times: next === 'times' ? 1 : null, forMs: next === 'for' ? DEFAULT_SPAN_MS : null });
  return (
    <>
      <div className="form-row">
        <span className="label">{last ? 'Stays (the last step repeats in any case)' : 'Stays'}</span>
        <Segments
          label="How long it stays"
          value={kind}
          choices={[
            { value: 'times', label: 'So many times' },
            { value: 'for', label: 'So long' },
            { value: 'always', label: 'From then on' },
          ]}
          onChoose={choose}
        />
      </div>
      {step.times === null ? null : (
        <NumberField label="Times" value={step.times} onChange={(times) => onChange({ times, forMs: null })} />
      )}
      {step.forMs === null ? null : (
        <NumberField
          label="Virtual seconds"
          value={Math.round(step.forMs / SECOND_MS)}
          onChange={(seconds) => onChange({ times: null, forMs: seconds * SECOND_MS })}
        />
      )}
    </>
  );
}
