import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openStore } from '../../src/main/store/open-store';
import { makeId } from '../../src/shared/model/ids';
import { aDelivery, anAttempt, anEvent, aRequest } from '../support/rows';

/** Commits without an end, and acknowledges each commit once it is made: what any caller would then rely on. */
const { store } = openStore({
  dataDir: process.argv[2] ?? '',
  holder: 'run',
  wallMs: () => Date.now(),
  log: (line) => writeSync(2, `${line}\n`),
});
const run = store.liveRun();
if (run === null) throw new Error('there is no run');

for (;;) {
  const n = store.nextOrdinal(run.id, 'delivery');
  const event = anEvent(n, { id: makeId('event', n, randomBytes(10)), body: randomBytes(2_000) });
  const delivery = aDelivery(n, { id: makeId('delivery', n, randomBytes(10)), eventId: event.id });
  store.transact(() => {
    store.insertEvent(event);
    store.insertDelivery(delivery);
    store.insertAttempt(anAttempt(delivery), aRequest);
  });
  writeSync(1, `${store.revision()} ${event.id} ${delivery.id}\n`);
}
