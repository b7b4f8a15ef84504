import type { ScriptStep } from '../../shared/model/receiver';

const reply = (status: number, times: number | null = null): ScriptStep => ({
  kind: 'reply',
  reply: status,
  headers: [],
  body: '',
  delayMs: 0,
  times,
  forMs: null,
});

export type ScriptPreset = { readonly name: string; readonly says: string; readonly steps: readonly ScriptStep[] };

/** What endpoints commonly do; a beginning for one's own script. */
export const SCRIPT_PRESETS: readonly [ScriptPreset, ...ScriptPreset[]] = [
  { name: 'OK', says: 'always 200', steps: [reply(200)] },
  { name: 'Down', says: 'always 503', steps: [reply(503)] },
  { name: 'Fails 3, then OK', says: '503 three times, then 200', steps: [reply(503, 3), reply(200)] },
  {
    name: 'Slow',
    says: '200 after 12 s',
    steps: [{ kind: 'reply', reply: 200, headers: [], body: '', delayMs: 12_000, times: null, forMs: null }],
  },
  {
    name: 'Busy',
    says: '429 twice with Retry-After, then 200',
    steps: [
      { kind: 'reply', reply: 429, headers: [['Retry-After', '120']], body: '', delayMs: 0, times: 2, forMs: null },
      reply(200),
    ],
  },
  {
    name: 'Hangs, resets, then OK',
    says: 'no answer, a reset, then 200',
    steps: [
      { kind: 'hang', times: 1, forMs: null },
      { kind: 'reset', when: 'before-headers', reply: 200, delayMs: 0, times: 1, forMs: null },
      reply(200),
    ],
  },
];

export const newStep = (): ScriptStep => reply(503, 1);
