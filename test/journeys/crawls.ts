import type { AppTest } from '../support/launch/app-test';
import { accessible } from './accessible';
import { noDeadButtons } from './no-dead-buttons';

/** Walks every screen and presses every button: minutes long, so run by a command of its own, `npm run crawl`. */
export function crawls(test: AppTest): void {
  accessible(test);
  noDeadButtons(test);
}
