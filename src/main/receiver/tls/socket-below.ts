import type { Socket } from 'node:net';

/** The TCP socket below each TLS socket: only that one can reset its connection. */
const below = new WeakMap<Socket, Socket>();

export const setSocketBelow = (secure: Socket, plain: Socket): void => void below.set(secure, plain);

/** The socket itself where there is no TLS. */
export const socketBelow = (socket: Socket): Socket => below.get(socket) ?? socket;
