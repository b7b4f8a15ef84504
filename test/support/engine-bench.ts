import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { Engine } from '../../src/main/engine/engine';
import { makeSigner } from '../../src/main/sender/signer';
import { DATABASE_FILE, type OpenedStore, openStore } from '../../src/main/store/open-store';
import type { CommandInput } from '../../src/shared/contract/commands';
import { endpointRequest } from '../../src/shared/contract/fields';
import type { AttemptDetail, DeliveryDetail, DeliveryRow, EndpointHistory } from '../../src/shared/contract/views';
import type { Endpoint } from '../../src/shared/model/endpoint';
import type { DeliveryId, EndpointId, EventId } from '../../src/shared/model/ids';
import type { Problem } from '../../src/shared/model/problem';
import type { Step } from '../../src/shared/model/step';
import type { Policy } from '../../src/shared/policies/policy';
import type { SettingValues } from '../../src/shared/policies/settings';
import { FakeSender } from './fake-sender';
import { CountingChance, type FakeLife, FakeSystem } from './fake-system';

export const BENCH_START = Date.UTC(2026, 0, 1);

/** The engine over a real SQLite file, with time and the endpoint under the test's hand. */
export class EngineBench {
  readonly system: FakeSystem;
  readonly sender = new FakeSender();
  readonly signer = makeSigner();
  readonly troubles: (Problem | null)[] = [];
  readonly wallJumps: number[] = [];
  readonly woke: { awayMs: number; overdue: number }[] = [];
  readonly #dataDir: string;
  #opened: OpenedStore;
  #engine: Engine;
  #life: FakeLife;

  private constructor(dataDir: string, system: FakeSystem, opened: OpenedStore) {
    this.#dataDir = dataDir;
    this.system = system;
    this.#opened = opened;
    this.#life = system.life();
    this.#engine = this.#makeEngine();
  }

  static async open(): Promise<EngineBench> {
    const dataDir = mkdtempSync(join(tmpdir(), 'retryscope-engine-'));
    const system = new FakeSystem(BENCH_START);
    const bench = new EngineBench(dataDir, system, await openFor(dataDir, system));
    onTestFinished(async () => {
      await bench.#opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    bench.#engine.start();
    return bench;
  }

  get engine(): Engine {
    return this.#engine;
  }

  get store(): OpenedStore['store'] {
    return this.#opened.store;
  }

  get views(): OpenedStore['views'] {
    return this.#opened.views;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  /** Virtual ms since the bench began. */
  get virtualMs(): number {
    return this.#engine.virtualNow() - BENCH_START;
  }

  endpoint(
    policy: Policy | string,
    name = typeof policy === 'string' ? policy : policy.id,
    url = 'http://127.0.0.1:9/hook',
    more: Partial<Pick<Endpoint, 'channel' | 'verification'>> & { readonly settings?: SettingValues } = {},
    request: CommandInput<'endpoint.create'>['request'] = endpointRequest.parse({}),
  ): Endpoint {
    return this.#engine.createEndpoint(
      { name, url, policy, secret: null, channel: 'webhook', verification: 'assume', request, ...more },
      null,
    );
  }

  send(endpoint: Endpoint, count = 1): readonly DeliveryId[] {
    return this.#engine.sendEvents({
      endpointIds: [endpoint.id],
      type: 'order.paid',
      contentType: 'application/json',
      body: Buffer.from('{"n":1}').toString('base64'),
      count,
      everyMs: 0,
    }).deliveryIds;
  }

  async advance(ms: number): Promise<void> {
    await this.system.advance(ms);
  }

  async row(id: DeliveryId): Promise<DeliveryRow> {
    const row = (await this.#opened.views.deliveries([id]))[0];
    if (row === undefined) throw new Error(`no delivery ${id}`);
    return row;
  }

  async detail(id: DeliveryId): Promise<DeliveryDetail> {
    const detail = await this.#opened.views.delivery(id);
    if (detail === null) throw new Error(`no delivery ${id}`);
    return detail;
  }

  async attempt(id: DeliveryId, n: number): Promise<AttemptDetail> {
    const attempt = await this.#opened.views.attempt(id, n);
    if (attempt === null) throw new Error(`no attempt ${n} of ${id}`);
    return attempt;
  }

  async rowsOf(eventId: EventId): Promise<readonly DeliveryRow[]> {
    const query = { cursor: null, limit: 100, states: null, endpointId: null, eventId, text: '' };
    return (await this.#opened.views.listDeliveries(this.#engine.run.id, query)).rows;
  }

  /** Somebody writes over the sealed secret in the file. */
  spoilSecret(id: EndpointId): void {
    const file = new Database(join(this.#dataDir, DATABASE_FILE));
    file.prepare('UPDATE endpoint SET secret = ? WHERE id = ?').run(Buffer.alloc(64), id);
    file.close();
  }

  /** What was decided about an endpoint itself, oldest first. */
  endpointSteps(id: EndpointId): readonly { readonly step: Step }[] {
    const file = new Database(join(this.#dataDir, DATABASE_FILE), { readonly: true });
    const rows = file
      .prepare<unknown[], { step: string }>(
        'SELECT step FROM step WHERE endpoint_id = ? AND delivery_id IS NULL ORDER BY seq',
      )
      .all(id);
    file.close();
    return rows.map(({ step }) => ({ step: JSON.parse(step) as Step }));
  }

  /** What an endpoint went through from the bench's beginning to now. */
  history(id: EndpointId): Promise<EndpointHistory> {
    return this.#opened.views.endpointHistory(id, BENCH_START, this.#engine.virtualNow());
  }

  /** Ends the engine as a kill does: nothing is told, nothing is written. Then starts another on the same file. */
  async killAndRestart(awayMs = 0): Promise<void> {
    this.#life.kill();
    this.sender.forget();
    await this.#opened.close();
    await this.system.advance(awayMs);
    await this.#restart();
  }

  async quitAndRestart(awayMs = 0): Promise<void> {
    await this.#engine.close();
    await this.#opened.close();
    await this.system.advance(awayMs);
    await this.#restart();
  }

  async #restart(): Promise<void> {
    this.#opened = await openFor(this.#dataDir, this.system);
    this.#life = this.system.life();
    this.#engine = this.#makeEngine();
    this.#engine.start();
  }

  #makeEngine(): Engine {
    return new Engine(
      {
        store: this.#opened.store,
        sender: this.sender,
        signer: this.signer,
        system: this.#life,
        chance: new CountingChance(),
        version: '0.0.0',
      },
      {
        onTrouble: (problem) => this.troubles.push(problem),
        onWallSet: (jumpMs) => this.wallJumps.push(jumpMs),
        onWoke: (awayMs, overdue) => this.woke.push({ awayMs, overdue }),
      },
    );
  }
}

const openFor = (dataDir: string, system: FakeSystem): OpenedStore =>
  openStore({
    dataDir,
    holder: 'test',
    wallMs: () => system.wallMs(),
    log: (line) => {
      throw new Error(`the store has something to say: ${line}`);
    },
  });
