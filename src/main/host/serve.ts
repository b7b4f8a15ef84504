import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { dataFolder } from '../../shared/contract/data-folder';
import { assemble } from './assemble';
import { endWhenAsked } from './ending';
import { readPort } from './read-port';
import { systemChance, systemClock } from './system';
import { tokenFile } from './token';
import { VERSION } from './version';
import { openWebHost, type WebHost } from './web-host';

/** Where `retryscope serve` is found unless another port is asked for. */
export const DEFAULT_SERVE_PORT = 7_879;

export const SERVE_EXAMPLES = `
Examples:
  retryscope serve
  retryscope serve --port 9000 --data-dir ./replayed

It prints the address to open, and runs until Ctrl+C. Only this machine can reach it.`;

export type ServeFlags = { readonly dataDir?: string | undefined; readonly port?: string | undefined };

/**
 * Runs the same engine and screen in plain Node, for a browser on this machine, and says where. The process then ends
 * when the system asks it to.
 * @param entry the built file that this process runs: the pages and the reader lie beside it
 * @throws Refusal for a wrong option, a port in use, and what opening the data folder throws
 */
export async function serve(
  flags: ServeFlags,
  { out, log }: { readonly out: (text: string) => unknown; readonly log: (line: string) => void },
  entry: URL,
): Promise<void> {
  const port = readPort(flags.port);
  const folder = resolve(dataFolder(flags.dataDir, { platform: process.platform, env: process.env, home: homedir() }));
  const app = await assemble({
    dataDir: folder,
    holder: 'serve',
    host: {
      kind: 'browser',
      runtime: `Node ${process.versions.node}`,
      version: VERSION,
      sandboxed: true,
    },
    system: systemClock,
    chance: systemChance,
    reader: new URL('./reader.js', entry),
    licences: ['./licences.json', '../renderer/licences.json'].map((path) => new URL(path, entry)),
    log,
  });
  let web: WebHost;
  try {
    web = await openWebHost({
      app,
      port: port ?? DEFAULT_SERVE_PORT,
      orNext: port === null,
      pagesUrl: new URL('../renderer/', entry),
    });
  } catch (error) {
    await app.close();
    throw error;
  }
  out(`Retryscope is at ${web.url}\n`);
  log(`Its local API is at ${new URL('/v1', web.url).href}, its token in ${tokenFile(folder)}.`);
  endWhenAsked(async () => {
    await web.close();
    await app.close();
  }, log);
}
