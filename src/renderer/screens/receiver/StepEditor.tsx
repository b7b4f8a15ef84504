import { ArrowLeft, ArrowRight, Trash2, X } from 'lucide-react';
import type { AnswerDelay, ScriptStep } from '../../../shared/model/receiver';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { Segments } from '../../parts/Segments';
import { HeaderField } from './HeaderField';
import { NumberField } from './NumberField';
import { SpanField } from './SpanField';

const KINDS: readonly { readonly value: ScriptStep['kind']; readonly label: string }[] = [
  { value: 'reply', label: 'Answer' },
  { value: 'hang', label: 'Hang' },
  { value: 'reset', label: 'Reset' },
];

/** The same span with another thing done. */
function asKind(step: ScriptStep, kind: ScriptStep['kind']): ScriptStep {
  const chance = step.chance === undefined ? {} : { chance: step.chance };
  const span = { times: step.times, forMs: step.forMs, ...chance };
  switch (kind) {
    case 'reply':
      return { kind, reply: 503, headers: [], body: '', delayMs: 0, ...span };
    case 'hang':
      return { kind, ...span };
    case 'reset':
      return { kind, when: 'before-headers', reply: 200, delayMs: 0, ...span };
  }
}

export function StepEditor({
  step,
  place,
  count,
  onChange,
  onMove,
  onRemove,
  onClose,
}: {
  readonly step: ScriptStep;
  readonly place: number;
  readonly count: number;
  readonly onChange: (step: ScriptStep) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const last = place === count - 1;
  const chance = Number((100 * (step.chance ?? 1)).toFixed(2));
  return (
    <section className="step-editor card" aria-label={`Step ${place + 1}`}>
      <div className="step-head">
        <h3>Step {place + 1}</h3>
        <Segments
          label="What it does"
          className="small"
          value={step.kind}
          choices={KINDS}
          onChoose={(kind) => (kind === step.kind ? undefined : onChange(asKind(step, kind)))}
        />
        <span className="grow" />
        <button
          type="button"
          className="square plain small"
          aria-label="Move left"
          title="Move left"
          disabled={place === 0}
          onClick={() => onMove(-1)}
        >
          <Icon of={ArrowLeft} />
        </button>
        <button
          type="button"
          className="square plain small"
          aria-label="Move right"
          title="Move right"
          disabled={last}
          onClick={() => onMove(1)}
        >
          <Icon of={ArrowRight} />
        </button>
        <button
          type="button"
          className="square plain small"
          aria-label="Remove the step"
          title={count === 1 ? 'A script needs at least one step' : 'Remove the step'}
          disabled={count === 1}
          onClick={onRemove}
        >
          <Icon of={Trash2} />
        </button>
        <button type="button" className="square plain small" aria-label="Close the step" onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      <div className="step-fields">
        {step.kind === 'reply' ? (
          <NumberField label="Status" value={step.reply} onChange={(reply) => onChange({ ...step, reply })} />
        ) : null}
        {step.kind === 'reset' ? (
          <div className="form-row">
            <span className="label">When</span>
            <Segments
              label="When"
              value={step.when}
              choices={[
                { value: 'before-headers', label: 'Before headers' },
                { value: 'after-headers', label: 'After headers' },
              ]}
              onChoose={(when) => onChange({ ...step, when })}
            />
          </div>
        ) : null}
        {step.kind === 'hang' ? null : (
          <DelayFields delay={step.delayMs} onChange={(delayMs) => onChange({ ...step, delayMs })} />
        )}
        <SpanField step={step} last={last} onChange={(span) => onChange({ ...step, ...span })} />
        {last ? null : (
          <NumberField
            label="Chance, %"
            hint={chance < 100 ? 'The other requests go to the next step.' : undefined}
            value={chance}
            onChange={(percent) => onChange({ ...step, chance: percent === 100 ? undefined : percent / 100 })}
          />
        )}
      </div>
      {step.kind === 'reply' ? (
        <div className="step-message">
          <HeaderField headers={step.headers} onChange={(headers) => onChange({ ...step, headers })} />
          <FormRow label="Body">
            {(control) => (
              <textarea
                {...control}
                className="text"
                rows={3}
                spellCheck={false}
                value={step.body}
                onChange={(event) => onChange({ ...step, body: event.target.value })}
              />
            )}
          </FormRow>
        </div>
      ) : null}
    </section>
  );
}

function DelayFields({
  delay,
  onChange,
}: {
  readonly delay: AnswerDelay;
  readonly onChange: (delay: AnswerDelay) => void;
}) {
  const [min, max] = typeof delay === 'number' ? [delay, delay] : delay;
  const set = (from: number, to: number): void => onChange(from === to ? from : [from, to]);
  return (
    <>
      <NumberField
        label="Delay from, ms"
        value={min}
        onChange={(from) => set(from, typeof delay === 'number' ? from : max)}
      />
      <NumberField label="to, ms" value={max} onChange={(to) => set(min, to)} />
    </>
  );
}
