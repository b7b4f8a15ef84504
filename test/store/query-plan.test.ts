import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { PLANNED_SENDS_SQL } from '../../src/main/store/views/agenda-views';
import { capturesSql, routeCapturesSql, SENT_ON_SQL } from '../../src/main/store/views/capture-views';
import {
  ENDPOINT_COUNTS_SQL,
  IN_TURN_SQL,
  ROUTE_PLACE_SQL,
  RUN_COUNT_SQL,
  SENDING_NOW_SQL,
  STATE_TOTALS_SQL,
} from '../../src/main/store/views/count-views';
import { deliverySearch, dueSearch } from '../../src/main/store/views/delivery-search';
import {
  COPIES_SQL,
  COPY_COUNTS_SQL,
  DELIVERIES_SQL,
  FILTERED_COUNT_SQL,
  MARKS_SQL,
  PINNED_SQL,
  STEPS_SQL,
} from '../../src/main/store/views/delivery-views';
import { EVENTS_SQL, OLDEST_EVENTS_SQL } from '../../src/main/store/views/event-views';
import {
  HELD_AT_SQL,
  HELD_BETWEEN_SQL,
  STREAK_AT_SQL,
  STREAK_BETWEEN_SQL,
  TURNS_SQL,
} from '../../src/main/store/views/history-views';
import { LEAP_GROUPS_SQL, LEAPS_SQL } from '../../src/main/store/views/leap-views';
import { MARK_SQL, TOUCHED_SQL } from '../../src/main/store/views/past-counts';
import {
  CHANGES_SQL,
  COPIES_BY_SQL,
  LAST_OWN_STEP_SQL,
  LAST_PASSED_SQL,
  STEPS_UP_TO_SQL,
} from '../../src/main/store/views/past-log';
import { UNENDED_SQL } from '../../src/main/store/views/past-turn';
import {
  DELIVERY_FROM_SQL,
  FIRST_STEP_SQL,
  PLACE_FROM_SQL,
  PLACES_AFTER_SQL,
  PLACES_BEFORE_SQL,
  STEP_SQL,
} from '../../src/main/store/views/past-views';
import {
  COUNTED_ATTEMPTS_SQL,
  ENDPOINT_DELIVERIES_SQL,
  ENDPOINT_SIZE_SQL,
  POLICY_ENDPOINTS_SQL,
  RUN_DELIVERIES_SQL,
  RUN_SIZE_SQL,
} from '../../src/main/store/views/stat-views';
import { type Condition, MATCHING_TYPES_SQL } from '../../src/main/store/views/text-match';
import { NEXT_AGENDA_SQL } from '../../src/main/store/writer/agenda-table';
import { FAULTS_SQL, UNSETTLED_SQL } from '../../src/main/store/writer/attempt-table';
import {
  ATTEMPTS_SQL,
  LAST_ANSWER_SQL,
  LAST_KEY_ANSWER_SQL,
  SEEN_SQL,
} from '../../src/main/store/writer/capture-table';
import { LAST_SLOT_SQL, NEXT_SLOT_SQL, REDELIVERIES_SQL } from '../../src/main/store/writer/circuit-tables';
import {
  DELIVERIES_OF_SQL,
  DUE_SQL,
  IN_LINE_SQL,
  NEXT_DUE_SQL,
  NEXT_SWEEP_SQL,
  SWEEPABLE_SQL,
  UNSENT_COPY_SQL,
  WAITING_SQL,
} from '../../src/main/store/writer/delivery-table';
import { CLEAR_OF_ROUTE_SQL, CLEAR_OF_RUN_SQL, GONE_SQL } from '../../src/main/store/writer/kept-rows';
import { NEWEST_STEP_SQL } from '../../src/main/store/writer/log-place';
import { newestOrdinalSql } from '../../src/main/store/writer/newest-ordinals';
import { ELDER_SQL, ELDEST_SQL, SENDING_SQL, YOUNGEST_SQL } from '../../src/main/store/writer/order-table';
import { ROUTES_SQL } from '../../src/main/store/writer/route-table';
import { WALKERS_SQL } from '../../src/main/store/writer/walkers';
import { aRun, idOf } from '../support/rows';
import { setUpStore } from './bench';

const anyQuery = { cursor: null, limit: 100, states: null, endpointId: null, eventId: null, text: '' };
const search = (
  over: object,
  text: Condition | null = null,
  narrow = false,
  walk: 'newest' | 'oldest' = 'newest',
  idle = false,
): string => deliverySearch(aRun().id, { query: { ...anyQuery, ...over }, walk, idle }, text, narrow, 1).sql;
const due = (over: object, endpoints: number, text: Condition | null = null): string =>
  dueSearch(
    aRun().id,
    { query: { ...anyQuery, ...over } },
    Array.from({ length: endpoints }, (_, n) => idOf('endpoint', n + 1)),
    text,
    { dueAt: 0, ordinal: 0 },
  ).sql;
const text = { sql: `d.id LIKE @like ESCAPE '\\'`, values: {} };

const states = ['failed', 'held'];
const endpointId = idOf('endpoint', 1);
const eventId = idOf('event', 1);

/** Each with the index that it must walk. */
const byIndex: readonly [name: string, sql: string, index: string][] = [
  ['the earliest due delivery', NEXT_DUE_SQL, 'delivery_due (endpoint_id=? AND due_at>?)'],
  ['what is due', DUE_SQL, 'delivery_due (endpoint_id=? AND due_at>? AND due_at<?)'],
  ['a copy that was not sent', UNSENT_COPY_SQL, 'delivery_origin (origin_id=?)'],
  ['what waits', WAITING_SQL, 'delivery_endpoint_state (endpoint_id=? AND state=? AND ordinal>?)'],
  ['whose turn it is', ELDEST_SQL, 'delivery_endpoint_state (endpoint_id=? AND state=?)'],
  ['what is being sent in order', SENDING_SQL, 'delivery_endpoint_state (endpoint_id=? AND state=?)'],
  ['the last of an order', YOUNGEST_SQL, 'delivery_endpoint_state (endpoint_id=? AND state=?)'],
  ['the one before it', ELDER_SQL, 'delivery_endpoint (endpoint_id=? AND ordinal<?)'],
  ['what is being sent now', SENDING_NOW_SQL, 'delivery_endpoint_state (endpoint_id=? AND state=?)'],
  ['who waits for whom', IN_TURN_SQL, 'delivery_endpoint_state (endpoint_id=? AND state=?)'],
  [
    'who waited for whom',
    UNENDED_SQL,
    'delivery_endpoint_state (endpoint_id=? AND state=? AND ordinal>? AND ordinal<?)',
  ],
  ['the next sweep', NEXT_SWEEP_SQL, 'delivery_next_sweep (run_id=? AND sweep_at>?)'],
  ['what a sweep changes', SWEEPABLE_SQL, 'delivery_sweep (run_id=? AND sweep_at>? AND sweep_at<?)'],
  [
    'a span of an endpoint’s deliveries',
    DELIVERIES_OF_SQL,
    'delivery_endpoint (endpoint_id=? AND ordinal>? AND ordinal<?)',
  ],
  ['the next of the agenda', NEXT_AGENDA_SQL, 'agenda_next (run_id=?)'],
  ['the last place of a limit', LAST_SLOT_SQL, 'PRIMARY KEY (endpoint_id=?)'],
  ['the next place of a limit', NEXT_SLOT_SQL, 'PRIMARY KEY (endpoint_id=? AND window_at>?)'],
  ['the faults of a delivery', FAULTS_SQL, 'sqlite_autoindex_attempt_1 (delivery_id=?)'],
  ['what is still to be sent', PLANNED_SENDS_SQL, 'agenda_next (run_id=?)'],
  ['redeliveries', REDELIVERIES_SQL, 'redelivery_at (endpoint_id=? AND at>?)'],
  ['unsettled attempts', UNSETTLED_SQL, 'attempt_unsettled (run_id=?)'],
  ['the next ordinal', newestOrdinalSql('delivery'), 'delivery_ordinal (run_id=?)'],
  ['the newest step', NEWEST_STEP_SQL, 'step_run (run_id=?)'],
  ['routes', ROUTES_SQL, 'route_path (run_id=?)'],
  ['the last answer of a route', LAST_ANSWER_SQL, 'capture_epoch (route_id=? AND epoch=?)'],
  ['the last answer to a key', LAST_KEY_ANSWER_SQL, 'capture_key (route_id=? AND epoch=? AND delivery_key=?)'],
  ['the place of a route’s script', ROUTE_PLACE_SQL, 'capture_epoch (route_id=? AND epoch=?)'],
  ['the keys of a route', WALKERS_SQL, 'capture_key (route_id=? AND epoch=?)'],
  ['the attempts of a key', ATTEMPTS_SQL, 'capture_key (route_id=? AND epoch=? AND delivery_key=?)'],
  ['what a capture was sent on as', SENT_ON_SQL, 'event_request_capture (capture_id=?)'],
  ['sightings of a key', SEEN_SQL, 'PRIMARY KEY (run_id=? AND delivery_key=?)'],
  ['all deliveries', search({}), 'delivery_ordinal (run_id=? AND ordinal<?)'],
  ['deliveries by state', search({ states }), 'delivery_run_state (run_id=? AND state=? AND ordinal<?)'],
  [
    'deliveries of an endpoint',
    search({ endpointId }),
    'delivery_endpoint_state (endpoint_id=? AND state=? AND ordinal<?)',
  ],
  [
    'deliveries of an endpoint by state',
    search({ endpointId, states }),
    'delivery_endpoint_state (endpoint_id=? AND state=? AND ordinal<?)',
  ],
  ['deliveries, oldest first', search({}, null, false, 'oldest'), 'delivery_ordinal (run_id=? AND ordinal>?)'],
  [
    'deliveries by state, oldest first',
    search({ states }, null, false, 'oldest'),
    'delivery_run_state (run_id=? AND state=? AND ordinal>?)',
  ],
  ['what waits for nothing', search({}, null, false, 'newest', true), 'delivery_ordinal (run_id=? AND ordinal<?)'],
  ['what is due soonest', due({}, 3), 'delivery_due (endpoint_id=? AND (due_at,ordinal)>(?,?))'],
  [
    'what is due soonest at an endpoint',
    due({ states }, 1, text),
    'delivery_due (endpoint_id=? AND (due_at,ordinal)>(?,?))',
  ],
  ['deliveries of an event', search({ eventId, endpointId, states }), 'delivery_event (event_id=? AND ordinal<?)'],
  ['a search for text', search({}, text), 'delivery_text (run_id=? AND ordinal<?)'],
  ['a search for text in many', search({ endpointId, states }, text), 'delivery_text (run_id=? AND ordinal<?)'],
  [
    'a search for text in few',
    search({ endpointId, states }, text, true),
    'delivery_endpoint_state (endpoint_id=? AND state=? AND ordinal<?)',
  ],
  ['how many a filter leaves', FILTERED_COUNT_SQL, 'PRIMARY KEY (run_id=?)'],
  ['types that match a text', MATCHING_TYPES_SQL, 'PRIMARY KEY (run_id=?)'],
  ['deliveries by id', DELIVERIES_SQL, 'sqlite_autoindex_delivery_1 (id=?)'],
  ['marks', MARKS_SQL, 'sqlite_autoindex_attempt_1 (delivery_id=?)'],
  ['steps of a delivery', STEPS_SQL, 'step_delivery (delivery_id=?)'],
  ['how many copies there were', COPIES_BY_SQL, 'delivery_origin (origin_id=?)'],
  ['steps of deliveries up to a place', STEPS_UP_TO_SQL, 'step_delivery (delivery_id=? AND rowid<?)'],
  ['the last step of a kind', LAST_OWN_STEP_SQL, 'step_own (endpoint_id=? AND kind=? AND rowid<?)'],
  ['the last challenge that was passed', LAST_PASSED_SQL, 'step_own (endpoint_id=? AND kind=? AND rowid<?)'],
  ['changes of settings', CHANGES_SQL, 'step_own (endpoint_id=? AND kind=?)'],
  ['a place of the log', PLACE_FROM_SQL, 'step_run (run_id=? AND rowid>?)'],
  ['the places before one', PLACES_BEFORE_SQL, 'step_run (run_id=? AND rowid<?)'],
  ['the places after one', PLACES_AFTER_SQL, 'step_run (run_id=? AND rowid>?)'],
  ['a delivery from an ordinal on', DELIVERY_FROM_SQL, 'delivery_text (run_id=? AND ordinal>?)'],
  ['the first step of a delivery', FIRST_STEP_SQL, 'step_delivery (delivery_id=?)'],
  ['a step', STEP_SQL, 'INTEGER PRIMARY KEY (rowid=?)'],
  ['the mark before a place', MARK_SQL, 'PRIMARY KEY (run_id=? AND seq<?)'],
  ['what was decided about since a mark', TOUCHED_SQL, 'step_run (run_id=? AND rowid>? AND rowid<?)'],
  ['the copies of a delivery', COPIES_SQL, 'delivery_origin (origin_id=?)'],
  ['how many copies there are', COPY_COUNTS_SQL, 'delivery_origin (origin_id=?)'],
  ['what closed and opened an endpoint', TURNS_SQL, 'step_endpoint (endpoint_id=? AND kind=? AND at<?)'],
  ['how many it held meanwhile', HELD_BETWEEN_SQL, 'PRIMARY KEY (endpoint_id=? AND at>? AND at<?)'],
  ['how many it held at an instant', HELD_AT_SQL, 'PRIMARY KEY (endpoint_id=? AND at<?)'],
  ['its streak meanwhile', STREAK_BETWEEN_SQL, 'step_endpoint (endpoint_id=? AND kind=? AND at>? AND at<?)'],
  ['its streak at an instant', STREAK_AT_SQL, 'step_endpoint (endpoint_id=? AND kind=? AND at<?)'],
  ['leaps of the clock', LEAPS_SQL, 'PRIMARY KEY (run_id=? AND to_at>?)'],
  ['leaps of the clock, together', LEAP_GROUPS_SQL, 'PRIMARY KEY (run_id=? AND to_at>?)'],
  ['events', EVENTS_SQL, 'event_ordinal (run_id=? AND ordinal<?)'],
  ['events, oldest first', OLDEST_EVENTS_SQL, 'event_ordinal (run_id=? AND ordinal>?)'],
  ['captures', capturesSql('newest'), 'capture_run (run_id=? AND rowid<?)'],
  ['captures, oldest first', capturesSql('oldest'), 'capture_run (run_id=? AND rowid>?)'],
  ['captures of a route', routeCapturesSql('newest'), 'capture_route (route_id=? AND rowid<?)'],
  ['what is cleared of a run', CLEAR_OF_RUN_SQL, 'capture_run (run_id=? AND rowid>? AND rowid<?)'],
  ['what is cleared of a route', CLEAR_OF_ROUTE_SQL, 'capture_route (route_id=? AND rowid>? AND rowid<?)'],
  ['what was cleared, to be deleted', GONE_SQL, 'INTEGER PRIMARY KEY (rowid>?)'],
  ['pins', PINNED_SQL, 'PRIMARY KEY (delivery_id=?)'],
  ['captures of a route, oldest first', routeCapturesSql('oldest'), 'capture_route (route_id=? AND rowid>?)'],
  ['totals by state', STATE_TOTALS_SQL, 'PRIMARY KEY (run_id=?)'],
  ['counts of an endpoint', ENDPOINT_COUNTS_SQL, 'PRIMARY KEY (run_id=? AND endpoint_id=?)'],
  ['counts of a run', RUN_COUNT_SQL, 'PRIMARY KEY (run_id=?)'],
  ['what charts count of a run', RUN_DELIVERIES_SQL, 'delivery_ordinal (run_id=? AND ordinal<?)'],
  ['what charts count of an endpoint', ENDPOINT_DELIVERIES_SQL, 'delivery_endpoint (endpoint_id=? AND ordinal<?)'],
  ['attempts that charts count', COUNTED_ATTEMPTS_SQL, 'sqlite_autoindex_attempt_1 (delivery_id=?)'],
  ['how many deliveries a run has', RUN_SIZE_SQL, 'PRIMARY KEY (run_id=?)'],
  ['how many deliveries an endpoint has', ENDPOINT_SIZE_SQL, 'PRIMARY KEY (run_id=? AND endpoint_id=?)'],
  ['endpoints under a policy', POLICY_ENDPOINTS_SQL, 'endpoint_ordinal (run_id=?)'],
];

function planOf(file: string, sql: string): string[] {
  const db = new Database(file, { readonly: true });
  const parameters = db.prepare(`EXPLAIN QUERY PLAN ${sql}`);
  const named = {
    runId: '',
    before: 1,
    beyond: 1,
    dueAt: 0,
    ordinal: 0,
    endpoint0: '',
    endpoint1: '',
    endpoint2: '',
    take: 1,
    text: '',
    like: '',
    endpointId: '',
    eventId: '',
    routeId: '',
    states: '[]',
    ids: '[]',
    id: '',
    kind: '',
    seq: 0,
    owner: '',
    after: 0,
    clearId: 1,
    upTo: 9,
    limit: 1,
    fromMs: 0,
    toMs: 1,
    atMs: 0,
    newest: 1,
  };
  const bound = sql.includes('@') ? [{ ...named, afterOrdinal: 0 }] : Array(sql.split('?').length - 1).fill(1);
  const lines = (parameters.all(...bound) as { detail: string }[]).map(({ detail }) => detail);
  db.close();
  return lines;
}

it.each(byIndex)('finds %s by index, and neither walks a table nor sorts', (_, sql, index) => {
  const plan = planOf(setUpStore().file, sql);
  expect(plan.join('\n')).toContain(index);
  expect(plan.filter((line) => /^SCAN (?!json_each|CONSTANT ROW)/.test(line))).toEqual([]);
  expect(plan.filter((line) => /TEMP B-TREE FOR ORDER BY/.test(line))).toEqual([]);
});

it('finds who waits for a window of a limit by index, and sorts no more than its few places', () => {
  const plan = planOf(setUpStore().file, IN_LINE_SQL);
  expect(plan.join('\n')).toContain('delivery_due (endpoint_id=? AND due_at=?)');
  expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([]);
});
