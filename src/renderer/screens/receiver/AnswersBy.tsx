import type { RouteView } from '../../../shared/contract/views';
import { Segments } from '../../parts/Segments';
import { useMirror, usePerform } from '../../state/engine-context';
import { say, sayProblem } from '../../state/toasts';
import { ANSWERS_BY, forwardTo } from '../../view-models/answers-by';

/** Whether a route’s script answers, or whether it forwards; it counts from the next request on. */
export function AnswersBy({ route }: { readonly route: RouteView }) {
  const perform = usePerform();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const choose = async (by: 'script' | 'forward'): Promise<void> => {
    if ((by === 'forward') === (route.forward !== null)) return;
    const forward = by === 'script' ? null : forwardTo(endpoints, route.id);
    if (by === 'forward' && forward === null) {
      sayProblem('There is no endpoint to forward to yet. Add one first, on the page of endpoints.');
      return;
    }
    const after = await perform('route.update', { id: route.id, forward });
    if (after === null) return;
    say(by === 'script' ? `${after.path} answers by its script again.` : `${after.path} forwards from now on.`);
  };
  return (
    <div className="answers-bar">
      <Segments
        label={`What ${route.path} does`}
        className="small"
        value={route.forward === null ? 'script' : 'forward'}
        choices={ANSWERS_BY}
        onChoose={(by) => void choose(by)}
      />
    </div>
  );
}
