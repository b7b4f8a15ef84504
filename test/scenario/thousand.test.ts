import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { run, scenarioOf } from './run-text';

const file = fileURLToPath(new URL('./thousand/thousand.yaml', import.meta.url));
const scenario = scenarioOf(readFileSync(file, 'utf8'), file);

it('the measured policy is Infraspeak’s, but for its deactivation and what could be set of it', () => {
  const { id, name } = scenario.endpoints[0]?.policy ?? infraspeak;
  expect(scenario.endpoints[0]?.policy).toEqual({
    ...infraspeak,
    id,
    name,
    suspension: null,
    settings: infraspeak.settings.filter(({ key }) => key === 'signing'),
  });
});

it('the measured scenario does as it says, with twenty of its thousand deliveries', async () => {
  const sends = scenario.sends.map((send) => ({ ...send, count: 20 }));
  const { document } = await run({ ...scenario, sends, expectations: [] });
  expect(document.deliveries.map(({ state, attempts }) => `${state} ${attempts.length}`)).toEqual(
    Array(20).fill('failed 13'),
  );
  expect(document.virtualEndMs).toBe(136.5 * 3_600_000);
});
