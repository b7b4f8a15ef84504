import { describe, expect, it } from 'vitest';
import { readLaunchOptions } from '../../src/main/shell/launch-options';
import { dataFolder } from '../../src/shared/contract/data-folder';

const linux = { platform: 'linux', env: {}, home: '/home/ada', cwd: '/home/ada/shop' };

describe('where data lives', () => {
  it.each([
    ['linux', {}, '/home/ada', '/home/ada/.local/share/retryscope'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/ada', '/data/retryscope'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/ada', '/home/ada/.local/share/retryscope'],
    ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/Retryscope'],
    [
      'win32',
      { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
      'C:\\Users\\ada',
      'C:\\Users\\ada\\AppData\\Roaming\\Retryscope',
    ],
  ])('on %s with %o', (platform, env, home, folder) => {
    expect(dataFolder(null, { platform, env, home })).toBe(folder);
  });

  it('is in the home folder on Windows too when the environment does not say', () => {
    expect(dataFolder('', { platform: 'win32', env: { APPDATA: '' }, home: 'C:\\Users\\ada' })).toBe(
      'C:\\Users\\ada\\AppData\\Roaming\\Retryscope',
    );
  });

  it('is what the command line says before what the environment says', () => {
    const machine = { ...linux, env: { RETRYSCOPE_DATA_DIR: '/from/env' } };
    expect(readLaunchOptions(['app', '--data-dir', '/from/line'], machine).dataDir).toBe('/from/line');
    expect(readLaunchOptions(['app', '--data-dir=/from/line'], machine).dataDir).toBe('/from/line');
    expect(readLaunchOptions(['app'], machine).dataDir).toBe('/from/env');
  });

  it('is absolute, seen from where the person is', () => {
    expect(readLaunchOptions(['app', '--data-dir', 'bench'], linux).dataDir).toBe('/home/ada/shop/bench');
  });
});

it('knows the runtime only when it is told', () => {
  expect(readLaunchOptions(['app', '--runtime', 'Electron 45.5.0'], linux).runtime).toBe('Electron 45.5.0');
  expect(readLaunchOptions(['app'], linux).runtime).toBeNull();
});
