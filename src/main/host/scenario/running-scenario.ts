import type { EndpointId, RouteId } from '../../../shared/model/ids';
import { type Problem, Refusal } from '../../../shared/model/problem';
import type { RouteTls } from '../../../shared/model/route-tls';
import type { Run } from '../../../shared/model/run';
import { Engine } from '../../engine/engine';
import type { EngineStore, Sender } from '../../engine/ports';
import type { CaptureStore, Receiver } from '../../engine/receiver-ports';
import { makeReceiver } from '../../receiver/receiver';
import { makeSender } from '../../sender/sender';
import { makeSigner } from '../../sender/signer';
import { forwarderTo } from '../forwarder';
import { ReceiverAuthority } from '../receiver-authority';
import { Routes } from '../routes';
import { SecurePorts } from '../secure-ports';
import { signatureCheckOf } from '../signature-check';
import { SignatureSecrets } from '../signature-secrets';
import { forwardAll } from './forward-all';
import { dependsOnOrder, sendInOrder } from './ordered-sender';
import { planOf } from './plan';
import type { RunOptions } from './run-scenario';
import { type Scenario, wantedRequest } from './scenario';

const HOST = '127.0.0.1';
/** Any free port. */
const ANY_PORT = 0;

type Life = { readonly engine: Engine; readonly sender: Sender };

/** The engine and the receiver of a scenario, from its start to its end, over crashes of the engine. */
export class RunningScenario {
  readonly #run: Run;
  readonly #store: EngineStore & CaptureStore;
  readonly #options: RunOptions;
  readonly #receiver: Receiver;
  readonly #authority: ReceiverAuthority;
  readonly #secure: SecurePorts;
  #life: Life;
  #receiverUrl = '';
  /** URLs of routes to which the order of requests matters. */
  readonly #inOrder = new Map<string, RouteId>();
  #begun = false;
  #settled = false;
  #settle: (ending: { interrupted: boolean } | { problem: Problem }) => void = () => {};

  private constructor(run: Run, store: EngineStore & CaptureStore, options: RunOptions, dataDir: string) {
    this.#run = run;
    this.#store = store;
    this.#options = options;
    const secrets = new SignatureSecrets(store);
    this.#authority = new ReceiverAuthority(dataDir, () => options.system.wallMs());
    this.#receiver = makeReceiver({
      store,
      clock: options.system,
      chance: options.chance,
      runId: () => run.id,
      seed: () => run.seed,
      virtualNow: () => this.virtualNow(),
      checkOf: (runId, routeId) => signatureCheckOf(secrets, runId, routeId, options.system.wallMs()),
      authority: () => this.#authority.pair,
      forwarder: forwarderTo(() => this.#life.engine),
      trouble: (problem) => options.log(problem.message),
      storing: (problem) => problem !== null && options.log(problem.message),
    });
    this.#secure = new SecurePorts({ receiver: this.#receiver, host: HOST, wanted: () => ANY_PORT });
    this.#life = this.#newLife();
  }

  /** Everything is made and planned; nothing is sent before `end` is awaited. @throws Refusal */
  static async open(
    scenario: Scenario,
    run: Run,
    store: EngineStore & CaptureStore,
    options: RunOptions,
    dataDir: string,
  ): Promise<RunningScenario> {
    const running = new RunningScenario(run, store, options, dataDir);
    try {
      await running.#prepare(scenario);
      return running;
    } catch (error) {
      await running.close();
      throw error;
    }
  }

  /** The origin of our own receiver. */
  get receiverUrl(): string {
    return this.#receiverUrl;
  }

  get startedAt(): number {
    return this.#run.startedAt;
  }

  virtualNow(): number {
    return this.#life.engine.virtualNow();
  }

  position(): { readonly nowMs: number; readonly nextMs: number | null } {
    const { virtualMs, nextAt } = this.#life.engine.report();
    return { nowMs: virtualMs - this.startedAt, nextMs: nextAt === null ? null : nextAt - this.startedAt };
  }

  /**
   * Lets it run until nothing is left to happen, until its planned end, or until the signal. Returns whether it was
   * the signal. @throws Refusal when the store can no longer be written
   */
  async end(signal: AbortSignal): Promise<boolean> {
    const ending = await new Promise<{ interrupted: boolean } | { problem: Problem }>((resolve) => {
      this.#settle = resolve;
      signal.addEventListener('abort', () => this.#finish({ interrupted: true }), { once: true });
      if (signal.aborted) return this.#finish({ interrupted: true });
      this.#begun = true;
      this.#life.engine.setPaused(false);
    });
    if ('problem' in ending) throw new Refusal(ending.problem);
    return ending.interrupted;
  }

  async close(): Promise<void> {
    this.#settled = true;
    const { engine, sender } = this.#life;
    await engine.close();
    await sender.close();
    await this.#receiver.close();
  }

  async #prepare(scenario: Scenario): Promise<void> {
    const report = await this.#receiver.listen({ host: HOST, port: ANY_PORT });
    if (report.kind === 'down') throw new Refusal({ code: 'unavailable', message: report.why });
    this.#receiverUrl = report.url;
    const { engine } = this.#life;
    const routes = new Routes(this.#store, this.#run.id, this.#options.chance, () => this.virtualNow());
    await this.#secure.need(
      scenario.routes.flatMap(({ tls }) => (tls === 'off' ? [] : [tls])),
      false,
    );
    const shut = this.#secure.doors.find(({ port }) => port === null);
    if (shut !== undefined) throw new Refusal({ code: 'unavailable', message: shut.why ?? '' });
    const urlOf = (path: string, tls: RouteTls): string =>
      tls === 'off' ? `${report.url}${path}` : `https://${HOST}:${this.#secure.portOf(tls)}${path}`;
    const routeIds = new Map<string, RouteId>(
      scenario.routes.map(({ path, script, tls }) => [path, routes.create({ path, script, tls }).id]),
    );
    for (const { path, script, tls } of scenario.routes) {
      const id = routeIds.get(path);
      if (id !== undefined && dependsOnOrder(script)) this.#inOrder.set(urlOf(path, tls), id);
    }
    const ids = new Map<string, EndpointId>();
    for (const { name, policy, channel, verification, secret, request, target } of scenario.endpoints) {
      const ours = target.kind === 'route';
      const url = ours ? urlOf(target.path, target.tls) : target.url;
      const routeId = ours ? (routeIds.get(target.path) ?? null) : null;
      const made = { name, url, policy, channel, verification, secret, request: wantedRequest(request) };
      ids.set(name, engine.createEndpoint(made, routeId).id);
    }
    forwardAll(routes, scenario.routes, ids);
    engine.plan(planOf(scenario, this.#run.startedAt, ids));
    engine.start();
  }

  #newLife(): Life {
    const { system, chance, version, log } = this.#options;
    const sender = sendInOrder(makeSender({ clock: system }), this.#store, (url) => this.#inOrder.get(url) ?? null);
    const engine: Engine = new Engine(
      {
        store: this.#store,
        sender,
        signer: makeSigner(),
        system,
        chance,
        version,
        receiverCa: () => this.#authority.pair.cert,
      },
      {
        onTrouble: (problem) => {
          if (problem !== null) this.#finish({ problem });
        },
        onIdle: () => {
          if (this.#begun) this.#finish({ interrupted: false });
        },
        onEnd: () => this.#finish({ interrupted: false }),
        onCrash: () => this.#crash(),
        onRefused: (entry, error) => {
          const act = entry.kind === 'act' ? entry.act : entry.kind;
          log(`${act} was refused: ${error instanceof Error ? error.message : String(error)}`);
        },
        nextEdge: () => this.#receiver.nextEdge(),
      },
    );
    return { engine, sender };
  }

  /** As a kill would: the engine does and writes nothing more, its sockets are gone, and another one starts. */
  #crash(): void {
    const { engine, sender } = this.#life;
    engine.abandon();
    setImmediate(() => {
      void sender.close().then(() => {
        if (this.#settled) return;
        this.#life = this.#newLife();
        this.#life.engine.start();
      });
    });
  }

  /** Time stands still from here on, in the same turn. */
  #finish(ending: { interrupted: boolean } | { problem: Problem }): void {
    if (this.#settled) return;
    this.#settled = true;
    if (!('problem' in ending)) this.#life.engine.setPaused(true);
    this.#settle(ending);
  }
}
