import type { Script, ScriptStep } from '../../shared/model/script';

const reply = (status: number, times: number | null = null): Extract<ScriptStep, { kind: 'reply' }> => ({
  kind: 'reply',
  reply: status,
  headers: [],
  body: '',
  delayMs: 0,
  times,
  forMs: null,
});

export type ScriptPreset = { readonly name: string; readonly steps: readonly [ScriptStep, ...ScriptStep[]] };

const stays = { times: null, forMs: null } as const;
const answer = { headers: [], body: '', delayMs: 0 } as const;
const slow = (delayMs: number, times: number | null): ScriptStep => ({ ...reply(200, times), delayMs });

/** What endpoints commonly do; a beginning for one's own script. What each answers is said by `sayAnswers`. */
export const SCRIPT_PRESETS: readonly [ScriptPreset, ...ScriptPreset[]] = [
  { name: 'Up', steps: [reply(200)] },
  { name: 'Down', steps: [reply(503)] },
  { name: 'Down for an hour', steps: [{ ...reply(503), forMs: 3_600_000 }, reply(200)] },
  { name: 'Flaky 30 %', steps: [{ ...reply(503), chance: 0.3 }, reply(200)] },
  { name: 'Slow', steps: [slow(12_000, null)] },
  { name: 'Cold start', steps: [slow(20_000, 1), slow(3_000, 2), reply(200)] },
  { name: 'Hangs', steps: [{ kind: 'hang', ...stays }] },
  {
    name: 'Resets',
    steps: [{ kind: 'reset', when: 'before-headers', reply: 200, delayMs: 0, ...stays }],
  },
  {
    name: 'Busy',
    steps: [{ ...reply(429, 2), headers: [['Retry-After', '120']] }, reply(200)],
  },
  {
    name: 'Rate limited',
    steps: [
      { kind: 'limit', limit: 10, perMs: 60_000, window: 'sliding', says: 'seconds', reply: 429, ...answer, ...stays },
      reply(200),
    ],
  },
  {
    name: 'Slow loris',
    steps: [{ kind: 'drip', reply: 200, bytesPerSecond: 1, from: 'headers', ...answer, body: 'ok', ...stays }],
  },
  {
    name: 'Login redirect',
    steps: [{ kind: 'redirect', reply: 302, to: '/login', headers: [], delayMs: 0, ...stays }],
  },
  { name: 'Accepts, then times out', steps: [reply(200, 3), { kind: 'hang', ...stays }] },
  { name: 'Fails 3, then OK', steps: [reply(503, 3), reply(200)] },
];

export const newStep = (): ScriptStep => reply(503, 1);

/** The preset whose steps these are, to the last field; null when they are a person's own. */
export const presetOf = ({ steps, repeat }: Pick<Script, 'steps' | 'repeat'>): ScriptPreset | null =>
  SCRIPT_PRESETS.find(
    (preset) => repeat === undefined && JSON.stringify(preset.steps.map(plain)) === JSON.stringify(steps.map(plain)),
  ) ?? null;

/** One order of fields, whoever wrote the step. */
const plain = (step: ScriptStep): readonly (readonly [string, unknown])[] =>
  Object.entries(step)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** The next `times` requests get 503; then it does what it does in the end now, or answers 200 if that fails too. */
export function failNext({ steps }: Pick<Script, 'steps'>, times: number): readonly [ScriptStep, ScriptStep] {
  const end = steps.at(-1);
  const works = end?.kind === 'reply' && end.reply < 300;
  return [reply(503, times), works ? { ...end, times: null, forMs: null } : reply(200)];
}
