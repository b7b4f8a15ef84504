import { previewSchedule } from '../rules/preview';
import { sayDuration } from '../words/duration';
import type { ValuePath } from './file/values';
import type { Policy } from './policy';

/** What a policy may say, but hardly means. */
export type Lint = { readonly path: ValuePath; readonly message: string };

/** Warnings beyond the schema, in no order that matters. */
export function lintPolicy(policy: Policy): readonly Lint[] {
  const preview = previewSchedule(policy);
  const last = preview.at(-1)?.ageMs ?? { min: 0, nominal: 0, max: 0 };
  const longest = Math.max(0, ...preview.map(({ delayMs }) => delayMs.max));
  const lints: Lint[] = [];
  const warn = (path: ValuePath, message: string): void => void lints.push({ path, message });
  const { schedule, jitter, attempts, maxAge, sweep, retention, retryAfter, timeouts } = policy;

  if (maxAge !== null && last.nominal > maxAge.ms) {
    warn(
      ['maxAge', 'ms'],
      `The last attempts are never made: the waits add up to ${sayDuration(last.nominal)}, and what is older than ${sayDuration(maxAge.ms)} is not sent. Raise the age, or make fewer attempts.`,
    );
  }
  if (schedule.kind === 'list' && attempts > 1 && schedule.delaysMs.length > attempts - 1) {
    warn(
      ['schedule', 'delaysMs'],
      `Only the first ${attempts - 1} of ${schedule.delaysMs.length} waits are used, since there are ${attempts} attempts. Add attempts, or leave waits out.`,
    );
  }
  if ('capMs' in schedule && schedule.capMs !== null && schedule.capMs < schedule.baseMs) {
    warn(
      ['schedule', 'capMs'],
      'The cap is below the first wait, so that every wait is the cap. Raise it, or lower the base.',
    );
  }
  if (retryAfter !== 'ignore' && retryAfter.capMs !== null && retryAfter.capMs < longest) {
    warn(
      ['retryAfter', 'capMs'],
      `An answer can ask for ${sayDuration(retryAfter.capMs)} at most, while the policy itself waits up to ${sayDuration(longest)}. Raise the cap, or say null for none.`,
    );
  }
  const toZero = jitter.kind === 'full' || (jitter.kind === 'proportional' && jitter.ratio === 1);
  if (toZero && attempts > 1 && longest > 0) {
    warn(
      ['jitter'],
      'This jitter can draw a wait of zero: a retry may follow at once. Equal or proportional jitter keeps a least wait.',
    );
  }
  if (sweep !== null && longest >= sweep.lostRetryAfterMs) {
    warn(
      ['sweep', 'lostRetryAfterMs'],
      `A wait can be ${sayDuration(longest)}, but a retry counts as lost after ${sayDuration(sweep.lostRetryAfterMs)}, and goes sooner than planned. Make it longer than the longest wait.`,
    );
  }
  if (retention !== null && last.nominal > retention.ms) {
    warn(
      ['retention', 'ms'],
      `Events are deleted after ${sayDuration(retention.ms)}, while the waits add up to ${sayDuration(last.nominal)}. Keep them longer than a delivery can take.`,
    );
  }
  if (timeouts.headers === null && timeouts.totalMs === null && (timeouts.inactivityMs ?? null) === null) {
    warn(
      ['timeouts'],
      'Nothing limits how long an answer may take, so that one attempt can last for ever. Set headers or total.',
    );
  }
  lints.push(...unreachableRules(policy), ...settingsOutOfRange(policy));
  return lints;
}

/** A status that an earlier rule takes already never reaches a later one. */
function unreachableRules({ classification, success }: Policy): readonly Lint[] {
  return classification.rules.flatMap(({ when }, i): readonly Lint[] => {
    if (!('status' in when)) return [];
    const [from, to] = when.status;
    const path = ['classification', 'rules', i, 'when', 'status'];
    if (from >= success[0] && to <= success[1]) {
      return [{ path, message: 'These statuses are a success, so that this rule is never asked. Leave it out.' }];
    }
    const earlier = classification.rules.slice(0, i).some(({ when: before }) => {
      return 'status' in before && before.status[0] <= from && before.status[1] >= to;
    });
    return earlier ? [{ path, message: 'An earlier rule takes these statuses already. Move this one before it.' }] : [];
  });
}

const countOf = ({ suspension }: Policy): number | undefined =>
  suspension !== null && 'count' in suspension.trigger ? suspension.trigger.count : undefined;

function settingsOutOfRange(policy: Policy): readonly Lint[] {
  const { settings, retention } = policy;
  return settings.flatMap((setting, i): readonly Lint[] => {
    if (!('min' in setting)) return [];
    const now = setting.key === 'suspendAfter' ? countOf(policy) : (retention?.ms ?? 0) / 86_400_000;
    if (now === undefined || (now >= setting.min && now <= setting.max)) return [];
    const message = `What the policy itself has (${now}) is not within ${setting.min} to ${setting.max}. Widen the range.`;
    return [{ path: ['settings', i], message }];
  });
}
