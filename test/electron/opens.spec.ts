import { opens } from '../journeys/opens';
import { windowTest } from '../support/launch/app-test';

windowTest('the window opens and is called Retryscope', ({ app }) => opens(app));
