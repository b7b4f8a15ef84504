import { expect } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, attemptsIn, goTo, openDelivery, sendButton, sendEvent } from './person';

/** A number beyond what JavaScript keeps, and a fraction that a rewriting client would shorten. */
const BODY = '{"orderId":4634343214213523454,"x":1.00}';
/** Kestrel's first two waits are at most 2 s and 4 s. */
const TWO_WAITS_MS = 30_000;

export function ownEndpoint(test: AppTest): void {
  test('my endpoint fails twice, then gets the event: the same id, valid signatures, the data as typed', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([503, 503, 200]);

    const door = page.getByRole('region', { name: 'Point it at my endpoint' });
    await door.getByLabel('URL').fill(endpoint.url);
    await door.getByRole('radio', { name: 'Kestrel' }).click();
    await picture('door');
    await door.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(door.getByRole('button', { name: 'Send event' })).toBeVisible();
    await picture('added');
    await door.getByRole('button', { name: 'Send event' }).click();
    const form = page.getByRole('dialog', { name: 'Send an event' });
    await form.getByLabel('Type', { exact: true }).fill('order.paid');
    await form.getByLabel('Body').fill(BODY);
    await expect(
      form.getByText('Valid JSON, 40 B. Goes out exactly as typed, inside Kestrel’s envelope.'),
    ).toBeVisible();
    await picture('form');
    await sendButton(form).click();
    await expect(form).toBeHidden();

    const pane = await openDelivery(page, 'order.paid');
    await expect(attemptsIn(pane).nth(1)).toContainText('503', { timeout: TWO_WAITS_MS });
    await picture('waiting');
    await expect(attemptsIn(pane)).toHaveText([/^1503/, /^2503/, /^3200/], { timeout: TWO_WAITS_MS });
    await pane.getByRole('tab', { name: 'Raw' }).click();
    await expect(pane.getByText(`"data":${BODY}}`)).toBeVisible();
    await picture('delivered');

    await goTo(page, 'Endpoints');
    await page.getByRole('list', { name: 'Endpoints' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Reveal' }).click();
    const secret = (await page.getByText(/^whsec_[A-Za-z0-9+/=]+$/).textContent()) ?? '';
    await picture('secret');

    expect(endpoint.seen.map(({ method, target }) => `${method} ${target}`)).toEqual(Array(3).fill('POST /webhooks'));
    // Kestrel sends the event inside { id, type, created, data }; what was typed is in it, digit for digit.
    const bodies = endpoint.seen.map(({ body }) => body.toString('latin1'));
    expect(new Set(bodies).size).toBe(1);
    const [sent = ''] = bodies;
    expect(sent).toMatch(/^\{"id":"evt_[0-9A-Z]{26}","type":"order\.paid","created":"[0-9T:.-]+Z","data":/);
    expect(sent.slice(sent.indexOf('"data":'))).toBe(`"data":${BODY}}`);
    const headers = endpoint.seen.map((request) =>
      Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
    );
    const ids = headers.map((fields) => fields['webhook-id']);
    expect(ids).toEqual(Array(3).fill(JSON.parse(sent).id));
    const verifier = new Webhook(secret);
    for (const fields of headers) expect(() => verifier.verify(sent, fields)).not.toThrow();
    expect(() => verifier.verify(`${sent} `, headers[0] ?? {})).toThrow();
  });

  test('a provider without an envelope sends the bytes as they were typed, JSON or not', async ({
    app,
    startEndpoint,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    const bodies = [BODY, '{"a":1,"a":2, "e":1E400 , "u":"\\u00e9"}\n', 'not json: \u20ac \u{1f600}'];
    for (const [index, body] of bodies.entries()) {
      await sendEvent(page, { type: 'order.paid', body });
      await endpoint.received(index + 1);
    }
    expect(endpoint.seen.map(({ body }) => body.toString('utf8'))).toEqual(bodies);
  });
}
