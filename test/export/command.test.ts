import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LogImport } from '../../src/main/host/import/log-import';
import { openStore } from '../../src/main/store/open-store';
import { SECRET } from '../store/bench';
import { retryscope } from '../support/command-line';
import { DAWN } from '../support/rows';
import { aLog, exported, linesOf, WHOLE } from './log-bench';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'export-command-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('retryscope export', () => {
  it('reads a folder that is in use, and puts the log on standard output', async () => {
    const bench = await aLog();
    const { code, out, errors } = await retryscope(['export', '--data-dir', bench.dataDir]);
    expect(code).toBe(0);
    expect(linesOf(out).at(-1)).toMatchObject({ kind: 'end', rows: { delivery: 2, attempt: 4 } });
    expect(errors).toMatch(
      /^Exported [\d,]+ rows\. Redacted: 3 authorizations, 4 secrets, 6 signatures, 5 tokens in URLs\.\n$/,
    );
  });

  it('writes a file that has its name once it is whole', async () => {
    const bench = await aLog();
    const file = join(folder(), 'log.ndjson');
    const { code, out } = await retryscope(['export', '--data-dir', bench.dataDir, '--no-redact', '--out', file]);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(readFileSync(file, 'utf8')).toBe(await exported(bench.views, { format: 'ndjson', redaction: WHOLE }));
    expect(readdirSync(dirname(file))).toEqual(['log.ndjson']);
  });

  it('leaves a file alone that is named as an unfinished one', async () => {
    const bench = await aLog();
    const file = join(folder(), 'log.ndjson');
    writeFileSync(`${file}.part`, 'mine');
    expect(await retryscope(['export', '--data-dir', bench.dataDir, '--out', file])).toMatchObject({ code: 0 });
    expect(readFileSync(`${file}.part`, 'utf8')).toBe('mine');
  });

  it('leaves nothing behind when it is stopped', async () => {
    const bench = await aLog();
    const file = join(folder(), 'log.ndjson');
    const { code, errors } = await retryscope(
      ['export', '--data-dir', bench.dataDir, '--out', file],
      AbortSignal.abort(),
    );
    expect({ code, errors }).toEqual({ code: 130, errors: 'Stopped. Nothing was kept.\n' });
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('takes an endpoint and a run by their names', async () => {
    const bench = await aLog();
    const args = ['export', '--data-dir', bench.dataDir, '--run', 'live', '--endpoint', 'Audit', '--format', 'json'];
    const { out } = await retryscope(args);
    expect(JSON.parse(out)).toMatchObject({ end: { rows: { delivery: 1 } } });
  });

  it.each([
    [['--format', 'ndjsn'], '--format ndjsn: did you mean ndjson?'],
    [['--run', 'nobody'], '--run nobody: there is no such run. Give an id, live, or '],
    [['--endpoint', 'nobody'], '--endpoint nobody: there is no such endpoint.'],
    [['--delivery', 'dlv_1'], '--delivery dlv_1: there is no such delivery.'],
    [['--state', 'lost'], '--state lost: choose queued'],
    [['--since', 'yesterday'], '--since yesterday: write an instant of virtual time'],
    // Without a zone it would be another instant on another machine.
    [['--until', '2026-01-01T00:00:00'], '--until 2026-01-01T00:00:00: write an instant'],
    [['--out', '/nowhere/at/all/log'], '--out /nowhere/at/all/log: it cannot be written'],
  ])('refuses %s with 2', async (args, says) => {
    const bench = await aLog();
    const { code, out, errors } = await retryscope(['export', '--data-dir', bench.dataDir, ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(errors).toContain(says);
  });

  it('says where it looked when there is no database', async () => {
    const empty = folder();
    const { code, errors } = await retryscope(['export', '--data-dir', empty]);
    expect(code).toBe(2);
    expect(errors).toContain(`There is no retryscope.db in ${empty}.`);
  });
});

describe('retryscope import', () => {
  it('gives the same log back: what was exported is exported again, byte for byte', async () => {
    const bench = await aLog();
    const [first, second] = [join(folder(), 'first.ndjson'), join(folder(), 'second.ndjson')];
    const empty = folder();
    await retryscope(['export', '--data-dir', bench.dataDir, '--no-redact', '--out', first]);
    const { code, out } = await retryscope(['import', first, '--data-dir', empty]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Imported \d+ rows of the run .+\.\n$/);
    await retryscope(['export', '--data-dir', empty, '--no-redact', '--out', second]);
    expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
  });

  it('takes a log again whose import was cut off, and says names that a terminal does not obey', async () => {
    const bench = await aLog();
    const file = join(folder(), 'log.ndjson');
    const text = await exported(bench.views, { format: 'ndjson', redaction: WHOLE });
    const { name } = bench.engine.run;
    writeFileSync(file, text.replaceAll(`"name":${JSON.stringify(name)}`, '"name":"\\u001b]0;x\\u0007 Night"'));
    const empty = folder();
    const { store, close } = openStore({ dataDir: empty, holder: 'run', wallMs: () => DAWN, log: () => {} });
    new LogImport({ store, wallMs: () => DAWN, newSecret: () => SECRET }).add(text);
    await close();
    const { code, out, errors } = await retryscope(['import', file, '--data-dir', empty]);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toMatch(/^Imported \d+ rows of the run \ufffd\]0;x\ufffd Night\.\n$/);
  });

  it('refuses a redacted log, a file that is not there and a folder that is in use with 2', async () => {
    const bench = await aLog();
    const file = join(folder(), 'redacted.ndjson');
    await retryscope(['export', '--data-dir', bench.dataDir, '--out', file]);
    const redacted = await retryscope(['import', file, '--data-dir', folder()]);
    expect(redacted).toMatchObject({ code: 2, out: '' });
    expect(redacted.errors).toContain('This log is redacted: what was taken out of it cannot come back');
    const missing = await retryscope(['import', '/nowhere.ndjson', '--data-dir', folder()]);
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.errors).toContain('There is no file /nowhere.ndjson.');
    expect((await retryscope(['import', file, '--data-dir', bench.dataDir])).code).toBe(2);
  });

  it.skipIf(process.platform === 'win32')('refuses what is no text file, and makes no data folder for it', async () => {
    const at = folder();
    const [pipe, bytes] = [join(at, 'pipe'), join(at, 'bytes.ndjson')];
    execFileSync('mkfifo', [pipe]);
    const says = async (file: string, dataDir: string): Promise<string> => {
      const { code, out, errors } = await retryscope(['import', file, '--data-dir', dataDir]);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      return errors;
    };
    const none = join(at, 'data');
    // Nobody writes to the pipe: an open that waits for somebody would wait for ever.
    expect(await says(pipe, none)).toContain(`${pipe} is no file.`);
    expect(await says(at, none)).toContain(`${at} is no file.`);
    expect(existsSync(none)).toBe(false);
    writeFileSync(bytes, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expect(await says(bytes, none)).toContain('is not UTF-8. Nothing was imported.');
  });
});
