import { type ReactNode, useEffect, useState } from 'react';

/** What few need: it opens by hand, and by itself when there is something in it to see. */
export function More({
  name,
  open,
  children,
}: {
  readonly name: string;
  readonly open: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(open);
  useEffect(() => {
    if (open) setOpen(true);
  }, [open]);
  return (
    <details className="more" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      <div>{children}</div>
    </details>
  );
}
