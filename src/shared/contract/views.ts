import type { Attempt, AttemptRecord } from '../model/attempt';
import type { Delivery, DeliveryState } from '../model/delivery';
import type { Endpoint } from '../model/endpoint';
import type { EventSummary } from '../model/event';
import type { CaptureId, DeliveryId, EndpointId, RouteId, RunId } from '../model/ids';
import type { ReceivedResponse } from '../model/outcome';
import type { ClockReport } from '../model/pace';
import type { Problem } from '../model/problem';
import type { Capture, Route, Verdict } from '../model/receiver';
import type { RouteCheck } from '../model/route-check';
import type { SecureTls } from '../model/route-tls';
import type { Run } from '../model/run';
import type { Script } from '../model/script';
import type { Elder, StepRecord } from '../model/step';
import type { Policy } from '../policies/policy';
import type { PreviewAttempt } from '../rules/preview';
import type { KeptKind, Preferences } from './preferences';

/** Bytes as base64, so that the same contract goes over a MessagePort and a WebSocket. */
export type Base64 = string;

export type EndpointView = Endpoint & {
  readonly counts: {
    readonly waiting: number;
    readonly inFlight: number;
    readonly delivered: number;
    readonly failed: number;
    /** Of those that wait: what is parked until the endpoint is opened. */
    readonly held: number;
  };
  /**
   * Where order is kept: the delivery whose turn it is, or that is being sent; every other one waits for it. Null: none.
   * Absent where order is not kept; in the past, also where not all deliveries of then are known.
   */
  readonly inTurn?: Elder | null | undefined;
};

/** A pinned one stays when history is cleared or grows old. */
export type Pinnable<Row> = Row & { readonly pinned: boolean };

/** A delivery as lists and the timeline show it, with all of its attempts (oldest first). */
export type DeliveryRow = Pinnable<Delivery> & {
  readonly marks: readonly Attempt[];
  /** How many redeliveries or replays were made of it (R8). */
  readonly copies: number;
};

/** A delivery of the same event that was made from another, or the one that it was made from. */
export type Kin = Pick<Delivery, 'id' | 'state' | 'reason' | 'counter' | 'deferredFrom' | 'createdAt'>;

export type RouteView = Route & {
  readonly url: string;
  readonly captures: number;
  /** Against what signatures are checked. */
  readonly check: RouteCheck;
  /** What the newest answer says about the script's place; null: none yet, or each delivery id has its own place. */
  readonly latest: LatestAnswer | null;
};

/** See `positionAfter`; `at` is virtual epoch ms. */
export type LatestAnswer = Pick<Extract<Verdict, { kind: 'step' }>, 'index' | 'nth' | 'sinceAt' | 'turn'> & {
  readonly at: number;
};

/** A script that was read from text, or what is wrong with it; line and column count from 1. */
export type ScriptReading =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly problems: readonly ScriptProblem[] };

export type ScriptProblem = {
  readonly line: number;
  readonly column: number;
  /** `script[1].reply`; empty for the whole text. */
  readonly path: string;
  readonly message: string;
};

export type CaptureRow = Pinnable<Omit<Capture, 'body' | 'headers' | 'trailers' | 'timings' | 'answer'>>;
export type CaptureDetail = Pinnable<Omit<Capture, 'body'>> & {
  readonly body: Base64;
  /** The first capture of the run with the same key, while it is kept; itself, when it was the first. */
  readonly firstId: CaptureId | null;
  /** The deliveries by which it was sent on, newest first, at most `LIMITS.kinRows`. */
  readonly sentOn: readonly DeliveryRow[];
};

export type EventDetail = EventSummary & { readonly body: Base64 };

export type AttemptDetail = Omit<AttemptRecord, 'response'> & {
  readonly requestBody: Base64;
  readonly response: (Omit<ReceivedResponse, 'body'> & { readonly body: Base64 }) | null;
};

export type DeliveryDetail = {
  readonly row: DeliveryRow;
  readonly event: EventSummary;
  readonly steps: readonly StepRecord[];
  /** What it is a redelivery or replay of (R8). */
  readonly origin: Kin | null;
  /** Its own redeliveries or replays, newest first, at most `LIMITS.kinRows`. */
  readonly descendants: readonly Kin[];
};

/** From an instant (virtual epoch ms) on, a count has this value. */
export type Level = { readonly at: number; readonly value: number };

/** What an endpoint went through, for its lanes. All are oldest first, and none is longer than `LIMITS.levelPoints`. */
export type EndpointHistory = {
  /** The newest steps up to the span's end that closed or opened it: `suspend`, `disable`, `reopen`. */
  readonly turns: readonly StepRecord[];
  /** How many deliveries it held; the first tells with what the span begins. */
  readonly held: readonly Level[];
  /** The count of exhausted deliveries in a row; the first tells with what the span begins. */
  readonly streak: readonly Level[];
};

/** What is left of a policy's redeliveries by hand (F32). */
export type QuotaView = {
  readonly count: number;
  /** Virtual ms: how long each of them counts. */
  readonly windowMs: number;
  readonly left: number;
  /** Virtual epoch ms at which the next one is free; null while some are. */
  readonly freeAt: number | null;
  readonly rules: readonly string[];
};

/**
 * The run as it was when its log had come to a place. `seq` is the newest step that had happened by then, 0 before
 * the first; `atMs` the virtual instant that was asked for, or at which that step happened.
 */
export type PastView = {
  readonly seq: number;
  readonly atMs: number;
  readonly step: StepRecord | null;
  /** Whether the log has something before this place, and after it. */
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  readonly totals: Pick<Totals, 'byState' | 'deliveries' | 'attempts'>;
  /** Without those that were deleted by then, in the order of their creation. */
  readonly endpoints: readonly EndpointView[];
};

/** A run, and what it holds. */
export type RunView = Run & { readonly live: boolean; readonly deliveries: number; readonly attempts: number };

/** What became of one of the chosen deliveries: the record that goes now, or why not. */
export type Again = {
  readonly id: DeliveryId;
  readonly deliveryId: DeliveryId | null;
  readonly problem: Problem | null;
};

export type PolicyView = {
  readonly policy: Policy;
  readonly preview: readonly PreviewAttempt[];
  /** Null for what is built in; else the file that it was written as, and the built-in policy that this extends. */
  readonly own: { readonly base: string | null; readonly text: string; readonly savedWallAt: number } | null;
};

/** A policy file that was read: the policy and what is likely not meant, or what is wrong. */
export type PolicyReading =
  | {
      readonly ok: true;
      readonly policy: Policy;
      readonly base: string | null;
      readonly warnings: readonly ScriptProblem[];
    }
  | { readonly ok: false; readonly problems: readonly ScriptProblem[] };

export type Totals = {
  readonly byState: Readonly<Record<DeliveryState, number>>;
  readonly deliveries: number;
  readonly attempts: number;
  readonly captures: number;
  readonly events: number;
};

/** Events that are still to be sent, one by one. */
export type PlannedSend = {
  readonly seq: number;
  readonly type: string;
  readonly endpointIds: readonly EndpointId[];
  readonly left: number;
  /** Virtual ms from one to the next. */
  readonly everyMs: number;
  /** When the next one goes, virtual epoch ms. */
  readonly nextAt: number;
};

/** The https port of one kind of certificate, open while a route needs it. `port` null: `why` it cannot be opened. */
export type SecureDoor = {
  readonly tls: SecureTls;
  readonly port: number | null;
  readonly why: string | null;
};

/** Where the receiver speaks https. `wantedPort` is that of valid certificates; the other kinds follow it. */
export type HttpsReport = { readonly wantedPort: number; readonly doors: readonly SecureDoor[] };

/** The certificate of the receiver's own authority, for whoever is to trust its https ports. */
export type CertificateReport = {
  readonly pem: string;
  /** Where it lies in the data folder. */
  readonly file: string;
  /** Epoch ms. */
  readonly until: number;
};

/** Where the built-in receiver listens, over http and over https. */
export type ReceiverPlaces = ReceiverReport & { readonly https: HttpsReport };

/** Where the built-in receiver listens for http, or why it does not. */
export type ReceiverReport =
  | {
      readonly kind: 'listening';
      readonly host: string;
      readonly port: number;
      readonly url: string;
      readonly wantedPort: number;
    }
  | { readonly kind: 'down'; readonly wantedPort: number; readonly why: string };

/** Where the local API is served, or why it is not; `why` null: it is switched off. */
export type ApiReport =
  | {
      readonly kind: 'on';
      /** Without a slash at the end. */
      readonly url: string;
      readonly tokenFile: string;
      /** `serve` serves it beside the page, whatever is chosen for the window. */
      readonly withPage: boolean;
    }
  | { readonly kind: 'off'; readonly why: string | null };

/** Something the person should know; stays until dismissed. */
export type Notice = { readonly id: string; readonly tone: 'info' | 'warning' | 'error'; readonly message: string };

export type HostReport = {
  readonly kind: 'window' | 'browser';
  /** What runs it, in words: `Electron 33.2.1, an older Chromium for trying and testing`. */
  readonly runtime: string;
  readonly dataDir: string;
  readonly version: string;
  /** Root on Linux runs Electron without its sandbox; the screen says so. */
  readonly sandboxed: boolean;
};

/** How much there is of each kind, in all runs. */
export type KindCounts = {
  readonly runs: number;
  readonly events: number;
  readonly deliveries: number;
  readonly attempts: number;
  readonly captures: number;
  /** Entries of the log of steps. */
  readonly log: number;
};

/** History that is being deleted, or was last. */
export type Deleting = {
  readonly kind: KeptKind;
  readonly deleted: number;
  /** How many there were to delete when it began. */
  readonly of: number;
  readonly done: boolean;
};

export type DataReport = {
  readonly dataDir: string;
  /** Bytes of the database and of its log. */
  readonly databaseBytes: number;
  /** Bytes of them that hold nothing and are used again. */
  readonly freeBytes: number;
  readonly logFileBytes: number;
  readonly counts: KindCounts;
  readonly deleting: Deleting | null;
};

/** A part of somebody else's that the app is shipped with. */
export type ThirdParty = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
};

export type AboutReport = {
  readonly version: string;
  readonly runtime: string;
  readonly node: string;
  readonly sqlite: string;
  readonly platform: string;
  readonly logFile: string;
  readonly thirdParties: readonly ThirdParty[];
};

/** What a workspace file adds to the live run; what is there already is left as it is. */
export type WorkspacePlan = {
  readonly endpoints: readonly { readonly name: string; readonly url: string; readonly withSecret: boolean }[];
  readonly routes: readonly string[];
  /** Ids of policies. */
  readonly policies: readonly string[];
  readonly settings: readonly string[];
  readonly left: readonly string[];
};

/** Everything a screen needs to begin; afterwards frames keep it true. */
export type Snapshot = {
  readonly revision: number;
  readonly run: Run;
  readonly clock: ClockReport;
  readonly totals: Totals;
  readonly endpoints: readonly EndpointView[];
  readonly routes: readonly RouteView[];
  /** The first 20, the next one first. */
  readonly sends: readonly PlannedSend[];
  readonly receiver: ReceiverPlaces;
  /** Grows with each change of the list of policies. */
  readonly policies: number;
  readonly host: HostReport;
  readonly settings: Preferences;
  readonly notices: readonly Notice[];
};

/**
 * The changes of up to 50 ms. `from` is the revision before it: a client whose own revision differs has missed
 * something and asks for a snapshot. `overflow`: too much happened to list the rows; counts are right, ask again.
 */
export type Frame = {
  /** The live run: a client that knows another asks for a snapshot. */
  readonly runId: RunId;
  readonly from: number;
  readonly to: number;
  readonly overflow: boolean;
  readonly clock: ClockReport;
  readonly totals: Totals;
  readonly deliveries: readonly DeliveryRow[];
  readonly endpoints: readonly EndpointView[];
  readonly events: readonly EventSummary[];
  readonly routes: readonly RouteView[];
  readonly captures: readonly CaptureRow[];
  readonly sends: readonly PlannedSend[];
  readonly removed: {
    readonly endpoints: readonly EndpointId[];
    readonly routes: readonly RouteId[];
    /** Old history that a person had deleted (R11). */
    readonly deliveries: readonly DeliveryId[];
  };
  readonly receiver: ReceiverPlaces | null;
  readonly policies: number | null;
  readonly settings: Preferences | null;
  readonly notices: readonly Notice[] | null;
};

/**
 * Captures that were cleared together: so many, and so many that are pinned and stay. They can be taken back until
 * `undoUntilMs`, wall epoch ms.
 */
export type Cleared = {
  readonly clearId: number;
  readonly cleared: number;
  readonly pinned: number;
  readonly undoUntilMs: number;
};

/** A page of a list, newest first; `next` is the cursor of the following page. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly next: string | null };
