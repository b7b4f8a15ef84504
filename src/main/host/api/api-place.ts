import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Preferences } from '../../../shared/contract/preferences';
import type { ApiReport } from '../../../shared/contract/views';
import { endingOf, LOOPBACK, lastPortFrom, listenOn, MOST_CONNECTIONS, portOf, SERVER_LIMITS } from '../loopback';
import type { Notices } from '../notices';
import { type Token, tokenFile } from '../token';
import { removeRunning, writeRunning } from './running-file';
import type { Api } from './serve-api';

export type ApiPlacePorts = {
  readonly api: Api;
  readonly token: Token;
  readonly instance: string;
  readonly dataDir: string;
  readonly notices: Pick<Notices, 'post' | 'remove'>;
  readonly onError: (error: unknown) => void;
  /** False under `serve`, where the page's server serves it. */
  readonly ownPort: boolean;
  readonly limits?: ServerOptions;
};

type Wanted = Pick<Preferences, 'apiOn' | 'apiPort'>;
type Open = { readonly server: Server; readonly end: () => void; readonly port: number; readonly wantedPort: number };

/** Where the local API is served: at a port of its own while that is chosen, or by the page's server. */
export class ApiPlace {
  readonly #ports: ApiPlacePorts;
  readonly #listeners = new Set<() => void>();
  #open: Open | null = null;
  #pageUrl: string | null = null;
  #wanted: Wanted = { apiOn: false, apiPort: 0 };
  #why: string | null = null;
  /** Changes come one after the other. */
  #busy: Promise<void> = Promise.resolve();

  constructor(ports: ApiPlacePorts) {
    this.#ports = ports;
    // Left over from a process that was killed: whoever is here now holds the folder.
    removeRunning(ports.dataDir);
  }

  get api(): Api {
    return this.#ports.api;
  }

  token(): string {
    return this.#ports.token.now();
  }

  /** The former token is no longer good, and what it opened is closed. */
  renewToken(): string {
    const token = this.#ports.token.renew();
    this.#ports.api.endStreams();
    for (const listener of this.#listeners) listener();
    return token;
  }

  onNewToken(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** The page's server serves it too, as long as it serves the page. */
  servedByPage(url: string): void {
    this.#pageUrl = url;
    this.#note(url);
  }

  /** Does what the settings mean. */
  follow({ apiOn, apiPort }: Wanted): void {
    if (apiOn === this.#wanted.apiOn && apiPort === this.#wanted.apiPort) return;
    this.#wanted = { apiOn, apiPort };
    this.#busy = this.#busy.then(() => this.#settle()).catch(this.#ports.onError);
  }

  /** As it is once it has followed. */
  async report(): Promise<ApiReport> {
    await this.#busy;
    const { dataDir } = this.#ports;
    const url = this.#pageUrl ?? (this.#open === null ? null : `http://${LOOPBACK}:${this.#open.port}`);
    if (url === null) return { kind: 'off', why: this.#why };
    return { kind: 'on', url, tokenFile: tokenFile(dataDir), withPage: this.#pageUrl !== null };
  }

  async close(): Promise<void> {
    await this.#busy;
    await this.#end();
    removeRunning(this.#ports.dataDir);
  }

  async #settle(): Promise<void> {
    const { apiOn, apiPort } = this.#wanted;
    if (!this.#ports.ownPort) return;
    if (this.#open !== null && (!apiOn || this.#open.wantedPort !== apiPort)) await this.#end();
    if (apiOn && this.#open === null) await this.#begin(apiPort);
  }

  async #begin(wantedPort: number): Promise<void> {
    const { api, notices, limits } = this.#ports;
    const server = createServer({ ...SERVER_LIMITS, ...limits }, (request, response) => {
      void api.answer(request, response);
    });
    server.maxConnections = MOST_CONNECTIONS;
    const end = endingOf(server);
    const last = lastPortFrom(wantedPort);
    if (!(await listenOn(server, wantedPort, last))) {
      this.#why = `Ports ${wantedPort} to ${last} of ${LOOPBACK} are taken. Choose another one.`;
      notices.post({ id: 'api-port', tone: 'error', message: `The local API is off: ${this.#why}` });
      return;
    }
    const port = portOf(server);
    this.#why = null;
    this.#open = { server, end, port, wantedPort };
    if (port === wantedPort) notices.remove('api-port');
    else {
      const message = `Port ${wantedPort} is taken. The local API listens on ${port} for now.`;
      notices.post({ id: 'api-port', tone: 'warning', message });
    }
    this.#note(`http://${LOOPBACK}:${port}`);
  }

  async #end(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    this.#why = null;
    this.#ports.notices.remove('api-port');
    if (open === null) return;
    removeRunning(this.#ports.dataDir);
    this.#ports.api.endStreams();
    await new Promise<void>((closed) => {
      open.server.close(() => closed());
      open.end();
    });
  }

  #note(url: string): void {
    const { dataDir, instance, token } = this.#ports;
    token.now();
    writeRunning(dataDir, { url, tokenFile: tokenFile(dataDir), pid: process.pid, instance });
  }
}
