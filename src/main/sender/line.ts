import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { addressPort } from './faults';

/** RFC 8305: how long one address may keep the next one waiting. Milliseconds. */
const NEXT_ADDRESS_MS = 250;
const TCP_KEEP_ALIVE_MS = 60_000;

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
  /** For https. */
  readonly tls: ConnectionOptions;
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
    const secure = protocol === 'https:';
    const socket = this.#connect(user, hostname, Number(port) || (secure ? 443 : 80), secure);
    let opening = true;
    const failed = (error: Error): void => {
      if (!opening) {
        this.#user?.onSocketError(error);
        return;
      }
      opening = false;
      this.#cancelOpening = null;
      socket.destroy();
      user.onOpenFailed(error);
      // Not the cause itself: the client treats some codes as a reason to connect again.
      callback(new Error('The connection could not be opened.'), null);
    };
    this.#cancelOpening = () => failed(new Error('Given up.'));
    socket.on('error', failed);
    socket.once('connect', () => user.onTcp(remoteOf(socket)));
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      if (!opening) return;
      opening = false;
      this.#cancelOpening = null;
      this.#adopt(socket);
      user.onOpen();
      callback(null, socket);
    });
  };

  #connect(user: LineUser, host: string, port: number, secure: boolean): Socket {
    const options = {
      host,
      port,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: TCP_KEEP_ALIVE_MS,
      lookup: this.#lookup(user),
    };
    const socket = secure
      ? connectTls({ ...this.#options.tls, ...options, servername: isIP(host) === 0 ? host : '' })
      : connectTcp(options);
    socket.on('connectionAttempt', (address: string, attemptPort: number) =>
      user.onTrying(addressPort(address, attemptPort)),
    );
    return socket;
  }

  #lookup(user: LineUser): LookupFunction {
    return (hostname, options, done) =>
      this.#options.lookup(hostname, options, (error, address, family) => {
        if (error === null) user.onResolved();
        done(error, address, family);
      });
  }

  #adopt(socket: Socket): void {
    this.#socket = socket;
    this.#remote = remoteOf(socket);
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

const remoteOf = (socket: Socket): string => addressPort(socket.remoteAddress ?? '', socket.remotePort ?? 0);

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
