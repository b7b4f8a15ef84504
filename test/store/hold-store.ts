import { writeSync } from 'node:fs';
import { openStore } from '../../src/main/store/open-store';

/** A second process that holds a data folder until it is killed. */
const { store } = openStore({
  dataDir: process.argv[2] ?? '',
  holder: 'serve',
  wallMs: () => Date.now(),
  log: (line) => writeSync(2, `${line}\n`),
});
store.transact(() => store.saveSetting('by', 'child'));
writeSync(1, 'open\n');
setInterval(() => {}, 60_000);
