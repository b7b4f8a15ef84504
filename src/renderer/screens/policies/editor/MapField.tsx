import { firstValue } from '../../../../shared/policies/file/first';
import type { Shape } from '../../../../shared/policies/file/shape';
import { isMapping } from '../../../../shared/policies/file/values';
import { partLabel } from '../../../view-models/policy-labels';
import { PartField, type PartProps } from './PartField';

/** A value for some of a few keys: a box for each, and its fields where it is ticked. */
export function MapField({ shape, value, place, path, form }: PartProps<Extract<Shape, { is: 'map' }>>) {
  const entries = isMapping(value) ? value : {};
  return (
    <fieldset className="form-row boxes-row">
      <legend className="label">{partLabel(place)}</legend>
      {shape.keys.map((key) => (
        <div key={key} className="part">
          <label className="check">
            <input
              type="checkbox"
              checked={entries[key] !== undefined}
              onChange={({ target }) =>
                form.onEdit([...path, key], target.checked ? named(firstValue(shape.of, `${place}[]`), key) : undefined)
              }
            />
            {key}
          </label>
          {entries[key] === undefined ? null : (
            <div className="inner">
              <PartField shape={shape.of} value={entries[key]} place={`${place}[]`} path={[...path, key]} form={form} />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** Words that are still empty begin with the key. */
const named = (value: unknown, key: string): unknown =>
  isMapping(value)
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, text === '' ? key : text]))
    : value;
