import { describe, expect, it } from 'vitest';
import { brokenArrows, importsOf } from './arrows';
import { CLOCKS_AND_CHANCE, glimpses, THE_WORLD } from './outside-world';
import { pathsBelow, productSources, readText } from './source-files';
import { parseSource, visit } from './syntax';

const sources = productSources();

const describeBroken = (map: ReadonlyMap<string, string>): readonly string[] =>
  brokenArrows(map).map(({ file, imports, rule }) => `${file} → ${imports}: ${rule}`);

describe('the arrows between folders', () => {
  it('are kept by every import of src', () => {
    expect(sources.size).toBeGreaterThan(30);
    expect(describeBroken(sources)).toEqual([]);
  });

  it('are read from every form of import', () => {
    const text = `
      import type { A } from './a';
      import './b.css';
      export * from './c';
      export { d } from './d';
      const e = await import('./e');
      type F = import('./f').F;
      const g = require('./g');
      new Worker(new URL('./h.js', import.meta.url));
      const i = import(\`./i\`);
      export const local = 1;
    `;
    expect(importsOf('src/x.ts', text)).toEqual(['./a', './b.css', './c', './d', './e', './f', './g', './h.js', './i']);
  });

  it.each([
    ['src/shared/rules/a.ts', "import fs from 'node:fs';", 'shared imports only shared and zod'],
    ['src/shared/rules/a.ts', "import { app } from 'electron';", 'shared imports only shared and zod'],
    ['src/shared/rules/a.ts', "export * from '../../main/engine/ports';", 'shared imports only shared and zod'],
    [
      'src/main/engine/a.ts',
      "import { request } from 'undici';",
      'engine imports only shared; the world comes in through its ports',
    ],
    [
      'src/main/engine/a.ts',
      "import { open } from '../store/open';",
      'engine imports only shared; the world comes in through its ports',
    ],
    [
      'src/main/engine/a.ts',
      "import { z } from 'zod';",
      'engine imports only shared; the world comes in through its ports',
    ],
    [
      'src/main/sender/a.ts',
      "import { open } from '../store/open';",
      "sender imports shared, the engine's ports, Node and packages, never a neighbour or electron",
    ],
    [
      'src/main/store/a.ts',
      "import { dispatch } from '../engine/dispatcher';",
      "store imports shared, the engine's ports, Node and packages, never a neighbour or electron",
    ],
    [
      'src/main/receiver/a.ts',
      "const e = import('electron');",
      "receiver imports shared, the engine's ports, Node and packages, never a neighbour or electron",
    ],
    [
      'src/main/host/a.ts',
      "import { BrowserWindow } from 'electron/main';",
      'host imports every part of src/main but the shell, and never electron',
    ],
    [
      'src/main/host/a.ts',
      "import { open } from '../shell/windows';",
      'host imports every part of src/main but the shell, and never electron',
    ],
    [
      'src/main/shell/a.ts',
      "import { assemble } from '../host/assemble';",
      'shell imports electron, Node and shared/contract; it starts the engine process by its path',
    ],
    [
      'src/main/shell/a.ts',
      "import { nextStep } from '../../shared/rules/next-step';",
      'shell imports electron, Node and shared/contract; it starts the engine process by its path',
    ],
    ['src/preload/a.ts', "import fs from 'node:fs';", 'preload imports electron and shared/contract'],
    [
      'src/renderer/a.tsx',
      "import { join } from 'node:path';",
      'renderer imports shared and packages, never Node, electron or src/main',
    ],
    [
      'src/renderer/a.tsx',
      "import type { Views } from '../main/engine/views-port';",
      'renderer imports shared and packages, never Node, electron or src/main',
    ],
    [
      'src/renderer/a.tsx',
      "import { accepted } from '../../test/rules/walk';",
      'renderer imports shared and packages, never Node, electron or src/main',
    ],
    [
      'src/renderer/a.tsx',
      'const x = await import(name);',
      'renderer imports shared and packages, never Node, electron or src/main',
    ],
    ['src/main/loose.ts', '', 'every file of src belongs to a layer'],
  ])('catch a planted %s with %s', (file, text, rule) => {
    expect(brokenArrows(new Map([[file, text]])).map((broken) => broken.rule)).toEqual([rule]);
  });

  it.each([
    ['src/shared/rules/a.ts', "import { z } from 'zod'; import { FAULTS } from '../model/outcome';"],
    [
      'src/main/feed/a.ts',
      "import type { Views } from '../engine/views-port'; import type { Change } from '../engine/ports';",
    ],
    [
      'src/main/sender/a.ts',
      "import { Pool } from 'undici'; import { once } from 'node:events'; import { pool } from './pool';",
    ],
    [
      'src/main/host/a.ts',
      "import { a } from '../engine/a'; import { b } from '../feed/b'; import { WebSocketServer } from 'ws';",
    ],
    [
      'src/main/shell/a.ts',
      "import { app } from 'electron'; import type { Call } from '../../shared/contract/commands';",
    ],
    [
      'src/preload/a.ts',
      "import { contextBridge } from 'electron'; import type { Call } from '../shared/contract/commands';",
    ],
    [
      'src/renderer/a.tsx',
      "import { useState } from 'react'; import './a.css'; import { draw } from '../shared/rules/draw';",
    ],
  ])('allow %s to say %s', (file, text) => {
    const planted = new Map([
      [file, text],
      ['src/main/engine/ports.ts', ''],
      ['src/main/engine/views-port.ts', ''],
    ]);
    expect(describeBroken(planted)).toEqual([]);
  });
});

describe('time and chance', () => {
  const below = (folder: string, forbidden: readonly string[]): readonly string[] =>
    [...sources]
      .filter(([file]) => file.startsWith(folder))
      .flatMap(([file, text]) => glimpses(file, text, forbidden))
      .map(({ file, name }) => `${file}: ${name}`);

  it('are arguments everywhere in shared, which sees no world at all', () => {
    expect(below('src/shared/', THE_WORLD)).toEqual([]);
  });

  it('come to the engine through its ports only', () => {
    expect(below('src/main/engine/', CLOCKS_AND_CHANCE)).toEqual([]);
  });

  it.each([
    ['Date.now()', ['Date']],
    ['new Date()', ['Date']],
    ['new Date', ['Date']],
    ['Date()', ['Date']],
    ["Date['now']()", ['Date']],
    ['const { now } = Date', ['Date']],
    ['[1].map(Date)', ['Date']],
    ['Math.random()', ['Math.random']],
    ["Math['random']()", ['Math.random']],
    ['const { random } = Math', ['Math.random']],
    ['performance.now()', ['performance']],
    ['process.hrtime()', ['process']],
    ['const env = { process }', ['process']],
    ['console.log(1)', ['console']],
    ['setTimeout(() => 1, 2)', ['setTimeout']],
    ['globalThis.Date.now()', ['globalThis']],
    ['x[process]', ['process']],
  ])('are caught in %s', (text, names) => {
    expect(glimpses('src/shared/planted.ts', text, THE_WORLD).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    'new Date(ms).toISOString()',
    'const at: Date = new Date(0)',
    'Date.UTC(2026, 1)',
    'Math.floor(1.5)',
    'step.process.console',
    'const words = { process: 1, performance: 2 }',
    'const f = (process: number) => process + 1',
    'type T = { readonly console: string; setTimeout(ms: number): void }',
    '// Date.now() and process in a comment',
    'const text = "Date.now()"',
  ])('are not seen in %s', (text) => {
    expect(glimpses('src/shared/planted.ts', text, THE_WORLD)).toEqual([]);
  });
});

describe('every file of src', () => {
  const typed = (text: string, file = 'planted.ts'): number => {
    let count = 0;
    visit(parseSource(file, text), ({ type }) => {
      if (type === 'TSAnyKeyword') count++;
    });
    return count;
  };

  it('is named after what it holds, never utils, helpers, common or misc', () => {
    const bucket = /^(utils?|helpers?|common|misc)(\.|$)/i;
    expect(pathsBelow('src').filter((path) => path.split('/').some((part) => bucket.test(part)))).toEqual([]);
  });

  it('has at most 400 lines', () => {
    const long = pathsBelow('src')
      .filter((path) => /\.(tsx?|html|sql)$/.test(path))
      .map((path) => [path, readText(path).trimEnd().split('\n').length] as const)
      .filter(([, lines]) => lines > 400);
    expect(long).toEqual([]);
  });

  it('says no any', () => {
    expect(typed('const x: any = 1; function f(y: any[]): void {}')).toBe(2);
    expect(typed('const any = "any"; type T = { any: unknown };')).toBe(0);
    expect([...sources].filter(([file, text]) => typed(text, file) > 0).map(([file]) => file)).toEqual([]);
  });
});
