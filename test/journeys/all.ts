import type { AppTest } from '../support/launch/app-test';
import { again } from './again';
import { answers } from './answers';
import { badInput } from './bad-input';
import { burst } from './burst';
import { charts } from './charts';
import { engineKilled } from './engine-killed';
import { exportsJourney } from './exports';
import { filter } from './filter';
import { firstDoor } from './first-door';
import { keyboard } from './keyboard';
import { lists } from './lists';
import { ownEndpoint } from './own-endpoint';
import { receiver } from './receiver';
import { scrubber } from './scrubber';
import { sending } from './sending';
import { settings } from './settings';
import { three } from './three';
import { timelineJourney } from './timeline';
import { timelineByHand } from './timeline-hand';
import { timelinePictures } from './timeline-pictures';
import { transport } from './transport';
import { withinReach } from './within-reach';

/** Every journey is written once and made twice: in Electron's window, and in a browser against `serve`. */
export function allJourneys(test: AppTest): void {
  firstDoor(test);
  ownEndpoint(test);
  engineKilled(test);
  transport(test);
  scrubber(test);
  receiver(test);
  answers(test);
  badInput(test);
  charts(test);
  again(test);
  burst(test);
  timelineJourney(test);
  timelineByHand(test);
  timelinePictures(test);
  sending(test);
  three(test);
  settings(test);
  lists(test);
  filter(test);
  keyboard(test);
  withinReach(test);
  exportsJourney(test);
}
