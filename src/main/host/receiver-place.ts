import type { ReceiverReport } from '../../shared/contract/views';
import type { RunId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import type { EngineStore, Receiver } from '../engine/ports';
import { DEFAULT_RECEIVER_PORT } from '../receiver/bounds';
import type { Notices } from './notices';

const HOST = '127.0.0.1';
/** When the wanted port is taken at start, so many that follow it are tried. */
const NEXT_PORTS = 20;
const PORT_SETTING = 'receiver-port';

/** The port that a data folder wants, from its settings. */
export function receiverPortOf(setting: (key: string) => string | null): number {
  const saved = Number(setting(PORT_SETTING));
  return Number.isInteger(saved) && saved >= 1 && saved <= 65_535 ? saved : DEFAULT_RECEIVER_PORT;
}

export type PlacePorts = {
  readonly receiver: Receiver;
  readonly store: Pick<EngineStore, 'setting' | 'saveSetting' | 'transact' | 'endpoints' | 'updateEndpoint'>;
  readonly runId: () => RunId;
  readonly notices: Notices;
  readonly changed: () => void;
};

/** Where the receiver listens, and what follows when that changes. */
export class ReceiverPlace {
  readonly #ports: PlacePorts;
  #report: ReceiverReport;

  constructor(ports: PlacePorts) {
    this.#ports = ports;
    this.#report = { kind: 'down', wantedPort: this.#wantedPort(), why: 'Not started yet.' };
  }

  report(): ReceiverReport {
    return this.#report;
  }

  urlOf(path: string): string {
    const port = this.#report.kind === 'listening' ? this.#report.port : this.#report.wantedPort;
    return `http://${HOST}:${port}${path}`;
  }

  /** Takes the wanted port, or the next free one and says so; never keeps the app from starting. */
  async openAtStart(): Promise<void> {
    const wantedPort = this.#wantedPort();
    let why = '';
    for (let port = wantedPort; port <= Math.min(65_535, wantedPort + NEXT_PORTS); port++) {
      try {
        this.#settleAt(await this.#ports.receiver.listen({ host: HOST, port }), wantedPort);
        if (port !== wantedPort) {
          this.#ports.notices.post({
            id: 'receiver-port',
            tone: 'warning',
            message: `${why} The receiver listens on ${port} for now.`,
          });
        }
        return;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (why === '') why = firstSentence(error.problem.message);
      }
    }
    this.#report = { kind: 'down', wantedPort, why };
    this.#ports.notices.post({
      id: 'receiver-port',
      tone: 'error',
      message: `${why} The receiver is down. Choose another port.`,
    });
  }

  /** Moves the receiver; it stays where it is when the port cannot be had. @throws Refusal `port-in-use` */
  async move(port: number): Promise<ReceiverReport> {
    if (this.#report.kind === 'listening' && this.#report.port === port) return this.#report;
    const report = await this.#ports.receiver.listen({ host: HOST, port });
    this.#ports.store.transact(() => this.#ports.store.saveSetting(PORT_SETTING, String(port)));
    this.#settleAt(report, port);
    this.#ports.notices.remove('receiver-port');
    return this.#report;
  }

  async close(): Promise<void> {
    await this.#ports.receiver.close();
  }

  #wantedPort(): number {
    return receiverPortOf((key) => this.#ports.store.setting(key));
  }

  #settleAt(report: ReceiverReport, wantedPort: number): void {
    this.#report = { ...report, wantedPort };
    this.follow();
    this.#ports.changed();
  }

  /** Endpoints of the live run that point at a route of ours follow the receiver to where it listens. */
  follow(): void {
    const { store, runId } = this.#ports;
    const moved = store
      .endpoints(runId())
      .filter((endpoint) => endpoint.routeId !== null && endpoint.state !== 'deleted')
      .map((endpoint) => ({ endpoint, url: this.urlOf(pathOf(endpoint.url)) }))
      .filter(({ endpoint, url }) => endpoint.url !== url);
    if (moved.length > 0) {
      store.transact(() => {
        for (const { endpoint, url } of moved) store.updateEndpoint({ ...endpoint, url });
      });
    }
  }
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/, '');
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
