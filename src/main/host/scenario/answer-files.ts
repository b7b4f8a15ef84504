import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { LIMITS } from '../../../shared/contract/limits';
import { hasKey } from '../../../shared/model/file-fields';
import type { FilePath, FileProblem, YamlFile } from './read-yaml';

/**
 * A scenario in which every answer of the form `{ file: PATH }` has the file's bytes instead, and what could not be
 * read. A path is taken from the scenario's folder, where `files` allows it.
 */
export function withAnswerFiles(
  yaml: YamlFile,
  files: boolean,
): { readonly yaml: YamlFile; readonly problems: readonly FileProblem[] } {
  const problems: FileProblem[] = [];
  const inPlace = (value: unknown, path: FilePath, depth: number): unknown => {
    if (depth === 0) return Array.isArray(value) ? value : fileBytes(value, path);
    return Array.isArray(value)
      ? value.map((item, i) => inPlace(item, [...path, i], depth))
      : within(value, path, depth);
  };
  /** receiver, its script, and of a step what holds bytes. */
  const KEYS = [['body', 'garbage'], ['script'], ['receiver']];
  const within = (value: unknown, path: FilePath, depth: number): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [
            key,
            KEYS[depth - 1]?.includes(key) ? inPlace(inner, [...path, key], depth - 1) : inner,
          ]),
        );
  const fileBytes = (value: unknown, path: FilePath): unknown => {
    if (!hasKey(value, 'file')) return value;
    const named = value.file;
    const read = typeof named === 'string' ? readBytes(yaml.file, named, files) : 'Name a file, such as ./answer.bin.';
    if (typeof read !== 'string') return { base64: read.toString('base64'), name: basename(String(named)) };
    problems.push(yaml.problemAt([...path, 'file'], read));
    return '';
  };
  return { yaml: { ...yaml, value: within(yaml.value, [], 3) }, problems };
}

function readBytes(scenario: string, named: string, files: boolean): Buffer | string {
  if (!files) return 'A scenario that is opened in the app cannot read files. Run it with: retryscope run FILE.';
  const file = isAbsolute(named) ? named : join(dirname(scenario), named);
  try {
    const stat = statSync(file);
    if (!stat.isFile() || stat.size > LIMITS.eventBodyBytes) return `${file} is no file of at most 1 MiB.`;
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`;
  }
}
