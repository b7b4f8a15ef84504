import { describe, expect, it } from 'vitest';
import { attemptsChart } from '../../../src/renderer/view-models/charts/attempts-chart';
import { endpointsChart } from '../../../src/renderer/view-models/charts/endpoints-chart';
import { latencyChart } from '../../../src/renderer/view-models/charts/latency-chart';
import { levelChart } from '../../../src/renderer/view-models/charts/level-chart';
import { outcomeChart } from '../../../src/renderer/view-models/charts/outcome-chart';
import { scheduleChart } from '../../../src/renderer/view-models/charts/schedule-chart';
import { windowChart } from '../../../src/renderer/view-models/charts/window-chart';
import type { Stats } from '../../../src/shared/contract/stats';
import { fianto } from '../../../src/shared/policies/fianto';
import { infraspeak } from '../../../src/shared/policies/infraspeak';
import { kestrel } from '../../../src/shared/policies/kestrel';
import { previewSchedule } from '../../../src/shared/rules/preview';
import { type ClassCounts, classCounts, OUTCOME_CLASSES } from '../../../src/shared/stats/outcome-class';
import type { Percentiles } from '../../../src/shared/stats/percentiles';
import { idOf } from '../../support/rows';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Mon 30 Nov 2026, 12:04 UTC. */
const AT = Date.UTC(2026, 10, 30, 12, 4);

const same = (count: number, ms: number): Percentiles => ({ count, p50Ms: ms, p90Ms: ms, p99Ms: ms });

/** Rows a minute apart; what all of them come to. */
function over(
  rows: readonly { readonly counts: Partial<ClassCounts>; readonly latency?: Percentiles }[],
  widthMs = MINUTE,
): Pick<Stats, 'outcomes' | 'counts'> {
  const counts = classCounts();
  for (const row of rows) for (const name of OUTCOME_CLASSES) counts[name] += row.counts[name] ?? 0;
  const buckets = rows.map((row, index) => ({
    atMs: AT + index * widthMs,
    counts: classCounts(row.counts),
    latency: row.latency ?? null,
  }));
  return { counts, outcomes: rows.length === 0 ? null : { widthMs, rows: buckets } };
}

describe('outcomes over time', () => {
  const says = (...rows: Parameters<typeof over>[0]) => outcomeChart(over(rows))?.caption;

  it('are nothing before the first', () => {
    expect(outcomeChart(over([]))).toBeNull();
    expect(outcomeChart(over([{ counts: {} }]))).toBeNull();
  });

  it('say how many failed, how, and in which minute most did', () => {
    expect(says({ counts: { '2xx': 4, '5xx': 9 } }, { counts: {} }, { counts: { '2xx': 3, '5xx': 14 } })).toBe(
      '23 of 30 attempts were answered with 5xx; the worst minute was 12:06, with 14 failed.',
    );
    expect(says({ counts: { 'time-out': 1, '2xx': 1 } }, { counts: { '2xx': 1 } })).toBe(
      '1 of 3 attempts was ended by a time-out; the worst minute was 12:04, with 1 failed.',
    );
  });

  it('count every other failure, and no interruption of ours', () => {
    expect(says({ counts: { '4xx': 5, 'no-connection': 2, '3xx': 1, interrupted: 9, '2xx': 3 } })).toBe(
      '5 of 20 attempts were answered with 4xx, 3 more failed otherwise, all within one minute.',
    );
  });

  it('say it of one attempt, and of attempts that all went well or were cut off', () => {
    expect(says({ counts: { '5xx': 1 } })).toBe('The one attempt was answered with 5xx, at 12:04.');
    expect(says({ counts: { '2xx': 1 } })).toBe('The one attempt was answered with 2xx.');
    expect(says({ counts: { '2xx': 1_200 } })).toBe('All 1,200 attempts were answered with 2xx.');
    expect(says({ counts: { '2xx': 3, interrupted: 1 } })).toBe(
      '3 of 4 attempts were answered with 2xx; 1 was interrupted by us.',
    );
    expect(says({ counts: { interrupted: 1 } })).toBe('The one attempt was interrupted by us.');
  });

  it('name the day where there are several', () => {
    const chart = outcomeChart(over([{ counts: { '2xx': 1 } }, { counts: { '5xx': 1, '2xx': 1 } }], DAY));
    expect(chart?.caption).toBe('1 of 3 attempts was answered with 5xx; the worst day was Tue 1 Dec, with 1 failed.');
  });

  it('are the same as a table, without classes and spans in which nothing was', () => {
    expect(outcomeChart(over([{ counts: { '2xx': 2 } }, { counts: {} }, { counts: { '5xx': 1 } }]))?.table).toEqual({
      columns: ['By minute, UTC', '2xx', '5xx', 'All'],
      rows: [
        ['12:04', '2', '0', '2'],
        ['12:06', '0', '1', '1'],
      ],
    });
  });
});

describe('latency', () => {
  const chartOf = (latency: Percentiles | null, rows: Parameters<typeof over>[0], limitMs: number | null = null) =>
    latencyChart({ ...over(rows), latency }, limitMs);

  it('is nothing before the first answer', () => {
    expect(chartOf(null, [{ counts: { 'no-connection': 3 } }])).toBeNull();
  });

  it('says the percentiles, the slowest minute, and what is left out', () => {
    const slow = { count: 10, p50Ms: 60, p90Ms: 900, p99Ms: 10_000 };
    const chart = chartOf({ count: 20, p50Ms: 41, p90Ms: 118, p99Ms: 10_000 }, [
      { counts: { '2xx': 10, 'no-connection': 1 }, latency: same(10, 41) },
      { counts: {} },
      { counts: { '2xx': 10 }, latency: slow },
    ]);
    expect(chart?.caption).toBe(
      'Half of 20 answers took at most 41 ms, 90 % at most 118 ms, 99 % at most 10 s; the slowest minute was 12:06. 1 attempt without a connection is left out.',
    );
    expect(chart?.rows.map(({ p50 }) => p50)).toEqual([41, null, 60]);
    expect(chart?.table.rows).toEqual([
      ['12:04', '10', '41 ms', '41 ms', '41 ms'],
      ['12:06', '10', '60 ms', '900 ms', '10 s'],
    ]);
  });

  it('says it of one answer, and of answers that all took as long', () => {
    expect(chartOf(same(1, 40.4), [{ counts: { '2xx': 1 }, latency: same(1, 40.4) }])?.caption).toBe(
      'The one answer took 40 ms.',
    );
    expect(chartOf(same(30, 12), [{ counts: { '2xx': 30 }, latency: same(30, 12) }])?.caption).toBe(
      'All 30 answers took 12 ms.',
    );
  });

  it('has an axis of powers of ten with all values, and the time-out, in it', () => {
    const rows = [{ counts: { '2xx': 2 }, latency: { count: 2, p50Ms: 20, p90Ms: 300, p99Ms: 300 } }];
    const all = { count: 2, p50Ms: 20, p90Ms: 300, p99Ms: 300 };
    expect(chartOf(all, rows)).toMatchObject({ domain: [10, 360], ticks: [10, 100] });
    expect(chartOf(all, rows, 10_000)).toMatchObject({ domain: [10, 12_000], ticks: [10, 100, 1_000, 10_000] });
  });

  it('draws an answer that took no time at all, which a logarithm cannot', () => {
    const chart = chartOf(same(1, 0), [{ counts: { '2xx': 1 }, latency: same(1, 0) }]);
    expect(chart?.rows[0]?.p50).toBe(0.1);
    expect(chart?.domain).toEqual([0.1, 1]);
    expect(chart?.caption).toBe('The one answer took 0 ms.');
  });
});

describe('attempts per delivery', () => {
  const count = (attempts: number, over: Partial<Record<'delivered' | 'failed' | 'cancelled' | 'open', number>>) => ({
    attempts,
    delivered: 0,
    failed: 0,
    cancelled: 0,
    open: 0,
    ...over,
  });

  it('say how many arrived at once, and what the most were', () => {
    const chart = attemptsChart([
      count(1, { delivered: 12 }),
      count(3, { delivered: 2, open: 1 }),
      count(8, { failed: 3 }),
    ]);
    expect(chart?.caption).toBe(
      '12 of 18 deliveries arrived with the first attempt; the most were 8 attempts, made by 3; 1 is still under way.',
    );
    expect(chart?.rows.map(({ attempts, delivered }) => [attempts, delivered])).toEqual([
      [1, 12],
      ...[2, 3, 4, 5, 6, 7, 8].map((n) => [n, n === 3 ? 2 : 0]),
    ]);
    expect(chart?.table.rows).toEqual([
      ['1', '12', '0', '0', '0', '12'],
      ['3', '2', '0', '0', '1', '3'],
      ['8', '0', '3', '0', '0', '3'],
    ]);
  });

  it('say it of none, of one, and of deliveries that are all alike', () => {
    expect(attemptsChart([])).toBeNull();
    expect(attemptsChart([count(2, { open: 1 })])?.caption).toBe('The one delivery made 2 attempts so far.');
    expect(attemptsChart([count(1, { delivered: 1 })])?.caption).toBe('The one delivery made 1 attempt.');
    expect(attemptsChart([count(1, { delivered: 45 })])?.caption).toBe('All 45 deliveries made 1 attempt.');
  });
});

describe('throttle windows', () => {
  const throttle = { channels: ['telegram' as const], limit: 20, windowMs: MINUTE, rules: ['A15'] };
  const row = (minute: number, most: number, deferred = 0) => ({ atMs: AT + minute * MINUTE, most, deferred });

  it('say how full the fullest was, and what was deferred', () => {
    const rows = [row(0, 20, 25), row(1, 20), row(2, 5)];
    const chart = windowChart({ widthMs: MINUTE, rows }, throttle);
    expect(chart?.caption).toBe('The fullest minute was 12:04, with 20 of 20 (A15); 25 requests were deferred.');
    expect(chart?.table).toEqual({
      columns: ['By minute, UTC', 'Used', 'Limit', 'Deferred'],
      rows: [
        ['12:04', '20', '20', '25'],
        ['12:05', '20', '20', '0'],
        ['12:06', '5', '20', '0'],
      ],
    });
  });

  it('say it of one, of none, and of several windows that are drawn together', () => {
    expect(windowChart({ widthMs: MINUTE, rows: [row(0, 1)] }, throttle)?.caption).toBe(
      'The one minute took 1 of 20 (A15); nothing was deferred.',
    );
    expect(windowChart(null, throttle)).toBeNull();
    expect(windowChart({ widthMs: 2 * MINUTE, rows: [row(0, 7)] }, throttle)?.table.columns[1]).toBe(
      'Used in the fullest minute',
    );
  });
});

describe('endpoints side by side', () => {
  const [one, two] = [idOf('endpoint', 1), idOf('endpoint', 2)];
  const nameOf = (id: string) => (id === one ? 'Shop' : null);

  it('say which one failed most often, by share and not by number', () => {
    const chart = endpointsChart(
      [
        { endpointId: one, counts: classCounts({ '2xx': 90, '5xx': 10 }), latency: same(100, 12) },
        { endpointId: two, counts: classCounts({ '5xx': 3, 'no-connection': 1 }), latency: null },
      ],
      nameOf,
    );
    expect(chart?.caption).toBe('2 endpoints; Deleted endpoint failed most often, in 4 of 4 attempts.');
    expect(chart?.table).toEqual({
      columns: ['Endpoint', '2xx', '5xx', 'No connection', 'All', 'p50', 'p90', 'p99'],
      rows: [
        ['Shop', '90', '10', '0', '100', '12 ms', '12 ms', '12 ms'],
        ['Deleted endpoint', '0', '3', '1', '4', 'none', 'none', 'none'],
      ],
    });
  });

  it('say it of one, and of those without a failure', () => {
    const good = { endpointId: one, counts: classCounts({ '2xx': 2 }), latency: null };
    expect(endpointsChart([], nameOf)).toBeNull();
    expect(endpointsChart([good], nameOf)?.caption).toBe('One endpoint; none of its attempts failed.');
    expect(endpointsChart([good, { ...good, endpointId: two }], nameOf)?.caption).toBe(
      '2 endpoints; none of their attempts failed.',
    );
    const bad = { ...good, counts: classCounts({ '2xx': 1, '5xx': 1 }) };
    expect(endpointsChart([bad], nameOf)?.caption).toBe('One endpoint; 1 of 2 attempts failed.');
  });
});

describe('a level against its limit', () => {
  const words = { now: 'held now', none: 'Nothing is held now', before: 'of at most', behind: '', column: 'Held' };
  const chartOf = (levels: Parameters<typeof levelChart>[0], limit: number | null, nowMs = AT + MINUTE) =>
    levelChart(levels, { limit, rule: 'F20', nowMs, words });

  it('says what it is, what it may be and what it was at most', () => {
    const levels = [
      { at: AT, value: 31 },
      { at: AT + 1_000, value: 12 },
    ];
    const chart = chartOf(levels, 100);
    expect(chart?.caption).toBe('12 held now, of at most 100 (F20); the most were 31, at 12:04:00.');
    // It lasts until now.
    expect(chart?.points.at(-1)).toEqual({ at: AT + MINUTE, value: 12 });
    expect(chart).toMatchObject({ limit: 100, mostOnAxis: 100 });
  });

  it('leaves a limit out of the drawing that is far away, and says it all the same', () => {
    const chart = chartOf([{ at: AT, value: 5 }], 10_000);
    expect(chart).toMatchObject({ limit: null, mostOnAxis: 5 });
    expect(chart?.caption).toContain('of at most 10,000 (F20)');
  });

  it('is nothing while it never was above zero, and says when it is back there', () => {
    expect(chartOf([], 10)).toBeNull();
    expect(chartOf([{ at: AT, value: 0 }], 10)).toBeNull();
    const back = [
      { at: AT, value: 1 },
      { at: AT, value: 0 },
    ];
    expect(chartOf(back, null, AT)?.caption).toBe('Nothing is held now; the most was 1, at 12:04:00.');
    expect(chartOf(back, null, AT)?.points).toHaveLength(2);
    expect(chartOf(back, 10)?.caption).toBe('Nothing is held now; the most was 1, at 12:04:00.');
  });

  it('says what a streak leads to', () => {
    const streak = { now: 'exhausted in a row now', none: '', before: '', behind: 'suspend it', column: 'Streak' };
    const chart = levelChart([{ at: AT, value: 3 }], { limit: 5, rule: 'F17', nowMs: AT, words: streak });
    expect(chart?.caption).toBe('3 exhausted in a row now, 5 suspend it (F17); the most were 3, at 12:04:00.');
  });
});

describe('a schedule', () => {
  it('says what its page prints: waits only, from the shortest to the longest', () => {
    expect(scheduleChart(previewSchedule(fianto))?.caption).toBe(
      '8 attempts over 22 h 04 m 48 s to 33 h 07 m 12 s, nominal 27 h 36 m.',
    );
    expect(scheduleChart(previewSchedule(infraspeak))?.caption).toBe('13 attempts over 5 d 16 h 30 m.');
    expect(scheduleChart(previewSchedule({ ...kestrel, attempts: 1 }))?.caption).toBe('1 attempt, at once.');
    expect(scheduleChart([])).toBeNull();
  });

  it('is the same as a table', () => {
    const rows = scheduleChart(previewSchedule(fianto))?.table.rows;
    expect(rows?.[0]).toEqual(['#1', 'at once', 'at once', 'at once', 'at once', 'at once', 'at once']);
    // 1 m ± 20 %.
    expect(rows?.[1]).toEqual(['#2', '48 s', '1 m', '1 m 12 s', '48 s', '1 m', '1 m 12 s']);
  });
});
