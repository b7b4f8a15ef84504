import { writeDuration } from '../words/read-duration';
import { FILE_NAMES, KIND_HOLDS } from './scenario-script';
import type { AnswerDelay, Script, ScriptStep, StepCondition } from './script';

/** A script as plain values in the words of a scenario file, without what is so unless it is said otherwise. */
export const scriptAsFile = ({ scope, repeat, steps }: Script): Readonly<Record<string, unknown>> => ({
  scope,
  ...(repeat === undefined ? {} : { repeat }),
  script: steps.map(stepAsFile),
});

function stepAsFile(step: ScriptStep): Readonly<Record<string, unknown>> {
  const { kind, delayMs = 0, if: condition, forMs, ...fields } = step;
  const holds = KIND_HOLDS[kind];
  const file: Record<string, unknown> = { [kind]: true };
  for (const [name, value] of Object.entries(fields)) {
    if (name === holds) file[kind] = value;
    else if (!isDefault(kind, name, value)) file[FILE_NAMES[name] ?? name] = written(name, value);
  }
  if (delayMs !== 0) file['delay'] = writeDelay(delayMs);
  if (forMs !== null) file['for'] = writeDuration(forMs);
  if (condition !== undefined) file['if'] = writeCondition(condition);
  return file;
}

const DEFAULTS: Readonly<Record<string, unknown>> = { body: '', from: 'body', window: 'fixed', says: 'seconds' };

const isDefault = (kind: ScriptStep['kind'], name: string, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  DEFAULTS[name] === value ||
  (name === 'headers' && Array.isArray(value) && value.length === 0) ||
  (name === 'reply' && kind !== 'reply' && kind !== 'hang' && value === (kind === 'limit' ? 429 : 200));

function written(name: string, value: unknown): unknown {
  if (name === 'perMs') return writeDuration(Number(value));
  if (name === 'retryAfter' && typeof value === 'object' && value !== null && 'after' in value && 'as' in value) {
    const after = writeDuration(Number(value.after));
    return value.as === 'seconds' ? after : { after, as: value.as };
  }
  return value;
}

function writeDelay(delay: AnswerDelay): unknown {
  if (typeof delay === 'number') return writeDuration(delay);
  if ('length' in delay) return delay.map(writeDuration);
  return Object.fromEntries(
    Object.entries(delay)
      .filter((entry): entry is [string, number] => entry[1] !== undefined)
      .map(([name, value]) => [name, name === 'spread' ? value : writeDuration(value)]),
  );
}

const writeCondition = ({ between, flapping, ...rest }: StepCondition): Readonly<Record<string, unknown>> => ({
  ...withoutUndefined(rest),
  ...(between === undefined ? {} : { between: between.map(writeDuration) }),
  ...(flapping === undefined
    ? {}
    : { flapping: { up: writeDuration(flapping.up), down: writeDuration(flapping.down) } }),
});

const withoutUndefined = (value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([name, inner]) => [name, isRecord(inner) ? withoutUndefined(inner) : inner]),
  );

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
