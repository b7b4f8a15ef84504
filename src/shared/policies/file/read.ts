import { nearest, oneOf } from '../../model/file-fields';
import { readDuration } from '../../words/read-duration';
import { LONGEST_WAIT_MS } from '../bounds';
import { BUILT_IN_POLICIES, builtInPolicy } from '../built-in';
import { lintPolicy } from '../lint';
import type { Policy } from '../policy';
import { checkPolicy } from './check';
import { withoutBorrowedRules } from './cited';
import { DEFAULT_POLICY, PART_DEFAULTS } from './defaults';
import { fieldNamed, nameAmong, nameInFile, type ObjectShape, optionOf, POLICY_SHAPE, type Shape } from './shape';
import { readStatuses } from './statuses';
import { summaryOf } from './summary';
import { isMapping, type Mapping, type ValuePath, valueAt } from './values';

/** Something about a value of a file; `where` says whether its key is meant, or its value. */
export type PolicyProblem = { readonly path: ValuePath; readonly message: string; readonly where: 'key' | 'value' };

/** A policy as a file says it. */
export type PolicyFile = {
  readonly policy: Policy;
  /** The id of the built-in policy that it extends. */
  readonly base: string | null;
  /** What is allowed, but is likely not meant. */
  readonly warnings: readonly PolicyProblem[];
};

const HEAD = ['retryscope', 'version', 'extends'];
const DURATION_SAYS = 'A duration is a number and a unit, such as 5m, 36h or 250ms, or whole ms.';

/** Reads a policy file's plain value. Every problem stands at the path that the file has it at. */
export function readPolicyFile(
  raw: unknown,
):
  | { readonly ok: true; readonly value: PolicyFile }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] } {
  if (!isMapping(raw)) {
    const message = 'A policy file is a mapping, such as: name: Patient, attempts: 4.';
    return { ok: false, problems: [{ path: [], message, where: 'value' }] };
  }
  const problems: PolicyProblem[] = [];
  const base = headOf(raw, problems);
  const body = Object.fromEntries(Object.entries(raw).filter(([key]) => !HEAD.includes(key)));
  const read = new Reader(problems);
  const merged = read.value(POLICY_SHAPE, body, base ?? DEFAULT_POLICY, [], '');
  for (const [i, problem] of problems.entries()) problems[i] = { ...problem, path: pathInFile(raw, problem.path) };
  const cited = withoutBorrowedRules(merged, base ?? DEFAULT_POLICY, (rules) => valueAt(raw, rules) !== undefined);
  const name =
    typeof body['name'] === 'string' ? body['name'] : base === null ? DEFAULT_POLICY.name : `${base.name}, changed`;
  const named = { ...(isMapping(cited) ? cited : {}), name: body['name'] ?? name, id: body['id'] ?? idFrom(name) };
  const checked = checkPolicy(named);
  for (const { path, message } of checked.ok ? [] : checked.problems) {
    const at = pathInFile(raw, path);
    if (!problems.some((known) => known.path.join() === at.join()))
      problems.push({ path: at, message, where: 'value' });
  }
  if (!checked.ok || problems.length > 0) return { ok: false, problems };
  const policy =
    body['summary'] === undefined ? { ...checked.policy, summary: summaryOf(checked.policy) } : checked.policy;
  const warnings = lintPolicy(policy).map(({ path, message }) => ({
    path: pathInFile(raw, path),
    message,
    where: 'value' as const,
  }));
  return { ok: true, value: { policy, base: base?.id ?? null, warnings: [...headWarnings(raw), ...warnings] } };
}

function headOf(raw: Mapping, problems: PolicyProblem[]): Policy | null {
  const refuse = (key: string, message: string): void => void problems.push({ path: [key], message, where: 'value' });
  const { retryscope, version, extends: extended } = raw;
  if (retryscope !== undefined && retryscope !== 'policy') {
    refuse('retryscope', 'This is not a policy file: it begins with retryscope: policy.');
  }
  if (version !== undefined && version !== 1) refuse('version', 'Only version 1 of policy files is known.');
  if (extended === undefined || extended === null) return null;
  const base = builtInPolicy(String(extended));
  if (base !== undefined) return base;
  const ids = BUILT_IN_POLICIES.map(({ id }) => id);
  const near = nearest(String(extended), ids);
  refuse('extends', `A policy extends ${oneOf(ids)}.${near === null ? '' : ` Did you mean ${near}?`}`);
  return null;
}

const headWarnings = (raw: Mapping): readonly PolicyProblem[] =>
  raw['retryscope'] === undefined || raw['version'] === undefined
    ? [
        {
          path: [],
          where: 'value',
          message: 'Begin with retryscope: policy and version: 1, so that every version knows how to read it.',
        },
      ]
    : [];

/** Brings what a file says into the form of the schema, on top of what is there already. */
class Reader {
  readonly #problems: PolicyProblem[];
  constructor(problems: PolicyProblem[]) {
    this.#problems = problems;
  }

  /** @param place the part's path, as `PART_DEFAULTS` names it */
  value(shape: Shape, raw: unknown, base: unknown, path: ValuePath, place: string): unknown {
    if (raw === null) return null;
    switch (shape.is) {
      case 'object':
        return this.#object(shape, raw, base ?? PART_DEFAULTS[place], path, place);
      case 'choice': {
        const given =
          typeof raw === 'string'
            ? { [shape.by]: raw }
            : Array.isArray(raw)
              ? asList(shape.options, shape.by, raw)
              : raw;
        if (!isMapping(given)) return raw;
        const was = isMapping(base) ? base[shape.by] : undefined;
        const word = given[shape.by] ?? was;
        const option = shape.options.get(String(word));
        if (option === undefined) return { ...given, [shape.by]: word };
        const begins = was === word ? base : { ...partDefault(`${place}:${String(word)}`), [shape.by]: word };
        return this.#object(option, given, begins, path, place);
      }
      case 'either': {
        const option = optionOf(shape.options, raw);
        return option === null ? raw : this.#object(option, raw, undefined, path, place);
      }
      case 'list':
        if (!Array.isArray(raw)) return raw;
        return raw.map((each: unknown, i) => this.value(shape.of, each, undefined, [...path, i], `${place}[]`));
      case 'map':
        return this.#map(shape, raw, base, path, place);
      case 'range':
        return readRange(raw);
      case 'duration':
        return this.#duration(raw, path);
      default:
        return raw;
    }
  }

  #object(shape: ObjectShape, raw: unknown, base: unknown, path: ValuePath, place: string): unknown {
    // Where a duration is what it is about, it can stand alone: `maxAge: 24h`.
    const given = !isMapping(raw) && !Array.isArray(raw) && shape.fields.has('ms') ? { ms: raw } : raw;
    if (!isMapping(given)) return raw;
    const found: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(given)) {
      const name = fieldNamed(shape, key);
      const field = name === null ? undefined : shape.fields.get(name);
      if (name === null || field === undefined) this.#unknown(key, shape, path);
      else if (name in found) this.#refuse([...path, key], `${key} stands here twice, by two names.`, 'key');
      else {
        const under = isMapping(base) ? (base[name] ?? undefined) : undefined;
        const inner = place === '' ? name : `${place}.${name}`;
        // What can only be left out is left out by null.
        const off = value === null && field.optional && !field.nullable;
        found[name] = off ? undefined : this.value(field.shape, value, under, [...path, key], inner);
      }
    }
    for (const [name, { shape: inner, optional }] of shape.fields) {
      if (name in found) continue;
      if (isMapping(base) && base[name] !== undefined) found[name] = base[name];
      else if (!optional) {
        const empty = withoutRules(inner);
        if (empty !== undefined) found[name] = empty;
      }
    }
    return found;
  }

  #map(shape: Extract<Shape, { is: 'map' }>, raw: unknown, base: unknown, path: ValuePath, place: string): unknown {
    if (!isMapping(raw)) return raw;
    const merged: Record<string, unknown> = isMapping(base) ? { ...base } : {};
    for (const [key, value] of Object.entries(raw)) {
      if (!shape.keys.includes(key)) this.#refuse([...path, key], sayUnknown(key, shape.keys), 'key');
      else if (value === null) delete merged[key];
      else merged[key] = this.value(shape.of, value, merged[key], [...path, key], `${place}[]`);
    }
    return merged;
  }

  #duration(raw: unknown, path: ValuePath): unknown {
    if (typeof raw === 'number') return raw;
    const ms = typeof raw === 'string' && raw.length <= 100 ? readDuration(raw) : null;
    if (ms !== null && ms <= LONGEST_WAIT_MS) return ms;
    this.#refuse(path, ms === null ? DURATION_SAYS : 'A duration is at most ten years.', 'value');
    return raw;
  }

  #unknown(key: string, shape: ObjectShape, path: ValuePath): void {
    const known = [...shape.fields.keys()].map((field) => nameAmong(shape, field));
    this.#refuse([...path, key], sayUnknown(key, path.length === 0 ? [...HEAD, ...known] : known), 'key');
  }

  #refuse(path: ValuePath, message: string, where: PolicyProblem['where']): void {
    this.#problems.push({ path, message, where });
  }
}

const partDefault = (place: string): Mapping => {
  const part = PART_DEFAULTS[place];
  return isMapping(part) ? part : {};
};

/** `schedule: [1m, 5m]` is a list of waits. */
function asList(options: ReadonlyMap<string, ObjectShape>, by: string, raw: readonly unknown[]): unknown {
  const list = [...(options.get('list')?.fields ?? [])].find(([, { shape }]) => shape.is === 'list');
  return list === undefined ? raw : { [by]: 'list', [list[0]]: raw };
}

/** Rules that nobody names are none; undefined for what is not about rules. */
function withoutRules(shape: Shape): unknown {
  if (shape.is === 'rules') return [];
  if (shape.is !== 'object') return undefined;
  const inner = [...shape.fields].map(([name, field]) => [name, withoutRules(field.shape)] as const);
  return inner.every(([, value]) => value !== undefined) ? Object.fromEntries(inner) : undefined;
}

/** `429`, `4xx`, `500-599`, or `[500, 599]`. */
function readRange(raw: unknown): unknown {
  if (typeof raw === 'number') return [raw, raw];
  return typeof raw === 'string' ? (readStatuses(raw) ?? raw) : raw;
}

function sayUnknown(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  const shown = key.slice(0, 60);
  return near === null
    ? `“${shown}” is not known here. Known: ${known.join(', ')}.`
    : `“${shown}” is not known here. Did you mean ${near}?`;
}

/** Where the file has what the schema has at a path: the other name of a duration, or the short form of a part. */
function pathInFile(raw: unknown, path: ValuePath): ValuePath {
  const found: (string | number)[] = [];
  let at = raw;
  for (const key of path) {
    if (Array.isArray(at)) {
      if (typeof key !== 'number') continue;
      found.push(key);
      at = at[key];
    } else if (isMapping(at)) {
      const name = [String(key), nameInFile(String(key))].find((each) => isMapping(at) && each in at);
      if (name === undefined) return found;
      found.push(name);
      at = at[name];
    } else return found;
  }
  return found;
}

/** An id that a name may have: lower-case letters, digits and dashes, from a letter on. */
export function idFrom(name: string): string {
  const id = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 64)
    .replace(/-+$/, '');
  return id === '' ? DEFAULT_POLICY.id : id;
}
