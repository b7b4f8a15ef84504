import { createStore } from 'zustand/vanilla';
import type { EndpointId } from '../../shared/model/ids';

/** What lies over the section: at most one thing at a time. */
export type Overlay =
  | { readonly kind: 'none' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'legend' }
  | { readonly kind: 'about' }
  | { readonly kind: 'compose' }
  | { readonly kind: 'new-endpoint' }
  | { readonly kind: 'edit-endpoint'; readonly id: EndpointId }
  | { readonly kind: 'new-route' }
  | { readonly kind: 'runs' }
  | { readonly kind: 'scenario-problems'; readonly fileName: string; readonly problems: readonly string[] };

const NONE: Overlay = { kind: 'none' };

export const overlays = createStore<{ readonly open: Overlay }>(() => ({ open: NONE }));

export const openOverlay = (open: Overlay): void => overlays.setState({ open });
export const closeOverlay = (): void => overlays.setState({ open: NONE });
