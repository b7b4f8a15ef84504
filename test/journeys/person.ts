import { expect, type Locator, type Page } from '@playwright/test';

/** What a person does in the app, by the names that the app gives its parts. */

export type Section =
  | 'Live'
  | 'Deliveries'
  | 'Events'
  | 'Endpoints'
  | 'Receiver'
  | 'Policies'
  | 'Scenarios'
  | 'Overview'
  | 'Settings';
export type PolicyName = 'Alphorn' | 'Fianto' | 'Kestrel' | 'Infraspeak';

/** Goes to a section by the rail. */
export async function goTo(page: Page, section: Section): Promise<void> {
  // A lamp may add to the name.
  const button = page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: new RegExp(`^${section}`) });
  await button.click();
  await expect(button).toHaveAttribute('aria-current', 'page');
}

/** Opens a part of the settings. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name }).click();
  await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
}

/** Adds an endpoint in the section Endpoints, whose page is open afterwards. */
export async function addEndpoint(
  page: Page,
  endpoint: {
    readonly url: string;
    readonly name: string;
    /** One that ships, or one of one's own. */
    readonly policy: PolicyName | (string & {});
    /** How a challenge is judged, where the policy has one. */
    readonly verification?: string;
  },
): Promise<void> {
  await goTo(page, 'Endpoints');
  const crumb = page.getByRole('main').getByRole('button', { name: 'Endpoints', exact: true });
  if (await crumb.isVisible()) await crumb.click();
  await page.getByRole('main', { name: 'Endpoints' }).getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an endpoint' });
  await dialog.getByLabel('URL').fill(endpoint.url);
  await dialog.getByLabel('Name').fill(endpoint.name);
  await dialog.getByRole('radio', { name: endpoint.policy }).click();
  if (endpoint.verification !== undefined) await dialog.getByRole('radio', { name: endpoint.verification }).click();
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByRole('main', { name: `Endpoint ${endpoint.name}` })).toBeVisible();
}

/** Opens the form for an event with what the page that is open proposes. */
export async function composeEvent(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Send event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send an event' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The button that sends what the form holds; its name ends with its keys. */
export const sendButton = (form: Locator): Locator => form.getByRole('button', { name: /^Send/ });

/** Sends an event from the page that is open, to the endpoints that its form proposes. */
export async function sendEvent(
  page: Page,
  event: { readonly type: string; readonly body?: string; readonly count?: number },
): Promise<void> {
  const form = await composeEvent(page);
  await form.getByLabel('Type', { exact: true }).fill(event.type);
  if (event.body !== undefined) await form.getByLabel('Body').fill(event.body);
  if (event.count !== undefined) await form.getByLabel('How many').fill(String(event.count));
  await sendButton(form).click();
  await expect(form).toBeHidden();
}

/** Replaces what an editor holds, as a paste from the clipboard does. */
export async function paste(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await editor.press('ControlOrMeta+a');
  await editor.evaluate((target, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** The timeline as a table, for those who read it. */
const timelineTable = (page: Page): Locator => page.getByRole('table', { name: 'Deliveries in view, times in UTC' });

/** A delivery's line of that table, by its event's type. */
export const timelineRow = (page: Page, eventType: string): Locator =>
  timelineTable(page).getByRole('row').filter({ hasText: eventType });

/** A list in columns, by what it lists, in whichever order. */
export const listOf = (page: Page, name: 'Deliveries' | 'Events' | 'Captures'): Locator =>
  page.getByRole('grid', { name: new RegExp(`^${name}, `) });

/** The rows of a list that are drawn. */
export const rowsOf = (list: Locator): Locator => list.getByRole('rowgroup').last().getByRole('row');

/** The list of the section Deliveries, or of one of its facets. */
export const deliveryOptions = (page: Page): Locator => rowsOf(listOf(page, 'Deliveries'));

/** Opens a delivery from the list of the section Deliveries, by its event's type. */
export async function openDelivery(page: Page, eventType: string): Promise<Locator> {
  await goTo(page, 'Deliveries');
  await deliveryOptions(page).filter({ hasText: eventType }).first().click();
  const pane = page.getByRole('complementary', { name: 'Delivery' });
  await expect(pane.getByRole('heading', { name: eventType })).toBeVisible();
  return pane;
}

/** The attempts in an open delivery, one button each. */
export const attemptsIn = (pane: Locator): Locator =>
  pane.getByRole('region', { name: 'Attempts' }).getByRole('button');

export const clockBadge = (page: Page): Locator => page.getByRole('region', { name: 'Clock' }).getByRole('status');

export const notices = (page: Page): Locator => page.getByRole('region', { name: 'Notices' });

/** Listens to the notices from now on; what comes back tells what they said since, however briefly. */
export async function recordNotices(page: Page): Promise<() => Promise<string>> {
  await notices(page).evaluate((region) => {
    const said: string[] = [];
    Reflect.set(window, 'noticesSaid', said);
    const note = (): void => void said.push(region.textContent ?? '');
    new MutationObserver(note).observe(region, { childList: true, subtree: true, characterData: true });
  });
  return async () => (await page.evaluate<string[]>(() => Reflect.get(window, 'noticesSaid'))).join('\n');
}

/** The port of the receiver, as its section shows it. */
export async function receiverPort(page: Page): Promise<number> {
  const address = await page.getByText(/^127\.0\.0\.1:\d+$/).textContent();
  return Number(address?.split(':')[1]);
}
