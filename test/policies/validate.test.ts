import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { retryscope } from '../support/command-line';

function fileOf(text: string, name = 'patient.yaml'): string {
  const folder = mkdtempSync(join(tmpdir(), 'policy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const HEAD = 'retryscope: policy\nversion: 1\n';
const FINE = `${HEAD}name: Patient\nattempts: 3\nschedule: [1m, 36h]\n`;

describe('retryscope policies show --json', () => {
  it('says id, name and attempts, and nothing else of a policy that leaves nothing to be set', async () => {
    const { code, out } = await retryscope(['policies', 'show', 'fianto', '--json']);
    const shown: unknown = JSON.parse(out);
    expect(code).toBe(0);
    const none = { min: 0, nominal: 0, max: 0 };
    expect(shown).toEqual({
      id: 'fianto',
      name: 'Fianto',
      // rules.md: 1, 5 and 30 min, 2, 5, 10 and 10 h, each give or take a fifth.
      attempts: [
        { n: 1, delayMs: none, ageMs: none },
        ...[
          [2, 60, 60],
          [3, 300, 360],
          [4, 1_800, 2_160],
          [5, 7_200, 9_360],
          [6, 18_000, 27_360],
          [7, 36_000, 63_360],
          [8, 36_000, 99_360],
        ].map(([n, delayS = 0, ageS = 0]) => ({ n, delayMs: around(delayS), ageMs: around(ageS) })),
      ],
    });
  });

  it('adds what can be set of a policy that leaves something', async () => {
    const { out } = await retryscope(['policies', 'show', 'alphorn', '--json']);
    expect(JSON.parse(out)).toMatchObject({ id: 'alphorn', settings: [{ key: expect.any(String) }] });
  });
});

const around = (seconds: number): object => ({ min: seconds * 800, nominal: seconds * 1_000, max: seconds * 1_200 });

describe('retryscope policies validate', () => {
  it('says that a file is valid, and nothing on standard error', async () => {
    const file = fileOf(FINE);
    expect(await retryscope(['policies', 'validate', file])).toEqual({
      code: 0,
      out: `${file}: Patient (patient) is a valid policy.\n`,
      errors: '',
    });
  });

  it('names every error of a file with line, column and what to do, and exits with 2', async () => {
    const file = fileOf(`${HEAD}name: Patient\nattempts: many\nschedule: [1 minute]\njiter: full\nsuccess: 999-100\n`);
    const { code, out, errors } = await retryscope(['policies', 'validate', file]);
    expect([code, out]).toEqual([2, '']);
    expect(errors.split('\n').map((line) => line.slice(file.length))).toEqual([
      ':4:11: attempts: This must be a number, not a text.',
      ':5:12: schedule[0]: A duration is a number and a unit, such as 5m, 36h or 250ms, or whole ms.',
      ':6:1: jiter: “jiter” is not known here. Did you mean jitter?',
      ':7:10: success: A range of statuses runs from the lower to the higher one.',
      '',
    ]);
  });

  it.each([
    ['no mapping', '- 1', ':1:1: A policy file is a mapping, such as: name: Patient, attempts: 4.'],
    [
      'another file',
      'retryscope: workspace',
      ':1:13: retryscope: This is not a policy file: it begins with retryscope: policy.',
    ],
    ['a later version', 'retryscope: policy\nversion: 2', ':2:10: version: Only version 1 of policy files is known.'],
    [
      'an unknown base',
      `${HEAD}extends: fianta`,
      ':3:10: extends: A policy extends alphorn, fianto, kestrel or infraspeak. Did you mean fianto?',
    ],
    [
      'an unknown kind',
      `${HEAD}jitter: { kind: fulll }`,
      ':3:17: jitter.kind: “fulll” is not known. Did you mean full?',
    ],
    ['too many attempts', `${HEAD}attempts: 1001`, ':3:11: attempts: This is 1,000 or less.'],
    [
      'too long a wait',
      `${HEAD}schedule: { kind: exponential, base: 9999999d }`,
      ':3:38: schedule.base: A duration is at most ten years.',
    ],
    [
      'a wrong id',
      `${HEAD}id: Über`,
      ':3:5: id: An id is lower-case letters, digits and -, from a letter on, such as patient.',
    ],
    [
      'a sweep that is too fast',
      `${HEAD}sweep: { every: 10ms }`,
      ':3:17: sweep.every: A sweep runs once a second at most: 1,000 ms or more.',
    ],
    [
      'a part without what it needs',
      `${HEAD}interrupted: stuck`,
      ':3:14: interrupted: A stuck try is found by a sweep: describe one in sweep, or let interrupted tries go again.',
    ],
    ['broken YAML', `${HEAD}schedule: [1m`, ':3:14: '],
  ])('refuses %s', async (_what, text, says) => {
    const file = fileOf(text);
    const { code, errors } = await retryscope(['policies', 'validate', file]);
    expect(code).toBe(2);
    expect(errors).toContain(file + says);
  });

  it.each([
    [
      'waits beyond the maximum age',
      'attempts: 3\nschedule: [1h, 2h]\nmaxAge: 2h',
      ':5:9: maxAge: Warning: The last attempts are never made: the waits add up to 3 h',
    ],
    [
      'waits that no attempt uses',
      'attempts: 2\nschedule: [1m, 2m]',
      ':4:11: schedule: Warning: Only the first 1 of 2 waits are used',
    ],
    [
      'a cap below the base',
      'schedule: { base: 1h, cap: 1m }',
      ':3:28: schedule.cap: Warning: The cap is below the first wait',
    ],
    [
      'a Retry-After that cannot ask for more than the policy waits',
      'retryAfter: { mode: at-least, headers: [{ name: retry-after, reads: seconds }], statuses: [429], cap: 1m }',
      'retryAfter.cap: Warning: An answer can ask for 1 m at most, while the policy itself waits up to 8 m.',
    ],
    ['jitter that can reach zero', 'jitter: full', ':3:9: jitter: Warning: This jitter can draw a wait of zero'],
    [
      'a sweep that takes waits for lost',
      'sweep: { lostRetryAfter: 5m }',
      ':3:26: sweep.lostRetryAfter: Warning: A wait can be 8 m',
    ],
    ['a retention below the schedule', 'retention: 10m', ':3:12: retention: Warning: Events are deleted after 10 m'],
    [
      'no limit for an answer',
      'timeouts: { headers: null, total: null }',
      ':3:11: timeouts: Warning: Nothing limits how long',
    ],
    [
      'a rule that is never asked',
      'classification: { rules: [{ when: { status: 4xx }, verdict: permanent }, { when: { status: 429 }, verdict: retry }] }',
      'Warning: An earlier rule takes these statuses already.',
    ],
    [
      'a setting out of its range',
      'suspension: {}\nsettings: [{ key: suspendAfter, min: 10, max: 20 }]',
      ':4:12: settings[0]: Warning: What the policy itself has (5) is not within 10 to 20.',
    ],
  ])('warns of %s, and lets it pass', async (_what, body, says) => {
    const file = fileOf(HEAD + body);
    const { code, errors } = await retryscope(['policies', 'validate', file]);
    expect(errors).toContain(says);
    expect(code).toBe(0);
  });

  it('warns of a file that does not say what it is', async () => {
    const { code, errors } = await retryscope(['policies', 'validate', fileOf('name: Old')]);
    expect([code, errors.includes('Begin with retryscope: policy and version: 1')]).toEqual([0, true]);
  });

  it('puts one document on standard output with --json', async () => {
    const [fine, bad] = [fileOf(FINE), fileOf('attempts: 0')];
    const { code, out, errors } = await retryscope(['policies', 'validate', fine, bad, '--json']);
    expect([code, errors]).toEqual([2, '']);
    expect(JSON.parse(out)).toEqual([
      { file: fine, valid: true, id: 'patient', name: 'Patient', errors: [], warnings: [] },
      {
        file: bad,
        valid: false,
        errors: [{ line: 1, column: 11, path: 'attempts', message: 'This is 1 or more.' }],
        warnings: [],
      },
    ]);
  });

  it('says of a file that is not there', async () => {
    const { code, errors } = await retryscope(['policies', 'validate', 'nowhere.yaml']);
    expect([code, errors]).toEqual([2, 'nowhere.yaml:1:1: There is no file nowhere.yaml.\n']);
  });
});

describe('retryscope policies list and show', () => {
  it('take files', async () => {
    const file = fileOf(FINE);
    const list = await retryscope(['policies', 'list', file]);
    expect(list.out).toContain('\npatient     3 attempts, the last one 36 h 01 m after the first.\n');
    const shown = JSON.parse((await retryscope(['policies', 'show', file, '--json'])).out);
    expect(shown).toMatchObject({
      id: 'patient',
      attempts: [{ n: 1 }, { n: 2 }, { n: 3, ageMs: { nominal: 129_660_000 } }],
    });
  });

  it('say what is wrong with one on standard error', async () => {
    const file = fileOf('attempts: 0');
    const said = { code: 2, out: '', errors: `${file}:1:11: attempts: This is 1 or more.\n` };
    expect(await retryscope(['policies', 'show', file])).toEqual(said);
    expect(await retryscope(['policies', 'list', file])).toEqual(said);
    expect((await retryscope(['policies', 'show', 'fiantoo'])).errors).toContain(
      'Or give a file, such as ./fiantoo.yaml.',
    );
  });
});
