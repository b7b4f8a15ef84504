import { Info, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useMirror } from '../state/engine-context';
import { navigation } from '../state/navigation';
import { dismissToast, type Toast, toasts } from '../state/toasts';
import { CopyButton } from './CopyButton';
import { Icon } from './Icon';

const SHOWN_MS = 6_000;

export function Toasts() {
  const list = useStore(toasts, (state) => state.list);
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  useEffect(() => {
    if (toast.tone === 'error') return;
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div className={`toast ${toast.tone}`} role={toast.tone === 'error' ? 'alert' : undefined}>
      <Icon of={toast.tone === 'error' ? TriangleAlert : Info} size={15} />
      <p>{toast.message}</p>
      {toast.tone === 'error' ? <CopyDetails message={toast.message} /> : null}
      {toast.action === null ? null : (
        <button
          type="button"
          className="button small"
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className="square plain small" aria-label="Dismiss" onClick={() => dismissToast(toast.id)}>
        <Icon of={X} />
      </button>
    </div>
  );
}

/** The message with when, where and in what it was, for a report. */
function CopyDetails({ message }: { readonly message: string }) {
  const { version, runtime, kind } = useMirror((mirror) => mirror.host);
  const details = (): string =>
    [
      message,
      `At: ${new Date().toISOString()}`,
      `Section: ${navigation.getState().section}`,
      `Retryscope ${version}, ${kind}, ${runtime}`,
    ].join('\n');
  return <CopyButton text={details} says="Copy details" />;
}
