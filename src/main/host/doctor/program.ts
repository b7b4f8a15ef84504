import { createRequire } from 'node:module';
import Database from 'better-sqlite3';
import { type Finding, findingsOf } from './finding';

const { good, note, problem } = findingsOf('program');

const LEAST_NODE = { major: 22, minor: 12 };

export type ProgramPorts = {
  readonly version: string;
  /** As `process.versions.node` has it. */
  readonly node: string;
  readonly platform: string;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  /** A file beside which the packages are looked for. */
  readonly entry: URL;
};

/** The versions of the program and of what it runs in, and whether a window can be opened. */
export function examineProgram(ports: ProgramPorts): readonly Finding[] {
  return [
    good('Retryscope', `${ports.version} on ${ports.platform} ${ports.arch}`),
    nodeFinding(ports.node),
    sqliteFinding(),
    electronFinding(ports),
    ...displayFinding(ports),
    ...(ports.isRoot && ports.platform === 'linux'
      ? [
          note(
            { name: 'Account', says: 'root, under which Chromium cannot use its sandbox' },
            'Use another account for daily work.',
          ),
        ]
      : []),
  ];
}

function nodeFinding(node: string): Finding {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isNewEnough = major > LEAST_NODE.major || (major === LEAST_NODE.major && minor >= LEAST_NODE.minor);
  if (isNewEnough) return good('Node', node);
  return problem(
    { name: 'Node', says: `${node} is too old` },
    `Install Node ${LEAST_NODE.major}.${LEAST_NODE.minor} or newer.`,
  );
}

function sqliteFinding(): Finding {
  try {
    const db = new Database(':memory:');
    try {
      return good('SQLite', String(db.prepare('SELECT sqlite_version()').pluck().get()));
    } finally {
      db.close();
    }
  } catch (error) {
    return problem(
      { name: 'SQLite', says: `its module cannot be loaded: ${firstLine(error)}` },
      'Remove node_modules and run npm ci, which brings the module for this system.',
    );
  }
}

function electronFinding({ env, entry }: ProgramPorts): Finding {
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override !== undefined && override !== '') {
    return note({ name: 'Electron', says: `taken from ELECTRON_OVERRIDE_DIST_PATH, ${override}` });
  }
  try {
    const require = createRequire(entry);
    const path = String(require.resolve('electron/path.txt'));
    return good('Electron', `installed (${path.replace(/path\.txt$/, 'dist')})`);
  } catch {
    return note(
      { name: 'Electron', says: 'not in node_modules' },
      'npm start uses the one that it has fetched, or fetches one; without any the app is served to the browser.',
    );
  }
}

function displayFinding({ platform, env }: ProgramPorts): readonly Finding[] {
  if (platform !== 'linux') return [];
  const display = [env['WAYLAND_DISPLAY'], env['DISPLAY']].find((value) => value !== undefined && value !== '');
  if (display !== undefined) return [good('Display', display)];
  return [
    note(
      { name: 'Display', says: 'none (neither DISPLAY nor WAYLAND_DISPLAY is set)' },
      'Without one the app is served to the browser: retryscope serve.',
    ),
  ];
}

export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
