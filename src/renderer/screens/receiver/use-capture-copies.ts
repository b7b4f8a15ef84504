import type { CaptureDetail } from '../../../shared/contract/views';
import { useMirror } from '../../state/engine-context';
import { answerFacts } from '../../view-models/answer-facts';
import { type CopyChoice, captureCopies } from '../../view-models/copy-choices';

/** What a capture can be copied as; nothing while it is read. Its URL is that of its route, over https too. */
export function useCaptureCopies(capture: CaptureDetail | null): readonly CopyChoice[] {
  const receiver = useMirror((mirror) => mirror.receiver);
  const routes = useMirror((mirror) => mirror.routes);
  if (capture === null) return [];
  const route = routes.find(({ id }) => id === capture.routeId);
  const own = receiver.kind === 'listening' ? `http://${receiver.host}:${receiver.port}` : null;
  const base = route === undefined ? own : route.url.slice(0, route.url.length - route.path.length);
  return captureCopies(base, capture, answerFacts(capture));
}
