import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from '../../support/launch/launched-app';
import { clearAway, pause, type Scene } from './scene';
import { answer, focused, nextTarget, rest, type Target, type Wanted } from './witness';

/** More than any scene has; a scene that makes new buttons for ever ends here. */
const MOST = 120;
/** A button that answers does so in a few ms; this is how long a dead one is watched. */
const ANSWER_MS = 1_500;
/** A page in which the next button is elsewhere each time moves by itself. */
const MOST_AIMS = 5;

/** What a page does outside of itself, and what it complains of. */
export type Watch = {
  /** How often it has asked for a file, begun to save one or opened another page. */
  readonly outside: () => Promise<number>;
  /** What it has complained of since the last call. */
  readonly complaints: () => readonly string[];
};

export function watch({ page, savedSoFar }: Pick<LaunchedApp, 'page' | 'savedSoFar'>): Watch {
  let outside = 0;
  let complaints: string[] = [];
  const count = (): void => {
    outside += 1;
  };
  page.on('filechooser', count);
  page.on('popup', count);
  page.on('pageerror', (error) => complaints.push(`the page threw: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`the console says: ${message.text()}`);
  });
  return {
    outside: async () => outside + (await savedSoFar()),
    complaints: () => {
      const heard = complaints;
      complaints = [];
      return heard;
    },
  };
}

/** Whether nothing has the focus once the page is at rest. */
async function losesFocus(page: Page): Promise<boolean> {
  if ((await focused(page)) !== null) return false;
  await rest(page);
  return (await focused(page)) === null;
}

type Aimed = {
  readonly target: Target;
  /** What the page looks like at rest; null when it never comes to rest. */
  readonly calm: string | null;
};

/**
 * Puts the pointer on what is next to be pressed, since what follows the pointer is not what a press does. What a list
 * that arrives late has pushed aside meanwhile is looked for again.
 */
async function aim(page: Page, scope: Locator, wanted: Wanted): Promise<Aimed | null> {
  let target = await nextTarget(scope, wanted);
  for (let turn = 0; turn < MOST_AIMS; turn++) {
    if (target === null) return null;
    if ('under' in target) await page.mouse.move(0, 0);
    else await page.mouse.move(target.x, target.y);
    const calm = await rest(page);
    const again = await nextTarget(scope, wanted);
    if (calm === null || JSON.stringify(again) === JSON.stringify(target)) return { target, calm };
    target = again;
  }
  return target === null ? null : { target, calm: null };
}

export type Pressed = { readonly count: number; readonly faults: readonly string[] };

/**
 * Presses everything in a scene once, each time from the scene as it opens, and tells what did nothing, what could not
 * be reached and what the page complained of.
 */
export async function pressAll(page: Page, scene: Scene, { outside, complaints }: Watch): Promise<Pressed> {
  const done = new Set<string>();
  const faults: string[] = [];
  const fault = (what: string): void => void faults.push(`${scene.name}: ${what}`);

  /** Presses what the pointer lies on and tells whether the scene is still as it was. */
  const press = async (key: string, calm: string): Promise<boolean> => {
    const outsideBefore = await outside();
    const hadFocus = (await focused(page)) !== null;
    await page.mouse.down();
    await page.mouse.up();
    const { seen, opened } = await answer(page, ANSWER_MS);
    if (seen === 'nothing' && (await outside()) === outsideBefore) fault(`“${key}” does nothing`);
    for (const complaint of complaints()) fault(`“${key}”: ${complaint}`);
    if (opened) await page.keyboard.press('Escape');
    if (hadFocus && (await losesFocus(page))) fault(`“${key}” loses the focus`);
    if (!opened && seen === 'page' && scene.last?.test(key) !== true) return false;
    // What changes a lot takes its time, and would still be at it when the scene is opened again.
    return (await rest(page)) === calm;
  };

  let isOpen = false;
  let scope = page.locator('body');
  while (done.size < MOST) {
    if (!isOpen) {
      await clearAway(page);
      await pause(page);
      scope = await scene.open(page);
      await rest(page);
      for (const complaint of complaints()) fault(`on the way there ${complaint}`);
    }
    const wanted = { done: [...done], last: scene.last?.source ?? null, alike: scene.alike?.source ?? null };
    const aimed = await aim(page, scope, wanted);
    if (aimed === null) break;
    const { target, calm } = aimed;
    done.add(target.key);
    if ('under' in target) {
      fault(`“${target.key}” cannot be reached: over it lies ${target.under}`);
      isOpen = true;
    } else if (calm === null) {
      fault('it moves by itself, so that nothing can be told of its buttons');
      isOpen = false;
    } else if (target.open) {
      isOpen = false;
    } else isOpen = await press(target.key, calm);
    if (target.only) break;
  }
  return { count: done.size, faults };
}
