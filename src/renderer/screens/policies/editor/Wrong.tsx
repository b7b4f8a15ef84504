/** What is wrong with a part, below it. */
export const Wrong = ({ says }: { readonly says: string | null }) =>
  says === null ? null : (
    <p className="wrong" role="alert">
      {says}
    </p>
  );
