import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename } from 'node:path';

export type PortHolder = { readonly name: string; readonly pid: number };

/**
 * Who listens on a TCP port of this machine, as far as Linux shows it to us: /proc/net/tcp → inode → process.
 * Null on other systems, and for processes of other users.
 */
export async function holderOf(port: number): Promise<PortHolder | null> {
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const inode of listeningInodes(await textOf(table), port)) inodes.add(`socket:[${inode}]`);
  }
  if (inodes.size === 0) return null;
  for (const pid of await namesIn('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    for (const fd of await namesIn(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
      if (inodes.has(target)) return { name: await programOf(pid), pid: Number(pid) };
    }
  }
  return null;
}

/** The program's file, not its first thread's name, which Node calls `MainThread`. */
async function programOf(pid: string): Promise<string> {
  const file = await readlink(`/proc/${pid}/exe`).catch(() => '');
  return basename(file) || (await textOf(`/proc/${pid}/comm`)).trim();
}

const LISTEN = '0A';

/** The socket inodes that listen on a port, from the text of /proc/net/tcp or /proc/net/tcp6. */
export function listeningInodes(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return local.endsWith(`:${wanted}`) && state === LISTEN ? [inode] : [];
  });
}

// What cannot be read (gone meanwhile, another user's, no /proc at all) only means that we cannot say who it is.
const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => []);

/** The first port after `port` on which we could listen, of the next `tries`; null when none is free. */
export async function nextFreePort(host: string, port: number, tries: number): Promise<number | null> {
  for (let candidate = port + 1; candidate <= Math.min(port + tries, 65_535); candidate++) {
    if (await isFree(host, candidate)) return candidate;
  }
  return null;
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
