import { crawls } from '../journeys/crawl/crawls';
import { windowTest } from '../support/launch/app-test';

crawls(windowTest);
