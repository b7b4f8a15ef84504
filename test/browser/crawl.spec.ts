import { crawls } from '../journeys/crawl/crawls';
import { browserTest } from '../support/launch/app-test';

crawls(browserTest);
