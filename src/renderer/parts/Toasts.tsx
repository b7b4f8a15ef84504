import { Info, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { dismissToast, type Toast, toasts } from '../state/toasts';
import { CopyDetails } from './CopyDetails';
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
