import { describe, expect, it } from 'vitest';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { fault, ok, status } from '../support/fake-sender';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const only = <T>(list: readonly T[]): T => {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`expected one, got ${list.length}`);
  return first;
};

/** An Alphorn delivery after so many failed tries of which the last is final or waits. */
async function failed(tries: number): Promise<{ bench: EngineBench; id: ReturnType<EngineBench['send']>[number] }> {
  const bench = await EngineBench.open();
  bench.sender.script([], status(503));
  const id = only(bench.send(bench.endpoint('alphorn')));
  await bench.advance(0);
  while ((await bench.row(id)).counter < tries) await bench.advance(MINUTE);
  return { bench, id };
}

describe('resend (Alphorn)', () => {
  it('A39, a15: tries left are kept, and with all five used there is exactly one more', async () => {
    for (const [used, more] of [
      [1, 4],
      [2, 3],
      [3, 2],
      [4, 1],
      [5, 1],
    ] as const) {
      const { bench, id } = await failed(used);
      const before = bench.sender.sent.length;
      expect(only(bench.engine.sendAgain('resend', [id])).problem).toBeNull();
      await bench.advance(30 * MINUTE);
      expect(bench.sender.sent.length - before).toBe(more);
      expect(await bench.row(id)).toMatchObject({
        state: 'failed',
        reason: 'exhausted',
        counter: Math.max(5, used + 1),
      });
    }
  });

  it('a17, a15: a second resend after the sixth try makes a seventh', async () => {
    const { bench, id } = await failed(5);
    for (const counter of [6, 7]) {
      bench.engine.sendAgain('resend', [id]);
      await bench.advance(MINUTE);
      expect(await bench.row(id)).toMatchObject({ state: 'failed', counter });
    }
  });

  it('a16: it replaces the scheduled retry: one request now, none at the old time', async () => {
    const { bench, id } = await failed(2);
    bench.sender.script([], ok());
    const before = bench.sender.sent.length;
    bench.engine.sendAgain('resend', [id]);
    await bench.advance(HOUR);
    expect(bench.sender.sent.length - before).toBe(1);
    expect(await bench.row(id)).toMatchObject({ state: 'delivered', counter: 3 });
  });

  it('A37, A38: not while pending or processing, and not after 24 hours; a delivered one may', async () => {
    const bench = await EngineBench.open();
    bench.sender.script(['wait'], ok());
    const endpoint = bench.endpoint('alphorn');
    const flying = only(bench.send(endpoint));
    await bench.advance(0);
    expect(bench.engine.permission(flying)).toMatchObject({ ok: false, rules: ['A37'] });
    bench.engine.setPaused(true);
    const waiting = only(bench.send(endpoint));
    expect(bench.engine.permission(waiting)).toMatchObject({ ok: false, rules: ['A37'] });
    bench.engine.setPaused(false);
    await bench.advance(0);
    const delivered = only(bench.send(endpoint));
    await bench.advance(10);
    expect(bench.engine.permission(delivered)).toMatchObject({ ok: true, form: 'resend' });
    const created = (await bench.row(delivered)).createdAt;
    await bench.advance(DAY - (bench.engine.virtualNow() - created));
    expect(bench.engine.permission(delivered)).toMatchObject({ ok: true });
    await bench.advance(1);
    expect(bench.engine.permission(delivered)).toMatchObject({ ok: false, rules: ['A38'] });
  });

  it('A43: a permanent failure of the sixth try shows 6, not 5', async () => {
    const { bench, id } = await failed(5);
    bench.sender.script([], status(404));
    bench.engine.sendAgain('resend', [id]);
    await bench.advance(0);
    expect(await bench.row(id)).toMatchObject({ state: 'failed', reason: 'permanent', counter: 6 });
  });
});

describe('redeliver (Fianto)', () => {
  it('F28, f11: makes a new delivery of the same event with eight tries; the old one stays as it is', async () => {
    const bench = await EngineBench.open();
    const id = only(bench.send(bench.endpoint('fianto')));
    await bench.advance(0);
    const made = only(bench.engine.sendAgain('redeliver', [id])).deliveryId;
    expect(made).not.toBe(id);
    await bench.advance(0);
    const [old, fresh] = [await bench.row(id), await bench.row(made ?? id)];
    expect(fresh).toMatchObject({ eventId: old.eventId, originId: id, attempts: 1, counter: 1, budget: 8 });
    expect(fresh.marks[0]?.trigger).toBe('redeliver');
    expect(old.attempts).toBe(1);
    const ids = bench.sender.sent.map((sent) => sent.headers.find(([name]) => name === 'webhook-id')?.[1]);
    expect(ids[1]).toBe(ids[0]);
  });

  it('F29, f10: not a pending one, and not a cancelled one', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const endpoint = bench.endpoint('fianto');
    const [pending, cancelled] = bench.send(endpoint, 2);
    if (pending === undefined || cancelled === undefined) throw new Error('two were sent');
    await bench.advance(0);
    bench.engine.actOn('cancel', [cancelled]);
    expect(bench.engine.permission(pending)).toMatchObject({ ok: false, rules: ['F29'] });
    expect(bench.engine.permission(cancelled)).toMatchObject({ ok: false, rules: ['F14', 'f10'] });
  });

  it('F32, f9: 60 in a sliding hour; the 61st waits until the first is an hour old, to the millisecond', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('fianto');
    const id = only(bench.send(endpoint));
    await bench.advance(0);
    const begun = bench.engine.virtualNow();
    for (let i = 0; i < 60; i++) {
      expect(only(bench.engine.sendAgain('redeliver', [id])).problem).toBeNull();
      await bench.advance(SECOND);
    }
    expect(bench.engine.permission(id)).toMatchObject({ ok: false, rules: ['F32'] });
    await bench.advance(HOUR - (bench.engine.virtualNow() - begun) - 1);
    expect(bench.engine.permission(id)).toMatchObject({ ok: false });
    await bench.advance(1);
    expect(only(bench.engine.sendAgain('redeliver', [id])).problem).toBeNull();
    expect(bench.engine.permission(id)).toMatchObject({ ok: false });
    await bench.advance(SECOND);
    expect(bench.engine.permission(id)).toMatchObject({ ok: true });
  });

  it('F31: not while the endpoint is suspended', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], fault('refused'));
    const ids = bench.send(bench.endpoint('fianto'), 5);
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(SECOND);
    expect(bench.engine.permission(ids[0] ?? only(ids))).toMatchObject({ ok: false, rules: ['F31'] });
  });

  it('F34: an event that the provider has deleted is not redelivered', async () => {
    const bench = await EngineBench.open();
    const id = only(bench.send(bench.endpoint('fianto')));
    await bench.advance(0);
    await bench.quitAndRestart(92 * DAY);
    expect(bench.engine.permission(id)).toEqual({
      ok: false,
      why: 'Deleted by Fianto after 90 days (F34): it cannot be sent again.',
      rules: ['F34'],
    });
  });

  it('F34, R11: a redelivery goes with the event that it repeats, however young it is itself', async () => {
    const bench = await EngineBench.open();
    const id = only(bench.send(bench.endpoint('fianto')));
    await bench.advance(0);
    await bench.quitAndRestart(89 * DAY);
    const copy = only(bench.engine.sendAgain('redeliver', [id])).deliveryId ?? id;
    await bench.advance(0);
    await bench.quitAndRestart(3 * DAY);
    expect(bench.engine.permission(copy)).toMatchObject({ ok: false, rules: ['F34'] });
  });
});

describe('replay (Kestrel)', () => {
  it('K18, K19, R8: a record of its own from any state, each original once', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const id = only(bench.send(bench.endpoint('kestrel')));
    await bench.advance(2 * MINUTE);
    expect((await bench.row(id)).state).toBe('failed');
    bench.sender.script([], ok());
    const results = bench.engine.sendAgain('replay', [id, id]);
    await bench.advance(0);
    const replayed = await bench.row(only(results).deliveryId ?? id);
    expect(replayed).toMatchObject({ originId: id, state: 'delivered', counter: 1 });
    expect(await bench.row(id)).toMatchObject({ state: 'failed', counter: 6 });
  });

  it('R11: not after the retention window of 30 days', async () => {
    const bench = await EngineBench.open();
    const id = only(bench.send(bench.endpoint('kestrel')));
    await bench.advance(0);
    await bench.quitAndRestart(31 * DAY);
    expect(bench.engine.permission(id).ok).toBe(false);
  });
});

describe('a person’s act', () => {
  it('Infraspeak has no redelivery, and a wrong form is refused by name', async () => {
    const bench = await EngineBench.open();
    const infraspeak = only(bench.send(bench.endpoint('infraspeak')));
    const kestrel = only(bench.send(bench.endpoint('kestrel')));
    await bench.advance(0);
    expect(bench.engine.permission(infraspeak).ok).toBe(false);
    expect(only(bench.engine.sendAgain('resend', [kestrel])).problem?.message).toBe('Kestrel has replay, not resend.');
  });

  it('retry now takes a wait to its end, and is recorded as yours', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(503)], ok());
    const id = only(bench.send(bench.endpoint('infraspeak')));
    await bench.advance(SECOND);
    bench.engine.actOn('retry-now', [id]);
    await bench.advance(0);
    const row = await bench.row(id);
    expect(row).toMatchObject({ state: 'delivered', counter: 2 });
    expect(row.marks[1]).toMatchObject({ trigger: 'retry-now', startedAt: BENCH_START + SECOND });
  });

  it('cancel ends what waits, and is refused while a request is in flight', async () => {
    const bench = await EngineBench.open();
    bench.sender.script(['wait']);
    const id = only(bench.send(bench.endpoint('kestrel')));
    await bench.advance(0);
    expect(only(bench.engine.actOn('cancel', [id])).problem?.code).toBe('conflict');
    bench.sender.sent[0]?.answer(status(503));
    await bench.advance(0);
    expect(only(bench.engine.actOn('cancel', [id])).problem).toBeNull();
    await bench.advance(HOUR);
    expect(await bench.row(id)).toMatchObject({ state: 'cancelled', dueAt: null, attempts: 1 });
  });

  it('step lets the next thing happen, and leaves the clock paused', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const id = only(bench.send(bench.endpoint('infraspeak')));
    await bench.advance(0);
    bench.engine.setPaused(true);
    for (const [attempts, minutes] of [
      [2, 2],
      [3, 6],
      [4, 14],
    ] as const) {
      bench.engine.step();
      await bench.advance(5);
      expect((await bench.row(id)).attempts).toBe(attempts);
      expect(Math.floor(bench.virtualMs / MINUTE)).toBe(minutes);
      expect(bench.engine.report().paused).toBe(true);
    }
  });
});
