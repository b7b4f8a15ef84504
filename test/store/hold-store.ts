import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openStore } from '../../src/main/store/open-store';

/** A second process that holds a data folder until it is killed. */
const { store } = openStore({
  dataDir: process.argv[2] ?? '',
  holder: 'serve',
  wallMs: () => Date.now(),
  log: (line) => writeSync(2, `${line}\n`),
});
store.transact(() => store.saveSetting('by', 'child'));
// Nothing but the store is referred to any more: what the garbage collector finds must not include the lock.
setFlagsFromString('--expose-gc');
runInNewContext('gc')();
setImmediate(() => writeSync(1, 'open\n'));
setInterval(() => {}, 60_000);
