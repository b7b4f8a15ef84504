import { useEffect, useState } from 'react';
import type { PolicyView } from '../../shared/contract/views';
import { useEngine, useLiveMirror } from './engine-context';
import { sayProblem } from './toasts';

const NONE: readonly PolicyView[] = [];

/** The policies there are, the built-in ones first; empty until they are read. */
export function usePolicies(): readonly PolicyView[] {
  const { call } = useEngine();
  const changes = useLiveMirror((mirror) => mirror.policies);
  const [policies, setPolicies] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is read when it is told to have changed
  useEffect(() => {
    let gone = false;
    void call('policy.list', {}).then((result) => {
      if (gone) return;
      if (result.ok) setPolicies(result.value);
      else if (result.problem.code !== 'unavailable') sayProblem(result.problem.message);
    });
    return () => {
      gone = true;
    };
  }, [call, changes]);
  return policies;
}
