import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where data lives: the option, else RETRYSCOPE_DATA_DIR, else the platform's folder for such data. */
export function dataDir(option: string | undefined, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const wanted = option ?? env['RETRYSCOPE_DATA_DIR'];
  if (wanted !== undefined && wanted !== '') return resolve(wanted);
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Retryscope');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Retryscope');
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'retryscope');
}
