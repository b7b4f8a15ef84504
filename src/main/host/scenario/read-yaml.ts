import { isAlias, isCollection, isMap, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { sayProblem } from '../../../shared/model/file-fields';

/** The largest file that is read, bytes. */
export const MOST_FILE_BYTES = 1_048_576;
/** How often anchors may be repeated, what they repeat counted: a small file cannot grow into a large one. */
const MOST_REPEATS = 1_000;
const MOST_PROBLEMS = 20;

/** What is wrong with a file, and where. `line` and `column` count from 1; `path` is empty for the whole file. */
export type FileProblem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly message: string;
};

export type FilePath = readonly (string | number)[];

/** A YAML (or JSON) file as plain values; integers that a number cannot hold exactly are bigint. */
export type YamlFile = {
  readonly file: string;
  readonly value: unknown;
  /** A problem at a value, at the nearest that encloses it when it is absent, or at its key. */
  problemAt(path: FilePath, message: string, where?: 'value' | 'key'): FileProblem;
  lineOf(path: FilePath): number;
};

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** Reads a text of at most `MOST_FILE_BYTES`. */
export function readYaml(file: string, text: string): Read<YamlFile> {
  const wholeFile = (message: string): Read<YamlFile> => ({
    ok: false,
    problems: [{ file, line: 1, column: 1, path: '', message }],
  });
  if (Buffer.byteLength(text) > MOST_FILE_BYTES) return wholeFile('The file is larger than 1 MiB.');
  try {
    return parse(file, text);
  } catch (error) {
    // Only what a hostile file can bring about; anything else is a fault of ours.
    if (error instanceof ReferenceError) return wholeFile('Its anchors repeat too much. Write the values out.');
    if (error instanceof RangeError) return wholeFile('It is nested too deeply.');
    throw error;
  }
}

function parse(file: string, text: string): Read<YamlFile> {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    intAsBigInt: true,
    uniqueKeys: true,
    prettyErrors: false,
    stringKeys: true,
  });
  const at = (offset: number, path: FilePath, message: string): FileProblem => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col), path: sayPath(path), message };
  };
  // The parser reports its own exhausted stack as an error of the file, once for each level.
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw new RangeError('nested too deeply');
  const broken = [...document.errors, ...document.warnings].slice(0, MOST_PROBLEMS);
  if (broken.length > 0)
    return { ok: false, problems: broken.map((error) => at(error.pos[0], [], sentence(error.message))) };

  const offsetOf = (path: FilePath, where: 'value' | 'key'): number => {
    let node: unknown = document.contents;
    let offset = startOf(node);
    for (const [depth, key] of path.entries()) {
      if (isAlias(node)) node = node.resolve(document);
      if (isMap(node)) {
        const pair = node.items.find(
          (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(key),
        );
        if (pair === undefined) return offset;
        if (depth === path.length - 1 && where === 'key') return startOf(pair.key, offset);
        node = pair.value;
        offset = startOf(node, startOf(pair.key, offset));
      } else if (isCollection(node)) {
        const item: unknown = node.items[Number(key)];
        if (item === undefined) return offset;
        node = item;
        offset = startOf(node, offset);
      } else return offset;
    }
    return offset;
  };

  const value = plainNumbers(document.toJS({ maxAliasCount: MOST_REPEATS }));
  return {
    ok: true,
    value: {
      file,
      value,
      problemAt: (path, message, where = 'value') => at(offsetOf(path, where), path, message),
      lineOf: (path) => lines.linePos(offsetOf(path, 'value')).line,
    },
  };
}

/** Checks a file against a schema; each problem stands where its value does. */
export function decode<Schema extends z.ZodType>(file: YamlFile, schema: Schema): Read<z.output<Schema>> {
  const result = schema.safeParse(file.value, { error: sayProblem });
  if (result.success) return { ok: true, value: result.data };
  const problems = result.error.issues.slice(0, MOST_PROBLEMS).map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    if (issue.code !== 'unrecognized_keys') return file.problemAt(path, issue.message);
    return file.problemAt([...path, issue.keys[0] ?? ''], issue.message, 'key');
  });
  return { ok: false, problems: inOrder(problems) };
}

export const inOrder = (problems: readonly FileProblem[]): readonly FileProblem[] =>
  [...problems].sort((a, b) => a.line - b.line || a.column - b.column);

/** `FILE:LINE:COLUMN: path: what is wrong`. */
export const sayFileProblem = ({ file, line, column, path, message }: FileProblem): string =>
  `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`;

/** `receiver[0].script[1].reply`. */
const sayPath = (path: FilePath): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');

const startOf = (node: unknown, otherwise = 0): number => (node as Node | null | undefined)?.range?.[0] ?? otherwise;

/** Integers are read exactly; those that a number holds become numbers again. */
function plainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainNumbers(inner)]));
}

const sentence = (text: string): string => {
  const line = text.split('\n')[0]?.trim() ?? '';
  return /[.!?]$/.test(line) ? line : `${line}.`;
};
