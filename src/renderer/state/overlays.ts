import { createStore } from 'zustand/vanilla';
import type { EndpointId } from '../../shared/model/ids';
import type { FileProblem } from '../view-models/scenario-heads';

/** What lies over the section: at most one thing at a time. */
export type Overlay =
  | { readonly kind: 'none' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'legend' }
  | { readonly kind: 'about' }
  | { readonly kind: 'compose' }
  | { readonly kind: 'new-endpoint' /** Filled in as this one is. */; readonly like?: EndpointId }
  | { readonly kind: 'edit-endpoint'; readonly id: EndpointId }
  | { readonly kind: 'disable-endpoint'; readonly id: EndpointId }
  | { readonly kind: 'new-route' }
  | { readonly kind: 'runs' }
  | { readonly kind: 'new-run' }
  | {
      readonly kind: 'scenario-problems';
      readonly fileName: string;
      readonly problems: readonly FileProblem[];
    };

const NONE: Overlay = { kind: 'none' };

export const overlays = createStore<{ readonly open: Overlay }>(() => ({ open: NONE }));

/** Whether a dialog or a menu lies over the section. */
export const isCovered = (): boolean =>
  overlays.getState().open.kind !== 'none' || document.querySelector('[role="dialog"], [role="menu"]') !== null;

export const openOverlay = (open: Overlay): void => overlays.setState({ open });
export const closeOverlay = (): void => overlays.setState({ open: NONE });

/** For what ends later: closes only what was open when it began, not what the person has opened since. */
export function closeLater(): () => void {
  const began = overlays.getState().open;
  return () => {
    if (overlays.getState().open === began) closeOverlay();
  };
}
