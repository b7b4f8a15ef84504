import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { killAll } from './processes';
import type { Row, RowOptions } from './row';
import { capturesRows } from './rows/captures';
import { deliveriesRows } from './rows/deliveries';
import { exportRows } from './rows/export';
import { historyRows } from './rows/history';
import { latenessRow } from './rows/lateness';
import { listsRows } from './rows/lists';
import { memoryRows } from './rows/memory';
import { simulationRow } from './rows/simulation';
import { skipRunRow } from './rows/skip-run';
import { feedRow, pageMemoryRow, panRows } from './rows/window';
import { formatTable } from './table';

const ROWS: Readonly<Record<string, (options: RowOptions) => Promise<readonly Row[]>>> = {
  deliveries: deliveriesRows,
  captures: capturesRows,
  lateness: latenessRow,
  simulation: simulationRow,
  'skip-run': skipRunRow,
  memory: memoryRows,
  lists: listsRows,
  history: historyRows,
  export: exportRows,
  pan: panRows,
  feed: feedRow,
  'page-memory': pageMemoryRow,
};

const USAGE = `Usage: npm run bench -- [ROW…] [--full] [--rounds N] [--filled FOLDER] [--json FILE]

Rows: ${Object.keys(ROWS).join(', ')}; without any, all of them.
  --full           lists and memory with a million stored deliveries, page-memory with ten minutes of
                   traffic; that takes minutes
  --rounds N       how often each subject is measured; 3 unless said
  --filled FOLDER  keeps what lists, memory and pan find stored, and uses it again
  --json FILE      writes every single measurement to a file, too`;

const NOT_MEASURED = 1;
const BAD_INPUT = 2;
const STOPPED = 130;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function read(): { readonly names: readonly string[]; readonly options: RowOptions; readonly json: string | null } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      filled: { type: 'string' },
      full: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
    },
  });
  const unknown = positionals.find((name) => ROWS[name] === undefined);
  if (unknown !== undefined) throw new Error(`There is no row “${unknown}”.`);
  if (!/^[1-9]\d?$/.test(values.rounds)) throw new Error('--rounds takes a whole number from 1 to 99.');
  const names = positionals.length === 0 ? Object.keys(ROWS) : positionals;
  const { full, filled = null, json = null } = values;
  return { names, options: { rounds: Number(values.rounds), full, filled, say }, json };
}

const load = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}

async function main(): Promise<number> {
  const { names, options, json } = read();
  let stopped = false;
  let failed = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopped = true;
      killAll();
    });
  }
  const machine = `${availableParallelism()} cores, Node ${process.version}, commit ${commit()}, ${new Date().toISOString().slice(0, 10)}`;
  const rows: (Row & { readonly row: string; readonly loadBefore: number })[] = [];
  const left = [...names];
  for (let name = left[0]; name !== undefined && !stopped; name = left[0]) {
    const loadBefore = load();
    say(`Measuring ${name} (load average ${loadBefore}) …`);
    try {
      for (const row of (await ROWS[name]?.(options)) ?? []) rows.push({ ...row, row: name, loadBefore });
    } catch (error) {
      if (stopped) break;
      failed = true;
      say(`  ${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`);
    }
    left.shift();
  }
  if (rows.length > 0) console.log(`${machine}\n\n${formatTable(rows)}`);
  if (json !== null) writeFileSync(json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  if (stopped) say(`Stopped. Not measured: ${left.join(', ')}.`);
  if (stopped) return STOPPED;
  return failed ? NOT_MEASURED : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  killAll();
  const ours = error instanceof Error;
  say(ours ? error.message : String(error));
  say(USAGE);
  process.exitCode = BAD_INPUT;
}
