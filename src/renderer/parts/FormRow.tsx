import { type ReactNode, useId } from 'react';

export type RowControl = {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
};

/** A label, its control, and under it what is wrong, or a hint. */
export function FormRow({
  label,
  hint,
  wrong,
  children,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly wrong?: string | null | undefined;
  readonly children: (control: RowControl) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const isWrong = wrong !== null && wrong !== undefined;
  const hasNote = isWrong || hint !== undefined;
  return (
    <div className="form-row">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': isWrong, 'aria-describedby': hasNote ? noteId : undefined })}
      {isWrong ? (
        <p id={noteId} className="wrong" role="alert">
          {wrong}
        </p>
      ) : hint === undefined ? null : (
        <p id={noteId} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
