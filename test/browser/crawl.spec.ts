import { crawls } from '../journeys/crawls';
import { browserTest } from '../support/launch/app-test';

crawls(browserTest);
