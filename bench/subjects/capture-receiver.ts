import { FIRST_PATH, FIRST_SCRIPT } from '../../src/main/host/door';
import { Routes } from '../../src/main/host/routes';
import { systemChance, systemClock } from '../../src/main/host/system';
import { makeReceiver } from '../../src/main/receiver/receiver';
import { openLine } from '../line';
import { newFolder } from '../processes';
import { subjectArgs } from '../subject';

/** The receiver as the app composes it: captures committed before they are answered, told to the feed. */
subjectArgs<null>();
const { engine, opened } = openLine(newFolder());
new Routes(opened.store, engine.run.id, systemChance, () => engine.virtualNow()).create({
  path: FIRST_PATH,
  script: FIRST_SCRIPT,
});
const receiver = makeReceiver({
  store: opened.store,
  clock: systemClock,
  chance: systemChance,
  runId: () => engine.run.id,
  seed: () => engine.run.seed,
  virtualNow: () => engine.virtualNow(),
  trouble: (problem) => {
    throw new Error(problem.message);
  },
  storing: (problem) => {
    if (problem !== null) throw new Error(problem.message);
  },
});
engine.start();
const report = await receiver.listen({ host: '127.0.0.1', port: 0 });
if (report.kind === 'down') throw new Error(report.why);
process.send?.(report.port);
