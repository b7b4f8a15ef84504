import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/shared/model/outcome';
import type { Step } from '../../src/shared/model/step';
import { explain, sayCause, sayFault } from '../../src/shared/words/explain';
import { reasonPhrase } from '../../src/shared/words/status';

const wait = { minMs: 240_000, nominalMs: 300_000, maxMs: 360_000, drawnMs: 283_000, roll: 0.36 };
const unavailable = { kind: 'status', status: 503 } as const;

const SENTENCES: readonly (readonly [step: Step, words: string])[] = [
  [{ kind: 'accept', rules: [] }, 'Accepted; the first attempt is due at once.'],
  [{ kind: 'claim', n: 3, lateMs: 0, rules: [] }, 'Attempt 3 started.'],
  [{ kind: 'deliver', n: 1, status: 200, rules: ['F3'] }, '200 OK: delivered.'],
  [
    {
      kind: 'retry',
      n: 2,
      because: unavailable,
      dueAt: 0,
      wait,
      budgetLeft: 6,
      retryAfterIgnored: null,
      rules: ['F6'],
    },
    '503 Service Unavailable. Next attempt in 4 m 43 s, 6 attempts left.',
  ],
  [
    {
      kind: 'retry',
      n: 7,
      because: unavailable,
      dueAt: 0,
      wait,
      budgetLeft: 1,
      retryAfterIgnored: '120',
      rules: ['F6'],
    },
    '503 Service Unavailable. Next attempt in 4 m 43 s, 1 attempt left. Retry-After: 120 is ignored (R1).',
  ],
  [
    { kind: 'requeue', n: 1, by: 'stopped', dueAt: 0, charged: false, rules: ['R3'] },
    'Stopped by you in mid-attempt; it goes again, and no attempt is charged.',
  ],
  [
    { kind: 'requeue', n: 1, by: 'killed', dueAt: 0, charged: false, rules: ['R3'] },
    'The engine stopped in mid-attempt, so the outcome is unknown; it goes again, and no attempt is charged.',
  ],
  [
    { kind: 'requeue', n: 1, by: 'killed', dueAt: 0, charged: true, rules: ['A24'] },
    'The engine stopped in mid-attempt, so the outcome is unknown; it goes again, and the try is counted.',
  ],
  [
    { kind: 'fail', n: 1, reason: 'permanent', because: { kind: 'status', status: 404 }, rules: ['A10'] },
    '404 Not Found: permanent, not retried.',
  ],
  [
    {
      kind: 'fail',
      n: 8,
      reason: 'exhausted',
      because: { kind: 'fault', fault: 'refused', detail: '127.0.0.1:9' },
      rules: ['F8'],
    },
    'Refused: 127.0.0.1:9: every attempt is used.',
  ],
  [
    { kind: 'close', to: 'cancelled', because: 'endpoint-deleted', rules: ['F14'] },
    'The endpoint was deleted: cancelled.',
  ],
  [{ kind: 'clock', paused: true, pace: { kind: 'skip' } }, 'Paused.'],
  [{ kind: 'clock', paused: false, pace: { kind: 'factor', factor: 60 } }, 'Clock: 60×.'],
  [{ kind: 'clock', paused: false, pace: { kind: 'skip' } }, 'Clock: skip waits.'],
  [{ kind: 'stop', aborted: 1 }, 'Stopped; 1 in flight was interrupted.'],
  [{ kind: 'stop', aborted: 2 }, 'Stopped; 2 in flight were interrupted.'],
  [{ kind: 'recover', interrupted: 1 }, 'Started again; 1 attempt was interrupted.'],
  [{ kind: 'recover', interrupted: 0 }, 'Started again; 0 attempts were interrupted.'],
];

describe('a step in one sentence', () => {
  it.each(SENTENCES)('%o', (step, words) => {
    expect(explain(step)).toBe(words);
  });
});

describe('a cause in a few words', () => {
  it('names every fault, each differently', () => {
    const words = FAULTS.map(sayFault);
    expect(new Set(words).size).toBe(FAULTS.length);
    for (const text of words) expect(text).toMatch(/^[A-Z]/);
  });
  it('leaves out a detail that there is not', () => {
    expect(sayCause({ kind: 'fault', fault: 'dns', detail: '' })).toBe('Host not found');
    expect(sayCause({ kind: 'fault', fault: 'dns', detail: 'shop.example' })).toBe('Host not found: shop.example');
  });
  it('says a status without a known phrase by its number alone', () => {
    expect(sayCause({ kind: 'status', status: 599 })).toBe('599');
    expect(reasonPhrase(599)).toBe('');
  });
  it('says the phrases of RFC 9110', () => {
    expect([200, 301, 404, 413, 422, 429, 503].map(reasonPhrase)).toEqual([
      'OK',
      'Moved Permanently',
      'Not Found',
      'Content Too Large',
      'Unprocessable Content',
      'Too Many Requests',
      'Service Unavailable',
    ]);
  });
  it('says who interrupted', () => {
    expect(sayCause({ kind: 'interrupted', by: 'stopped' })).toBe('Stopped by you');
    expect(sayCause({ kind: 'interrupted', by: 'killed' })).toBe('The engine stopped in mid-attempt');
  });
});
