import { useEffect, useState } from 'react';
import type { PolicyView } from '../../shared/contract/views';
import { useEngine } from './engine-context';
import { sayProblem } from './toasts';

const NONE: readonly PolicyView[] = [];

/** The policies there are; empty until they are read. */
export function usePolicies(): readonly PolicyView[] {
  const { call } = useEngine();
  const [policies, setPolicies] = useState(NONE);
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
  }, [call]);
  return policies;
}
