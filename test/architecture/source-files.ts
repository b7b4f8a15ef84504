import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Sources } from './arrows';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Every path below a folder of the repository, with forward slashes. */
export const pathsBelow = (folder: string): readonly string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(ROOT.length))
    .sort();

export const readText = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

/** The TypeScript of `src`. */
export const productSources = (): Sources =>
  new Map(
    pathsBelow('src')
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [path, readText(path)]),
  );
