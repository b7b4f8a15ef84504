import { ArrowLeft, ArrowRight, Copy, Trash2, X } from 'lucide-react';
import type { Script, ScriptStep } from '../../../shared/model/script';
import { sayScriptStep } from '../../../shared/words/receiver';
import { Icon } from '../../parts/Icon';
import { Picker } from '../../parts/Picker';
import { type StepProblem, wrongWith } from '../../view-models/script-problems';
import { asKind, STEP_KIND_NAMES } from '../../view-models/step-kinds';
import { BodyField } from './BodyField';
import { ConditionFields } from './ConditionFields';
import { DelayFields } from './DelayFields';
import { HeaderField } from './HeaderField';
import { KindFields } from './KindFields';
import { NumberField } from './ReadField';
import { SpanField } from './SpanField';

export type StepActs = {
  readonly onChange: (step: ScriptStep) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
};

export function StepEditor({
  step,
  place,
  script,
  problems,
  full,
  acts,
}: {
  readonly step: ScriptStep;
  readonly place: number;
  readonly script: Script;
  /** Those of this step. */
  readonly problems: readonly StepProblem[];
  /** Why no step can be added, or null. */
  readonly full: string | null;
  readonly acts: StepActs;
}) {
  const { onChange } = acts;
  const last = place === script.steps.length - 1;
  const chance = Number((100 * (step.chance ?? 1)).toFixed(2));
  const wrong = (field: string): string | null => wrongWith(problems, field);
  const whole = wrongWith(problems, null);
  const before = 'when' in step && (step.when ?? 'before-headers') === 'before-headers';
  return (
    <section className="step-editor card" aria-label={`Step ${place + 1}`}>
      <StepHead step={step} place={place} script={script} full={full} acts={acts} />
      <p className="says">{sayScriptStep(step, last, script.repeat)}.</p>
      {whole === null ? null : (
        <p className="form-problem" role="alert">
          {whole}
        </p>
      )}
      <div className="step-fields">
        <KindFields step={step} wrong={wrong} onChange={onChange} />
        <DelayFields
          delay={step.delayMs ?? 0}
          wrong={wrong('delayMs')}
          onChange={(delayMs) => onChange({ ...step, delayMs })}
        />
      </div>
      <div className="step-fields">
        <SpanField
          step={step}
          last={last && script.repeat === undefined}
          wrong={wrong}
          onChange={(span) => onChange({ ...step, ...span })}
        />
        {last ? null : (
          <NumberField
            label="Chance, %"
            hint={chance < 100 ? 'The other requests go to the next step.' : undefined}
            value={chance}
            wrong={wrong('chance')}
            onChange={(percent) => onChange({ ...step, chance: percent === 100 ? undefined : percent / 100 })}
          />
        )}
      </div>
      {last && step.if === undefined ? null : (
        <ConditionFields
          condition={step.if}
          wrong={wrong('if')}
          onChange={(condition) => onChange({ ...step, if: condition })}
        />
      )}
      {step.kind === 'garbage' ? (
        <BodyField
          label="Bytes instead"
          body={step.garbage}
          wrong={wrong('garbage')}
          onChange={(garbage) => onChange({ ...step, garbage })}
        />
      ) : before ? null : (
        <div className="step-message">
          <HeaderField
            headers={step.headers ?? []}
            wrong={wrong('headers')}
            onChange={(headers) => onChange({ ...step, headers })}
          />
          {step.kind === 'redirect' ? null : (
            <BodyField
              label="Body"
              body={step.body ?? ''}
              wrong={wrong('body')}
              onChange={(body) => onChange({ ...step, body })}
            />
          )}
        </div>
      )}
    </section>
  );
}

function StepHead({
  step,
  place,
  script,
  full,
  acts,
}: {
  readonly step: ScriptStep;
  readonly place: number;
  readonly script: Script;
  readonly full: string | null;
  readonly acts: StepActs;
}) {
  const count = script.steps.length;
  const button = (label: string, icon: typeof X, act: () => void, off: string | null = null) => (
    <button
      type="button"
      className="square plain small"
      aria-label={label}
      title={off ?? label}
      disabled={off !== null}
      onClick={act}
    >
      <Icon of={icon} />
    </button>
  );
  return (
    <div className="step-head">
      <h3>Step {place + 1}</h3>
      <Picker
        label="What it does"
        value={step.kind}
        choices={STEP_KIND_NAMES}
        onChoose={(chosen) => {
          const kind = STEP_KIND_NAMES.find(({ value }) => value === chosen)?.value;
          if (kind !== undefined && kind !== step.kind) acts.onChange(asKind(step, kind));
        }}
      />
      <span className="grow" />
      {button('Move left', ArrowLeft, () => acts.onMove(-1), place === 0 ? 'It is the first step' : null)}
      {button('Move right', ArrowRight, () => acts.onMove(1), place === count - 1 ? 'It is the last step' : null)}
      {button('Duplicate the step', Copy, acts.onDuplicate, full)}
      {button('Remove the step', Trash2, acts.onRemove, count === 1 ? 'A script needs at least one step' : null)}
      {button('Close the step', X, acts.onClose)}
    </div>
  );
}
