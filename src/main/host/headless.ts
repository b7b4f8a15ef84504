import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder } from '../../shared/contract/data-folder';
import { Refusal } from '../../shared/model/problem';
import { assemble } from './assemble';
import { endWhenAsked } from './ending';
import { readPort } from './read-port';
import { systemChance, systemClock } from './system';
import { tokenFile } from './token';
import { VERSION } from './version';
import { openWebHost, type WebHost } from './web-host';

/** `retryscope serve`: the same engine and screen in plain Node, for a browser on this machine. */
const EXIT_REFUSED = 2;
const DEFAULT_PORT = 7879;
const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function serve(): Promise<void> {
  const { values } = parseArgs({
    options: { 'data-dir': { type: 'string' }, port: { type: 'string' } },
  });
  const port = readPort(values.port);
  const machine = { platform: process.platform, env: process.env, home: homedir() };
  const folder = resolve(dataFolder(values['data-dir'], machine));
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
    reader: new URL('./reader.js', import.meta.url),
    licences: ['./licences.json', '../renderer/licences.json'].map((path) => new URL(path, import.meta.url)),
    log,
  });
  let web: WebHost;
  try {
    web = await openWebHost({
      app,
      port: port ?? DEFAULT_PORT,
      orNext: port === null,
      pagesUrl: new URL('../renderer/', import.meta.url),
    });
  } catch (error) {
    await app.close();
    throw error;
  }
  process.stdout.write(`Retryscope is at ${web.url}\n`);
  log(`Its local API is at ${new URL('/v1', web.url).href}, its token in ${tokenFile(folder)}.`);
  endWhenAsked(async () => {
    await web.close();
    await app.close();
  }, log);
}

try {
  await serve();
} catch (error) {
  const expected =
    error instanceof Refusal ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  if (!expected) throw error;
  log(error.message);
  process.exit(EXIT_REFUSED);
}
