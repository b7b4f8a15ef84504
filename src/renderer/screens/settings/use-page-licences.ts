import { useEffect, useState } from 'react';
import type { ThirdParty } from '../../../shared/contract/views';

const isParty = (value: unknown): value is ThirdParty =>
  typeof value === 'object' && value !== null && 'name' in value && 'licence' in value && 'text' in value;

/** What the page itself is shipped with; the build writes it beside the page. */
export function usePageLicences(): readonly ThirdParty[] {
  const [parties, setParties] = useState<readonly ThirdParty[]>([]);
  useEffect(() => {
    let gone = false;
    void fetch('./licences.json')
      .then((answer): Promise<unknown> => (answer.ok ? answer.json() : Promise.resolve([])))
      .then((list) => {
        if (!gone && Array.isArray(list)) setParties(list.filter(isParty));
      })
      // From the sources there is none.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, []);
  return parties;
}
