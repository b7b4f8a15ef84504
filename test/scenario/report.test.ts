import { describe, expect, it } from 'vitest';
import { junitOf } from '../../src/main/host/scenario/junit';
import { type LineOutput, ProgressLine, sayProgress } from '../../src/main/host/scenario/progress-line';
import type { EndedRun, Findings } from '../../src/main/host/scenario/report';
import { summaryOf } from '../../src/main/host/scenario/summary';
import { scenarioOf, small } from './run-text';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

const ended = (over: Partial<EndedRun> = {}): EndedRun => ({
  scenario: { ...scenarioOf(small('fianto', '[{ reply: 200 }]')), name: 'An <outage> & "more"\u0000' },
  // The summary reads numbers only; whatever it would ask of the store is a mistake.
  views: new Proxy({} as EndedRun['views'], {
    get: () => {
      throw new Error('nothing is to be read here');
    },
  }),
  runId: 'run_1' as EndedRun['runId'],
  seed: 42,
  startedAt: START,
  endedAt: START + 80 * HOUR,
  receiverUrl: 'http://127.0.0.1:1',
  interrupted: false,
  notRun: [],
  endpoints: [],
  ...over,
});

const findings = (over: Partial<Findings> = {}): Findings => ({
  endpoints: [
    {
      name: 'orders',
      policy: 'fianto',
      state: 'suspended',
      label: 'pending',
      suspensions: [{ fromMs: 27 * HOUR, toMs: null, reason: 'delivery_failures' }],
      held: 5,
      heldMax: 5,
      droppedByLimit: 0,
      streak: 5,
    },
  ],
  routes: [],
  judged: [
    { expectation: 'orders: held', line: 20, ok: true, expected: '5', actual: '5' },
    { expectation: 'orders: suspensions', line: 21, ok: false, expected: '0', actual: '1 <&>' },
  ],
  unjudged: [],
  counts: new Map([['orders', { deliveries: new Map([['failed (exhausted)', 5]]), attempts: new Map([['503', 40]]) }]]),
  waiting: 5,
  ...over,
});

describe('the summary', () => {
  it('says what became of each endpoint, and names what failed with expected and actual', () => {
    const text = summaryOf(ended(), findings(), 1_000);
    expect(text).toContain('Seed 42. 3 d 08 h of virtual time from 2026-01-01T00:00:00.000Z, in 1 s.');
    expect(text).toContain('orders (fianto): suspended, which it calls pending');
    expect(text).toContain('suspended   at 27 h and still is (delivery_failures)');
    expect(text).toContain('held        at most 5 at once, 5 now');
    expect(text).toContain('Expectations: 1 of 2 hold.');
    expect(text).toContain('failed  orders: suspensions (line 21): expected 0, actual 1 <&>');
  });

  it('of a stopped run says what was not done, and judges nothing', () => {
    const notRun = Array.from({ length: 25 }, (_, i) => `verify orders at ${i} h`);
    const text = summaryOf(ended({ interrupted: true, notRun }), findings({ judged: [], unjudged: ['a', 'b'] }), 1_000);
    expect(text).toContain('Stopped by hand; 5 deliveries were still waiting.');
    expect(text).toContain('Not run:\n  verify orders at 0 h\n');
    expect(text).toContain('  and 5 more');
    expect(text).toContain('Expectations not judged: 2.');
  });
});

describe('the JUnit report', () => {
  it('has a test case an expectation, and nothing that XML cannot carry', () => {
    const xml = junitOf(ended(), findings(), 1_500);
    expect(xml).toContain('<testsuites tests="2" failures="1" errors="0" skipped="0" time="1.500">');
    expect(xml).toContain('<testsuite name="An &lt;outage&gt; &amp; &quot;more&quot;\ufffd"');
    expect(xml).toContain('name="orders: held"/>');
    expect(xml).toContain('<failure message="expected 0, actual 1 &lt;&amp;&gt;">');
  });

  it('skips what was not judged', () => {
    const xml = junitOf(ended({ interrupted: true }), findings({ judged: [], unjudged: ['orders: held'] }), 0);
    expect(xml).toContain('skipped="1"');
    expect(xml).toContain('<skipped message=');
  });
});

describe('the progress line', () => {
  const shown = (isTTY: boolean): { line: ProgressLine; written: string[]; pass: (ms: number) => void } => {
    const written: string[] = [];
    let now = 0;
    const output: LineOutput = { isTTY, write: (text: string) => written.push(text) };
    const pass = (ms: number): void => {
      now += ms;
    };
    return { line: new ProgressLine(output, () => now), written, pass };
  };

  it('says virtual time, attempts and what is next', () => {
    expect(sayProgress({ nowMs: 27 * HOUR, attempts: 1_240, nextMs: 28 * HOUR })).toBe(
      '27 h · 1,240 attempts · next: in 1 h',
    );
    expect(sayProgress({ nowMs: 0, attempts: 1, nextMs: null })).toBe('0 · 1 attempt · next: nothing is left');
  });

  it('is rewritten on a terminal', () => {
    const { line, written } = shown(true);
    line.show({ nowMs: 0, attempts: 0, nextMs: 0 });
    line.show({ nowMs: HOUR, attempts: 1, nextMs: null });
    line.finish({ nowMs: HOUR, attempts: 1, nextMs: null });
    expect(written).toHaveLength(3);
    for (const text of written) expect(text.startsWith('\r')).toBe(true);
    expect(written.map((text) => text.endsWith('\n'))).toEqual([false, false, true]);
  });

  it('comes every few seconds elsewhere, and at the end', () => {
    const { line, written, pass } = shown(false);
    for (let i = 0; i <= 100; i++) {
      line.show({ nowMs: i * HOUR, attempts: i, nextMs: null });
      pass(100);
    }
    line.finish({ nowMs: 101 * HOUR, attempts: 101, nextMs: null });
    // At 0, 5 and 10 s, and the end.
    expect(written).toHaveLength(4);
  });
});
