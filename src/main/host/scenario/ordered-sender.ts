import type { RouteId } from '../../../shared/model/ids';
import type { Script } from '../../../shared/model/script';
import type { EngineStore, Sender } from '../../engine/ports';

/** Whether it matters to a script in which order requests come in: it counts them, or draws for them. */
export const dependsOnOrder = ({ scope, steps }: Script): boolean =>
  scope === 'all' &&
  steps.some((step) => step.times !== null || (step.kind !== 'hang' && typeof step.delayMs !== 'number'));

type Line = { turn: Promise<void>; captured: () => void };

/**
 * A sender whose requests to some routes of our own receiver reach it in the order in which they were sent, so that a
 * run can be repeated: each leaves once the one before it was captured (or has ended). Answers may overlap.
 * @param routeOf the route behind a URL when its order matters, else null
 */
export function sendInOrder(
  sender: Sender,
  store: Pick<EngineStore, 'onCommit'>,
  routeOf: (url: string) => RouteId | null,
): Sender {
  const lines = new Map<RouteId, Line>();
  const unlisten = store.onCommit(({ captures, routes }) => {
    if (captures.size > 0) for (const id of routes) lines.get(id)?.captured();
  });
  const lineOf = (id: RouteId): Line => {
    const line = lines.get(id) ?? { turn: Promise.resolve(), captured: () => {} };
    lines.set(id, line);
    return line;
  };
  return {
    send(request, signal) {
      const routeId = routeOf(request.url);
      if (routeId === null) return sender.send(request, signal);
      const line = lineOf(routeId);
      const begun = line.turn.then(() => {
        const captured = new Promise<void>((resolve) => {
          line.captured = resolve;
        });
        const result = sender.send(request, signal);
        return { result, passed: Promise.race([captured, result.then(() => {})]) };
      });
      line.turn = begun.then(({ passed }) => passed);
      return begun.then(({ result }) => result);
    },
    close() {
      unlisten();
      return sender.close();
    },
  };
}
