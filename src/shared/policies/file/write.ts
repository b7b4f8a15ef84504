import { writeDuration } from '../../words/read-duration';
import { builtInPolicy } from '../built-in';
import { policySchema } from '../policy';
import { citedBy } from './cited';
import { DEFAULT_POLICY, PART_DEFAULTS } from './defaults';
import { nameAmong, type ObjectShape, optionOf, POLICY_SHAPE, type Shape } from './shape';
import { writeStatuses } from './statuses';
import { summaryOf } from './summary';
import { isMapping, type Mapping, sameValue, valueAt } from './values';

/** What need not be written. */
const NOTHING = Symbol('nothing');

/**
 * A policy, finished or not, as a file says it, as a plain value: only what differs from what it extends, or from the defaults.
 * `readPolicyFile` gives the same policy again. @param base the id of the built-in policy that it extends
 */
export function policyAsFile(policy: Mapping, base: string | null): Mapping {
  const from = (base === null ? undefined : builtInPolicy(base)) ?? DEFAULT_POLICY;
  const whole = policySchema.safeParse(policy);
  const given = policy['summary'];
  const summary = whole.success && given === summaryOf(whole.data) ? {} : { summary: given };
  const written = object(
    POLICY_SHAPE,
    policy,
    { ...citedBy(from, policy), id: policy['id'], name: policy['name'], summary: given },
    '',
  );
  return {
    retryscope: 'policy',
    version: 1,
    id: policy['id'],
    name: policy['name'],
    ...summary,
    ...(from === DEFAULT_POLICY ? {} : { extends: base }),
    ...(isMapping(written) ? written : {}),
  };
}

function write(shape: Shape, value: unknown, base: unknown, place: string): unknown {
  if (value === undefined || sameValue(value, base)) return NOTHING;
  if (value === null) return null;
  switch (shape.is) {
    case 'object':
      return short(object(shape, value, base ?? PART_DEFAULTS[place], place));
    case 'choice': {
      if (!isMapping(value)) return value;
      const word = String(value[shape.by]);
      const option = shape.options.get(word);
      if (option === undefined) return value;
      const same = valueAt(base, [shape.by]) === value[shape.by];
      const from = same ? base : PART_DEFAULTS[`${place}:${word}`];
      const rest = object(option, value, { ...(isMapping(from) ? from : {}), [shape.by]: value[shape.by] }, place);
      const keys = isMapping(rest) ? Object.keys(rest) : [];
      const list = isMapping(rest) && keys.length === 1 ? rest[keys[0] ?? ''] : null;
      // The short forms: waits one after the other, and a kind that needs nothing else.
      if (word === 'list' && Array.isArray(list)) return list;
      if (same) return rest;
      if (keys.length === 0) return word;
      return { [shape.by]: word, ...(isMapping(rest) ? rest : {}) };
    }
    case 'either': {
      const option = optionOf(shape.options, value);
      return option === null ? value : object(option, value, undefined, place);
    }
    case 'list': {
      if (!Array.isArray(value)) return value;
      const entries: readonly unknown[] = value;
      return entries.map((each) => write(shape.of, each, undefined, `${place}[]`));
    }
    case 'map':
      return map(shape, value, base, place);
    case 'range':
      return writeRange(value);
    case 'duration':
      return typeof value === 'number' ? writeDuration(value) : value;
    default:
      return value;
  }
}

function object(shape: ObjectShape, value: unknown, base: unknown, place: string): unknown {
  if (!isMapping(value)) return value;
  const written: Record<string, unknown> = {};
  for (const [name, { shape: part }] of shape.fields) {
    const from = isMapping(base) ? base[name] : undefined;
    // Null switches off what the base has.
    if (value[name] === undefined && from !== undefined && from !== null) written[nameAmong(shape, name)] = null;
    if (from === undefined && hasNoRules(part, value[name])) continue;
    const inner = write(part, value[name], from, place === '' ? name : `${place}.${name}`);
    if (inner !== NOTHING) written[nameAmong(shape, name)] = inner;
  }
  return written;
}

/** Rules that nobody names are none. */
const hasNoRules = (shape: Shape, value: unknown): boolean => {
  if (shape.is === 'rules') return Array.isArray(value) && value.length === 0;
  if (shape.is !== 'object' || !isMapping(value)) return false;
  return [...shape.fields].every(([name, field]) => hasNoRules(field.shape, value[name]));
};

/** `maxAge: 24h`, where nothing else is to be said of it. */
const short = (written: unknown): unknown =>
  isMapping(written) && Object.keys(written).join() === 'time' ? written['time'] : written;

function map(shape: Extract<Shape, { is: 'map' }>, value: unknown, base: unknown, place: string): unknown {
  if (!isMapping(value)) return value;
  const before = isMapping(base) ? base : {};
  const written: Record<string, unknown> = {};
  for (const key of shape.keys) {
    if (value[key] === undefined && before[key] !== undefined) written[key] = null;
    const inner = write(shape.of, value[key], before[key], `${place}[]`);
    if (inner !== NOTHING) written[key] = inner;
  }
  return written;
}

function writeRange(value: unknown): unknown {
  const text = writeStatuses(value);
  return /^\d+$/.test(text) ? Number(text) : text;
}
