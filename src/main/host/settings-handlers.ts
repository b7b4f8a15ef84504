import type { Handlers } from '../../shared/contract/commands';
import type { DataReport, HostReport } from '../../shared/contract/views';
import type { EngineStore } from '../engine/ports';
import type { Views } from '../engine/views-port';
import type { OpenedStore } from '../store/open-store';
import { aboutReport, diagnostics } from './about';
import type { ApiPlace } from './api/api-place';
import type { Cleaner } from './cleaner';
import { FIRST_PATH, FIRST_SCRIPT } from './door';
import { removeDrafts } from './drafts';
import type { LiveRun } from './live-run';
import type { LogFile } from './log-file';
import { mayReveal } from './may-reveal';
import type { Notices } from './notices';
import type { PreferenceKeeper } from './preference-keeper';
import type { ReceiverPlace } from './receiver-place';
import { checkWorkspace, exportWorkspace, importWorkspace, type WorkspacePorts } from './workspace';

export type SettingsPorts = {
  readonly live: LiveRun;
  readonly views: Views;
  readonly store: EngineStore;
  readonly opened: Pick<OpenedStore, 'bytes' | 'sqliteVersion'>;
  readonly place: ReceiverPlace;
  readonly api: ApiPlace;
  readonly notices: Notices;
  readonly host: HostReport;
  readonly keeper: PreferenceKeeper;
  readonly cleaner: Cleaner;
  readonly logFile: LogFile;
  readonly wallMs: () => number;
  readonly licences: readonly URL[];
  readonly policiesChanged: () => void;
};

type Names = Extract<
  keyof Handlers,
  `settings.${string}` | `api.${string}` | `data.${string}` | `about.${string}` | `workspace.${string}`
>;

/** What the section Settings asks for. */
export function settingsHandlers(ports: SettingsPorts): Pick<Handlers, Names> {
  const { live, views, store, keeper, cleaner, logFile } = ports;
  const about = { host: ports.host, sqliteVersion: ports.opened.sqliteVersion, logFile, licences: ports.licences };
  const workspace: WorkspacePorts = {
    live,
    store,
    keeper,
    place: ports.place,
    policiesChanged: ports.policiesChanged,
    wallMs: ports.wallMs,
  };
  const report = async (): Promise<DataReport> => {
    const { database, free } = ports.opened.bytes();
    return {
      dataDir: ports.host.dataDir,
      databaseBytes: database,
      freeBytes: free,
      logFileBytes: logFile.bytes,
      counts: await views.kindCounts(),
      deleting: cleaner.deleting,
    };
  };
  return {
    'settings.get': () => keeper.now,
    'settings.set': (change) => keeper.change(change),
    'api.report': () => ports.api.report(),
    'api.token': () => {
      mayReveal(keeper.now);
      return { token: ports.api.token() };
    },
    'api.newToken': () => {
      const token = ports.api.renewToken();
      // A page that came with the former one needs it to come back.
      return { token: ports.host.kind === 'browser' ? token : null };
    },
    'data.report': report,
    'data.countOld': async ({ kind, days, runId }) => ({ rows: await cleaner.count(kind, days, runId) }),
    'data.deleteOld': ({ kind, days, runId }) => {
      cleaner.start(kind, days, runId);
      return report();
    },
    'data.reset': async () => {
      await live.create('First run', null, false);
      for (const { id } of store.runs()) if (id !== live.runId) live.remove(id);
      // Nothing waits in the new run, so that nothing is late while all the rest goes at once.
      store.transact(() => {
        store.purgeRemovedRuns();
        for (const { id } of store.ownPolicies()) store.removeOwnPolicy(id);
        for (const { id } of store.ownScenarios()) store.removeOwnScenario(id);
        removeDrafts(store);
      });
      ports.policiesChanged();
      live.routes.create({ path: FIRST_PATH, script: FIRST_SCRIPT });
      live.engine.signWith('wall');
      keeper.reset();
      return { reset: true };
    },
    'about.get': () => aboutReport(about),
    'about.diagnostics': async () =>
      diagnostics({
        ...about,
        preferences: keeper.now,
        data: await report(),
        receiver: ports.place.report(),
        notices: ports.notices.all(),
        endpoints: store.endpoints(live.runId).map(({ state, policy }) => ({ state, policyId: policy.id })),
        wallMs: ports.wallMs(),
      }),
    'workspace.export': ({ secrets }) => {
      if (secrets) mayReveal(workspace.keeper.now);
      return exportWorkspace(workspace, secrets);
    },
    'workspace.check': ({ fileName, text }) => checkWorkspace(workspace, fileName, text),
    'workspace.import': ({ fileName, text }) => importWorkspace(workspace, fileName, text),
  };
}
