import { firstOfKind, firstOption, firstValue } from '../../../../shared/policies/file/first';
import { type Field, type ObjectShape, optionOf, type Shape } from '../../../../shared/policies/file/shape';
import { isMapping, type ValuePath } from '../../../../shared/policies/file/values';
import { partLabel, valueLabel } from '../../../view-models/policy-labels';
import { PickerRow } from '../../receiver/PickerRow';
import { BoxesField } from './BoxesField';
import { EntriesField } from './EntriesField';
import { MapField } from './MapField';
import { ReadText } from './ReadText';
import { formOf } from './read-forms';
import { Wrong } from './Wrong';

export type PartProps<S extends Shape = Shape> = {
  readonly shape: S;
  readonly value: unknown;
  /** The names of fields down to it, with `[]` for entries. */
  readonly place: string;
  readonly path: ValuePath;
  readonly nullable?: boolean;
  readonly optional?: boolean;
  readonly form: FormActs;
};

export type FormActs = {
  readonly onEdit: (path: ValuePath, next: unknown) => void;
  /** What is wrong at a path, or within a value that has one field only. */
  readonly wrong: (path: ValuePath, deep: boolean) => string | null;
  /** Whether a field cannot be changed, and why. */
  readonly fixed: (path: ValuePath) => string | null;
};

/** Among words, that none of them is chosen. */
const ABSENT = '-';

/** The control, or the controls, of a part of a policy: whatever the schema has, it can be edited here. */
export function PartField({ shape, value, place, path, nullable = false, optional = false, form }: PartProps) {
  const label = partLabel(place);
  const absent = value === null || value === undefined;
  const none = optional && !nullable ? undefined : null;
  const isPart = shape.is === 'object' || shape.is === 'choice' || shape.is === 'either';
  if ((nullable || optional) && isPart) {
    return (
      <div className="part">
        <label className="check">
          <input
            type="checkbox"
            checked={!absent}
            onChange={({ target }) => form.onEdit(path, target.checked ? firstValue(shape, place) : none)}
          />
          {label}
        </label>
        {absent ? null : (
          <div className="inner">
            <PartField shape={shape} value={value} place={place} path={path} form={form} />
          </div>
        )}
        <Wrong says={form.wrong(path, false)} />
      </div>
    );
  }
  switch (shape.is) {
    case 'object':
      return <Fields shape={shape} value={value} place={place} path={path} form={form} />;
    case 'choice': {
      const fields = isMapping(value) ? value : {};
      const word = String(fields[shape.by]);
      const option = shape.options.get(word);
      return (
        <>
          <PickerRow
            label={label}
            value={word}
            choices={[...shape.options.keys()].map((each) => ({ value: each, label: valueLabel(place, each) }))}
            onChoose={(next) => (next === word ? undefined : form.onEdit(path, firstOfKind(shape, next, place)))}
          />
          <Wrong says={form.wrong(path, false)} />
          {option === undefined ? null : (
            <Fields shape={option} value={value} place={place} path={path} form={form} but={shape.by} />
          )}
        </>
      );
    }
    case 'either':
      return <EitherField shape={shape} value={value} place={place} path={path} form={form} />;
    case 'list':
      return shape.of.is === 'word' ? (
        <BoxesField
          label={label}
          words={shape.of.words}
          value={value}
          wrong={form.wrong(path, true)}
          say={(word) => valueLabel(place, word)}
          onChange={(next) => form.onEdit(path, next)}
        />
      ) : formOf(shape) === null ? (
        <EntriesField shape={shape} value={value} place={place} path={path} form={form} />
      ) : (
        <Read
          shape={shape}
          value={value}
          place={place}
          path={path}
          form={form}
          none={none}
          empty={nullable || optional}
        />
      );
    case 'map':
      return <MapField shape={shape} value={value} place={place} path={path} form={form} />;
    case 'word':
      return (
        <>
          <PickerRow
            label={label}
            value={absent ? ABSENT : String(value)}
            choices={[...(nullable || optional ? [ABSENT] : []), ...shape.words].map((word) => ({
              value: word,
              label: word === ABSENT ? 'not said' : valueLabel(place, word),
            }))}
            onChoose={(next) => form.onEdit(path, next === ABSENT ? none : next)}
          />
          <Wrong says={form.wrong(path, false)} />
        </>
      );
    case 'switch':
      return (
        <label className="check">
          <input
            type="checkbox"
            checked={value === true}
            onChange={({ target }) => form.onEdit(path, target.checked)}
          />
          {label}
        </label>
      );
    case 'rules':
      return null;
    default:
      return (
        <Read
          shape={shape}
          value={value}
          place={place}
          path={path}
          form={form}
          none={none}
          empty={nullable || optional}
        />
      );
  }
}

function Read({
  shape,
  value,
  place,
  path,
  form,
  none,
  empty,
}: PartProps & { readonly none: null | undefined; readonly empty: boolean }) {
  const how = formOf(shape);
  if (how === null) return null;
  return (
    <ReadText
      label={partLabel(place)}
      how={how}
      value={value}
      empty={empty}
      fixed={form.fixed(path)}
      wrong={form.wrong(path, true)}
      onChange={(next) => form.onEdit(path, next === null ? none : next)}
    />
  );
}

/** The fields of a part, one below the other; rules are not for the form. */
export function Fields({ shape, value, place, path, form, but }: PartProps<ObjectShape> & { readonly but?: string }) {
  const fields = isMapping(value) ? value : {};
  const shown = [...shape.fields].filter(([name, field]) => name !== but && isShown(field));
  return shown.map(([name, { shape: inner, nullable, optional }]) => (
    <PartField
      key={name}
      shape={inner}
      value={fields[name]}
      place={place === '' ? name : `${place}.${name}`}
      path={[...path, name]}
      nullable={nullable}
      optional={optional}
      form={form}
    />
  ));
}

/** Whether there is anything in it beside rules. */
const isShown = ({ shape }: Field): boolean =>
  shape.is === 'rules'
    ? false
    : shape.is !== 'object' || shape.fields.size === 0 || [...shape.fields.values()].some(isShown) || isBare(shape);

/** A part that is only switched on, such as a verification. */
const isBare = (shape: ObjectShape): boolean => [...shape.fields.keys()].join() === 'rules';

function EitherField({ shape, value, place, path, form }: PartProps<Extract<Shape, { is: 'either' }>>) {
  const option = optionOf(shape.options, value);
  const index = option === null ? -1 : shape.options.indexOf(option);
  const chosen = option === null ? String(value) : String(index);
  const choices = [...shape.words, ...shape.options.map((_, i) => String(i))];
  const choose = (next: string): void => {
    if (next === chosen) return;
    form.onEdit(path, shape.words.includes(next) ? next : firstOption(shape, Number(next), place));
  };
  return (
    <>
      <PickerRow
        label={partLabel(place)}
        value={chosen}
        choices={choices.map((each) => ({ value: each, label: valueLabel(place, each) }))}
        onChoose={choose}
      />
      <Wrong says={form.wrong(path, false)} />
      {option === null ? null : <Fields shape={option} value={value} place={place} path={path} form={form} />}
    </>
  );
}
