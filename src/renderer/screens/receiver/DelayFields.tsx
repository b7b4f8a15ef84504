import type { AnswerDelay } from '../../../shared/model/script';
import { PickerRow } from './PickerRow';
import { DurationField } from './ReadField';
import { TextRow } from './TextRow';

type DelayKind = 'fixed' | 'range' | 'normal' | 'exponential' | 'lognormal';

const KINDS: readonly { readonly value: DelayKind; readonly label: string }[] = [
  { value: 'fixed', label: 'Fixed' },
  { value: 'range', label: 'Range' },
  { value: 'normal', label: 'Normal' },
  { value: 'exponential', label: 'Exponential' },
  { value: 'lognormal', label: 'Lognormal' },
];

function kindOf(delay: AnswerDelay): DelayKind {
  if (typeof delay === 'number') return 'fixed';
  if ('length' in delay) return 'range';
  if ('normal' in delay) return 'normal';
  return 'exponential' in delay ? 'exponential' : 'lognormal';
}

/** The ms around which the delays of each kind lie. */
function middleOf(delay: AnswerDelay): number {
  if (typeof delay === 'number') return delay;
  if ('length' in delay) return Math.round((delay[0] + delay[1]) / 2);
  if ('normal' in delay) return delay.normal;
  return 'exponential' in delay ? delay.exponential : delay.lognormal;
}

function asKind(delay: AnswerDelay, kind: DelayKind): AnswerDelay {
  const middle = middleOf(delay) || 200;
  switch (kind) {
    case 'fixed':
      return middleOf(delay);
    case 'range':
      return [Math.round(middle / 2), middle * 2];
    case 'normal':
      return { normal: middle, deviation: Math.round(middle / 4) };
    case 'exponential':
      return { exponential: middle };
    case 'lognormal':
      return { lognormal: middle, spread: 0.5 };
  }
}

export function DelayFields({
  delay,
  wrong,
  onChange,
}: {
  readonly delay: AnswerDelay;
  readonly wrong: string | null;
  readonly onChange: (delay: AnswerDelay) => void;
}) {
  return (
    <>
      <PickerRow
        label="Delay"
        value={kindOf(delay)}
        choices={KINDS}
        onChoose={(kind) => onChange(asKind(delay, kind))}
      />
      {typeof delay === 'number' ? (
        <DurationField label="Waits" value={delay} wrong={wrong} onChange={onChange} />
      ) : 'length' in delay ? (
        <>
          <DurationField label="From" value={delay[0]} wrong={wrong} onChange={(from) => onChange([from, delay[1]])} />
          <DurationField label="To" value={delay[1]} onChange={(to) => onChange([delay[0], to])} />
        </>
      ) : (
        <CurveFields delay={delay} wrong={wrong} onChange={onChange} />
      )}
    </>
  );
}

function CurveFields({
  delay,
  wrong,
  onChange,
}: {
  readonly delay: Exclude<AnswerDelay, number | readonly [number, number]>;
  readonly wrong: string | null;
  readonly onChange: (delay: AnswerDelay) => void;
}) {
  return (
    <>
      {'normal' in delay ? (
        <>
          <DurationField label="Mean" value={delay.normal} onChange={(normal) => onChange({ ...delay, normal })} />
          <DurationField
            label="Deviation"
            value={delay.deviation}
            onChange={(deviation) => onChange({ ...delay, deviation })}
          />
        </>
      ) : 'exponential' in delay ? (
        <DurationField
          label="Mean"
          value={delay.exponential}
          onChange={(exponential) => onChange({ ...delay, exponential })}
        />
      ) : (
        <>
          <DurationField
            label="Median"
            value={delay.lognormal}
            onChange={(lognormal) => onChange({ ...delay, lognormal })}
          />
          <SpreadField spread={delay.spread} onChange={(spread) => onChange({ ...delay, spread })} />
        </>
      )}
      <DurationField
        label="At least"
        value={delay.from ?? 0}
        wrong={wrong}
        onChange={(from) => onChange({ ...delay, from: from === 0 ? undefined : from })}
      />
      <DurationField label="At most" value={delay.to ?? 600_000} onChange={(to) => onChange({ ...delay, to })} />
    </>
  );
}

/** The standard deviation of the logarithm, as tenths, so that it is typed as it is said. */
function SpreadField({ spread, onChange }: { readonly spread: number; readonly onChange: (spread: number) => void }) {
  return (
    <TextRow
      label="Spread"
      value={String(spread)}
      onChange={(text) => {
        const value = Number(text);
        if (text.trim() !== '' && Number.isFinite(value)) onChange(value);
      }}
    />
  );
}
