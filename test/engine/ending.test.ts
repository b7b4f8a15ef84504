import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/shared/model/problem';
import { EngineBench } from '../support/engine-bench';

describe('while the engine ends', () => {
  it('the file never says that a person had paused: a kill in the middle of it must not leave that behind', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(() => 'wait');
    bench.send(bench.endpoint('kestrel'), 3);
    const paused: (boolean | undefined)[] = [];
    const { store, engine } = bench;
    store.onCommit(() => paused.push(store.clock(engine.run.id)?.paused));
    await bench.quitAndRestart();
    expect(paused.length).toBeGreaterThan(0);
    expect(new Set(paused)).toEqual(new Set([false]));
  });

  it('nothing that is due is begun', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(() => 'wait');
    bench.send(bench.endpoint('kestrel'), 100);
    expect(bench.sender.sent).toHaveLength(64);
    const closing = bench.engine.close();
    await bench.advance(0);
    await closing;
    expect(bench.sender.sent).toHaveLength(64);
  });
});

describe('Stop', () => {
  it('ends a challenge that is on its way, too', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(() => 'wait');
    const endpoint = bench.endpoint('fianto', 'f', 'http://127.0.0.1:9/hook', { verification: 'any-2xx' });
    const verifying = bench.engine.verifyEndpoint(endpoint.id);
    await bench.engine.stop();
    expect((await verifying).condition.verified).toBe(endpoint.condition.verified);
    expect(bench.sender.sent.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

describe('a disk that is full only for what a fast clock keeps', () => {
  it('is told, and taken back once the clock can be kept again', async () => {
    const bench = await EngineBench.open();
    bench.engine.setPace({ kind: 'factor', factor: 60 });
    const { store } = bench;
    const { saveClock } = store;
    store.saveClock = () => {
      throw new Refusal({ code: 'disk-full', message: 'The disk is full.' });
    };
    await bench.advance(1_000);
    expect(bench.troubles).toEqual([{ code: 'disk-full', message: 'The disk is full.' }]);
    store.saveClock = saveClock;
    await bench.advance(1_000);
    expect(bench.troubles.at(-1)).toBeNull();
  });
});
