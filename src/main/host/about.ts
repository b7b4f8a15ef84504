import { readFileSync } from 'node:fs';
import { arch, homedir, platform, release } from 'node:os';
import { z } from 'zod';
import type { Preferences } from '../../shared/contract/preferences';
import type {
  AboutReport,
  DataReport,
  HostReport,
  Notice,
  ReceiverPlaces,
  ThirdParty,
} from '../../shared/contract/views';
import { redactedWords } from '../../shared/redaction/text';
import type { LogFile } from './log-file';

const LOG_LINES = 400;

const thirdParties = z.array(
  z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() }),
);

export type AboutPorts = {
  readonly host: HostReport;
  readonly sqliteVersion: string;
  readonly logFile: LogFile;
  /** What the build wrote about the parts of others, one list for each side; none from the sources. */
  readonly licences: readonly URL[];
};

/** What runs here, of which versions, with what of others. */
export const aboutReport = ({ host, sqliteVersion, logFile, licences }: AboutPorts): AboutReport => ({
  version: host.version,
  runtime: host.runtime,
  node: process.versions.node,
  sqlite: sqliteVersion,
  platform: `${platform()} ${release()} ${arch()}`,
  logFile: logFile.path,
  thirdParties: shippedWith(licences),
});

function shippedWith(licences: readonly URL[]): readonly ThirdParty[] {
  const parties = licences.flatMap((list) => {
    try {
      return thirdParties.parse(JSON.parse(readFileSync(list, 'utf8')));
    } catch {
      return []; // an installation that lost the file says so by an empty list
    }
  });
  const once = new Map(parties.map((party) => [`${party.name} ${party.version}`, party]));
  return [...once.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

export type DiagnosticsPorts = AboutPorts & {
  readonly preferences: Preferences;
  readonly data: DataReport;
  readonly receiver: ReceiverPlaces;
  readonly notices: readonly Notice[];
  readonly endpoints: readonly { readonly state: string; readonly policyId: string }[];
  readonly wallMs: number;
};

/** What to send along with a report of a fault: versions, settings, counts and the last lines of the log (law 9). */
export function diagnostics(ports: DiagnosticsPorts): { readonly fileName: string; readonly text: string } {
  const { thirdParties: _left, ...about } = aboutReport(ports);
  const at = new Date(ports.wallMs).toISOString();
  const bundle = {
    what: 'Retryscope diagnostics: no event bodies, no URLs of endpoints, no secrets',
    at,
    about,
    host: { kind: ports.host.kind, sandboxed: ports.host.sandboxed },
    settings: ports.preferences,
    data: ports.data,
    receiver: ports.receiver,
    notices: ports.notices.map(({ id, tone, message }) => ({ id, tone, message: redactedWords(message) })),
    endpoints: ports.endpoints,
    log: ports.logFile.tail(LOG_LINES).map(redactedWords),
  };
  return {
    fileName: `retryscope-diagnostics-${at.slice(0, 19).replaceAll(':', '')}.json`,
    // The home folder's name is a person's.
    text: `${JSON.stringify(bundle, null, 2).replaceAll(JSON.stringify(homedir()).slice(1, -1), '~')}\n`,
  };
}
