import { expect, it } from 'vitest';
import { type EngineProcess, Supervisor } from '../../src/main/shell/supervisor';
import type { EngineStatus } from '../../src/shared/contract/channel';
import type { ShellToEngine } from '../../src/shared/contract/engine-process';

class FakeEngine implements EngineProcess<string> {
  readonly sent: { message: ShellToEngine; ports: readonly string[] }[] = [];
  killed = false;
  say: (message: unknown) => void = () => {};
  exit: (code: number) => void = () => {};

  send(message: ShellToEngine, ports: readonly string[]): void {
    this.sent.push({ message, ports });
  }
  onMessage(listener: (message: unknown) => void): void {
    this.say = listener;
  }
  onExit(listener: (code: number) => void): void {
    this.exit = listener;
  }
  kill(): void {
    this.killed = true;
    this.exit(9);
  }
}

/** A world whose time is moved by hand. */
function setUp() {
  const engines: FakeEngine[] = [];
  const statuses: EngineStatus[] = [];
  const timers = new Set<{ at: number; call: () => void }>();
  let nowMs = 0;
  const supervisor = new Supervisor<string>({
    fork: () => {
      const engine = new FakeEngine();
      engines.push(engine);
      return engine;
    },
    nowMs: () => nowMs,
    later: (afterMs, call) => {
      const timer = { at: nowMs + afterMs, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    onStatus: (status) => statuses.push(status),
  });
  const advance = (byMs: number): void => {
    nowMs += byMs;
    for (const timer of [...timers].filter(({ at }) => at <= nowMs)) {
      timers.delete(timer);
      timer.call();
    }
  };
  const newest = (): FakeEngine => {
    const engine = engines.at(-1);
    if (engine === undefined) throw new Error('no engine was started');
    return engine;
  };
  return { supervisor, engines, statuses, advance, newest };
}

it('is up when the engine says so, and hands ports to it', () => {
  const { supervisor, statuses, newest } = setUp();
  supervisor.start();
  expect(supervisor.status).toBeNull();
  newest().say({ kind: 'ready' });
  supervisor.connect('port');
  expect(statuses).toEqual([{ kind: 'up' }]);
  expect(newest().sent).toEqual([{ message: { kind: 'connect' }, ports: ['port'] }]);
});

it('starts another engine when one dies, each time a little later', () => {
  const { supervisor, engines, statuses, advance, newest } = setUp();
  supervisor.start();
  newest().say({ kind: 'ready' });
  newest().exit(1);
  expect(statuses.at(-1)).toEqual({ kind: 'restarting', why: 'The engine process ended with exit code 1.' });
  advance(0);
  expect(engines).toHaveLength(2);
  newest().exit(1);
  advance(499);
  expect(engines).toHaveLength(2);
  advance(1);
  expect(engines).toHaveLength(3);
  newest().say({ kind: 'ready' });
  expect(statuses.at(-1)).toEqual({ kind: 'up' });
});

it('gives up after five deaths within a minute, and says so', () => {
  const { supervisor, engines, statuses, advance, newest } = setUp();
  supervisor.start();
  for (let deaths = 0; deaths < 5; deaths += 1) {
    newest().exit(7);
    advance(5_000);
  }
  expect(engines).toHaveLength(5);
  expect(statuses.at(-1)).toMatchObject({ kind: 'refused', message: expect.stringContaining('ended 5 times') });
});

it('does not start an engine again that refused, and keeps its message', () => {
  const { supervisor, engines, statuses, advance, newest } = setUp();
  supervisor.start();
  newest().say({ kind: 'refused', message: 'Another instance holds the data folder.' });
  newest().exit(2);
  advance(60_000);
  expect(engines).toHaveLength(1);
  expect(statuses).toEqual([{ kind: 'refused', message: 'Another instance holds the data folder.' }]);
});

it('takes exit code 2 for a refusal even when its message was lost', () => {
  const { supervisor, engines, statuses, advance, newest } = setUp();
  supervisor.start();
  newest().exit(2);
  advance(60_000);
  expect(engines).toHaveLength(1);
  expect(statuses).toMatchObject([{ kind: 'refused' }]);
});

it('shuts down in order: asks, waits for the exit, and starts nothing afterwards', async () => {
  const { supervisor, engines, advance, newest } = setUp();
  supervisor.start();
  const down = supervisor.shutDown(3_000);
  expect(newest().sent).toEqual([{ message: { kind: 'shutdown' }, ports: [] }]);
  newest().exit(0);
  await down;
  advance(60_000);
  expect(newest().killed).toBe(false);
  expect(engines).toHaveLength(1);
});

it('kills an engine that has not exited when its grace is over', async () => {
  const { supervisor, advance, newest } = setUp();
  supervisor.start();
  const down = supervisor.shutDown(3_000);
  advance(2_999);
  expect(newest().killed).toBe(false);
  advance(1);
  await down;
  expect(newest().killed).toBe(true);
});

it('has nothing to shut down while it waits to start the next engine', async () => {
  const { supervisor, engines, advance, newest } = setUp();
  supervisor.start();
  newest().exit(1);
  await supervisor.shutDown(3_000);
  advance(60_000);
  expect(engines).toHaveLength(1);
});

it('ignores messages that it does not know', () => {
  const { supervisor, statuses, newest } = setUp();
  supervisor.start();
  for (const odd of [null, 'ready', {}, { kind: 'refused' }, { kind: 'refused', message: 5 }, { kind: 'other' }])
    newest().say(odd);
  expect(statuses).toEqual([]);
});
