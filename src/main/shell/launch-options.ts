import { posix, win32 } from 'node:path';

export type LaunchOptions = {
  readonly dataDir: string;
  /** What runs the app, in words for the screen; null when the launcher did not say. */
  readonly runtime: string | null;
};

export type Machine = {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
};

/** The value of `--name VALUE` or `--name=VALUE`; the last one counts, an empty one is none. */
function optionValue(name: string, argv: readonly string[]): string | null {
  const values = argv.flatMap((arg, index) => {
    if (arg === `--${name}`) return [argv[index + 1] ?? ''];
    return arg.startsWith(`--${name}=`) ? [arg.slice(name.length + 3)] : [];
  });
  const last = values.at(-1) ?? '';
  return last === '' ? null : last;
}

const given = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** Where data lives unless someone says otherwise: the platform's own place for it. */
export function defaultDataDir({ platform, env, home }: Omit<Machine, 'cwd'>): string {
  if (platform === 'win32') {
    return win32.join(given(env['APPDATA']) ?? win32.join(home, 'AppData', 'Roaming'), 'Retryscope');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Retryscope');
  return posix.join(given(env['XDG_DATA_HOME']) ?? posix.join(home, '.local', 'share'), 'retryscope');
}

/** Reads the command line, then RETRYSCOPE_DATA_DIR, then the platform's default. The folder is made absolute. */
export function readLaunchOptions(argv: readonly string[], machine: Machine): LaunchOptions {
  const chosen = optionValue('data-dir', argv) ?? given(machine.env['RETRYSCOPE_DATA_DIR']) ?? defaultDataDir(machine);
  const path = machine.platform === 'win32' ? win32 : posix;
  return { dataDir: path.resolve(machine.cwd, chosen), runtime: optionValue('runtime', argv) };
}
