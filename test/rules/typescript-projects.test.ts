import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const planted: string[] = [];

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Type checks a snippet as if it stood in the product, under one of its projects; answers with the errors' lines. */
function errorsOf(project: 'shared' | 'main' | 'renderer', snippet: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  planted.push(folder);
  for (const name of ['base', project]) cpSync(`${ROOT}tsconfig.${name}.json`, join(folder, `tsconfig.${name}.json`));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'planted.ts'), snippet);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: `./tsconfig.${project}.json`, include: ['planted.ts'], exclude: [] }),
  );
  try {
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return [];
  } catch (failure) {
    if (!(failure instanceof Error) || !('stdout' in failure)) throw failure;
    return String(failure.stdout)
      .split('\n')
      .filter((line) => line.includes('error TS'))
      .map((line) => line.replace(/^.*?: error /, ''));
  }
}

describe('what a folder can see', () => {
  it('is the language alone in shared: neither Node nor the DOM', () => {
    const errors = errorsOf(
      'shared',
      `export const a = process.pid;
export const b = document.title;
export const c = Buffer.alloc(1);
export const d = setTimeout(() => undefined, 1);
export const e = console.log;
import { readFileSync } from 'node:fs';
export const f = readFileSync;
`,
    );
    const unseen = ['process', 'document', 'Buffer', 'setTimeout', 'console', 'node:fs'];
    expect(errors).toHaveLength(unseen.length);
    for (const name of unseen) expect(errors.some((error) => error.includes(`'${name}'`))).toBe(true);
  });

  it('lets ordinary code and zod pass in shared', () => {
    expect(
      errorsOf(
        'shared',
        "import { z } from 'zod';\nexport const name = z.string().min(1);\nexport const at = new Date(0);\n",
      ),
    ).toEqual([]);
  });

  it('is Node and no DOM in the main process', () => {
    const errors = errorsOf('main', 'export const a = process.pid;\nexport const b = document.title;\n');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("'document'");
  });

  it('is the DOM and no Node in the renderer', () => {
    const errors = errorsOf('renderer', 'export const a = process.pid;\nexport const b = document.title;\n');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("'process'");
  });
});
