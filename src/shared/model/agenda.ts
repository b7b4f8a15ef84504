import type { EndpointId } from './ids';

/** What a person could do by hand, planned for an instant. */
export const PLANNED_ACTS = [
  'pause',
  'resume',
  'stop',
  'verify',
  'enable',
  'disable',
  'delete',
  'resend',
  'redeliver',
  'replay',
  'retry-now',
  'cancel',
  'lose-job',
  'crash-engine',
] as const;
export type PlannedAct = (typeof PLANNED_ACTS)[number];

/** What a scenario plans. */
export type AgendaEntry =
  | {
      readonly kind: 'send';
      readonly endpointIds: readonly EndpointId[];
      readonly type: string;
      readonly contentType: string;
      /** The body's bytes in base64. */
      readonly body: string;
      /** Events still to be sent, this one included, and the virtual ms between them. */
      readonly left: number;
      readonly everyMs: number;
    }
  | {
      readonly kind: 'act';
      readonly act: PlannedAct;
      /** Null for acts on the run itself. */
      readonly endpointId: EndpointId | null;
      /** For `lose-job`: so many jobs; null is every one. */
      readonly jobs: number | null;
      /** The how-many-eth deliveries of the endpoint, from 1; absent: every one on which the act makes sense. */
      readonly only?: readonly number[] | undefined;
    }
  /** The scenario ends here, whatever is still waiting. */
  | { readonly kind: 'end' };

/** A planned entry: at virtual `at`, in the order of `seq` where several fall on one instant. */
export type AgendaItem = { readonly seq: number; readonly at: number; readonly entry: AgendaEntry };
