import { findRunning } from '../api/client';
import { type Finding, findingsOf } from './finding';

const { good, note } = findingsOf('folder');

/** Whether the app that runs on a data folder, if one does, answers over its local API. */
export async function examineApi(dataDir: string): Promise<Finding> {
  const found = await findRunning(dataDir);
  if ('url' in found) return good('Local API', `${found.url}, answers`);
  switch (found.why) {
    case 'none':
      return note(
        { name: 'Local API', says: 'off' },
        'retryscope send needs it: start retryscope serve, or switch it on in Settings, Local API.',
      );
    case 'stale':
      return note({ name: 'Local API', says: 'does not answer' }, 'Start Retryscope again; it says anew where it is.');
    case 'no-token':
      return note(
        { name: 'Local API', says: 'on, but its token cannot be read' },
        'Let your account read the token file in the data folder.',
      );
  }
}
