import type { CommandName, Handlers } from '../../shared/contract/commands';
import type { Frame, HostReport, ReceiverPlaces, RouteView } from '../../shared/contract/views';
import type { Problem } from '../../shared/model/problem';
import { sayDuration } from '../../shared/words/duration';
import { newSecret } from '../engine/credentials';
import type { Chance, SystemClock } from '../engine/ports';
import { Feed } from '../feed/feed';
import { makeReceiver } from '../receiver/receiver';
import { openStore } from '../store/open-store';
import { ApiPlace } from './api/api-place';
import { makeApi } from './api/serve-api';
import { Cleaner } from './cleaner';
import { Clears } from './clears';
import { FIRST_PATH, FIRST_SCRIPT } from './door';
import { ExportJobs } from './export/export-jobs';
import { forwarderTo } from './forwarder';
import { makeHandlers } from './handlers';
import { ImportJobs } from './import/import-jobs';
import { LiveRun } from './live-run';
import { LogFile } from './log-file';
import { Notices } from './notices';
import { PreferenceKeeper } from './preference-keeper';
import { ReceiverAuthority } from './receiver-authority';
import { ReceiverPlace } from './receiver-place';
import { signatureCheckOf } from './signature-check';
import { SignatureSecrets } from './signature-secrets';
import { Token } from './token';

export type AppOptions = {
  readonly dataDir: string;
  /** What holds the data folder, for whoever comes second: `window`, `serve`, `run`. */
  readonly holder: string;
  readonly host: Omit<HostReport, 'dataDir'>;
  readonly system: SystemClock;
  readonly chance: Chance;
  /** The reader worker's bundle; without it lists are read in this thread. */
  readonly reader?: URL;
  /** What the build wrote about the parts of others. */
  readonly licences?: readonly URL[];
  /** Ends this process as a kill would; whoever runs it starts it again. Without it only the engine dies. */
  readonly crash?: () => void;
  /** Where the log goes: one line a call, no secrets. */
  readonly log: (line: string) => void;
};

/** The whole app without a screen: what the window's engine process, `serve` and tests run. */
export type App = {
  readonly handle: (name: CommandName, input: unknown) => Promise<unknown>;
  readonly subscribe: (listener: (frame: Frame) => void) => () => void;
  readonly onError: (error: unknown) => void;
  /** The local API, and where it is. */
  readonly api: ApiPlace;
  /** Stops sending, closes the receiver and the file; bounded in time. */
  readonly close: () => Promise<void>;
};

const sayCaughtUp = (awayMs: number, overdue: number): string =>
  `Nothing ran for ${sayDuration(awayMs)}: the machine slept, or Retryscope was stopped. Caught up ${overdue.toLocaleString('en')} overdue: ${overdue === 1 ? 'it goes' : 'they go'} within the limits.`;

const sayWallSet = (jumpMs: number): string =>
  `The machine’s clock was set ${jumpMs > 0 ? 'ahead' : 'back'} by ${sayDuration(Math.abs(jumpMs))}. Nothing comes due by that.`;

const sayNotStored = ({ message }: Problem): string =>
  `The receiver records nothing, and says so to senders: ${message}`;

/**
 * Composition root.
 * @throws Refusal `locked`, `newer-file`, `disk-full`, `unavailable`
 */
export async function assemble(options: AppOptions): Promise<App> {
  const { system, chance } = options;
  // Made before the folder is held: it is written to only while it is.
  const logFile = new LogFile(options.dataDir, () => system.wallMs());
  const log = (line: string): void => {
    options.log(line);
    logFile.write(line);
  };
  const opened = openStore({
    dataDir: options.dataDir,
    holder: options.holder,
    wallMs: () => system.wallMs(),
    log,
    ...(options.reader === undefined ? {} : { reader: options.reader }),
  });
  const { store, views } = opened;
  const onError = (error: unknown): void =>
    log(`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  let feed: Feed | null = null;
  const notices = new Notices(
    () => feed?.touch('notices'),
    ({ tone, message }) => logFile.write(`${tone}: ${message}`),
  );
  for (const notice of opened.notices) {
    notices.post(notice);
    // Whoever serves may never look at the page.
    log(notice.message);
  }
  store.transact(() => store.purgeRemovedRuns());

  const keeper: PreferenceKeeper = new PreferenceKeeper({
    store,
    apply: (now) => {
      opened.setDurability(now.durability);
      api.follow(now);
      live.engine.lookAgain();
      cleaner.look();
      feed?.touch('settings');
    },
  });
  const authority = new ReceiverAuthority(options.dataDir, () => system.wallMs());
  const live: LiveRun = new LiveRun({
    store,
    system,
    chance,
    version: options.host.version,
    hooks: {
      onTrouble: (problem) => {
        if (problem === null) notices.remove('trouble');
        else notices.post({ id: 'trouble', tone: 'error', message: `Sending is paused: ${problem.message}` });
      },
      onRefused: (entry, error) => {
        const act = entry.kind === 'act' ? entry.act : entry.kind;
        const why = error instanceof Error ? error.message : String(error);
        notices.post({ id: 'plan', tone: 'warning', message: `The scenario’s ${act} was refused: ${why}` });
      },
      onWoke: (awayMs, overdue) => {
        if (overdue > 0) notices.post({ id: 'woke', tone: 'info', message: sayCaughtUp(awayMs, overdue) });
      },
      onWallSet: (jumpMs) => log(sayWallSet(jumpMs)),
      nextEdge: () => receiver.nextEdge(),
    },
    limits: () => keeper.now,
    urlOf: (route) => place.urlOf(route),
    prepare: (kinds) => place.prepare(kinds),
    receiverCa: () => authority.pair.cert,
    changed: () => {
      place.follow();
      void place.match().catch(onError);
      feed?.touch('run');
    },
  });
  if (live.routes.isEmpty()) live.routes.create({ path: FIRST_PATH, script: FIRST_SCRIPT });
  const secrets = new SignatureSecrets(store);
  const receiver = makeReceiver({
    store,
    clock: system,
    chance,
    runId: () => live.runId,
    seed: () => live.engine.run.seed,
    virtualNow: () => live.engine.virtualNow(),
    checkOf: (runId, routeId) => signatureCheckOf(secrets, runId, routeId, system.wallMs()),
    authority: () => authority.pair,
    forwarder: forwarderTo(() => live.engine),
    trouble: (problem) => notices.post({ id: 'receiver', tone: 'warning', message: problem.message }),
    storing: (problem) => {
      if (problem === null) notices.remove('receiver-storing');
      else notices.post({ id: 'receiver-storing', tone: 'error', message: sayNotStored(problem) });
    },
  });
  const place: ReceiverPlace = new ReceiverPlace({
    receiver,
    store,
    runId: () => live.runId,
    notices,
    changed: () => feed?.touch('receiver'),
  });
  await place.openAtStart();
  await place.match();
  const slow = {
    store,
    views,
    system,
    nextInMs: () => {
      const { nextAt, virtualMs, rate } = live.engine.report();
      return nextAt === null || rate === 0 ? null : Math.max(0, nextAt - virtualMs) / rate;
    },
    changed: () => feed?.touch('run'),
    log,
  };
  const cleaner: Cleaner = new Cleaner({ ...slow, preferences: () => keeper.now });
  const clears = new Clears(slow);
  let policyChanges = 0;
  const policies = {
    changes: () => policyChanges,
    changed: () => {
      policyChanges += 1;
      feed?.touch('policies');
    },
  };
  const routeUrl = (route: RouteView): RouteView => ({ ...route, url: place.urlOf(route) });

  feed = new Feed({
    store,
    views,
    system,
    runId: () => live.runId,
    clock: () => live.engine.report(),
    receiver: (): ReceiverPlaces => place.report(),
    notices: () => notices.all(),
    settings: () => keeper.now,
    policies: policies.changes,
    routeUrl,
    onError,
  });
  const host: HostReport = { ...options.host, dataDir: options.dataDir };
  const exports = new ExportJobs({
    views,
    system,
    preferences: () => keeper.now,
    liveRunId: () => live.runId,
    virtualNow: () => live.engine.virtualNow(),
    version: host.version,
  });
  const imports = new ImportJobs({
    store,
    system,
    wallMs: () => system.wallMs(),
    newSecret: () => newSecret(chance),
  });
  const feedNow = feed;
  const handle: App['handle'] = async (name, input) => (handlers[name] as (input: unknown) => unknown)(input);
  const subscribe: App['subscribe'] = (listener) => feedNow.subscribe(listener);
  const instance = Buffer.from(chance.bytes(9)).toString('base64url');
  const token = new Token(options.dataDir);
  const served = { handle, subscribe, onError };
  const api: ApiPlace = new ApiPlace({
    api: makeApi({ served, views, system, token: () => token.now(), instance }),
    token,
    instance,
    dataDir: options.dataDir,
    notices,
    ownPort: options.host.kind === 'window',
    onError,
  });
  const handlers: Handlers = makeHandlers({
    live,
    views,
    store,
    place,
    certificate: () => authority.report(),
    notices,
    host,
    routeUrl,
    chance,
    exports,
    imports,
    clears,
    crash: options.crash ?? null,
    policies,
    lab: { runId: () => live.runId, views, secrets, system },
    settings: {
      api,
      opened,
      keeper,
      cleaner,
      logFile,
      wallMs: () => system.wallMs(),
      licences: options.licences ?? [],
    },
  });
  const interrupted = live.engine.start();
  keeper.applyNow();
  clears.look();
  logFile.write(`Retryscope ${host.version} started with ${host.runtime}, SQLite ${opened.sqliteVersion}.`);
  if (interrupted > 0) {
    const what = interrupted === 1 ? '1 attempt was' : `${interrupted} attempts were`;
    notices.post({
      id: 'recovered',
      tone: 'info',
      message: `The last session ended in mid-flight: ${what} recorded as interrupted and handled as the policy says.`,
    });
  }

  return {
    ...served,
    api,
    close: async () => {
      await api.close();
      cleaner.close();
      clears.close();
      await exports.close();
      imports.close();
      await live.close();
      await place.close();
      feedNow.close();
      await opened.close();
    },
  };
}
