import Database from 'better-sqlite3';
import { assemble } from '../../src/main/host/assemble';
import { answer } from '../../src/main/host/channel';
import { endWhenAsked } from '../../src/main/host/ending';
import { systemChance } from '../../src/main/host/system';
import { ControlledClock } from './controlled-clock';
import type { FromEngine, ToEngine } from './engine-messages';

/** The app without a screen, as `serve` composes it, driven by its parent. SIGTERM ends it in order. */
const say = (message: FromEngine): void => void process.send?.(message);
const [dataDir = '', wallOffsetMs = '0'] = process.argv.slice(2);

/** The writer's connection, to make its disk small: the limit of pages is a connection's own. */
let writer: Database.Database | null = null;
const { pragma } = Database.prototype;
Database.prototype.pragma = function (this: Database.Database, source, options) {
  if (source === 'journal_mode = WAL') writer = this;
  return pragma.call(this, source, options);
};

say({ kind: 'begun' });
const clock = new ControlledClock(Number(wallOffsetMs));
const app = await assemble({
  dataDir,
  holder: 'serve',
  host: { kind: 'browser', runtime: `Node ${process.versions.node}`, version: 'test', sandboxed: true },
  system: clock,
  chance: systemChance,
  reader: new URL('./reader.js', import.meta.url),
  log: (line) => say({ kind: 'log', line }),
});
app.subscribe((frame) => {
  if (frame.notices !== null) say({ kind: 'notices', notices: frame.notices });
  const { inFlight, nextAt, virtualMs } = frame.clock;
  const idle = inFlight === 0 && nextAt === null;
  say({ kind: 'frame', to: frame.to, idle, virtualMs, inFlight, totals: frame.totals });
});
process.on('message', (message: ToEngine) => {
  if (message.kind === 'set-wall') clock.setWall(message.offsetMs);
  else if (message.kind === 'pass') clock.pass(message.ms);
  else if (message.kind === 'disk') writer?.pragma(`max_page_count = ${message.full ? 1 : 1_073_741_823}`);
  else void answer(message, app).then((result) => say({ kind: 'answer', seq: message.seq, result }));
});
endWhenAsked(
  () => app.close(),
  (line) => say({ kind: 'log', line }),
);
say({ kind: 'ready' });
