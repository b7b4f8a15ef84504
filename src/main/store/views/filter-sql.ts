import {
  BODY_TEXT_LENGTH,
  type Filter,
  type FilterCondition,
  type FilterTest,
  instantOf,
  lowerAscii,
} from '../../../shared/filter/filter';
import type { Condition } from './text-match';

type Value = string | number;

/** Collects the values of one statement under names of their own. */
class Values {
  readonly all: Record<string, Value> = {};
  #next = 0;

  /** The parameter that stands for the value. */
  of(value: Value): string {
    const name = `f${this.#next++}`;
    this.all[name] = value;
    return `@${name}`;
  }
}

type Say = (condition: FilterCondition, values: Values, nowMs: number) => string;

/** A delivery is `d`. @param nowMs virtual epoch ms */
export const deliveryFilterSql = (filter: Filter, nowMs: number): Condition => condition(filter, sayDelivery, nowMs);

/** A capture is `c`. @param nowMs virtual epoch ms */
export const captureFilterSql = (filter: Filter, nowMs: number): Condition => condition(filter, sayCapture, nowMs);

function condition(filter: Filter, say: Say, nowMs: number): Condition {
  const values = new Values();
  return { sql: sqlOf(filter, say, values, nowMs), values: values.all };
}

/** Never NULL, which `NOT` would leave as it is. */
function sqlOf(filter: Filter, say: Say, values: Values, nowMs: number): string {
  switch (filter.kind) {
    case 'is':
      return `((${say(filter, values, nowMs)}) IS TRUE)`;
    case 'not':
      return `(NOT ${sqlOf(filter.of, say, values, nowMs)})`;
    case 'all':
    case 'any': {
      const parts = filter.of.map((part) => sqlOf(part, say, values, nowMs));
      if (parts.length === 0) return filter.kind === 'all' ? '1' : '0';
      return `(${parts.join(filter.kind === 'all' ? ' AND ' : ' OR ')})`;
    }
  }
}

const NEWEST_ATTEMPT = 'SELECT 1 FROM attempt a WHERE a.delivery_id = d.id AND a.n = d.attempts';
const newest = (sql: string): string => `EXISTS (${NEWEST_ATTEMPT} AND (${sql}))`;
const ofEndpoint = (sql: string): string => `EXISTS (SELECT 1 FROM endpoint p WHERE p.id = d.endpoint_id AND ${sql})`;
const ofEvent = (sql: string): string => `EXISTS (SELECT 1 FROM event e WHERE e.id = d.event_id AND ${sql})`;

function sayDelivery({ field, test }: FilterCondition, values: Values, nowMs: number): string {
  const column = (sql: string): string => tested(sql, test, values, nowMs);
  switch (field) {
    case 'state':
      return test.kind === 'one-of' && test.values?.includes('deferred') === true
        ? 'd.deferred_from IS NOT NULL'
        : column('d.state');
    case 'reason':
      return column('d.reason');
    case 'status':
      return newest(column('a.status'));
    case 'fault':
      return newest(column('a.fault'));
    case 'type':
      return column('d.event_type');
    case 'endpoint':
      return ofEndpoint(column('p.name'));
    case 'attempts':
      return column('d.attempts');
    case 'id':
      return `${column('d.id')} OR ${column('d.event_id')}`;
    case 'time':
      return column('d.created_at');
    case 'pinned':
      return column(yesWhere('delivery_pin', 'delivery_id = d.id'));
    case 'url':
      return `${newest(column('a.request_url'))} OR (d.attempts = 0 AND ${ofEndpoint(column('p.url'))})`;
    case 'header':
      return newest(
        `${headerIn('a.request_headers', test, values)} OR ${headerIn('a.response_headers', test, values)}`,
      );
    case 'body':
      return deliveryBody(test, values, nowMs);
    case 'text':
      return test.kind === 'like' ? deliveryText(test, values, nowMs) : '0';
    case 'method':
    case 'path':
    case 'from':
    case 'seen':
    case 'answer':
      return '0';
  }
}

/** What was sent and what came back: an attempt keeps its own body only where it is not the event's. */
function deliveryBody(test: FilterTest, values: Values, nowMs: number): string {
  const has = (sql: string): string => tested(textOf(sql), test, values, nowMs);
  return `${ofEvent(has('e.body'))} OR ${newest(`${has('a.request_body')} OR ${has('a.response_body')}`)}`;
}

function deliveryText(test: FilterTest & { readonly kind: 'like' }, values: Values, nowMs: number): string {
  const has = (sql: string): string => tested(sql, test, values, nowMs);
  const parts = [
    has('d.event_type'),
    has('d.id'),
    has('d.event_id'),
    ofEndpoint(has('p.url')),
    newest(
      [has('a.request_url'), inHeaders('a.request_headers', has), inHeaders('a.response_headers', has)].join(' OR '),
    ),
  ];
  if (test.text.length >= BODY_TEXT_LENGTH) parts.push(deliveryBody(test, values, nowMs));
  return parts.join(' OR ');
}

function sayCapture({ field, test }: FilterCondition, values: Values, nowMs: number): string {
  const column = (sql: string): string => tested(sql, test, values, nowMs);
  switch (field) {
    case 'status':
      return column('c.verdict_status');
    case 'answer':
      return column('c.verdict_kind');
    case 'seen':
      return column(`CASE WHEN c.seen = 1 THEN 'new' WHEN c.seen > 1 THEN 'again' END`);
    case 'method':
      return column('c.method');
    case 'path':
      return column('c.target');
    case 'from':
      return column('c.remote');
    case 'id':
      return `${column('c.id')} OR ${column('c.delivery_key')}`;
    case 'time':
      return column('c.at');
    case 'pinned':
      return column(yesWhere('capture_pin', 'capture_seq = c.seq'));
    case 'header':
      return headerIn('c.headers', test, values);
    case 'body':
      return column(textOf('c.body'));
    case 'text': {
      if (test.kind !== 'like') return '0';
      const parts = [
        column('c.method'),
        column('c.target'),
        column('c.delivery_key'),
        column('c.id'),
        inHeaders('c.headers', column),
      ];
      if (test.text.length >= BODY_TEXT_LENGTH) parts.push(column(textOf('c.body')));
      return parts.join(' OR ');
    }
    default:
      return '0';
  }
}

const yesWhere = (table: string, where: string): string =>
  `iif(EXISTS (SELECT 1 FROM ${table} WHERE ${where}), 'yes', 'no')`;

const textOf = (blob: string): string => `CAST(${blob} AS TEXT)`;

/** A header list is JSON: pairs of name and value. */
const inHeaders = (json: string, has: (sql: string) => string): string =>
  `EXISTS (SELECT 1 FROM json_each(${json}) h WHERE ${has(`(h.value ->> 0) || ': ' || (h.value ->> 1)`)})`;

function headerIn(json: string, test: FilterTest, values: Values): string {
  if (test.kind !== 'header') return '0';
  const named = `lower(h.value ->> 0) = ${values.of(lowerAscii(test.name))}`;
  const valued = test.text === null ? '' : ` AND instr(lower(h.value ->> 1), ${values.of(lowerAscii(test.text))})`;
  return `EXISTS (SELECT 1 FROM json_each(${json}) h WHERE ${named}${valued})`;
}

function tested(sql: string, test: FilterTest, values: Values, nowMs: number): string {
  switch (test.kind) {
    case 'one-of':
      return test.values === null
        ? `${sql} IS NOT NULL`
        : `${sql} IN (SELECT value FROM json_each(${values.of(JSON.stringify(test.values))}))`;
    case 'between':
      return `${sql} BETWEEN ${values.of(test.least)} AND ${values.of(test.most)}`;
    case 'like': {
      const wanted = lowerAscii(test.text);
      // Without a pattern's reserved characters: GLOB knows them in brackets.
      if (test.whole) return `lower(${sql}) GLOB ${values.of(wanted.replace(/[[?]/g, '[$&]'))}`;
      return `instr(lower(${sql}), ${values.of(wanted)})`;
    }
    case 'since':
      return `${sql} >= ${values.of(instantOf(test.from, nowMs))}`;
    case 'until':
      return `${sql} <= ${values.of(instantOf(test.to, nowMs))}`;
    case 'header':
      return '0';
  }
}
