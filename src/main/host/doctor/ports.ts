import { holderOf } from '../../receiver/port-holder';
import { type Finding, findingsOf } from './finding';

const { good, note } = findingsOf('ports');

export type UsedPort = { readonly name: string; readonly port: number; readonly option: string };

/**
 * Whether the ports that Retryscope listens on are free.
 * @param ownPid the process that has the data folder: what it holds is as it should be
 */
export async function examinePorts(ports: readonly UsedPort[], ownPid: number | null): Promise<readonly Finding[]> {
  return Promise.all(
    ports.map(async ({ name, port, option }) => {
      const holder = await holderOf(port);
      if (holder === null) return good(name, `${port}, free`);
      if (holder.pid === ownPid) return good(name, `${port}, in use by the Retryscope of this data folder`);
      return note(
        { name, says: `${port} is in use by ${holder.name} (process ${holder.pid})` },
        `The next free one is taken instead. To keep ${port}, end that program; to choose another, ${option}.`,
      );
    }),
  );
}
