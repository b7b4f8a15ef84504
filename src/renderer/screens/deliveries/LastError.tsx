import type { DeliveryRow } from '../../../shared/contract/views';
import type { Policy } from '../../../shared/policies/policy';
import { Rules } from '../../parts/Rules';

/** The error text that the provider's screen shows for a delivery, cut as it cuts it (A34, A35). */
export function LastError({ row, policy }: { readonly row: DeliveryRow; readonly policy: Policy | undefined }) {
  if (row.lastError === null || row.state === 'delivered') return null;
  return (
    <p className="last-error inset-focus">
      <span className="second">Last error</span> {row.lastError}
      {policy === undefined || policy.errorLimit === null ? null : <Rules ids={policy.errorLimit.rules} />}
    </p>
  );
}
