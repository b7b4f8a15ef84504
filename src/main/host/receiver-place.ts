import type { HttpsReport, ReceiverPlaces, ReceiverReport } from '../../shared/contract/views';
import type { RunId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import type { Route } from '../../shared/model/receiver';
import { type RouteTls, SECURE_TLS, type SecureTls } from '../../shared/model/route-tls';
import type { EngineStore } from '../engine/ports';
import type { Receiver } from '../engine/receiver-ports';
import { DEFAULT_HTTPS_PORT, DEFAULT_RECEIVER_PORT } from '../receiver/bounds';
import type { Notices } from './notices';
import { SecurePorts } from './secure-ports';

const HOST = '127.0.0.1';
/** When the wanted port is taken at start, so many that follow it are tried. */
const NEXT_PORTS = 20;
const PORT_SETTING = 'receiver-port';
const HTTPS_SETTING = 'receiver-https-port';

/** What of a route says where it is reached. */
export type RoutePlace = Pick<Route, 'path' | 'tls'>;

/** The ports that a data folder wants, from its settings. */
export const wantedPorts = (
  setting: (key: string) => string | null,
): { readonly http: number; readonly https: number } => ({
  http: savedPort(setting(PORT_SETTING)) ?? DEFAULT_RECEIVER_PORT,
  https: savedPort(setting(HTTPS_SETTING)) ?? DEFAULT_HTTPS_PORT,
});

function savedPort(text: string | null): number | null {
  const saved = Number(text);
  return Number.isInteger(saved) && saved >= 1 && saved <= 65_535 ? saved : null;
}

export type PlacePorts = {
  readonly receiver: Receiver;
  readonly store: Pick<EngineStore, 'setting' | 'saveSetting' | 'transact' | 'endpoints' | 'updateEndpoint' | 'routes'>;
  readonly runId: () => RunId;
  readonly notices: Notices;
  readonly changed: () => void;
};

/** Where the receiver listens, and what follows when that changes. */
export class ReceiverPlace {
  readonly #ports: PlacePorts;
  readonly #secure: SecurePorts;
  #report: ReceiverReport;

  constructor(ports: PlacePorts) {
    this.#ports = ports;
    this.#report = { kind: 'down', wantedPort: this.#wantedPort(), why: 'Not started yet.' };
    this.#secure = new SecurePorts({ receiver: ports.receiver, host: HOST, wanted: () => this.#wantedHttpsPort() });
  }

  report(): ReceiverPlaces {
    return { ...this.#report, https: this.#https() };
  }

  #https(): HttpsReport {
    return { wantedPort: this.#wantedHttpsPort(), doors: this.#secure.doors };
  }

  urlOf({ path, tls }: RoutePlace): string {
    return `${this.#originOf(tls)}${path}`;
  }

  /** The kind of a URL's port and what follows it, when the port is one of ours. */
  placeOf(url: string): RoutePlace | null {
    for (const tls of ['off', ...SECURE_TLS] as const) {
      const origin = this.#originOf(tls);
      if (url.startsWith(`${origin}/`)) return { tls, path: url.slice(origin.length) };
    }
    return null;
  }

  #originOf(tls: RouteTls): string {
    if (tls !== 'off') return `https://${HOST}:${this.#secure.portOf(tls)}`;
    const port = this.#report.kind === 'listening' ? this.#report.port : this.#report.wantedPort;
    return `http://${HOST}:${port}`;
  }

  /**
   * Opens the https ports that these kinds and the live run's routes need.
   * @throws Refusal `unavailable` when one of these cannot be opened
   */
  async prepare(kinds: Iterable<RouteTls>): Promise<void> {
    const wanted = new Set([...kinds].filter((tls): tls is SecureTls => tls !== 'off'));
    if (wanted.size === 0) return;
    await this.#secure.need(wanted, false);
    this.#ports.changed();
    for (const { tls, port, why } of this.#secure.doors) {
      if (wanted.has(tls) && port === null) throw new Refusal({ code: 'unavailable', message: why ?? '' });
    }
  }

  /** Opens and closes https ports until they are those that the live run's routes need. */
  async match(): Promise<void> {
    const { store, runId, notices, changed } = this.#ports;
    const before = JSON.stringify(this.#secure.doors);
    const kinds = store.routes(runId()).flatMap(({ tls }) => (tls === 'off' ? [] : [tls]));
    await this.#secure.need(kinds, true);
    const { doors } = this.#secure;
    const shut = doors.find(({ port }) => port === null);
    if (shut === undefined) notices.remove('receiver-https');
    else notices.post({ id: 'receiver-https', tone: 'error', message: `The receiver cannot speak https: ${shut.why}` });
    if (JSON.stringify(doors) === before) return;
    this.follow();
    changed();
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
  async move(port: number): Promise<ReceiverPlaces> {
    if (this.#report.kind === 'listening' && this.#report.port === port) return this.report();
    const report = await this.#ports.receiver.listen({ host: HOST, port });
    this.#ports.store.transact(() => this.#ports.store.saveSetting(PORT_SETTING, String(port)));
    this.#settleAt(report, port);
    this.#ports.notices.remove('receiver-port');
    return this.report();
  }

  /** Moves the https ports; they stay where they are when the first cannot be had. @throws Refusal `port-in-use` */
  async moveHttps(port: number): Promise<ReceiverPlaces> {
    const { store, notices, changed } = this.#ports;
    await this.#secure.move(port);
    store.transact(() => store.saveSetting(HTTPS_SETTING, String(port)));
    notices.remove('receiver-https');
    this.follow();
    changed();
    return this.report();
  }

  async close(): Promise<void> {
    await this.#ports.receiver.close();
  }

  #wantedPort(): number {
    return wantedPorts((key) => this.#ports.store.setting(key)).http;
  }

  #wantedHttpsPort(): number {
    return wantedPorts((key) => this.#ports.store.setting(key)).https;
  }

  #settleAt(report: ReceiverReport, wantedPort: number): void {
    this.#report = { ...report, wantedPort };
    this.follow();
    this.#ports.changed();
  }

  /** Endpoints of the live run that point at a route of ours follow it to where it is reached. */
  follow(): void {
    const { store, runId } = this.#ports;
    const tlsOf = new Map(store.routes(runId()).map(({ id, tls }) => [id, tls]));
    const moved = store.endpoints(runId()).flatMap((endpoint) => {
      if (endpoint.routeId === null || endpoint.state === 'deleted') return [];
      const tls = tlsOf.get(endpoint.routeId) ?? (endpoint.url.startsWith('http:') ? 'off' : null);
      if (tls === null) return [];
      const url = this.urlOf({ path: pathOf(endpoint.url), tls });
      return url === endpoint.url ? [] : [{ ...endpoint, url }];
    });
    if (moved.length > 0) {
      store.transact(() => {
        for (const endpoint of moved) store.updateEndpoint(endpoint);
      });
    }
  }
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/, '');
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
