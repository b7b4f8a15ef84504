import { parseArgs } from 'node:util';
import type { EngineToShell } from '../../shared/contract/engine-process';
import type { Snapshot } from '../../shared/contract/views';
import { Refusal } from '../../shared/model/problem';
import { type App, assemble } from './assemble';
import { serveChannel, type TextPort } from './channel';
import { DesktopNews, stateOf } from './desktop-news';
import { endWhenAsked } from './ending';
import { systemChance, systemClock } from './system';
import { VERSION } from './version';

/**
 * The window's engine process (Electron's utilityProcess runs it; nothing of Electron is imported). The shell sends
 * `connect` with a port for each page, and `shutdown`; it is told `ready` or `refused`.
 */
type ShellMessage = {
  readonly data: { readonly kind: 'connect' | 'shutdown' };
  readonly ports: readonly PortOfShell[];
};

type PortOfShell = {
  postMessage(text: string): void;
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
  start(): void;
};

type ParentPort = {
  postMessage(message: EngineToShell): void;
  on(event: 'message', listener: (message: ShellMessage) => void): void;
};

const EXIT_REFUSED = 2;
const log = (line: string): void => void process.stderr.write(`${line}\n`);

const parent = (process as unknown as { readonly parentPort?: ParentPort }).parentPort;
if (parent === undefined) {
  log('This file is the engine process of the Retryscope window. Start the window with: npm start');
  process.exit(EXIT_REFUSED);
}

const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, runtime: { type: 'string' }, sandboxed: { type: 'string' } },
});

// Ports that arrive while the app is still being put together wait for it.
const waiting: PortOfShell[] = [];
let app: App | null = null;

// The shell asks by a message; at log-out, or after Ctrl-C in the terminal, the system asks every process by itself.
const shutDown = endWhenAsked(async () => app?.close(), log);

parent.on('message', ({ data, ports }) => {
  if (data.kind === 'shutdown') {
    shutDown();
    return;
  }
  for (const port of ports) {
    if (app === null) waiting.push(port);
    else connect(app, port);
  }
});

try {
  app = await assemble({
    dataDir: values['data-dir'] ?? '',
    holder: 'window',
    host: { kind: 'window', runtime: values.runtime ?? '', version: VERSION, sandboxed: values.sandboxed !== 'false' },
    system: systemClock,
    chance: systemChance,
    crash: () => process.kill(process.pid, 'SIGKILL'),
    reader: new URL('./reader.js', import.meta.url),
    licences: ['./licences.json', '../renderer/licences.json'].map((path) => new URL(path, import.meta.url)),
    log,
  });
  for (const port of waiting.splice(0)) connect(app, port);
  parent.postMessage({ kind: 'ready' });
  await tellShell(app, parent);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  parent.postMessage({ kind: 'refused', message: error.problem.message });
  process.exitCode = EXIT_REFUSED;
  setTimeout(() => process.exit(EXIT_REFUSED), 100);
}

/** Tells the shell how much is going on, whenever that changes, and what a person may want to be told. */
async function tellShell(from: App, shell: ParentPort): Promise<void> {
  const snapshot = (await from.handle('snapshot', {})) as Snapshot;
  const news = new DesktopNews(snapshot);
  let told = '';
  const tell = (now: Pick<Snapshot, 'clock' | 'totals'>): void => {
    const state = stateOf(now);
    const text = JSON.stringify(state);
    if (text === told) return;
    told = text;
    shell.postMessage({ kind: 'state', state });
  };
  tell(snapshot);
  from.subscribe((frame) => {
    tell(frame);
    for (const each of news.hear(frame)) shell.postMessage({ kind: 'news', news: each });
  });
}

function connect(to: App, port: PortOfShell): void {
  const text: TextPort = {
    post: (message) => port.postMessage(message),
    onText: (listener) => port.on('message', ({ data }) => listener(String(data))),
    onClose: (listener) => port.on('close', listener),
  };
  serveChannel(text, to);
  port.start();
}
