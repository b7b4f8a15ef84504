import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { CHANNELS } from '../../src/shared/model/channel';
import { DELIVERY_STATES } from '../../src/shared/model/delivery';
import { FAULTS } from '../../src/shared/model/outcome';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { readPolicyFile } from '../../src/shared/policies/file/read';
import { type Policy, policySchema } from '../../src/shared/policies/policy';
import { drawFrom } from '../../src/shared/rules/jitter';
import { previewSchedule } from '../../src/shared/rules/preview';
import { waitBand } from '../../src/shared/rules/schedule';

const text = readFileSync(new URL('../../docs/policy-format.md', import.meta.url), 'utf8');
/** The fenced examples of one language, each with which one of the page's it is. */
const fenced = (language: string): readonly (readonly [nth: number, body: string])[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, lang, body], i) =>
    lang === language ? [[i + 1, body ?? ''] as const] : [],
  );
const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, body]): unknown => JSON.parse(body ?? ''));

/** The names in those parts of a policy that have parts of their own, and the values among which a policy chooses. */
function partNames({
  sweep,
  suspension,
  whenRemoved,
  redelivery,
  endpointWords,
  retention,
  maxAge,
  throttles,
  settings,
  rules,
}: Policy) {
  const parts = [
    rules,
    'rulesFor' in redelivery ? redelivery.rulesFor : null,
    sweep,
    suspension,
    suspension?.rules,
    whenRemoved,
    redelivery,
    endpointWords,
    retention,
    maxAge,
  ];
  const chosen = [whenRemoved.waiting, whenRemoved.newEvents, redelivery.form];
  const closing =
    suspension === null ? [] : [suspension.trigger.kind, suspension.endsBy, suspension.atEnd, suspension.newEvents];
  return [
    ...settings.map(({ key }) => key),
    ...[...parts, ...throttles, ...settings].flatMap((part) => Object.keys(part ?? {})),
    ...chosen,
    ...closing,
  ];
}

describe('docs/policy-format.md', () => {
  it('shows an example that is a policy, with nothing that the format ignores', () => {
    expect(examples).toHaveLength(1);
    expect(policySchema.parse(examples[0])).toEqual(examples[0]);
  });

  it('says the waits of its example as they are', () => {
    const policy = policySchema.parse(examples[0]);
    expect(text).toContain('Its waits are 9 to 11 s, 27 to 33 s and 54 to 60 s');
    expect(previewSchedule(policy).map(({ delayMs }) => [delayMs.min, delayMs.max])).toEqual([
      [0, 0],
      [9_000, 11_000],
      [27_000, 33_000],
      [54_000, 60_000],
    ]);
    expect(drawFrom(waitBand(policy, 3), 0).drawnMs).toBe(54_000);
  });

  it('describes every field, fault and state of the format', () => {
    const fields = Object.keys(policySchema.unwrap().shape);
    const rows = [...text.matchAll(/^\| `(\w+)` +\|/gm)].map(([, field]) => field);
    expect(rows).toEqual(expect.arrayContaining(fields));
    for (const name of [...FAULTS, ...DELIVERY_STATES, ...CHANNELS]) expect(text).toContain(`\`${name}\``);
  });

  it('describes every part of what has parts, and every choice that there is', () => {
    for (const name of [...new Set(BUILT_IN_POLICIES.flatMap(partNames))]) {
      expect(text).toMatch(new RegExp(`[\`"{ ,]${name}[\`",: }]`));
    }
  });

  it.each(fenced('yaml'))('shows a file in its example %i, read without a warning', (_nth, body) => {
    const read = readPolicyFile(parse(body));
    expect(read).toMatchObject({ ok: true, value: { warnings: [] } });
  });

  it.each(fenced('jsonc'))(
    'shows a part of a policy in its example %i, with nothing that the format ignores',
    (_nth, body) => {
      const [example] = examples;
      const part: unknown = parse(`{${body}}`);
      const whole = policySchema.parse(example);
      const { rules } = z.object({ rules: z.unknown() }).partial().parse(part);
      // The one list of rules that a policy has is that of its classification.
      const fields = Array.isArray(rules) ? { classification: { ...whole.classification, rules } } : part;
      const policy = policySchema.parse({ ...whole, ...z.record(z.string(), z.unknown()).parse(fields) });
      expect(policy).toMatchObject(z.record(z.string(), z.unknown()).parse(fields));
    },
  );

  it('has examples of every language', () => {
    expect(['json', 'jsonc', 'yaml'].map((language) => fenced(language).length)).toEqual([1, 3, 4]);
  });
});
