import { useMemo } from 'react';
import type { RouteView } from '../../../shared/contract/views';
import type { Script } from '../../../shared/model/script';
import { usePerform } from '../../state/engine-context';
import { say } from '../../state/toasts';
import { sayAnswers } from '../../view-models/script-words';

/** Gives a route other steps, from its next request on, and ends its forwarding. Who walks them stays as it is. */
export function useAnswers(): (route: RouteView, steps: Script['steps']) => Promise<void> {
  const perform = usePerform();
  return useMemo(
    () => async (route, steps) => {
      const script = { scope: route.script.scope, steps };
      const after = await perform('route.update', { id: route.id, script, forward: null });
      if (after !== null) say(`${after.path} answers ${sayAnswers(after.script)}, from the next request on.`);
    },
    [perform],
  );
}
