import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { examineApi } from '../../src/main/host/doctor/api';
import type { Finding } from '../../src/main/host/doctor/finding';
import { examineDatabase, examineFolder } from '../../src/main/host/doctor/folder';
import { examinePorts } from '../../src/main/host/doctor/ports';
import { examineProgram } from '../../src/main/host/doctor/program';
import { takeLock } from '../../src/main/store/data-lock';
import { APPLICATION_ID } from '../../src/main/store/database-check';
import { MIGRATIONS } from '../../src/main/store/migrations/all';
import { retryscope } from '../support/command-line';
import { openApi } from './api/api-bench';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const named = (findings: readonly Finding[], name: string): Finding | undefined =>
  findings.find((finding) => finding.name === name);

describe('the program', () => {
  const at = (over: Partial<Parameters<typeof examineProgram>[0]>) =>
    examineProgram({
      version: '1.2.3',
      node: '24.21.0',
      platform: 'linux',
      arch: 'x64',
      env: { DISPLAY: ':0' },
      isRoot: false,
      entry: pathToFileURL(join(process.cwd(), 'out/main/cli.js')),
      ...over,
    });

  it('is well with a Node from 22.12 on', () => {
    expect(named(at({}), 'Node')).toMatchObject({ level: 'good', says: '24.21.0' });
    expect(named(at({ node: '22.12.0' }), 'Node')?.level).toBe('good');
    expect(named(at({ node: '22.11.9' }), 'Node')).toMatchObject({
      level: 'problem',
      mend: 'Install Node 22.12 or newer.',
    });
    expect(named(at({ node: '9.0.0' }), 'Node')?.level).toBe('problem');
  });

  it('has a SQLite that can be loaded, by its version', () => {
    expect(named(at({}), 'SQLite')).toMatchObject({ level: 'good', says: expect.stringMatching(/^3\.\d+/) });
  });

  it('says that no window can be opened without a display, and what to do instead', () => {
    expect(named(at({ env: {} }), 'Display')).toMatchObject({
      level: 'note',
      mend: expect.stringContaining('retryscope serve'),
    });
    expect(named(at({ env: {}, platform: 'darwin' }), 'Display')).toBeUndefined();
    expect(named(at({ env: { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' } }), 'Display')?.level).toBe('good');
  });

  it('advises against working as root', () => {
    expect(named(at({ isRoot: true }), 'Account')?.level).toBe('note');
    expect(named(at({}), 'Account')).toBeUndefined();
  });
});

describe('the data folder', () => {
  it('that is not there yet is made by the first start, not by looking', () => {
    const dataDir = join(folder(), 'new');
    expect(named(examineFolder(dataDir), 'Data folder')).toMatchObject({ level: 'good' });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('that is a file is a problem', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(named(examineFolder(file), 'Data folder')?.level).toBe('problem');
  });

  it.skipIf(process.getuid?.() === 0)('that cannot be written is a problem', () => {
    const dataDir = folder();
    chmodSync(dataDir, 0o500);
    expect(named(examineFolder(dataDir), 'Data folder')?.level).toBe('problem');
  });

  it('that someone is at work in names who, and is left to them', () => {
    const dataDir = folder();
    const lock = takeLock(dataDir, 'serve', 0);
    onTestFinished(() => lock.release());
    expect(named(examineFolder(dataDir), 'In use')).toMatchObject({
      level: 'note',
      says: `by another Retryscope (serve, process ${process.pid}, since 1970-01-01T00:00:00.000Z)`,
    });
    lock.release();
    expect(named(examineFolder(dataDir), 'In use')).toMatchObject({ level: 'good', says: 'by nobody' });
  });
});

describe('the database', () => {
  const written = (make: (db: Database.Database) => void): string => {
    const dataDir = folder();
    const db = new Database(join(dataDir, 'retryscope.db'));
    db.exec('CREATE TABLE t (x)');
    make(db);
    db.close();
    return dataDir;
  };

  it('that is whole says its format', () => {
    const whole = written((db) =>
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`),
    );
    expect(named(examineDatabase(whole), 'Database')).toMatchObject({
      level: 'good',
      says: expect.stringMatching(new RegExp(`format ${MIGRATIONS.length}, whole$`)),
    });
  });

  it('of a newer format is a problem, and of an earlier one a note', () => {
    const newer = written((db) => db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 9999`));
    expect(named(examineDatabase(newer), 'Database')).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('format 9999'),
    });
    const older = written((db) => db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 1`));
    expect(named(examineDatabase(older), 'Database')?.level).toBe('note');
  });

  it('that is none is a problem that deletes nothing, and copies that are kept are named', () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'retryscope.db'), 'these are my notes\n'.repeat(40));
    writeFileSync(join(dataDir, 'retryscope.db.damaged-20261130-101112'), '');
    writeFileSync(join(dataDir, 'retryscope.db.format-3-20261130-101112'), '');
    const findings = examineDatabase(dataDir);
    expect(named(findings, 'Database')).toMatchObject({
      level: 'problem',
      mend: expect.stringContaining('sets it aside'),
    });
    expect(named(findings, 'Kept beside it')?.says).toBe(
      'retryscope.db.damaged-20261130-101112, retryscope.db.format-3-20261130-101112',
    );
  });
});

describe('a port', () => {
  it('that is taken names its holder and what to do; the own instance may have it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const used = { name: 'Receiver', port: (server.address() as AddressInfo).port, option: 'use the Receiver page' };
    const [finding] = await examinePorts([used], null);
    expect(finding).toMatchObject({ level: 'note', says: expect.stringContaining(`process ${process.pid}`) });
    expect(await examinePorts([used], process.pid)).toMatchObject([{ level: 'good' }]);
  });
});

describe('the local API', () => {
  it('is a note while nothing runs, and good while something answers', async () => {
    expect(await examineApi(folder())).toMatchObject({ level: 'note', says: 'off' });
    const { dataDir, url, close } = await openApi();
    expect(await examineApi(dataDir)).toMatchObject({ level: 'good', says: expect.stringContaining(url) });
    await close();
    expect(await examineApi(dataDir)).toMatchObject({ level: 'note' });
  });
});

describe('retryscope doctor', () => {
  it('exits 0 when everything works, and says so', async () => {
    const { code, out } = await retryscope(['doctor', '--data-dir', join(folder(), 'new')]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Program\n {2}✓ Retryscope/);
    expect(out.trimEnd().split('\n').at(-1)).toBe('Everything works.');
  });

  it('exits 1 when something does not, with how to mend it', async () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'retryscope.db'), 'no database '.repeat(40));
    const { code, out } = await retryscope(['doctor', '--data-dir', dataDir]);
    expect(code).toBe(1);
    expect(out).toMatch(/ {2}✗ Database .*is damaged: it is not a database\n {20,}The next start sets it aside/);
    expect(out.trimEnd().split('\n').at(-1)).toBe('One thing does not work.');
  });

  it('is one document with --json', async () => {
    const { code, out } = await retryscope(['doctor', '--data-dir', join(folder(), 'new'), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      findings: expect.arrayContaining([expect.objectContaining({ part: 'ports' })]),
    });
  });
});
