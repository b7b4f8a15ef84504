import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { projectNode } from '../../scripts/project.mjs';
import type { AppTest } from '../support/launch/app-test';
import { OUT } from '../support/launch/launched-app';
import { attemptsIn, clockBadge, deliveryOptions, timelineRow } from './person';

const CLI = fileURLToPath(new URL('main/cli.js', OUT));
/** Two virtual days of a schedule, with the waits skipped. */
const OUTAGE_MS = 60_000;

/** What a person did, for the line that is printed: presses of the pointer and of keys, and seconds. */
class Effort {
  #clicks = 0;
  readonly #beganMs = performance.now();

  async click(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.click();
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.#clicks += 1;
    await target.fill(text);
  }

  print(journey: string): void {
    const seconds = ((performance.now() - this.#beganMs) / 1_000).toFixed(1);
    console.log(`${journey}: ${this.#clicks} clicks, ${seconds} s`);
  }
}

/** Runs a scenario file as a build does, in a process of its own; resolves to its exit code and what it printed. */
async function runScenario(file: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(projectNode(), [CLI, 'run', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, output };
}

const scenario = (url: string): string => `retryscope: 1
name: Our handler takes what Kestrel sends
seed: 7
endpoints:
  - { name: ours, policy: kestrel, url: "${url}" }
send:
  - { endpoint: ours, type: order.paid, body: { id: 1 }, count: 3, every: 1m }
expect:
  - { deliveries: { delivered: 3 } }
  - { attemptsPerDelivery: { max: 2 } }
`;

async function copied(page: Page, button: Locator, effort: Effort): Promise<string> {
  await page.evaluate(() => {
    Reflect.set(window, 'copied', '');
    navigator.clipboard.writeText = async (text) => void Reflect.set(window, 'copied', text);
  });
  await effort.click(button);
  await expect.poll(() => page.evaluate<string>(() => Reflect.get(window, 'copied'))).not.toBe('');
  return page.evaluate<string>(() => Reflect.get(window, 'copied'));
}

/** The three journeys that the app is for. Clicks and seconds are printed, and nothing depends on them. */
export function three(test: AppTest): void {
  test('Watch: an endpoint that is down for two days, until its queue drains', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    // Five deliveries use up their eight attempts (F2), and then the endpoint is suspended (F17). Eight attempts of
    // ten events at most fail before it works again; it passes its challenge and takes the five that were held.
    const endpoint = await startEndpoint([...Array<number>(75).fill(503), 200]);
    const effort = new Effort();
    const door = page.getByRole('region', { name: 'Point it at my endpoint' });
    await effort.fill(door.getByLabel('URL'), endpoint.url);
    await effort.click(door.getByRole('radio', { name: 'Fianto' }));
    await effort.click(door.getByRole('button', { name: 'Add endpoint' }));
    await effort.click(door.getByRole('button', { name: 'Send event' }));
    const form = page.getByRole('dialog', { name: 'Send an event' });
    await effort.fill(form.getByLabel('How many'), '10');
    await effort.click(form.getByRole('button', { name: /^Send/ }));
    await expect(form).toBeHidden();
    await endpoint.received(10);
    await effort.click(page.getByRole('button', { name: 'Skip waits' }));
    await expect(clockBadge(page)).toHaveText('skip');

    await effort.click(page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: /^Endpoints/ }));
    await effort.click(page.getByRole('list', { name: 'Endpoints' }).getByRole('button').first());
    await expect(page.getByText('Suspended').first()).toBeVisible({ timeout: OUTAGE_MS });
    const facts = page.getByRole('main').locator('dl.box');
    await expect(facts.filter({ hasText: 'Failed' })).toContainText('5');
    await expect(facts.filter({ hasText: 'Waiting' })).toContainText('5');
    expect(endpoint.seen.length).toBeGreaterThanOrEqual(5 * 8);
    expect(endpoint.seen.length).toBeLessThanOrEqual(5 * 8 + 5 * 7);
    await picture('suspended');
    await effort.click(page.getByRole('button', { name: 'Verify again' }));
    await expect(facts.filter({ hasText: 'Waiting' })).toContainText('0');
    await picture('drained');
    effort.print(`Watch, ${app.kind}`);
  });

  test('Explain: why a delivery came twice, with both requests for the ticket', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([503, 200]);
    const door = page.getByRole('region', { name: 'Point it at my endpoint' });
    await door.getByLabel('URL').fill(endpoint.url);
    await door.getByRole('radio', { name: 'Kestrel' }).click();
    await door.getByRole('button', { name: 'Add endpoint' }).click();
    await door.getByRole('button', { name: 'Send event' }).click();
    const form = page.getByRole('dialog', { name: 'Send an event' });
    await form.getByLabel('Type', { exact: true }).fill('order.paid');
    await form.getByRole('button', { name: /^Send/ }).click();
    await endpoint.received(2);
    await expect(timelineRow(page, 'order.paid')).toContainText('2: 200 OK');

    const effort = new Effort();
    await effort.click(page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: /^Deliveries/ }));
    await effort.click(deliveryOptions(page).first());
    const pane = page.getByRole('complementary', { name: 'Delivery' });
    await expect(attemptsIn(pane)).toHaveText([/^1503/, /^2200/]);
    await effort.click(pane.getByRole('tab', { name: 'Why' }));
    const why = pane.getByRole('tabpanel');
    await expect(why).toContainText('The wait before attempt 2');
    await expect(why).toContainText('503 Service Unavailable');
    await picture('why');
    for (const n of [0, 1]) {
      await effort.click(attemptsIn(pane).nth(n));
      await effort.click(pane.getByRole('tab', { name: 'Raw' }));
      const told = await copied(page, pane.getByRole('button', { name: 'Copy as cURL' }), effort);
      expect(told).toMatch(/^curl /);
      expect(told).toContain('webhook-signature: REDACTED');
      const request = await copied(page, page.getByRole('button', { name: 'Copy it whole' }), effort);
      // Both attempts may fall into one second and are then signed alike: each is held to what arrived.
      for (const header of ['webhook-signature', 'webhook-timestamp']) {
        const value = endpoint.seen[n]?.headers.find(([name]) => name.toLowerCase() === header)?.[1] ?? '';
        expect(value).not.toBe('');
        await expect(pane.getByRole('tabpanel')).toContainText(value);
        expect(request).toContain(`${header}: ${value}`);
      }
    }
    effort.print(`Explain, ${app.kind}`);
  });

  test('Prove: a scenario file fails the build for a broken handler, and passes for a mended one', async ({
    dataDir,
    startEndpoint,
  }) => {
    const effort = new Effort();
    const verdicts: (number | null)[] = [];
    for (const answers of [[500], [500, 200]]) {
      const handler = await startEndpoint(answers);
      const file = join(dataDir, `ours-${answers.length}.yaml`);
      await writeFile(file, scenario(handler.url));
      const { code, output } = await runScenario(file);
      verdicts.push(code);
      // Broken: K7, six attempts for each of the three. Mended: one failure, and then 200s.
      expect(handler.seen).toHaveLength(answers.length === 1 ? 18 : 4);
      expect(output).toContain(answers.length === 1 ? '3 failed' : '3 delivered');
    }
    expect(verdicts).toEqual([1, 0]);
    effort.print('Prove');
  });
}
