import { crawls } from '../journeys/crawls';
import { windowTest } from '../support/launch/app-test';

crawls(windowTest);
