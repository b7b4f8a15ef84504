import { GitCompareArrows } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { DeliveryId } from '../../../shared/model/ids';
import { Icon } from '../../parts/Icon';
import { compare } from '../../state/comparing';
import { usePerform } from '../../state/engine-context';
import { usePageActions } from '../../state/page-actions';
import { sayProblem } from '../../state/toasts';

/** Compares the last attempts of two deliveries, that of the older one at the left. */
export function CompareChosen({ ids }: { readonly ids: readonly DeliveryId[] }) {
  const perform = usePerform();
  const run = useCallback(async (): Promise<void> => {
    const read = await Promise.all(ids.map((id) => perform('delivery.get', { id })));
    const rows = read
      .flatMap((detail) => (detail === null ? [] : [detail.row]))
      .sort((a, b) => a.createdAt - b.createdAt);
    const unsent = rows.find(({ attempts }) => attempts === 0);
    if (unsent !== undefined) {
      sayProblem(`Nothing of ${unsent.eventType} was sent yet; there is no attempt to compare.`);
      return;
    }
    const [left, right] = rows.map(({ id, attempts }) => ({ kind: 'attempt' as const, deliveryId: id, n: attempts }));
    if (left !== undefined && right !== undefined) compare(left, right);
  }, [perform, ids]);
  usePageActions(
    'compare-chosen',
    useMemo(
      () => [{ group: 'Chosen', name: 'Compare the two chosen', icon: GitCompareArrows, run: () => void run() }],
      [run],
    ),
  );
  return (
    <button type="button" className="button small" title="Compares their last attempts" onClick={() => void run()}>
      <Icon of={GitCompareArrows} size={13} />
      Compare the two
    </button>
  );
}
