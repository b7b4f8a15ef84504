import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/Icon';

/** A way into the app: what it is, a picture or a form, and its one button. */
export function Door({
  title,
  icon,
  about,
  first = false,
  picture,
  children,
}: {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly about: ReactNode;
  readonly first?: boolean;
  readonly picture: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={first ? 'door first' : 'door'} aria-label={title}>
      <h2>
        <Icon of={icon} size={17} />
        {title}
      </h2>
      <p>{about}</p>
      {picture}
      <div className="go">{children}</div>
    </section>
  );
}
