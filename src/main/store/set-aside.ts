import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { utcStamp } from './utc-stamp';

/**
 * Renames a database that cannot be used, with its log and its shared memory; nothing is deleted.
 * @returns the new name, without its folder
 */
export function setAside(file: string, wallMs: number): string {
  const target = freeName(`${file}.damaged-${utcStamp(wallMs)}`);
  renameSync(file, target);
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${target}${suffix}`);
  }
  return basename(target);
}

/** The name, or with `-2`, `-3` … behind it when it is taken. */
export function freeName(wanted: string): string {
  let name = wanted;
  for (let n = 2; existsSync(name); n++) name = `${wanted}-${n}`;
  return name;
}
