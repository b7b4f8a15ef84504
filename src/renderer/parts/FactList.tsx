import { ruleSays } from '../../shared/policies/ledger';
import { Word } from '../parts/Term';
import type { PolicyFact } from '../view-models/policy-facts';

/** What is promised, line by line, with the rule behind each at its right. */
export function FactList({ facts }: { readonly facts: readonly PolicyFact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={`${fact.name} ${fact.says}`}>
          <dt>
            <Word text={fact.name} />
          </dt>
          <dd>{fact.says}</dd>
          <dd className="rule">
            {fact.rules.map((id) => (
              <abbr key={id} title={ruleSays(id) ?? `Rule ${id} of the policy`}>
                {id}{' '}
              </abbr>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
