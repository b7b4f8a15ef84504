import type { CommandName } from '../../shared/contract/commands';
import type { Again, EndpointView, QuotaView } from '../../shared/contract/views';
import type { DeliveryId, EndpointId } from '../../shared/model/ids';
import type { Redelivery } from '../../shared/policies/circuit';
import { sayDuration } from '../../shared/words/duration';
import { AGAIN_FORMS } from './again-forms';
import { sayCount } from './numbers';
import { fresh, type Going } from './traffic';

/** What can be done with many deliveries at once. */
export type BulkAct = Extract<
  CommandName,
  'delivery.resend' | 'delivery.redeliver' | 'delivery.replay' | 'delivery.retryNow' | 'delivery.cancel'
>;

const DONE: Readonly<Record<BulkAct, string>> = {
  'delivery.resend': 'resent',
  'delivery.redeliver': 'redelivered',
  'delivery.replay': 'replayed',
  'delivery.retryNow': 'sent now',
  'delivery.cancel': 'cancelled',
};

/** One command for some of the chosen deliveries. */
export type BulkPage = { readonly act: BulkAct; readonly ids: readonly DeliveryId[] };

const pagesOf = (act: BulkAct, ids: readonly DeliveryId[], size: number): readonly BulkPage[] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, page) => ({
    act,
    ids: ids.slice(page * size, (page + 1) * size),
  }));

/** The same act for all of them, page by page. */
export const pagesFor = (act: BulkAct, chosen: ReadonlyMap<DeliveryId, EndpointId>, size: number) =>
  pagesOf(act, [...chosen.keys()], size);

export type AgainPlan = {
  readonly pages: readonly BulkPage[];
  /** Deliveries whose policy has no redelivery. */
  readonly without: number;
  /** What the button says: the provider's own word where there is one for all. */
  readonly label: string;
};

/** Sends each again under its own policy's form. */
export function againPlan(
  chosen: ReadonlyMap<DeliveryId, EndpointId>,
  formOf: (endpointId: EndpointId) => Redelivery['form'],
  size: number,
): AgainPlan {
  const byForm: Record<Redelivery['form'], DeliveryId[]> = { none: [], resend: [], redeliver: [], replay: [] };
  for (const [id, endpointId] of chosen) byForm[formOf(endpointId)].push(id);
  const forms = (['resend', 'redeliver', 'replay'] as const).filter((form) => byForm[form].length > 0);
  const [only] = forms;
  return {
    pages: forms.flatMap((form) => pagesOf(AGAIN_FORMS[form].act, byForm[form], size)),
    without: byForm.none.length,
    label: only !== undefined && forms.length === 1 ? AGAIN_FORMS[only].name : 'Send again',
  };
}

/** What sending the chosen ones sets going: as many fresh deliveries at each endpoint. */
export function goingOf(
  chosen: ReadonlyMap<DeliveryId, EndpointId>,
  endpoints: readonly EndpointView[],
): readonly Going[] {
  const counts = new Map<EndpointId, number>();
  for (const id of chosen.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
  return endpoints.flatMap((endpoint) => {
    const count = counts.get(endpoint.id) ?? 0;
    return count === 0 ? [] : [fresh(endpoint, count)];
  });
}

/**
 * What the policies of the chosen ones leave, before the click: `58 of 60 left in 1 h (F32)`, with the endpoint's name
 * where there are several, and how many of the chosen are too many; null without a limit.
 */
export function sayQuota(
  chosen: ReadonlyMap<DeliveryId, EndpointId>,
  endpoints: readonly Pick<EndpointView, 'id' | 'name'>[],
  quotas: ReadonlyMap<EndpointId, QuotaView>,
): string | null {
  const wanted = new Map<EndpointId, number>();
  for (const id of chosen.values()) wanted.set(id, (wanted.get(id) ?? 0) + 1);
  const said = endpoints.flatMap(({ id, name }) => {
    const quota = quotas.get(id);
    if (quota === undefined) return [];
    const rules = quota.rules.length === 0 ? '' : ` (${quota.rules.join(', ')})`;
    const many = (wanted.get(id) ?? 0) - quota.left;
    const of = quotas.size > 1 ? `${name}: ` : '';
    const left = `${sayCount(quota.left)} of ${sayCount(quota.count)} left in ${sayDuration(quota.windowMs)}${rules}`;
    return [`${of}${left}${many > 0 ? `, ${sayCount(many)} too many` : ''}`];
  });
  return said.length === 0 ? null : said.join('; ');
}

/** What became of a page: what was asked, and each answer. */
export type BulkResult = { readonly act: BulkAct; readonly results: readonly Again[] };

const RULES = /\(([A-Za-z]\d+(?:, [A-Za-z]\d+)*)\)\.?$/;

/** Reasons that are told one by one. */
const MOST_WHYS = 3;

/**
 * `38 redelivered, 2 left as they were. 3 were refused: the quota of 60 in 1 h is used up (F32).` Refusals are told by
 * their rule, in the engine's words.
 */
export function sayBulk(done: readonly BulkResult[], without: number, left: number): string {
  const counts = new Map<string, number>();
  const refused = new Map<string, { readonly why: string; readonly count: number }>();
  const refuse = (key: string, why: string, by: number): void => {
    if (by > 0) refused.set(key, { why: refused.get(key)?.why ?? why, count: (refused.get(key)?.count ?? 0) + by });
  };
  refuse('none', 'their policy has no redelivery', without);
  for (const { act, results } of done) {
    for (const { problem } of results) {
      if (problem === null) counts.set(DONE[act], (counts.get(DONE[act]) ?? 0) + 1);
      else refuse(RULES.exec(problem.message)?.[1] ?? problem.message, problem.message, 1);
    }
  }
  const parts = [...counts].map(([word, count]) => `${sayCount(count)} ${word}`);
  if (left > 0) parts.push(`${sayCount(left)} left as ${left === 1 ? 'it was' : 'they were'}`);
  const most = [...refused.values()].toSorted((a, b) => b.count - a.count);
  const told = most.slice(0, MOST_WHYS).map(({ why, count }) => sayRefused(count, ` ${lowerFirst(why)}`));
  const others = most.slice(MOST_WHYS).reduce((sum, { count }) => sum + count, 0);
  if (others > 0) told.push(sayRefused(others, ' for other reasons').replace(':', ''));
  const sentences = parts.length === 0 && told.length > 0 ? told : [parts.join(', ') || 'Nothing was done', ...told];
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}

const sayRefused = (count: number, why: string): string =>
  `${sayCount(count)} ${count === 1 ? 'was' : 'were'} refused:${why.replace(/\.$/, '')}`;

/** The engine's sentence behind a colon; a policy's name stays as it is. */
const lowerFirst = (text: string): string =>
  text.replace(/^(All|It|Its|The|There|Nothing)\b/, (word) => word.toLowerCase());
