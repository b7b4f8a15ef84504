import { parseArgs } from 'node:util';
import { deliveriesRow } from './rows/deliveries';
import { formatTable, type Row } from './table';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
  },
});
const rounds = Number(values.rounds);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const ROWS: readonly { readonly name: string; readonly measure: () => Promise<readonly Row[]> }[] = [
  { name: 'deliveries-256', measure: async () => [await deliveriesRow(256, rounds)] },
  { name: 'deliveries-64', measure: async () => [await deliveriesRow(64, rounds)] },
];

const rows: Row[] = [];
for (const { name, measure } of ROWS) {
  if (values.only !== undefined && !name.startsWith(values.only)) continue;
  say(`Measuring ${name} …`);
  rows.push(...(await measure()));
}
console.log(values.json ? JSON.stringify(rows, null, 2) : formatTable(rows));
