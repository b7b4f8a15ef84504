import type { LookupFunction, Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { dial, type Leg, readyEvent, remoteOf } from './dial';
import { connectThrough, type ThroughUser } from './proxy';

/** What a line tells the exchange that is on it. */
export interface LineUser extends Dispatcher.DispatchHandler {
  readonly settled: boolean;
  onTaken(line: Line): void;
  onOpening(): void;
  onResolved(): void;
  onTrying(address: string): void;
  onTcp(remote: string): void;
  onOpen(): void;
  onOpenFailed(error: Error): void;
  /** Any error of an open socket. A TLS alert is only told here: the client replaces it by the close that follows. */
  onSocketError(error: Error): void;
  /** Whether bytes follow the head. */
  readonly hasBody: boolean;
  /** The request line and fields; called once, when they are written. */
  head(): string;
  onWritten(): void;
  /** Bytes from the peer before they are parsed; they may be changed in place. */
  onBytes(chunk: Uint8Array): void;
}

/** How lines of one origin are opened. */
export type LineOptions = {
  readonly lookup: LookupFunction;
  /** For https; the target's, whoever stands between. */
  readonly tls: ConnectionOptions;
  /** Through which connections go; null goes to the target itself. */
  readonly proxy: Leg | null;
};

/**
 * One connection at a time and the exchange that has it. The client below frames, parses and keeps alive; the line
 * opens the socket, so that each phase is seen and each address named, and stands between client and socket, so that
 * the head on the wire is ours to the byte and "written" means that the socket took it.
 */
export class Line {
  readonly #options: LineOptions;
  #user: LineUser | null = null;
  #socket: Socket | null = null;
  #remote: string | null = null;
  #headDue = false;
  #cancelOpening: (() => void) | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** The peer of an open connection. */
  get remote(): string | null {
    return this.#remote;
  }

  take(user: LineUser): void {
    this.#user = user;
    this.#headDue = true;
    user.onTaken(this);
  }

  /** The exchange is complete: an idle connection must not keep its bytes. */
  leave(user: LineUser): void {
    if (this.#user === user) this.#user = null;
  }

  /** Gives up a connection that is being opened; an open one is closed through the client. */
  cancelOpening(): void {
    this.#cancelOpening?.();
  }

  destroy(): void {
    this.#socket?.destroy();
  }

  readonly open: buildConnector.connector = ({ hostname, port, protocol }, callback) => {
    const user = this.#user;
    if (user === null || user.settled) {
      callback(new Error('No exchange waits for this connection.'), null);
      return;
    }
    user.onOpening();
    const tls = protocol === 'https:' ? this.#options.tls : null;
    const target: Leg = { host: hostname, port: Number(port) || (tls === null ? 80 : 443), tls };
    let opening = true;
    const onError = (error: Error): void => {
      if (!opening) {
        this.#user?.onSocketError(error);
        return;
      }
      opening = false;
      this.#cancelOpening = null;
      giveUp();
      user.onOpenFailed(error);
      // Not the cause itself: the client treats some codes as a reason to connect again.
      callback(new Error('The connection could not be opened.'), null);
    };
    this.#cancelOpening = () => onError(new Error('Given up.'));
    const giveUp = this.#connect(target, {
      onResolved: () => user.onResolved(),
      onTrying: (address) => user.onTrying(address),
      onTcp: (remote) => user.onTcp(remote),
      onError,
      onReady: (socket, remote) => {
        if (!opening) return;
        opening = false;
        this.#cancelOpening = null;
        this.#adopt(socket, remote);
        user.onOpen();
        callback(null, socket);
      },
    });
  };

  /** Returns how to give it up. */
  #connect(target: Leg, user: ThroughUser): () => void {
    const { lookup, proxy } = this.#options;
    if (proxy !== null) return connectThrough(proxy, target, lookup, user);
    const socket = dial(target, lookup, user);
    socket.on('error', user.onError);
    socket.once('connect', () => user.onTcp(remoteOf(socket)));
    socket.once(readyEvent(target), () => user.onReady(socket, remoteOf(socket)));
    return () => socket.destroy();
  }

  #adopt(socket: Socket, remote: string): void {
    this.#socket = socket;
    this.#remote = remote;
    socket.once('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#remote = null;
    });
    const write = socket.write.bind(socket);
    const read = socket.read.bind(socket);
    const written = (error?: Error | null): void => {
      if (error === undefined || error === null) this.#user?.onWritten();
    };
    // The client writes its own head as the first chunk, a string, and then the body, bytes.
    const writeOurs = (chunk: string | Uint8Array): boolean => {
      if (typeof chunk !== 'string') return write(chunk, written);
      if (!this.#headDue || this.#user === null) return write(chunk, 'latin1');
      this.#headDue = false;
      return write(this.#user.head(), 'latin1', this.#user.hasBody ? undefined : written);
    };
    socket.write = writeOurs;
    socket.read = (size?: number): unknown => {
      const chunk: unknown = read(size);
      if (chunk instanceof Uint8Array) this.#user?.onBytes(chunk);
      return chunk;
    };
  }
}

const isLineUser = (handler: Dispatcher.DispatchHandler): handler is LineUser => 'onTaken' in handler;

/** A pool's client whose connections go through a line. */
export class LineClient extends Client {
  readonly #line: Line;

  constructor(origin: URL, options: LineOptions, clientOptions: Client.Options) {
    const line = new Line(options);
    super(origin, { ...clientOptions, connect: line.open });
    this.#line = line;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (isLineUser(handler)) this.#line.take(handler);
    return super.dispatch(options, handler);
  }
}
