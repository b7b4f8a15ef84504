import { posix, win32 } from 'node:path';
import { dataFolder, type Machine } from '../../shared/contract/data-folder';

export type LaunchOptions = {
  readonly dataDir: string;
  /** What runs the app, in words for the screen; null when the launcher did not say. */
  readonly runtime: string | null;
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

/** Reads the command line, then RETRYSCOPE_DATA_DIR, then the platform's default. The folder is made absolute. */
export function readLaunchOptions(argv: readonly string[], machine: Machine & { readonly cwd: string }): LaunchOptions {
  const path = machine.platform === 'win32' ? win32 : posix;
  return {
    dataDir: path.resolve(machine.cwd, dataFolder(optionValue('data-dir', argv), machine)),
    runtime: optionValue('runtime', argv),
  };
}
