import { Plus, X } from 'lucide-react';
import type { CountCondition, StepCondition, ValueCondition } from '../../../shared/model/script';
import { Icon } from '../../parts/Icon';
import { Picker } from '../../parts/Picker';
import { DurationField, NumberField } from './ReadField';
import { TextRow } from './TextRow';

type Name = keyof StepCondition;

const NAMES: readonly { readonly value: Name; readonly label: string; readonly begins: StepCondition }[] = [
  { value: 'method', label: 'Method', begins: { method: 'POST' } },
  { value: 'path', label: 'Path', begins: { path: '/*' } },
  { value: 'header', label: 'Header', begins: { header: { name: 'X-Name' } } },
  { value: 'body', label: 'Body field', begins: { body: { at: '$.type' } } },
  { value: 'request', label: 'Which request', begins: { request: 1 } },
  { value: 'attempt', label: 'Which attempt', begins: { attempt: 1 } },
  { value: 'between', label: 'Outage', begins: { between: [0, 3_600_000] } },
  { value: 'flapping', label: 'Flapping', begins: { flapping: { up: 600_000, down: 120_000 } } },
];

/** What has to be so for a step to answer. Everything that is said has to hold. */
export function ConditionFields({
  condition = {},
  wrong,
  onChange,
}: {
  readonly condition: StepCondition | undefined;
  readonly wrong: string | null;
  readonly onChange: (condition: StepCondition | undefined) => void;
}) {
  const said = NAMES.filter(({ value }) => condition[value] !== undefined);
  const others = NAMES.filter(({ value }) => condition[value] === undefined);
  const set = (part: StepCondition): void => onChange({ ...condition, ...part });
  const without = (name: Name): void => {
    const { [name]: _, ...rest } = condition;
    onChange(Object.values(rest).some((part) => part !== undefined) ? rest : undefined);
  };
  return (
    <fieldset className="step-conditions">
      <legend>Only if</legend>
      {said.map(({ value, label }) => (
        <div key={value} className="step-condition">
          <PartFields name={value} condition={condition} set={set} />
          <button
            type="button"
            className="square plain small"
            aria-label={`Remove the condition ${label}`}
            title="Remove the condition"
            onClick={() => without(value)}
          >
            <Icon of={X} />
          </button>
        </div>
      ))}
      {wrong === null ? null : (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
      {others.length === 0 ? null : (
        <div className="step-condition">
          <Icon of={Plus} size={13} />
          <Picker
            label="Add a condition"
            value=""
            placeholder="Add a condition"
            choices={others}
            onChoose={(name) => set(NAMES.find(({ value }) => value === name)?.begins ?? {})}
          />
        </div>
      )}
    </fieldset>
  );
}

function PartFields({
  name,
  condition,
  set,
}: {
  readonly name: Name;
  readonly condition: StepCondition;
  readonly set: (part: StepCondition) => void;
}) {
  const { method, path, header, body, request, attempt, between, flapping } = condition;
  switch (name) {
    case 'method':
      return (
        <TextRow
          label="Method"
          hint="One, or several: GET, HEAD"
          value={[method ?? ''].flat().join(', ')}
          onChange={(text) => {
            const words = text.split(',').map((word) => word.trim());
            set({ method: words.length === 1 ? (words[0] ?? '') : words });
          }}
        />
      );
    case 'path':
      return (
        <TextRow
          label="Path"
          hint="* stands for any characters"
          value={path ?? ''}
          onChange={(text) => set({ path: text })}
        />
      );
    case 'header':
      return header === undefined ? null : (
        <>
          <TextRow label="Header" value={header.name} onChange={(text) => set({ header: { ...header, name: text } })} />
          <ValueFields value={header} onChange={(value) => set({ header: { name: header.name, ...value } })} />
        </>
      );
    case 'body':
      return body === undefined ? null : (
        <>
          <TextRow label="Body field" value={body.at} onChange={(text) => set({ body: { ...body, at: text } })} />
          <ValueFields value={body} onChange={(value) => set({ body: { at: body.at, ...value } })} />
        </>
      );
    case 'request':
      return <CountFields noun="Request" value={request ?? 1} onChange={(value) => set({ request: value })} />;
    case 'attempt':
      return <CountFields noun="Attempt" value={attempt ?? 1} onChange={(value) => set({ attempt: value })} />;
    case 'between': {
      const [from, to] = between ?? [0, 0];
      return (
        <>
          <DurationField label="Out from" value={from} onChange={(ms) => set({ between: [ms, to] })} />
          <DurationField
            label="Until"
            hint="After the script began"
            value={to}
            onChange={(ms) => set({ between: [from, ms] })}
          />
        </>
      );
    }
    case 'flapping': {
      const { up, down } = flapping ?? { up: 0, down: 0 };
      return (
        <>
          <DurationField label="Up for" value={up} onChange={(ms) => set({ flapping: { up: ms, down } })} />
          <DurationField label="Down for" value={down} onChange={(ms) => set({ flapping: { up, down: ms } })} />
        </>
      );
    }
  }
}

/** `true`, `null` and numbers are meant as such; a text that looks like one of them is written in quotes. */
function readValue(text: string): ValueCondition['is'] {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text)) return Number(text);
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text;
}

const writeValue = (value: ValueCondition['is']): string =>
  typeof value === 'string' && readValue(value) !== value ? `"${value}"` : String(value ?? 'null');

function ValueFields({
  value: { is, contains },
  onChange,
}: {
  readonly value: ValueCondition;
  readonly onChange: (value: ValueCondition) => void;
}) {
  const part = (next: ValueCondition): ValueCondition => ({
    ...(next.is === undefined ? {} : { is: next.is }),
    ...(next.contains === undefined ? {} : { contains: next.contains }),
  });
  return (
    <>
      <TextRow
        label="Is"
        hint="Empty: anything"
        value={is === undefined ? '' : writeValue(is)}
        onChange={(text) => onChange(part({ is: text === '' ? undefined : readValue(text), contains }))}
      />
      <TextRow
        label="Contains"
        value={contains ?? ''}
        onChange={(text) => onChange(part({ is, contains: text === '' ? undefined : text }))}
      />
    </>
  );
}

function CountFields({
  noun,
  value,
  onChange,
}: {
  readonly noun: string;
  readonly value: CountCondition;
  readonly onChange: (value: CountCondition) => void;
}) {
  const { from = 1, to } = typeof value === 'number' ? { from: value, to: value } : value;
  const set = (first: number, last: number | undefined): void =>
    onChange(first === last ? first : { from: first, ...(last === undefined ? {} : { to: last }) });
  return (
    <>
      <NumberField label={`${noun} from`} value={from} onChange={(first) => set(first, to)} />
      <NumberField
        label="to"
        hint="0: no end"
        value={to ?? 0}
        onChange={(last) => set(from, last === 0 ? undefined : last)}
      />
    </>
  );
}
