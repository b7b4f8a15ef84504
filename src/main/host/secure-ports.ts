import type { SecureDoor } from '../../shared/contract/views';
import { Refusal } from '../../shared/model/problem';
import { SECURE_TLS, type SecureTls } from '../../shared/model/route-tls';
import type { Receiver } from '../engine/receiver-ports';

/** So many ports after the wanted one are tried when it is taken. */
const NEXT_PORTS = 20;
const LAST_PORT = 65_535;

export type SecurePortsParts = {
  readonly receiver: Pick<Receiver, 'listenSecurely' | 'closeSecure'>;
  readonly host: string;
  /** The port of valid certificates; the other kinds follow it. 0: any free ones. */
  readonly wanted: () => number;
};

/** The receiver's https ports: one for each kind of certificate that a route needs, open only while one does. */
export class SecurePorts {
  readonly #parts: SecurePortsParts;
  readonly #doors = new Map<SecureTls, SecureDoor>();
  /** Opening and closing come one after the other. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(parts: SecurePortsParts) {
    this.#parts = parts;
  }

  get doors(): readonly SecureDoor[] {
    return SECURE_TLS.flatMap((tls) => this.#doors.get(tls) ?? []);
  }

  /** Where it listens, or would. */
  portOf(tls: SecureTls): number {
    return this.#doors.get(tls)?.port ?? this.#wantedOf(tls);
  }

  /** Opens what is missing and, with `only`, closes what is not named. What cannot be opened says why. */
  need(kinds: Iterable<SecureTls>, only: boolean): Promise<void> {
    const needed = new Set(kinds);
    return this.#inTurn(async () => {
      for (const tls of SECURE_TLS) {
        if (needed.has(tls)) await this.#open(tls);
        else if (only) await this.#close(tls);
      }
    });
  }

  /** To another wanted port. @throws Refusal `port-in-use`; then everything is as it was */
  move(port: number): Promise<void> {
    return this.#inTurn(async () => {
      const { receiver, host } = this.#parts;
      const failing = this.doors.filter(({ tls }) => tls !== 'valid');
      // Away from where the first one may want to go.
      for (const { tls } of failing) await this.#close(tls);
      let from = this.#parts.wanted();
      try {
        if (this.#doors.has('valid')) {
          const held = await receiver.listenSecurely('valid', { host, port });
          this.#doors.set('valid', { tls: 'valid', port: held, why: null });
        }
        from = port;
      } finally {
        // They may give way to a next free port; the one that was chosen has to be had.
        for (const { tls } of failing) await this.#openFrom(tls, from + SECURE_TLS.indexOf(tls));
      }
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#busy.then(work);
    this.#busy = done.catch(() => {});
    return done;
  }

  async #open(tls: SecureTls): Promise<void> {
    if (this.#doors.get(tls)?.port == null) await this.#openFrom(tls, this.#wantedOf(tls));
  }

  async #openFrom(tls: SecureTls, wanted: number): Promise<void> {
    const { receiver, host } = this.#parts;
    let why = '';
    const last = wanted === 0 ? 0 : Math.min(LAST_PORT, wanted + NEXT_PORTS);
    for (let port = wanted; port <= last; port++) {
      try {
        this.#doors.set(tls, { tls, port: await receiver.listenSecurely(tls, { host, port }), why: null });
        return;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (why === '') why = error.problem.message;
      }
    }
    this.#doors.set(tls, { tls, port: null, why });
  }

  async #close(tls: SecureTls): Promise<void> {
    if (this.#doors.delete(tls)) await this.#parts.receiver.closeSecure(tls);
  }

  #wantedOf(tls: SecureTls): number {
    const wanted = this.#parts.wanted();
    return wanted === 0 ? 0 : wanted + SECURE_TLS.indexOf(tls);
  }
}
