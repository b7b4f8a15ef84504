import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { aDataFolder, type EngineProcess } from './processes';

/** A data folder whose disk a test fills and frees while the engine runs. */
export type SmallDisk = {
  readonly dataDir: string;
  readonly fill: (engine: EngineProcess) => void;
  readonly free: (engine: EngineProcess) => void;
};

/** The database itself may not grow: SQLite says "full" as it says it of a disk. Works everywhere. */
export function databaseThatMayNotGrow(): SmallDisk {
  return {
    dataDir: aDataFolder(),
    fill: (engine) => engine.tell({ kind: 'disk', full: true }),
    free: (engine) => engine.tell({ kind: 'disk', full: false }),
  };
}

/** So much that the load cannot fill it again in the moment in which the engine finds that there is room. */
const SIZE = 256 * 1_048_576;

/** A file system in memory, filled to the last byte by another file. Only root may mount one. */
export function memoryDisk(): SmallDisk {
  const dataDir = mount();
  onTestFinished(() => unmount(dataDir));
  const ballast = join(dataDir, 'ballast');
  return {
    dataDir,
    fill() {
      for (let bytes = SIZE; bytes >= 1; bytes = Math.floor(bytes / 2)) {
        try {
          writeFileSync(ballast, Buffer.alloc(bytes), { flag: 'a' });
        } catch {
          // No room for so many: half of them may fit.
        }
      }
    },
    free: () => rmSync(ballast),
  };
}

export function canMount(): boolean {
  try {
    unmount(mount());
    return true;
  } catch {
    return false;
  }
}

function mount(): string {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  return folder;
}

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}
