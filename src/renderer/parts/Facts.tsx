import { showHidden } from '../../shared/words/hidden';
import { CopyButton } from './CopyButton';
import { Word } from './Term';

/** What is known of something, line by line, each to be copied. */
export function Facts({
  label,
  facts,
}: {
  readonly label: string;
  readonly facts: readonly (readonly [name: string, says: string])[];
}) {
  return (
    <section className="headers told-facts" aria-label={label}>
      <dl>
        {facts.map(([name, says]) => (
          <div key={name}>
            <dt className="name">
              <Word text={name} />
            </dt>
            <dd className="value">
              {showHidden(says)}
              <CopyButton text={says} says={`Copy ${name.toLowerCase()}`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
