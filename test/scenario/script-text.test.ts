import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readScenario } from '../../src/main/host/scenario/read-scenario';
import { readScriptText, writeScriptText } from '../../src/main/host/scenario/script-text';
import { writeDuration } from '../../src/shared/words/read-duration';
import { small } from './run-text';

describe('a script as text', () => {
  it('is written a step a line, without what is so anyway', () => {
    const reading = readScriptText('script: [{ reply: 503, for: 90m, delay: [1s, 90s] }, { kind: x, reply: 200 }]');
    expect(reading).toMatchObject({ ok: false });
    const read = readScriptText(
      'scope: per-id\nrepeat: 2\nscript: [{ reply: 503, for: 90m, delay: [1s, 90s], if: { between: [0, 48h] } }, { reset: in-body, times: 1 }]',
    );
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    expect(writeScriptText(read.script)).toBe(`scope: per-id
repeat: 2
script:
  - { reply: 503, delay: [ 1s, 1m 30s ], for: 1h 30m, if: { between: [ "0", 2d ] } }
  - { reset: in-body, times: 1 }
`);
  });

  it('says everything that is wrong where it stands', () => {
    const reading = readScriptText(`scope: all
script:
  - { reply: 99 }
  - { limit: 5 }
  - { drip: 0, from: foot }
  - { reply: 200, body: { file: ./x } }
`);
    expect(reading.ok ? [] : reading.problems.map(({ line, column, path }) => `${line}:${column} ${path}`)).toEqual([
      '3:14 script[0].reply',
      '4:5 script[1].per',
      '5:13 script[2].drip',
      '5:22 script[2].from',
      '6:25 script[3].body.base64',
      '6:27 script[3].body.file',
    ]);
  });

  it('that is no YAML, or no script, is said too', () => {
    expect(readScriptText('script: [')).toMatchObject({ ok: false, problems: [{ line: 1 }] });
    expect(readScriptText('')).toMatchObject({ ok: false, problems: [{ line: 1, column: 1 }] });
  });

  it.each([
    [0, '0'],
    [250, '250ms'],
    [90_061_001, '1d 1h 1m 1s 1ms'],
  ])('writes %i ms as %s', (ms, text) => {
    expect(writeDuration(ms)).toBe(text);
  });
});

describe('a file as an answer', () => {
  it('is read from the scenario’s folder, and refused where it cannot be', () => {
    const folder = mkdtempSync(join(tmpdir(), 'scenario-answer-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'a.bin'), new Uint8Array([0, 1, 255]));
    const file = join(folder, 's.yaml');
    const script = '[{ reply: 200, body: { file: a.bin }, times: 1 }, { garbage: { file: ./a.bin } }]';
    const read = readScenario(file, small('fianto', script));
    expect(read).toMatchObject({
      ok: true,
      value: {
        routes: [
          {
            script: {
              steps: [{ body: { base64: 'AAH/', name: 'a.bin' } }, { garbage: { base64: 'AAH/', name: 'a.bin' } }],
            },
          },
        ],
      },
    });
    const missing = readScenario(file, small('fianto', '[{ reply: 200, body: { file: b.bin } }]'));
    expect(missing).toMatchObject({
      ok: false,
      problems: [{ path: 'receiver[0].script[0].body.file', message: `There is no file ${join(folder, 'b.bin')}.` }],
    });
    expect(readScenario(file, small('fianto', script), false)).toMatchObject({ ok: false });
  });
});
