import { z } from 'zod';
import { CHANNELS } from '../model/channel';
import { VERIFICATIONS } from '../model/condition';
import { DELIVERY_STATES } from '../model/delivery';
import type { DeliveryId, EndpointId, EventId, RunId } from '../model/ids';
import type { LeapGroup } from '../model/leap';
import { type ClockReport, SIGNATURE_TIMES } from '../model/pace';
import type { Result } from '../model/problem';
import { SECURE_TLS } from '../model/route-tls';
import { settingFields } from '../policies/settings';
import type { Permission } from '../rules/redelivery';
import { type CaptureOutputs, captureInputs } from './capture-commands';
import { type DraftOutputs, draftInputs } from './draft-commands';
import { type EventOutputs, eventInputs } from './event-commands';
import { EXPORT_FORMATS, exportScope } from './export';
import { endpointName, endpointRequest, endpointUrl, id, secret, wholeNumber } from './fields';
import { filterText } from './filter-text';
import { LIMITS } from './limits';
import { LISTS } from './lists';
import { page } from './page';
import { type PolicyOutputs, policyInputs } from './policy-commands';
import { KEPT_KINDS, MOST_KEPT_DAYS, type Preferences, preferencesChange } from './preferences';
import { type RouteOutputs, routeInputs } from './route-commands';
import { type ScenarioOutputs, scenarioInputs } from './scenario-commands';
import { type SignatureReport, signatureCheck } from './signature';
import type { Stats } from './stats';
import { statsQuery } from './stats-query';
import type {
  AboutReport,
  Again,
  ApiReport,
  AttemptDetail,
  CertificateReport,
  DataReport,
  DeliveryDetail,
  DeliveryRow,
  EndpointHistory,
  EndpointView,
  Notice,
  Page,
  PastView,
  QuotaView,
  ReceiverPlaces,
  RunView,
  Snapshot,
  WorkspacePlan,
} from './views';

const FACTOR_SAYS = 'A factor is 1 to 100,000.';

const instant = z.number('An instant is epoch ms.').finite();

/** Each kind of certificate that fails has a port behind that of the valid ones. */
const LAST_HTTPS_PORT = 65_535 - (SECURE_TLS.length - 1);

const none = z.object({}).strict();
const policySettings = z.object(settingFields).strict();
/** A place in the log, as `past.look` answers with it: what happened later is left out. Null is the present. */
const asOf = wholeNumber(0, Number.MAX_SAFE_INTEGER, 'A place in the log is a whole number from 0.')
  .nullable()
  .default(null);

const runName = z
  .string()
  .trim()
  .min(1, 'Give the run a name.')
  .max(LIMITS.nameLength, `A name has at most ${LIMITS.nameLength} characters.`);

const keptDays = wholeNumber(0, MOST_KEPT_DAYS, 'Keep them for 0 to 3,650 days.');

const workspaceFile = z.object({
  fileName: z.string().max(400).default('workspace.yaml'),
  text: z.string().max(LIMITS.eventBodyBytes, 'A workspace file has at most 1 MiB.'),
});

const exportId = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'An export is known by its number.');

const importId = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'An import is known by its number.');

const chosenDeliveries = z.object({
  ids: z.array(id<DeliveryId>('dlv')).min(1, 'Choose at least one delivery.').max(LIMITS.pageRows),
});

const oldHistory = z.object({
  kind: z.enum(KEPT_KINDS),
  days: keptDays,
  runId: id<RunId>('run').nullable().default(null),
});

/** The decoders of what a client sends: the one list of commands. */
export const commandInputs = {
  snapshot: none,
  'endpoint.create': z.object({
    name: endpointName,
    url: endpointUrl,
    policyId: z.string(),
    secret: secret.nullable().default(null),
    channel: z.enum(CHANNELS).default('webhook'),
    verification: z.enum(VERIFICATIONS).default('assume'),
    request: endpointRequest.prefault({}),
    /** What the policy offers to be set. */
    settings: policySettings.default({}),
  }),
  'endpoint.update': z.object({
    id: id<EndpointId>('ep'),
    name: endpointName.optional(),
    url: endpointUrl.optional(),
    policyId: z.string().optional(),
    secret: secret.optional(),
    channel: z.enum(CHANNELS).optional(),
    verification: z.enum(VERIFICATIONS).optional(),
    /** Replaces all of it, the sealed part too. */
    request: endpointRequest.optional(),
    /** What of the policy's settings changes. */
    settings: policySettings.optional(),
    /** So long a former secret signs beside the new one, real ms; 0 ends it at once. */
    secretOverlapMs: wholeNumber(0, 30 * 86_400_000, 'An overlap is 0 to 30 days.').default(0),
  }),
  'endpoint.remove': z.object({ id: id<EndpointId>('ep') }),
  'endpoint.revealSecret': z.object({ id: id<EndpointId>('ep') }),
  'endpoint.disable': z.object({ id: id<EndpointId>('ep') }),
  'endpoint.enable': z.object({ id: id<EndpointId>('ep') }),
  'endpoint.verify': z.object({ id: id<EndpointId>('ep') }),
  /** What it went through in a span, virtual epoch ms. */
  'endpoint.history': z.object({ id: id<EndpointId>('ep'), fromMs: instant, toMs: instant }),
  /** What is left of its redeliveries by hand; null where the policy sets no limit. */
  'endpoint.quota': z.object({ id: id<EndpointId>('ep') }),
  ...eventInputs,
  ...draftInputs,
  'delivery.list': z.object({
    ...page,
    states: z.array(z.enum(DELIVERY_STATES)).nullable().default(null),
    endpointId: id<EndpointId>('ep').nullable().default(null),
    eventId: id<EventId>('evt').nullable().default(null),
    /** Literal text, contained in the event's type or in an id. */
    text: z.string().max(10_000, 'A search has at most 10,000 characters.').default(''),
    filter: filterText('delivery').default(''),
    /** Newest first unless another is asked for; the past always. */
    sort: z.enum(LISTS.deliveries.sorts).optional(),
    asOf,
  }),
  'delivery.get': z.object({ id: id<DeliveryId>('dlv'), asOf }),
  /** What sending it again by hand would do and cost, or why it cannot be. */
  'delivery.permission': z.object({ id: id<DeliveryId>('dlv') }),
  'delivery.resend': chosenDeliveries,
  'delivery.redeliver': chosenDeliveries,
  'delivery.replay': chosenDeliveries,
  'delivery.retryNow': chosenDeliveries,
  'delivery.cancel': chosenDeliveries,
  'delivery.pin': chosenDeliveries.extend({ pinned: z.boolean() }),
  /** Chaos: jobs of a delivery get lost, as a crashed worker would lose them. `jobs` null: every one; 0: none from now on. */
  'delivery.loseJob': z.object({
    id: id<DeliveryId>('dlv'),
    jobs: wholeNumber(0, 1_000, 'So many jobs: 0 to 1,000, or every one.').nullable().default(1),
  }),
  'attempt.get': z.object({
    deliveryId: id<DeliveryId>('dlv'),
    n: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Attempts are numbered from 1.'),
    asOf,
  }),
  /**
   * The run as it was: at a virtual instant, or some steps of the log from a place in it (`seq` null: from the end).
   * Where the log ends, the answer is its first or newest step.
   */
  'past.look': z.object({
    to: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('instant'), atMs: z.number('An instant is virtual epoch ms.') }),
      z.object({
        kind: z.literal('step'),
        seq: asOf,
        by: wholeNumber(-LIMITS.pageRows, LIMITS.pageRows, `Go ${LIMITS.pageRows} steps at most.`),
      }),
    ]),
  }),
  ...policyInputs,
  'stats.read': statsQuery,
  ...routeInputs,
  'signature.check': signatureCheck,
  ...captureInputs,
  'run.list': none,
  /** A new run begins at the present; `copy` takes the endpoints and routes of the live one along. */
  'run.create': z.object({
    name: runName.nullable().default(null),
    seed: wholeNumber(0, 4_294_967_295, 'A seed is 0 to 4,294,967,295.').nullable().default(null),
    copy: z.boolean().default(true),
  }),
  /** Freezes the live run, clock and all, and goes on with another. */
  'run.open': z.object({ id: id<RunId>('run') }),
  'run.rename': z.object({ id: id<RunId>('run'), name: runName }),
  'run.remove': z.object({ id: id<RunId>('run') }),
  'run.restore': z.object({ id: id<RunId>('run') }),
  ...scenarioInputs,
  /** Chaos: the engine dies as a kill would end it, and starts again. */
  'engine.crash': none,
  /** Which time signatures and timestamp headers carry, from the next attempt on. */
  'clock.signWith': z.object({ time: z.enum(SIGNATURE_TIMES) }),
  /** Lets the next thing happen; otherwise the clock stays as it is. */
  'clock.step': none,
  /** Skips waits until an instant: all that is due until then happens. The past is refused. */
  'clock.jump': z.object({ atMs: z.number('An instant is virtual epoch ms.') }),
  /** Ends a jump where it is. */
  'clock.cancelJump': none,
  /** Where time passed at once in a span, virtual epoch ms. */
  'clock.leaps': z.object({ fromMs: instant, toMs: instant }),
  'clock.setPace': z.object({
    pace: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('factor'), factor: z.number().min(1, FACTOR_SAYS).max(100_000, FACTOR_SAYS) }),
      z.object({ kind: z.literal('skip') }),
    ]),
  }),
  'clock.pause': none,
  'clock.resume': none,
  /** Pauses and aborts what is in flight; the receiver stays up. */
  'clock.stop': none,
  'receiver.listen': z.object({
    port: wholeNumber(1, 65_535, 'A port is 1 to 65535.'),
  }),
  /** The https port of valid certificates; those of the kinds that fail follow it. */
  'receiver.listenHttps': z.object({
    port: wholeNumber(1, LAST_HTTPS_PORT, `A port for https is 1 to ${LAST_HTTPS_PORT}: four more follow it.`),
  }),
  'receiver.certificate': none,
  /** The first door: a route that answers 503 three times, an endpoint under Kestrel's policy, an event. */
  'door.tryReceiver': none,
  'notice.dismiss': z.object({ id: z.string().max(200) }),
  'settings.get': none,
  /** Changes what is named, and does what that means at once. */
  'settings.set': preferencesChange,
  /** Where the local API is, as it is once it has followed the settings. */
  'api.report': none,
  'api.token': none,
  /** The former token is no longer good, and what it opened is closed. */
  'api.newToken': none,
  /** What the data folder holds. */
  'data.report': none,
  /** What of a kind would be deleted if it were kept for so many days (R11), in one run or in all. */
  'data.countOld': oldHistory,
  /** Deletes it for good, little by little; `data.report` tells how far it is. */
  'data.deleteOld': oldHistory,
  /** Deletes every run with all that it holds, every policy of one’s own, and every setting but the receiver's port. */
  'data.reset': none,
  /** What runs here, of which versions. */
  'about.get': none,
  /** What to send along with a report of a fault: no bodies, no secrets. */
  'about.diagnostics': none,
  /** Begins an export; its parts are made as they are asked for, and it is let go when nobody asks for a minute. */
  'export.begin': z.object({
    format: z.enum(EXPORT_FORMATS, 'There is no such format.'),
    scope: exportScope,
    /** Null: as the settings say. */
    redact: z.boolean().nullable().default(null),
  }),
  'export.next': z.object({ id: exportId }),
  'export.cancel': z.object({ id: exportId }),
  /** Begins to take a log file, an NDJSON export without redaction; it is taken back when nobody goes on for a minute. */
  'import.begin': none,
  /** The next piece of the file, in any cut. */
  'import.add': z.object({
    id: importId,
    text: z.string().max(1_048_576, 'A piece has at most 1,048,576 characters.'),
  }),
  /** That was all: the runs are there, frozen. */
  'import.finish': z.object({ id: importId }),
  'import.cancel': z.object({ id: importId }),
  /** Endpoints, routes and settings as a YAML file. */
  'workspace.export': z.object({ secrets: z.boolean().default(false) }),
  /** What such a file would add to the live run, or what is wrong with it. */
  'workspace.check': workspaceFile,
  'workspace.import': workspaceFile,
} as const;

export type CommandName = keyof typeof commandInputs;

/** What each command answers with. */
export type CommandOutputs = PolicyOutputs &
  EventOutputs &
  DraftOutputs &
  RouteOutputs &
  ScenarioOutputs &
  CaptureOutputs & {
    snapshot: Snapshot;
    'endpoint.create': EndpointView;
    'endpoint.update': EndpointView;
    'endpoint.remove': { readonly closed: number };
    'endpoint.revealSecret': { readonly secret: string };
    'endpoint.disable': EndpointView;
    'endpoint.enable': EndpointView;
    'endpoint.verify': EndpointView;
    'endpoint.history': EndpointHistory;
    'endpoint.quota': QuotaView | null;
    'delivery.list': Page<DeliveryRow>;
    'delivery.get': DeliveryDetail;
    'delivery.permission': Permission;
    'delivery.resend': readonly Again[];
    'delivery.redeliver': readonly Again[];
    'delivery.replay': readonly Again[];
    'delivery.retryNow': readonly Again[];
    'delivery.cancel': readonly Again[];
    'delivery.pin': { readonly changed: number };
    'delivery.loseJob': { readonly done: true };
    'attempt.get': AttemptDetail;
    'past.look': PastView;
    'stats.read': Stats;
    'signature.check': SignatureReport;
    'run.list': readonly RunView[];
    'run.create': RunView;
    'run.open': RunView;
    'run.rename': RunView;
    'run.remove': { readonly removed: true };
    'run.restore': RunView;
    'engine.crash': { readonly crashing: true };
    'clock.signWith': ClockReport;
    'clock.step': ClockReport;
    'clock.jump': ClockReport;
    'clock.cancelJump': ClockReport;
    'clock.leaps': readonly LeapGroup[];
    'clock.setPace': ClockReport;
    'clock.pause': ClockReport;
    'clock.resume': ClockReport;
    'clock.stop': ClockReport;
    'receiver.listen': ReceiverPlaces;
    'receiver.listenHttps': ReceiverPlaces;
    'receiver.certificate': CertificateReport;
    'door.tryReceiver': { readonly endpointId: EndpointId; readonly deliveryId: DeliveryId };
    'notice.dismiss': readonly Notice[];
    'settings.get': Preferences;
    'settings.set': Preferences;
    'api.report': ApiReport;
    'api.token': { readonly token: string };
    /** Null for the window, which needs none. */
    'api.newToken': { readonly token: string | null };
    'data.report': DataReport;
    'data.countOld': { readonly rows: number };
    'data.deleteOld': DataReport;
    'data.reset': { readonly reset: true };
    'about.get': AboutReport;
    'about.diagnostics': { readonly fileName: string; readonly text: string };
    /** `of`: about how many rows there are to write. */
    'export.begin': { readonly id: number; readonly of: number };
    /** `part` null: that was all. `redacted` says what was redacted so far, by kind. */
    'export.next': {
      readonly part: string | null;
      readonly done: number;
      readonly of: number;
      readonly redacted: string;
    };
    'export.cancel': { readonly cancelled: boolean };
    'import.begin': { readonly id: number };
    'import.add': { readonly rows: number };
    'import.finish': {
      readonly runs: readonly { readonly id: RunId; readonly name: string }[];
      readonly rows: number;
    };
    'import.cancel': { readonly cancelled: boolean };
    'workspace.export': { readonly fileName: string; readonly text: string };
    'workspace.check': WorkspacePlan;
    'workspace.import': WorkspacePlan;
  };

/** As the caller writes it, before defaults. */
export type CommandArgs<K extends CommandName> = z.input<(typeof commandInputs)[K]>;
/** As the handler reads it, after decoding. */
export type CommandInput<K extends CommandName> = z.output<(typeof commandInputs)[K]>;

export type Handlers = {
  readonly [K in CommandName]: (input: CommandInput<K>) => Promise<CommandOutputs[K]> | CommandOutputs[K];
};

/** The client's side: a refused command is a value, not an exception. */
export type Call = <K extends CommandName>(name: K, args: CommandArgs<K>) => Promise<Result<CommandOutputs[K]>>;
