import { allJourneys } from '../journeys/all';
import { browserTest } from '../support/launch/app-test';

allJourneys(browserTest);
