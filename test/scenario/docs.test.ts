import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readScriptText, writeScriptText } from '../../src/main/host/scenario/script-text';
import { DELIVERY_STATES, FAIL_REASONS } from '../../src/shared/model/delivery';
import { ROUTE_TLS } from '../../src/shared/model/route-tls';
import type { RunDocument } from '../../src/shared/model/run-document';
import { ENDPOINT_STANDINGS } from '../../src/shared/model/run-document';
import { ACTIONS, scenarioSchema } from '../../src/shared/model/scenario';
import { CHECKS } from '../../src/shared/model/scenario-expectation';
import { STEP_KINDS } from '../../src/shared/model/script';
import { settingFields } from '../../src/shared/policies/settings';
import { retryscope } from '../support/command-line';
import { run, scenarioOf } from './run-text';

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, body]) => body ?? '');

describe('docs/scenario-format.md', () => {
  const text = read('scenario-format.md');
  const examples = blocks(text, 'yaml');

  it.each(examples.map((example) => [/name: (.*)/.exec(example)?.[1] ?? '', example]))(
    'the example “%s” does as it says',
    async (_, example) => {
      const { document, log } = await run(scenarioOf(example));
      expect(document.expectations.filter(({ ok }) => !ok)).toEqual([]);
      expect(log).toEqual([]);
    },
  );

  it('describes every field, action, check, state and reason', () => {
    expect(examples).toHaveLength(7);
    const words = [
      ...Object.keys(scenarioSchema.shape),
      ...ROUTE_TLS,
      ...ACTIONS,
      ...CHECKS,
      ...DELIVERY_STATES,
      ...FAIL_REASONS,
      ...ENDPOINT_STANDINGS,
      ...Object.keys(settingFields),
    ];
    for (const word of words) expect(text).toContain(`\`${word}\``);
  });
});

describe('the steps in docs/scenario-format.md', () => {
  const steps = [...read('scenario-format.md').matchAll(/^\| `(\{ .* \})` +\|/gm)].map(([, step]) => step ?? '');

  it.each(steps)('%s is one, and stays itself as text and back', (step) => {
    const reading = readScriptText(`script: [${step}, { reply: 200 }]`);
    expect(reading).toMatchObject({ ok: true });
    if (reading.ok) expect(readScriptText(writeScriptText(reading.script))).toEqual(reading);
  });

  it('are of every kind, with every condition and every distribution', () => {
    const all = steps.flatMap((step) => {
      const reading = readScriptText(`script: [${step}, { reply: 200 }]`);
      return reading.ok ? reading.script.steps : [];
    });
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(STEP_KINDS));
    expect(new Set(all.flatMap((step) => Object.keys(step.if ?? {})))).toEqual(
      new Set(['method', 'path', 'header', 'body', 'request', 'attempt', 'between', 'flapping']),
    );
    const text = JSON.stringify(all);
    for (const word of [
      'normal',
      'exponential',
      'lognormal',
      'template',
      'base64',
      'chance',
      'interim',
      'retryAfter',
    ]) {
      expect(text).toContain(`"${word}":`);
    }
  });
});

describe('docs/cli.md', () => {
  const text = read('cli.md');
  const commands = blocks(text, 'sh').flatMap((block) => block.trim().split('\n'));

  it.each(commands)('%s works', async (line) => {
    const args = line.split(' ').slice(1);
    const { code, out } = await retryscope(args);
    expect(code).toBe(0);
    expect(out.trim()).not.toBe('');
    if (args.includes('--json')) expect(() => JSON.parse(out)).not.toThrow();
  });

  it('shows the fields of the document as they are', async () => {
    const { document } = await run(scenarioOf(read('scenario-format.md').split('```yaml\n')[1]?.split('```')[0] ?? ''));
    const shown = blocks(text, 'text').find((block) => block.startsWith('{')) ?? '';
    const fields = (value: object | undefined): string[] => Object.keys(value ?? {});
    const [delivery] = document.deliveries;
    const words = [
      ...fields(document),
      ...fields(delivery),
      ...fields(delivery?.attempts[1]),
      ...fields(delivery?.attempts[1]?.wait ?? undefined),
      ...fields(document.endpoints[0]),
      ...fields(document.endpoints[0]?.suspensions[0]),
      ...fields(document.routes[0]),
      ...fields(document.expectations[0] satisfies RunDocument['expectations'][number] | undefined),
    ];
    expect(words.length).toBeGreaterThan(40);
    for (const word of new Set(words)) expect(shown).toMatch(new RegExp(`\\b${word}\\b`));
  });
});
