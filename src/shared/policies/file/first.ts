import { FIRST_VALUES, PART_DEFAULTS } from './defaults';
import type { ObjectShape, Shape } from './shape';
import { isMapping } from './values';

/** What a part begins with when a person switches it on, adds it or chooses its kind: as valid as can be. */
export function firstValue(shape: Shape, place: string): unknown {
  switch (shape.is) {
    case 'object':
      return firstObject(shape, place);
    case 'choice': {
      const given = FIRST_VALUES[place];
      const word = isMapping(given) ? String(given[shape.by]) : ([...shape.options.keys()][0] ?? '');
      return firstOfKind(shape, word, place);
    }
    case 'either':
      return shape.words[0] ?? firstOption(shape, 0, place);
    case 'list':
      return FIRST_VALUES[place] ?? [];
    case 'map':
      return {};
    case 'range':
      return [200, 299];
    case 'rules':
      return [];
    case 'word':
      return FIRST_VALUES[place] ?? shape.words[0];
    case 'duration':
      return FIRST_VALUES[place] ?? 60_000;
    case 'number':
      return FIRST_VALUES[place] ?? 1;
    case 'text':
      return FIRST_VALUES[place] ?? '';
    case 'switch':
      return false;
  }
}

/** A choice of that kind. */
export function firstOfKind(shape: Extract<Shape, { is: 'choice' }>, word: string, place: string): unknown {
  const option = shape.options.get(word);
  const rest = option === undefined ? {} : firstObject(option, `${place}:${word}`, place);
  return { ...(isMapping(rest) ? rest : {}), [shape.by]: word };
}

/** An option of what is told by its fields. */
export function firstOption(shape: Extract<Shape, { is: 'either' }>, index: number, place: string): unknown {
  const option = shape.options[index];
  if (option === undefined) return {};
  const from = FIRST_VALUES[`${place}/${index}`] === undefined ? place : `${place}/${index}`;
  return firstObject(option, from, place);
}

function firstObject({ fields }: ObjectShape, place: string, inner = place): unknown {
  const given = { ...mapping(PART_DEFAULTS[place]), ...mapping(FIRST_VALUES[place]) };
  const made: Record<string, unknown> = {};
  for (const [name, { shape, nullable, optional }] of fields) {
    if (given[name] !== undefined) made[name] = withRules(shape, given[name]);
    else if (nullable && !optional) made[name] = null;
    else if (!optional) made[name] = firstValue(shape, `${inner}.${name}`);
  }
  return made;
}

/** What the defaults leave out of a part: its lists of rules. */
function withRules(shape: Shape, value: unknown): unknown {
  if (shape.is !== 'object' || !isMapping(value)) return value;
  const rules = [...shape.fields].filter(([name, field]) => field.shape.is === 'rules' && value[name] === undefined);
  return { ...value, ...Object.fromEntries(rules.map(([name]) => [name, []])) };
}

const mapping = (value: unknown) => (isMapping(value) ? value : {});
