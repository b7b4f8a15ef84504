import { createStore } from 'zustand/vanilla';
import type { CaptureId, DeliveryId, EndpointId, EventId, RouteId } from '../../shared/model/ids';

export const SECTIONS = [
  'live',
  'deliveries',
  'events',
  'endpoints',
  'receiver',
  'policies',
  'scenarios',
  'overview',
  'settings',
] as const;
export type Section = (typeof SECTIONS)[number];

export const SETTINGS_PARTS = [
  'appearance',
  'defaults',
  'receiver',
  'engine',
  'data',
  'redaction',
  'security',
  'api',
  'keyboard',
  'desktop',
  'workspace',
  'about',
] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number];

type Beside = { readonly deliveryId: DeliveryId; readonly n: number | null };

/** Where the person is: a section, and what is open in it. Each section keeps its place. */
export type Navigation = {
  readonly section: Section;
  readonly deliveryId: DeliveryId | null;
  readonly eventId: EventId | null;
  readonly endpointId: EndpointId | null;
  /** Null chooses the first; `all` shows what came in on every path, and what no route took. */
  readonly routeId: RouteId | 'all' | null;
  /** The request that is open on the receiver’s page. */
  readonly captureId: CaptureId | null;
  readonly policyId: string | null;
  readonly settingsPart: SettingsPart;
  /** The rule or reading of the policy's page that is pointed out. */
  readonly ruleId: string | null;
  /** The attempt that is chosen in the open delivery; null chooses the last. */
  readonly attemptN: number | null;
  /** The delivery that is open beside the timeline, with the attempt that is chosen in it. */
  readonly beside: Beside | null;
  /** The list of deliveries shows this endpoint's alone; null shows all. */
  readonly onlyEndpointId: EndpointId | null;
  /** The delivery that is marked on the timeline. */
  readonly markedId: DeliveryId | null;
};

export const navigation = createStore<Navigation>(() => ({
  section: 'live',
  deliveryId: null,
  eventId: null,
  endpointId: null,
  routeId: null,
  captureId: null,
  policyId: null,
  settingsPart: 'appearance',
  ruleId: null,
  onlyEndpointId: null,
  attemptN: null,
  beside: null,
  markedId: null,
}));

export const goTo = (section: Section, place: Partial<Omit<Navigation, 'section'>> = {}): void =>
  navigation.setState({
    section,
    ...(place.deliveryId === undefined ? {} : { attemptN: null }),
    ...(place.routeId === undefined ? {} : { captureId: null }),
    ...place,
  });

/** After a change of run nothing that was open is there any more. */
export const leaveRun = (section: Section = 'live'): void =>
  goTo(section, {
    deliveryId: null,
    eventId: null,
    endpointId: null,
    routeId: null,
    captureId: null,
    onlyEndpointId: null,
    beside: null,
    markedId: null,
  });
