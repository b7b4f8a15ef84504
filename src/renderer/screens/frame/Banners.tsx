import { Info, type LucideIcon, RefreshCw, ShieldAlert, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { CopyDetails } from '../../parts/CopyDetails';
import { Icon } from '../../parts/Icon';
import { useEngine, useMirror, usePerform } from '../../state/engine-context';
import { PastBanner } from './PastBanner';

type Tone = 'info' | 'warning' | 'error';
const ICONS: Readonly<Record<Tone, LucideIcon>> = { info: Info, warning: TriangleAlert, error: TriangleAlert };

export function Banners() {
  const { store } = useEngine();
  const link = useStore(store, (state) => state.link);
  const problem = useStore(store, (state) => state.problem);
  const notices = useMirror((mirror) => mirror.notices);
  const perform = usePerform();
  return (
    <div className="banners">
      <PastBanner />
      <section aria-label="Notices" aria-live="polite">
        {link.kind === 'restarting' ? (
          <Banner
            tone="warning"
            icon={RefreshCw}
            says="The engine stopped and is being started again. Nothing is lost."
          />
        ) : null}
        {link.kind === 'lost' ? (
          <Banner
            tone="warning"
            icon={RefreshCw}
            says="The connection to the engine is lost. It is tried again by itself; what you see is as it last was."
          />
        ) : null}
        {problem === null ? null : <Banner tone="error" says={problem.message} />}
        <SandboxBanner />
        {notices.map((notice) => (
          <Banner
            key={notice.id}
            tone={notice.tone}
            says={notice.message}
            onDismiss={() => void perform('notice.dismiss', { id: notice.id })}
          />
        ))}
      </section>
    </div>
  );
}

function SandboxBanner() {
  const host = useMirror((mirror) => mirror.host);
  const [dismissed, setDismissed] = useState(false);
  if (host.kind === 'browser' || host.sandboxed || dismissed) return null;
  return (
    <Banner
      tone="warning"
      icon={ShieldAlert}
      says="The window runs without its sandbox, because it was started as root. Start it as another user to have it back."
      onDismiss={() => setDismissed(true)}
    />
  );
}

function Banner({
  tone,
  says,
  icon,
  onDismiss,
  children,
}: {
  readonly tone: Tone;
  readonly says: string;
  readonly icon?: LucideIcon;
  readonly onDismiss?: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <div className={`banner ${tone}`}>
      <Icon of={icon ?? ICONS[tone]} size={15} />
      <p>{says}</p>
      {tone === 'error' ? <CopyDetails message={says} /> : null}
      {children}
      {onDismiss === undefined ? null : (
        <button type="button" className="square plain small" aria-label="Dismiss" onClick={onDismiss}>
          <Icon of={X} />
        </button>
      )}
    </div>
  );
}
