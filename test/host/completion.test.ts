import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { retryscope } from '../support/command-line';

/** What bash offers at the end of a line, sorted. */
async function offered(line: string, files: readonly string[] = []): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'completion-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) writeFileSync(join(folder, file), '');
  const { code, out } = await retryscope(['completion', 'bash']);
  expect(code).toBe(0);
  const words = line.split(' ');
  const script = `${out}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_retryscope
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const done = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
  expect(done.stderr).toBe('');
  return done.stdout.trim().split('\n').sort();
}

it('offers the commands, and of a command its parts and options', async () => {
  expect(await offered('retryscope ')).toEqual(
    expect.arrayContaining(['completion', 'doctor', 'export', 'import', 'policies', 'run', 'serve']),
  );
  expect(await offered('retryscope ex')).toEqual(['export']);
  expect(await offered('retryscope policies s')).toEqual(['show']);
  expect(await offered('retryscope run --j')).toEqual(['--json', '--junit']);
});

it('offers what an argument or an option may be', async () => {
  expect(await offered('retryscope policies show k')).toEqual(['kestrel']);
  expect(await offered('retryscope export --format h')).toEqual(['har', 'html']);
  expect(await offered('retryscope completion ')).toEqual(expect.arrayContaining(['bash', 'fish', 'zsh']));
});

it('offers files where a file is meant, and nothing where a text is', async () => {
  expect(await offered('retryscope run out', ['outage.yaml', 'other.yaml'])).toEqual(['outage.yaml']);
  expect(await offered('retryscope export --out lo', ['log.ndjson'])).toEqual(['log.ndjson']);
  expect(await offered('retryscope run a.yaml --clock ', ['outage.yaml'])).toEqual(['']);
});

it('keeps descriptions from being run by a shell', async () => {
  const { out } = await retryscope(['completion', 'fish']);
  // Each description is one quoted word: an apostrophe inside would end it.
  for (const line of out.trim().split('\n').slice(1))
    expect(line).toMatch(
      /^complete -c retryscope( -n '[^']*')?( -f| -F| -l \S+| -x| -r| -a (?:'[^']*'|\S+)| -d '[^']*')*$/,
    );
});

it('refuses a shell that it does not know', async () => {
  const { code, errors } = await retryscope(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(errors).toContain('bash, zsh, fish');
});
