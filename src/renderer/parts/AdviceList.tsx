import type { Advice } from '../../shared/policies/policy';
import { Rules } from './Rules';

/** What a provider's page advises receivers to do. */
export function AdviceList({ advice }: { readonly advice: readonly Advice[] }) {
  return (
    <ul className="advice" aria-label="Advice to receivers">
      {advice.map(({ says, rules }) => (
        <li key={says}>
          <span>{says}</span>
          <Rules ids={rules} />
        </li>
      ))}
    </ul>
  );
}
