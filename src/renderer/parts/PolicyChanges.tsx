import type { PolicyChange } from '../view-models/policy-versions';

/** What would change, line by line. */
export function PolicyChanges({ changes }: { readonly changes: readonly PolicyChange[] }) {
  return (
    <dl className="policy-changes">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="change">
          <dt>{name}</dt>
          <dd>
            <del>{before ?? 'none'}</del> <ins>{after ?? 'none'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
