import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, attemptsIn, notices, openDelivery, recordNotices, sendEvent } from './person';

const SAID_MEANWHILE = {
  window: 'The engine stopped and is being started again. Nothing is lost.',
  browser: 'The connection to the engine is lost.',
} as const;

export function engineKilled(test: AppTest): void {
  test('the engine is killed in mid-attempt: the page stays and says so, and the delivery goes on', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint(['hang', 200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Kestrel' });
    await sendEvent(page, { type: 'order.paid', body: '{"n":1}' });
    await endpoint.received(1);
    const pane = await openDelivery(page, 'order.paid');
    await expect(attemptsIn(pane)).toHaveText([/^1Sending/]);
    await page.evaluate(() => Reflect.set(window, 'samePage', true));
    const said = await recordNotices(page);

    await app.killEngine();

    await endpoint.received(2);
    await expect(attemptsIn(pane)).toHaveText([/^1Interrupted/, /^2200/]);
    expect(await said()).toContain(SAID_MEANWHILE[app.kind]);
    await expect(notices(page)).not.toContainText(SAID_MEANWHILE[app.kind]);
    await expect(notices(page)).toContainText('1 attempt was recorded as interrupted');
    expect(await page.evaluate(() => Reflect.get(window, 'samePage'))).toBe(true);
    await picture('back-again');

    await attemptsIn(pane).first().click();
    await pane.getByRole('tab', { name: 'Why' }).click();
    await expect(pane.getByRole('listitem')).toContainText([
      'Accepted',
      'Attempt 1 started.',
      'The engine stopped in mid-attempt, so the outcome is unknown; it goes again, and no attempt is charged.',
      'Attempt 2 started.',
      '200 OK: delivered.',
    ]);
    await picture('why');
    const idOf = (nth: number): string | undefined =>
      endpoint.seen[nth]?.headers.find(([name]) => name.toLowerCase() === 'webhook-id')?.[1];
    expect(idOf(0)).toBeDefined();
    expect(idOf(1)).toBe(idOf(0));
    expect(endpoint.seen).toHaveLength(2);
  });
}
