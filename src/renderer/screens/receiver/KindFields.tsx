import { REDIRECTS, type ScriptStep } from '../../../shared/model/script';
import { BREAK_NAMES } from '../../view-models/step-kinds';
import { InterimField } from './InterimField';
import { PickerRow } from './PickerRow';
import { DurationField, NumberField } from './ReadField';
import { TextRow } from './TextRow';

const WINDOWS = [
  { value: 'fixed', label: 'Fixed windows' },
  { value: 'sliding', label: 'Sliding' },
] as const;
const SAYS = [
  { value: 'seconds', label: 'In seconds' },
  { value: 'date', label: 'As a date' },
  { value: 'nothing', label: 'Not said' },
] as const;
const FROM = [
  { value: 'headers', label: 'From the headers on' },
  { value: 'body', label: 'The body only' },
] as const;
const TARGETS = [
  { value: 'to', label: 'A place' },
  { value: 'chain', label: 'A chain' },
  { value: 'endless', label: 'Itself, for ever' },
] as const;
const REDIRECT_NAMES = REDIRECTS.map((status) => ({ value: String(status), label: String(status) }));

export type FieldsProps<Step extends ScriptStep = ScriptStep> = {
  readonly step: Step;
  readonly wrong: (field: string) => string | null;
  readonly onChange: (step: ScriptStep) => void;
};

/** What only this kind of step has. */
export function KindFields({ step, wrong, onChange }: FieldsProps) {
  switch (step.kind) {
    case 'reply':
      return <ReplyFields step={step} wrong={wrong} onChange={onChange} />;
    case 'hang':
    case 'reset':
    case 'half-close':
      return (
        <>
          <PickerRow
            label="Breaks off"
            value={step.when ?? 'before-headers'}
            choices={BREAK_NAMES}
            onChoose={(when) => onChange({ ...step, when })}
          />
          {(step.when ?? 'before-headers') === 'before-headers' ? null : (
            <StatusField status={step.reply ?? 200} wrong={wrong} onChange={(reply) => onChange({ ...step, reply })} />
          )}
        </>
      );
    case 'drip':
      return (
        <>
          <StatusField status={step.reply} wrong={wrong} onChange={(reply) => onChange({ ...step, reply })} />
          <NumberField
            label="Bytes a second"
            value={step.bytesPerSecond}
            wrong={wrong('bytesPerSecond')}
            onChange={(bytesPerSecond) => onChange({ ...step, bytesPerSecond })}
          />
          <PickerRow label="Drips" value={step.from} choices={FROM} onChoose={(from) => onChange({ ...step, from })} />
        </>
      );
    case 'cut-chunked':
      return <StatusField status={step.reply} wrong={wrong} onChange={(reply) => onChange({ ...step, reply })} />;
    case 'wrong-length':
      return (
        <>
          <StatusField status={step.reply} wrong={wrong} onChange={(reply) => onChange({ ...step, reply })} />
          <NumberField
            label="Content-Length says"
            value={step.length}
            wrong={wrong('length')}
            onChange={(length) => onChange({ ...step, length })}
          />
        </>
      );
    case 'garbage':
      return null;
    case 'redirect':
      return <RedirectFields step={step} wrong={wrong} onChange={onChange} />;
    case 'limit':
      return <LimitFields step={step} wrong={wrong} onChange={onChange} />;
  }
}

function StatusField({
  status,
  wrong,
  onChange,
}: {
  readonly status: number;
  readonly wrong: (field: string) => string | null;
  readonly onChange: (status: number) => void;
}) {
  return <NumberField label="Status" value={status} wrong={wrong('reply')} onChange={onChange} />;
}

function ReplyFields({ step, wrong, onChange }: FieldsProps<Extract<ScriptStep, { kind: 'reply' }>>) {
  const { retryAfter } = step;
  return (
    <>
      <StatusField status={step.reply} wrong={wrong} onChange={(reply) => onChange({ ...step, reply })} />
      <PickerRow
        label="Retry-After"
        value={retryAfter?.as ?? 'nothing'}
        choices={SAYS}
        onChoose={(as) =>
          onChange({
            ...step,
            retryAfter: as === 'nothing' ? undefined : { after: retryAfter?.after ?? 120_000, as },
          })
        }
      />
      {retryAfter === undefined ? null : (
        <DurationField
          label="Retry after"
          value={retryAfter.after}
          wrong={wrong('retryAfter')}
          onChange={(after) => onChange({ ...step, retryAfter: { ...retryAfter, after } })}
        />
      )}
      <InterimField
        interim={step.interim}
        wrong={wrong('interim')}
        onChange={(interim) => onChange({ ...step, interim })}
      />
    </>
  );
}

function RedirectFields({ step, wrong, onChange }: FieldsProps<Extract<ScriptStep, { kind: 'redirect' }>>) {
  const target = step.chain === undefined ? 'to' : step.chain === 'endless' ? 'endless' : 'chain';
  const { to: _to, chain: _chain, ...rest } = step;
  return (
    <>
      <PickerRow
        label="Status"
        value={String(step.reply)}
        choices={REDIRECT_NAMES}
        onChoose={(chosen) => {
          const reply = REDIRECTS.find((status) => String(status) === chosen);
          if (reply !== undefined) onChange({ ...step, reply });
        }}
      />
      <PickerRow
        label="Goes to"
        value={target}
        choices={TARGETS}
        onChoose={(next) =>
          onChange(next === 'to' ? { ...rest, to: '/login' } : { ...rest, chain: next === 'endless' ? 'endless' : 3 })
        }
      />
      {step.to === undefined ? null : (
        <TextRow label="Location" value={step.to} wrong={wrong('to')} onChange={(to) => onChange({ ...rest, to })} />
      )}
      {typeof step.chain === 'number' ? (
        <NumberField
          label="Redirects in a row"
          value={step.chain}
          wrong={wrong('chain')}
          onChange={(chain) => onChange({ ...rest, chain })}
        />
      ) : null}
    </>
  );
}

function LimitFields({ step, wrong, onChange }: FieldsProps<Extract<ScriptStep, { kind: 'limit' }>>) {
  return (
    <>
      <NumberField
        label="Requests"
        value={step.limit}
        wrong={wrong('limit')}
        onChange={(limit) => onChange({ ...step, limit })}
      />
      <DurationField
        label="In"
        value={step.perMs}
        wrong={wrong('perMs')}
        onChange={(perMs) => onChange({ ...step, perMs })}
      />
      <PickerRow
        label="Window"
        value={step.window}
        choices={WINDOWS}
        onChoose={(window) => onChange({ ...step, window })}
      />
      <StatusField status={step.reply} wrong={wrong} onChange={(reply) => onChange({ ...step, reply })} />
      <PickerRow
        label="Retry-After"
        value={step.says}
        choices={SAYS}
        onChoose={(says) => onChange({ ...step, says })}
      />
    </>
  );
}
