import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { dataFolder } from '../../../shared/contract/data-folder';
import { lockHolder } from '../../store/data-lock';
import { openReader } from '../../store/open-reader';
import { wantedPorts } from '../receiver-place';
import { plainText } from '../scenario/plain-text';
import { DEFAULT_SERVE_PORT } from '../serve';
import { VERSION } from '../version';
import { examineApi } from './api';
import type { Finding } from './finding';
import { examineDatabase, examineFolder } from './folder';
import { examinePorts } from './ports';
import { examineProgram } from './program';

const EXIT_WELL = 0;
const EXIT_PROBLEM = 1;

export const DOCTOR_EXAMPLES = `
Examples:
  retryscope doctor
  retryscope doctor --data-dir ./replayed --json

Exit codes:
  0  everything works; what is worth knowing is marked with a “!”
  1  something does not work: its line begins with “✗”, and the next one says how to mend it`;

const PARTS = { program: 'Program', folder: 'Data folder', database: 'Database', ports: 'Ports' } as const;
const MARKS = { good: '✓', note: '!', problem: '✗' } as const;

/**
 * Looks at everything that Retryscope needs, without changing anything. Returns the exit code.
 * @param entry a file of the built program, beside which packages are looked for
 */
export async function runDoctor(
  flags: { readonly dataDir?: string; readonly json?: true },
  write: (text: string) => Promise<void>,
  entry: URL,
): Promise<number> {
  const { platform, arch, env, versions } = process;
  const dataDir = resolve(dataFolder(flags.dataDir, { platform, env, home: homedir() }));
  const isRoot = process.getuid?.() === 0;
  const receiver = await receiverPorts(dataDir);
  const findings = [
    ...examineProgram({ version: VERSION, node: versions.node, platform, arch, env, isRoot, entry }),
    ...examineFolder(dataDir),
    await examineApi(dataDir),
    ...examineDatabase(dataDir),
    ...(await examinePorts(
      [
        { name: 'Receiver', port: receiver.http, option: 'use the Receiver page' },
        { name: 'Receiver, https', port: receiver.https, option: 'use the Receiver page' },
        { name: 'retryscope serve', port: DEFAULT_SERVE_PORT, option: 'start it with --port' },
      ],
      ownPid(dataDir),
    )),
  ];
  const isWell = findings.every(({ level }) => level !== 'problem');
  await write(flags.json === true ? `${JSON.stringify({ ok: isWell, findings }, null, 2)}\n` : sayFindings(findings));
  return isWell ? EXIT_WELL : EXIT_PROBLEM;
}

/** Those that were chosen in this data folder; what keeps it from being read is told elsewhere. */
async function receiverPorts(dataDir: string): Promise<ReturnType<typeof wantedPorts>> {
  try {
    const reader = openReader(dataDir, () => undefined);
    try {
      return wantedPorts(reader.setting);
    } finally {
      await reader.close();
    }
  } catch {
    return wantedPorts(() => null);
  }
}

function ownPid(dataDir: string): number | null {
  try {
    const holder = lockHolder(dataDir);
    return holder === null || holder === 'unknown' ? null : holder.pid;
  } catch {
    return null; // told as a finding
  }
}

function sayFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const parts = Object.entries(PARTS).map(([part, title]) => {
    const lines = findings
      .filter((finding) => finding.part === part)
      .map(({ name, level, says, mend }) => {
        const line = `  ${MARKS[level]} ${name.padEnd(width)}  ${says}`;
        return mend === null ? line : `${line}\n    ${' '.repeat(width)}  ${mend}`;
      });
    return [title, ...lines].join('\n');
  });
  const problems = findings.filter(({ level }) => level === 'problem').length;
  const verdict =
    problems === 0
      ? 'Everything works.'
      : problems === 1
        ? 'One thing does not work.'
        : `${problems} things do not work.`;
  return `${plainText([...parts, verdict].join('\n\n'))}\n`;
}
