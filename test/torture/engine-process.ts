import { assemble } from '../../src/main/host/assemble';
import { answer } from '../../src/main/host/channel';
import { systemChance, systemClock } from '../../src/main/host/system';
import type { ClientMessage } from '../../src/shared/contract/channel';
import type { FromEngine } from './engine-messages';

/** The app without a screen, as `serve` composes it, driven by its parent. SIGTERM ends it in order. */
const say = (message: FromEngine): void => void process.send?.(message);

say({ kind: 'begun' });
const app = await assemble({
  dataDir: process.argv[2] ?? '',
  holder: 'serve',
  host: { kind: 'browser', runtime: `Node ${process.versions.node}`, version: 'test', sandboxed: true },
  system: systemClock,
  chance: systemChance,
  reader: new URL('./reader-worker.mjs', import.meta.url),
  log: (line) => say({ kind: 'log', line }),
});
app.subscribe((frame) => {
  if (frame.notices !== null) say({ kind: 'notices', notices: frame.notices });
  const { inFlight, nextAt } = frame.clock;
  say({ kind: 'frame', to: frame.to, idle: inFlight === 0 && nextAt === null, totals: frame.totals });
});
process.on('message', (message: ClientMessage) => {
  void answer(message, app).then((result) => say({ kind: 'answer', seq: message.seq, result }));
});
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
say({ kind: 'ready' });
