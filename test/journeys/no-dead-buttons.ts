import { expect, type Locator, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import {
  clearAway,
  EMPTY_SCENES,
  FILL_ANSWERS,
  FILLED_SCENES,
  fill,
  frame,
  LAST_SCENES,
  pause,
  type Scene,
} from './scenes';

const MINUTES = 60_000;
/** More than any scene has; a scene that makes new buttons for ever ends here. */
const MOST = 120;

const PRESSABLE = 'button:enabled, a[href], [role="option"], [role="menuitem"], [role="menuitemradio"]';

/** Something to press, known by what it is called and how many of that name come before it. */
type Pressable = { readonly key: string; readonly index: number };

/** What can be pressed in a part of the page. What is chosen already does nothing when it is chosen again. */
function pressables(scope: Locator): Promise<Pressable[]> {
  return scope.locator(PRESSABLE).evaluateAll((elements) => {
    const names = new Map<string, number>();
    return elements.flatMap((element, index) => {
      const isSwitch = element.getAttribute('role') === 'switch';
      const isChosen = ['aria-checked', 'aria-selected', 'aria-current', 'aria-pressed'].some((name) =>
        ['true', 'page'].includes(element.getAttribute(name) ?? ''),
      );
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) return [];
      const name = `${element.getAttribute('role') ?? 'button'} ${element.getAttribute('aria-label') ?? element.textContent}`;
      const count = names.get(name) ?? 0;
      names.set(name, count + 1);
      return isChosen && !isSwitch ? [] : [{ key: `${name} ${count}`, index }];
    });
  });
}

/**
 * What the page shows and holds, without what moves by itself or follows the pointer: tips, hover, focus, places.
 * Messages are told apart from it, since they go by themselves.
 */
function state(page: Page): Promise<{ readonly page: string; readonly messages: number }> {
  return page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const gone of copy.querySelectorAll('.toasts, [data-radix-popper-content-wrapper]:has([role="tooltip"])'))
      gone.remove();
    for (const element of copy.querySelectorAll('*')) {
      for (const name of ['style', 'data-state', 'aria-describedby', 'tabindex']) element.removeAttribute(name);
      element.classList.remove('is-hot');
    }
    const values = [...document.querySelectorAll('input, textarea')].map((field) => Reflect.get(field, 'value'));
    const pictures = [...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL());
    return {
      page: [copy.innerHTML, ...values, ...pictures].join('\n'),
      messages: document.querySelectorAll('.toast').length,
    };
  });
}

/** Presses everything in a scene once, each time from the scene as it opens, and tells what did nothing. */
async function pressAll(page: Page, scene: Scene): Promise<{ pressed: number; dead: string[] }> {
  const done = new Set<string>();
  const dead: string[] = [];
  for (let count = 0; count < MOST; count++) {
    await clearAway(page);
    await pause(page);
    const scope = await scene.open(page);
    const next = (await pressables(scope)).find(({ key }) => !done.has(key));
    if (next === undefined) break;
    done.add(next.key);
    const before = await state(page);
    await scope.locator(PRESSABLE).nth(next.index).click();
    const happened = async (): Promise<boolean> => {
      const after = await state(page);
      return after.page !== before.page || after.messages > before.messages;
    };
    await expect
      .poll(happened, { timeout: 3_000 })
      .toBe(true)
      .catch(() => dead.push(`${scene.name}: ${next.key}`));
  }
  return { pressed: done.size, dead };
}

export function noDeadButtons(test: AppTest): void {
  for (const [name, scenes, least] of [
    ['of a fresh app', [frame, ...EMPTY_SCENES], 60],
    ['of an app with data', [...FILLED_SCENES, ...LAST_SCENES], 60],
  ] as const) {
    test(`every button ${name} does something`, async ({ app, startEndpoint }) => {
      test.setTimeout(10 * MINUTES);
      if (scenes[0] !== frame) await fill(app.page, await startEndpoint(FILL_ANSWERS));
      let pressed = 0;
      const dead: string[] = [];
      for (const scene of scenes) {
        const result = await test.step(scene.name, () => pressAll(app.page, scene));
        pressed += result.pressed;
        dead.push(...result.dead);
      }
      expect(dead).toEqual([]);
      expect(pressed).toBeGreaterThan(least);
    });
  }
}
