import { readPlainPath } from '../json/path';
import { jsonTextAt, parsed } from '../json/text-at';
import { type Asked, pathOf } from '../model/asked';
import type { CountCondition, Script, ScriptStep, StepCondition, ValueCondition } from '../model/script';
import { templateReadsBody } from './template';

/** When a condition is asked: virtual epoch ms now and when the script began, and the how-many-eth request it is. */
export type ConditionMoment = { readonly now: number; readonly beganAt: number; readonly nth: number };

/** Whether a step with this condition answers the request. */
export function holds(condition: StepCondition, asked: Asked, moment: ConditionMoment): boolean {
  const { method, path, header, body, request, attempt } = condition;
  return (
    (method === undefined || [method].flat().includes(asked.method)) &&
    (path === undefined || globMatches(path, pathOf(asked.target))) &&
    (header === undefined || headerHolds(header, asked)) &&
    (body === undefined || bodyHolds(body, asked)) &&
    (request === undefined || counts(request, moment.nth)) &&
    (attempt === undefined || counts(attempt, asked.attempt)) &&
    timeHolds(condition, moment)
  );
}

const timeHolds = ({ between, flapping }: StepCondition, { now, beganAt }: ConditionMoment): boolean => {
  const since = now - beganAt;
  return (
    (between === undefined || (since >= between[0] && since < between[1])) &&
    (flapping === undefined || phaseOf(since, flapping) >= flapping.up)
  );
};

type Flapping = NonNullable<StepCondition['flapping']>;

const phaseOf = (since: number, { up, down }: Flapping): number => ((since % (up + down)) + up + down) % (up + down);

/** An instant at which time alone changes what a script answers. `endless`: another one always follows. */
export type Edge = { readonly at: number; readonly endless: boolean };

/** The instants after `now` at which time alone changes whether the condition holds: the next one of each kind. */
export function conditionEdges({ between, flapping }: StepCondition, beganAt: number, now: number): readonly Edge[] {
  const edges: Edge[] = (between ?? [])
    .map((after) => ({ at: beganAt + after, endless: false }))
    .filter(({ at }) => at > now);
  if (flapping !== undefined) {
    const phase = phaseOf(now - beganAt, flapping);
    edges.push({ at: now + (phase < flapping.up ? flapping.up : flapping.up + flapping.down) - phase, endless: true });
  }
  return edges;
}

const counts = (condition: CountCondition, nth: number): boolean =>
  typeof condition === 'number'
    ? nth === condition
    : nth >= (condition.from ?? 1) && nth <= (condition.to ?? Number.POSITIVE_INFINITY);

/** `*` stands for any characters, none included. Takes no more steps than the two texts have characters together. */
export function globMatches(glob: string, text: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  if (rest.length === 0) return glob === text;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

function headerHolds(condition: NonNullable<StepCondition['header']>, { headers }: Asked): boolean {
  const name = condition.name.toLowerCase();
  return headers.some(([field, value]) => field.toLowerCase() === name && textHolds(condition, value));
}

function bodyHolds(condition: NonNullable<StepCondition['body']>, { body }: Asked): boolean {
  const path = readPlainPath(condition.at);
  const json = path === null ? null : jsonTextAt(body, path);
  if (json === null) return false;
  const value = parsed(json);
  const { is, contains } = condition;
  return (is === undefined || value === is) && textHolds({ contains }, typeof value === 'string' ? value : json);
}

const textHolds = ({ is, contains }: ValueCondition, text: string): boolean =>
  (is === undefined || text === String(is)) && (contains === undefined || text.includes(contains));

/** Whether anything of the script looks at the request's body. */
export const readsBody = ({ steps }: Pick<Script, 'steps'>): boolean =>
  steps.some((step) => step.if?.body !== undefined || templatesOf(step).some(templateReadsBody));

/** Whether the script counts requests, windows or rounds beyond its place. */
export const remembers = ({ steps, repeat }: Pick<Script, 'steps' | 'repeat'>): boolean =>
  repeat !== undefined ||
  steps.some((step) => step.kind === 'limit' || step.if !== undefined || templatesOf(step).length > 0);

/** Whether anything of what the script answers is drawn by chance. */
export const drawsAnswers = ({ steps }: Pick<Script, 'steps'>): boolean =>
  steps.some((step) => step.chance !== undefined || typeof step.delayMs === 'object');

/** Whether time alone can change what the script answers. */
export const changesWithTime = ({ steps }: Pick<Script, 'steps'>): boolean =>
  steps.some(
    (step) =>
      step.forMs !== null || step.kind === 'limit' || step.if?.between !== undefined || step.if?.flapping !== undefined,
  );

function templatesOf(step: ScriptStep): readonly string[] {
  const body = step.kind === 'garbage' ? step.garbage : step.kind === 'redirect' ? undefined : step.body;
  return typeof body === 'object' && 'template' in body ? [body.template] : [];
}
