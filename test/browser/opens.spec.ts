import { opens } from '../journeys/opens';
import { browserTest } from '../support/launch/app-test';

browserTest('the page opens and is called Retryscope', ({ app }) => opens(app));
