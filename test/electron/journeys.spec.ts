import { allJourneys } from '../journeys/all';
import { windowTest } from '../support/launch/app-test';

allJourneys(windowTest);
