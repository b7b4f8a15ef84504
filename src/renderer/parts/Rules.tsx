/** The provider's rules behind a statement: a promise carries its rule. */
export function Rules({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <span className="rules">
      {ids.map((id) => (
        <span key={id} className="chip" title={`Rule ${id} of the provider's page`}>
          {id}
        </span>
      ))}
    </span>
  );
}
