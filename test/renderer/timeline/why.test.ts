import { describe, expect, it } from 'vitest';
import { overviewColumns } from '../../../src/renderer/timeline/overview';
import { makeRowModel, type RowModel } from '../../../src/renderer/timeline/row-model';
import { timeScale } from '../../../src/renderer/timeline/scale';
import { placeCard, type TargetBox } from '../../../src/renderer/timeline/spotlight';
import { tickSteps, ticks } from '../../../src/renderer/timeline/ticks';
import { sayMark, type Why, whyOf } from '../../../src/renderer/timeline/why';
import { sayAhead, sayPlanned, sayShort } from '../../../src/renderer/timeline/words';
import { zoomLevel } from '../../../src/renderer/timeline/zoom';
import { alphorn } from '../../../src/shared/policies/alphorn';
import { fianto } from '../../../src/shared/policies/fianto';
import { infraspeak } from '../../../src/shared/policies/infraspeak';
import { kestrel } from '../../../src/shared/policies/kestrel';
import type { Policy } from '../../../src/shared/policies/policy';
import { sayExact, sayOrdinal } from '../../../src/shared/words/figures';
import { anEndpoint, play, reply, silence } from './harness/fixtures';

const START = Date.UTC(2026, 2, 12, 14, 0, 0);
const MINUTE = 60_000;

function whyKey(model: RowModel, key: string, policy: Policy, nowMs: number): Why {
  const mark = model.marks.find((each) => each.key === key);
  if (mark === undefined) throw new Error(`no mark ${key}`);
  return whyOf(model, mark, policy, nowMs);
}
const fact = (why: Why, label: string) => why.facts.find((each) => each.label === label);
const played = (policy: Policy, minutes: number, replies = [reply(503)]) =>
  makeRowModel(
    play(
      anEndpoint(1, 'E', 'http://localhost:1/', policy),
      1,
      'order.created',
      START,
      START + minutes * MINUTE,
      replies,
    ),
    policy,
  );

describe('the why card', () => {
  it('explains a wait of Fianto with its rules, base, draw, budget and what follows', () => {
    const known = played(fianto, 20);
    // The example of the specification: the wait after the third failure, drawn 35 m 21.1 s from 24 m to 36 m.
    const wait = {
      baseMs: 1_800_000,
      minMs: 1_440_000,
      nominalMs: 1_800_000,
      maxMs: 2_160_000,
      drawnMs: 2_121_100,
      roll: 0.946,
      draw: null,
    };
    const endedAt = START + 7 * MINUTE;
    const row = { ...known.row, counter: 3, attempts: 3, wait, dueAt: endedAt + wait.drawnMs };
    const why = whyKey(makeRowModel(row, fianto), 'next', fianto, row.dueAt - 252_000);
    expect(why.title).toBe('Waiting for attempt 4 of 8');
    // F4 is why it failed, F6 the printed wait, F7 its jitter.
    expect(why.rules).toEqual(['F4', 'F6', 'F7']);
    expect(why.sentence).toBe('After the 3rd failure Fianto waits 30 m, stretched or shortened by up to 20 %.');
    expect(why.band).toMatchObject({ min: '24 m', nominal: '30 m', max: '36 m', nominalShare: 0.5 });
    expect(why.band?.drawnShare).toBeCloseTo(681_100 / 720_000, 6);
    expect(fact(why, 'Base delay')).toMatchObject({ value: '30 m', rules: ['F6'] });
    expect(fact(why, 'Band')).toBeUndefined();
    expect(fact(why, 'Draw')).toMatchObject({ value: '× 1.178 is 35 m 21.1 s', rules: ['F7'] });
    expect(fact(why, 'Due')).toMatchObject({ value: '14:42:21', more: '00:04:12' });
    expect(why.budget).toEqual({ left: 5, of: 8 });
    expect(fact(why, 'If it fails')).toMatchObject({ value: '2 h ± 20 %', rules: ['F6', 'F7'] });
  });

  it('words every kind of jitter', () => {
    const failed = (policy: Policy) => {
      const row = play(anEndpoint(1, 'E', 'http://localhost:1/', policy), 1, 'x', START, START + 50, [reply(503, 10)]);
      return whyKey(makeRowModel(row, policy), 'next', policy, START + 50).sentence;
    };
    expect(failed(kestrel)).toBe('After the 1st failure Kestrel waits anywhere from zero to 2 s.');
    expect(failed(alphorn)).toBe('After the 1st failure Alphorn waits half of 1 m, and anywhere up to the other half.');
    expect(failed(infraspeak)).toBe('After the 1st failure Infraspeak waits exactly 2 m.');
  });

  it('tells of a past attempt how it ended, by which rule, and what followed', () => {
    const model = played(fianto, 20, [silence('response-timeout'), reply(503), reply(200)]);
    const first = whyKey(model, 'a1', fianto, START + 20 * MINUTE);
    expect(first.title).toBe('Attempt 1: Time-out');
    expect(first.rules).toEqual(['F4']);
    expect(first.sentence).toBe('Time-out after 10 s: Fianto tries again.');
    expect(first.band).toBeNull();
    expect(first.budget).toEqual({ left: 7, of: 8 });
    expect(fact(first, 'Followed by')).toMatchObject({ value: '#2', link: 'at' });
    expect(whyKey(model, 'a2', fianto, START + 20 * MINUTE).band).toMatchObject({ min: '48 s', max: '1 m 12 s' });
  });

  it('knows from the log what the row does not have: the window of a limit, and the streak', () => {
    const model = played(fianto, 20, [reply(503), reply(200)]);
    const mark = model.marks.find(({ key }) => key === 'a2');
    if (mark === undefined) throw new Error('there is no second attempt');
    const window = { fromAt: START, toAt: START + MINUTE, used: 12, limit: 20 };
    const budget = { budgetLeft: 6, budget: 8 };
    const claim = { kind: 'claim', n: 2, lateMs: 0, throttle: window, ...budget, rules: [] } as const;
    const streak = { before: 3, after: 0, threshold: 5 };
    const deliver = { kind: 'deliver', n: 2, status: 200, streak, ...budget, rules: ['F3'] } as const;
    const steps = [claim, deliver].map((step) => ({ at: START + MINUTE, step }));
    const told = whyOf(model, mark, fianto, START + 20 * MINUTE, steps);
    expect(fact(told, 'Window')).toMatchObject({ value: '12 of 20 used in 1 m', link: 'from', more: '14:00:00' });
    expect(fact(told, 'Streak')).toMatchObject({ value: '3 before, 0 after; suspends at 5', rules: ['F19'] });
    const untold = whyOf(model, mark, fianto, START + 20 * MINUTE);
    expect([fact(untold, 'Window'), fact(untold, 'Streak')]).toEqual([undefined, undefined]);
    expect(untold).toMatchObject({ title: told.title, sentence: told.sentence, rules: told.rules });
  });

  it('says of a further plan when it comes at the earliest and at the latest', () => {
    const row = play(anEndpoint(1, 'E', 'http://localhost:1/', fianto), 1, 'x', START, START + 41, [reply(503)]);
    const model = makeRowModel({ ...row, dueAt: START + MINUTE }, fianto);
    const why = whyKey(model, 'p3', fianto, START + 41);
    expect(why.title).toBe('Attempt 3 of 8, if all before it fail');
    // 5 m after the second failure, ±20 %: 4 m to 6 m after 14:01:00.
    expect(why.facts.slice(0, 3).map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Earliest 14:05:00',
      'Nominal 14:06:00',
      'Latest 14:07:00',
    ]);
  });

  it('ends with exhausted when the last attempt of the budget is planned', () => {
    const row = play(anEndpoint(1, 'E', 'http://localhost:1/', kestrel), 1, 'x', START, START + 100, [reply(500, 1)]);
    const model = makeRowModel({ ...row, counter: 5, attempts: 5 }, kestrel);
    expect(fact(whyKey(model, 'next', kestrel, START), 'If it fails')).toMatchObject({
      value: 'exhausted',
      rules: ['K10'],
    });
  });

  it('reads as one line for those who hear it', () => {
    const model = played(fianto, 0.5, [reply(503)]);
    const [mark] = model.marks;
    if (mark === undefined) throw new Error('there is no mark');
    expect(sayMark(model, mark, fianto, START + 1_000)).toContain(
      'Attempt 1: 503 Service Unavailable. 503 after 41 ms',
    );
  });

  const box = (rowTop: number, px: number): TargetBox => ({
    left: px - 10,
    right: px + 10,
    top: rowTop,
    bottom: rowTop + 24,
    rowTop,
    rowBottom: rowTop + 24,
    px,
  });

  it('hangs below its row, above it where there is no room, and never over it or off the plot', () => {
    const plot = { width: 980, height: 590 };
    expect(placeCard(box(80, 819), { height: 242 }, plot)).toEqual({ left: 572, top: 112, isBelow: true });
    expect(placeCard(box(500, 10), { height: 242 }, plot)).toEqual({ left: 4, top: 250, isBelow: false });
    expect(placeCard(box(80, 975), { height: 242 }, plot).left).toBe(980 - 318 - 8);
  });
});

describe('words', () => {
  it('shorten durations to their two largest units', () => {
    expect([22 * MINUTE, 97 * MINUTE, 491_400_000].map(sayShort)).toEqual(['22 m', '1 h 37 m', '5 d 16 h']);
  });
  it('say exact figures to a tenth of a second', () => {
    expect([41, 9_960, 1_800_000, 2_121_100].map(sayExact)).toEqual(['41 ms', '10.0 s', '30 m 00.0 s', '35 m 21.1 s']);
  });
  it('count down in minutes and seconds, then in hours and minutes', () => {
    expect([252_000, 59_001, -5, 103 * MINUTE].map(sayAhead)).toEqual(['4:12', '1:00', '0:00', '1 h 43 m']);
  });
  it('call an attempt due once its time has come', () => {
    expect([sayPlanned(4, 252_000), sayPlanned(4, 0)]).toEqual(['#4 in 4:12', '#4 due']);
  });
  it('know the endings of ordinals', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map(sayOrdinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 112th',
    );
  });
});

describe('the axis', () => {
  it('labels every two minutes at 1.5 s a pixel, with a small tick each minute', () => {
    expect(tickSteps(1_500)).toEqual({ labelMs: 2 * MINUTE, smallMs: MINUTE });
  });
  it('sets no tick inside a fold', () => {
    const fold = { fromMs: START + 5 * MINUTE, toMs: START + 300 * MINUTE };
    const scale = timeScale(1_500, [fold], { atMs: START, px: 0 });
    const found = ticks(scale, 980);
    expect(found.some(({ atMs }) => atMs > fold.fromMs && atMs < fold.toMs)).toBe(false);
    expect(found.slice(0, 3).map(({ label }) => label)).toEqual(['14:00', null, '14:02']);
    expect(found.length).toBeGreaterThan(15);
  });
  it('names the level of detail from the pixels a minute', () => {
    const at = (pxPerMinute: number) => zoomLevel(MINUTE / pxPerMinute);
    expect([241, 240, 12, 11, 0.3, 0.29].map(at)).toEqual(['seconds', 'minutes', 'minutes', 'hours', 'hours', 'days']);
  });
});

describe('the overview', () => {
  it('counts attempts by column and hue', () => {
    const endpoint = anEndpoint(1, 'E', 'http://localhost:1/', fianto);
    const rows = [0, 10, 900].map((ms, i) =>
      play(endpoint, i + 1, 'x', ms, 990, [i === 1 ? reply(503, 5) : reply(200, 5)]),
    );
    const { counts, most } = overviewColumns(rows, 0, 1_000, 2);
    expect([...counts.slice(0, 6)]).toEqual([1, 0, 0, 1, 0, 0]);
    expect([...counts.slice(6)]).toEqual([1, 0, 0, 0, 0, 0]);
    expect(most).toBe(2);
  });
});
