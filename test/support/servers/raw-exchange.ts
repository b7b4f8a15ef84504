import { connect } from 'node:net';

/**
 * Sends bytes exactly as they are and resolves to everything that came back, when the other side has closed; so the
 * request should say `Connection: close`. Latin-1 both ways.
 */
export function rawExchange(port: number, parts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.write(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));
  });
}

/** The status of an answer, or null when there is none. */
export const statusOf = (answer: string): number | null => {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  return status === undefined ? null : Number(status);
};
