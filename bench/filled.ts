import { newFolder } from './processes';
import { count } from './row';
import { runSubject } from './subject';

/** What a data folder is filled with: every delivery has had one attempt. */
export type FillArgs = {
  readonly dataDir: string;
  readonly deliveries: number;
  /** So many of them wait for their next attempt, a day away. */
  readonly waiting: number;
};

const filled = new Map<string, Promise<string>>();

/** A filled data folder, made once in a run of the command. */
export function filledFolder(deliveries: number, waiting: number, say: (line: string) => void): Promise<string> {
  const key = `${deliveries} ${waiting}`;
  const known = filled.get(key);
  if (known !== undefined) return known;
  say(`  storing ${count(deliveries)} deliveries, ${count(waiting)} of them waiting`);
  const made = fill(newFolder(), deliveries, waiting);
  filled.set(key, made);
  return made;
}

async function fill(dataDir: string, deliveries: number, waiting: number): Promise<string> {
  await runSubject<FillArgs, number>('fill', { dataDir, deliveries, waiting });
  return dataDir;
}
