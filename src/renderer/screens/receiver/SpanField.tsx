import type { ScriptStep, StepSpan } from '../../../shared/model/script';
import { Segments } from '../../parts/Segments';
import { DurationField, NumberField } from './ReadField';

const DEFAULT_SPAN_MS = 3_600_000;

type Kind = 'always' | 'times' | 'for';

/** How long a step stays current. The last one repeats in any case. */
export function SpanField({
  step,
  last,
  wrong,
  onChange,
}: {
  readonly step: ScriptStep;
  readonly last: boolean;
  readonly wrong: (field: string) => string | null;
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
        <NumberField
          label="Times"
          value={step.times}
          wrong={wrong('times')}
          onChange={(times) => onChange({ times, forMs: null })}
        />
      )}
      {step.forMs === null ? null : (
        <DurationField
          label="Virtual time"
          value={step.forMs}
          wrong={wrong('forMs')}
          onChange={(forMs) => onChange({ times: null, forMs })}
        />
      )}
    </>
  );
}
