import { createStore } from 'zustand/vanilla';
import type { HarEvents } from '../../shared/imports/read-har';
import type { CaptureId, EndpointId, RouteId } from '../../shared/model/ids';
import type { ExportChoice } from '../view-models/export-choice';
import type { FileProblem } from '../view-models/scenario-heads';
import type { LabStart, LabSubject } from '../view-models/signature-form';
import type { CompareSubject } from './comparing';
import { whyNotNow } from './past';
import { sayProblem } from './toasts';

/** What lies over the section: at most one thing at a time. */
export type Overlay =
  | { readonly kind: 'none' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'legend' }
  | { readonly kind: 'glossary' }
  | { readonly kind: 'about' }
  | { readonly kind: 'compose' }
  | { readonly kind: 'import-har'; readonly fileName: string; readonly found: HarEvents }
  | { readonly kind: 'new-endpoint' /** Filled in as this one is. */; readonly like?: EndpointId }
  | {
      readonly kind: 'edit-endpoint';
      readonly id: EndpointId /** Where the writing mark stands first. */;
      readonly part?: 'secret';
    }
  | { readonly kind: 'disable-endpoint'; readonly id: EndpointId }
  | { readonly kind: 'new-route' }
  | { readonly kind: 'fail-next'; readonly id: RouteId }
  | { readonly kind: 'send-on'; readonly id: CaptureId }
  | { readonly kind: 'route-check'; readonly id: RouteId }
  | { readonly kind: 'signature-lab'; readonly subject: LabSubject; readonly start: LabStart }
  | { readonly kind: 'compare'; readonly left: CompareSubject; readonly right: CompareSubject }
  | { readonly kind: 'runs' }
  | { readonly kind: 'jump' }
  | { readonly kind: 'new-run' }
  | { readonly kind: 'export' /** The first is chosen. */; readonly scopes: readonly ExportChoice[] }
  | {
      readonly kind: 'scenario-problems';
      readonly fileName: string;
      readonly text: string;
      readonly problems: readonly FileProblem[];
    }
  /** A scenario is not saved; `go` does what was wanted instead of editing on. */
  | { readonly kind: 'leave-scenario'; readonly name: string; readonly go: () => void };

const NONE: Overlay = { kind: 'none' };

export const overlays = createStore<{ readonly open: Overlay }>(() => ({ open: NONE }));

/** What is filled in to change something: not while the past is looked at. */
const CHANGING: readonly Overlay['kind'][] = [
  'compose',
  'import-har',
  'new-endpoint',
  'edit-endpoint',
  'disable-endpoint',
  'new-route',
  'route-check',
  'send-on',
  'jump',
  'new-run',
];

/** Whether a dialog or a menu lies over the section. */
export const isCovered = (): boolean =>
  overlays.getState().open.kind !== 'none' || document.querySelector('[role="dialog"], [role="menu"]') !== null;

export function openOverlay(open: Overlay): void {
  const why = CHANGING.includes(open.kind) ? whyNotNow() : null;
  if (why === null) overlays.setState({ open });
  else sayProblem(why);
}
export const closeOverlay = (): void => overlays.setState({ open: NONE });

/** For what ends later: closes only what was open when it began, not what the person has opened since. */
export function closeLater(): () => void {
  const began = overlays.getState().open;
  return () => {
    if (overlays.getState().open === began) closeOverlay();
  };
}
