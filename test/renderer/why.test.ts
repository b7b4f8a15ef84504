import { describe, expect, it } from 'vitest';
import { factLine, storiesOf, whyLines } from '../../src/renderer/view-models/why';
import type { DeliveryDetail } from '../../src/shared/contract/views';
import type { StepRecord } from '../../src/shared/model/step';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';
import { aRow } from './mirror-kit';

const wait = {
  baseMs: 1_800_000,
  minMs: 1_440_000,
  nominalMs: 1_800_000,
  maxMs: 2_160_000,
  drawnMs: 2_120_400,
  roll: 0.945,
  draw: { seed: 42, key: [1, 7, 3] },
};
const record = (seq: number, step: StepRecord['step']): StepRecord => ({
  seq,
  revision: seq,
  at: seq * 1_000,
  wallAt: 0,
  deliveryId: null,
  endpointId: null,
  error: null,
  step,
});
const retry = (n: number, budgetLeft: number): StepRecord['step'] => ({
  kind: 'retry',
  n,
  because: { kind: 'status', status: 503 },
  dueAt: 5_000_000,
  wait,
  budgetLeft,
  budget: 8,
  retryAfter: { value: '120', used: false, rules: ['R1'] },
  rules: ['F4', 'F6', 'F7'],
});
const detail = (steps: readonly StepRecord[], waiting = true): DeliveryDetail => ({
  row: aRow(1, {
    state: 'retrying',
    attempts: 3,
    counter: 3,
    budget: 8,
    dueAt: waiting ? 5_000_000 : null,
    wait: waiting ? wait : null,
    nextTrigger: 'retry',
  }),
  event: {
    ...aRow(1),
    id: aRow(1).eventId,
    type: 'x',
    contentType: 'x',
    captureId: null,
    bodyBytes: 0,
    deliveries: 1,
    endpointIds: [],
  },
  steps,
  origin: null,
  descendants: [],
});

describe('the Why tab', () => {
  it('tells of the wait for the next attempt, and of nothing else before it is made', () => {
    const [story, ...others] = storiesOf(detail([record(1, retry(3, 5))]), fianto, 4, 4_000_000);
    expect(others).toEqual([]);
    expect(story).toMatchObject({
      title: 'Waiting for attempt 4 of 8',
      sentence: 'After the 3rd failure Fianto waits 30 m, stretched or shortened by up to 20 %.',
      rules: ['F4', 'F6', 'F7'],
      wait,
      budget: { left: 5, of: 8 },
    });
  });

  it('says that full jitter may wait for nothing', () => {
    const [story] = storiesOf(detail([record(1, retry(3, 3))]), kestrel, 4, 0);
    expect(story?.sentence).toBe('After the 5th failure Kestrel waits anywhere from zero to 30 m.');
  });

  it('explains no wait before a first attempt that was due at once', () => {
    const accepted = detail([record(1, { kind: 'accept', originId: null, rules: [] })], false);
    expect(storiesOf(accepted, fianto, 1, 0)).toEqual([]);
  });

  it('words every step with the words of the log and the CLI, and opens what decided it', () => {
    const [line] = whyLines([record(1, retry(3, 5))], fianto);
    expect(line?.says).toBe(
      '503 Service Unavailable. Next attempt in 35 m 20 s, 5 attempts left. Retry-After: 120 is ignored (R1).',
    );
    expect(line?.facts.map(({ label }) => label)).toEqual([
      'Because',
      'Base delay',
      'Band',
      'Draw',
      'Drawn from',
      'Retry-After',
      'Budget left',
      'Next',
    ]);
    expect(whyLines([record(1, retry(3, 5))], null)[0]?.facts).toEqual([]);
  });
});

describe('a fact on a card', () => {
  const NOON = Date.UTC(2026, 2, 12, 12);
  const fact = (over: Partial<Parameters<typeof factLine>[0]>) =>
    factLine({ label: 'Due', value: 'in 4 m 12 s', rules: [], at: null, until: null, ...over }, NOON);

  it('is said as it stands where it is no instant', () => {
    expect(fact({ value: '5 of 8', rules: ['F2'] })).toEqual({
      label: 'Due',
      value: '5 of 8',
      link: null,
      more: null,
      title: null,
      ahead: false,
      rules: ['F2'],
    });
  });
  it('shows an instant that is still to come with its countdown, one that was by the clock alone', () => {
    expect(fact({ at: NOON + 252_000 })).toMatchObject({
      value: '12:04:12',
      link: 'in',
      more: '00:04:12',
      ahead: true,
    });
    expect(fact({ at: NOON - 1_000 })).toMatchObject({ value: '11:59:59', link: null, more: null, ahead: false });
    expect(fact({ at: NOON - 86_400_000 }).value).toBe('Wed 11 Mar 12:00:00');
    expect(fact({ at: NOON }).title).toBe('Thu 12 Mar 2026 12:00:00.000 UTC');
  });
  it('shows a window with its beginning, and an attempt by its number', () => {
    const window = fact({ value: '12 of 20 used in 1 m', at: NOON + 60_000, until: NOON + 120_000 });
    expect(window).toMatchObject({ value: '12 of 20 used in 1 m', link: 'from', more: '12:01:00', ahead: false });
    expect(fact({ value: '#2', at: NOON - 60_000 })).toMatchObject({ value: '#2', link: 'at', more: '11:59:00' });
    expect(fact({ value: '#4', at: NOON + 60_000 })).toMatchObject({ value: '#4', link: 'in', more: '00:01:00' });
  });
});
