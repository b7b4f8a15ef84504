import type { EngineStatus } from '../../shared/contract/channel';
import type { EngineToShell, ShellToEngine } from '../../shared/contract/engine-process';
import { type EngineState, engineReport, type News } from '../../shared/contract/shell';
import { afterDeath } from './restart-rule';

/** The exit code of an engine that refused to start. */
const REFUSED = 2;

/** One engine process, whatever started it. */
export interface EngineProcess<Port> {
  send(message: ShellToEngine, ports: readonly Port[]): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
  /** Ends it at once, without asking. */
  kill(): void;
}

export type SupervisorWorld<Port> = {
  readonly fork: () => EngineProcess<Port>;
  /** Monotonic ms. */
  readonly nowMs: () => number;
  /** Calls once after `afterMs`; returns its own cancel. */
  readonly later: (afterMs: number, call: () => void) => () => void;
  readonly onStatus: (status: EngineStatus) => void;
  /** How much is going on; null while no engine is up. */
  readonly onState?: (state: EngineState | null) => void;
  readonly onNews?: (news: News) => void;
};

/** Keeps one engine process running and says how it fares. */
export class Supervisor<Port> {
  readonly #world: SupervisorWorld<Port>;
  readonly #deathsMs: number[] = [];
  #engine: EngineProcess<Port> | null = null;
  #status: EngineStatus | null = null;
  #cancelRestart = (): void => {};
  #onceGone: (() => void) | null = null;
  #stopping = false;

  constructor(world: SupervisorWorld<Port>) {
    this.#world = world;
  }

  /** Null until the engine has said anything for the first time. */
  get status(): EngineStatus | null {
    return this.#status;
  }

  start(): void {
    if (this.#stopping || this.#engine !== null) return;
    const engine = this.#world.fork();
    this.#engine = engine;
    engine.onMessage((message) => this.#hear(readReport(message)));
    engine.onExit((code) => this.#buried(code));
  }

  /** Hands a new client's port to a running engine. Only while the status is `up`. */
  connect(port: Port): void {
    this.#engine?.send({ kind: 'connect' }, [port]);
  }

  /** Asks the engine to exit, kills it when it has not after `graceMs`, and resolves when it is gone. */
  async shutDown(graceMs: number): Promise<void> {
    this.#stopping = true;
    this.#cancelRestart();
    const engine = this.#engine;
    if (engine === null) return;
    const gone = new Promise<void>((resolve) => {
      this.#onceGone = resolve;
    });
    const cancel = this.#world.later(graceMs, () => engine.kill());
    engine.send({ kind: 'shutdown' }, []);
    await gone;
    cancel();
  }

  #hear(report: EngineToShell | null): void {
    if (report?.kind === 'ready') this.#tell({ kind: 'up' });
    if (report?.kind === 'refused') this.#tell(report);
    if (report?.kind === 'state') this.#world.onState?.(report.state);
    if (report?.kind === 'news') this.#world.onNews?.(report.news);
  }

  #buried(code: number): void {
    this.#engine = null;
    this.#world.onState?.(null);
    this.#onceGone?.();
    if (this.#stopping || this.#status?.kind === 'refused') return;
    if (code === REFUSED) {
      this.#tell({
        kind: 'refused',
        message: 'The engine refused to start and did not say why. Its output stands in the terminal.',
      });
      return;
    }
    this.#deathsMs.push(this.#world.nowMs());
    const next = afterDeath(this.#deathsMs);
    if (next.kind === 'give-up') {
      const message = `The engine process ended ${this.#deathsMs.length} times, the last time with exit code ${code}, and is not started again. Close this window and start Retryscope anew.`;
      this.#tell({ kind: 'refused', message });
      return;
    }
    this.#tell({ kind: 'restarting', why: `The engine process ended with exit code ${code}.` });
    this.#cancelRestart = this.#world.later(next.delayMs, () => this.start());
  }

  #tell(status: EngineStatus): void {
    this.#status = status;
    this.#world.onStatus(status);
  }
}

/** The process is ours, but what it says is read like anything from outside: an unknown message is null. */
function readReport(message: unknown): EngineToShell | null {
  const read = engineReport.safeParse(message);
  return read.success ? read.data : null;
}
