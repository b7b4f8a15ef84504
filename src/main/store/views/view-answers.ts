import type { Views } from '../../engine/views-port';

export type ViewName = Exclude<keyof Views, 'close'>;

/** The views as plain functions on one connection; which thread they run in is decided elsewhere. */
export type ViewAnswers = {
  readonly [K in ViewName]: (...args: Parameters<Views[K]>) => Awaited<ReturnType<Views[K]>>;
};

export type ViewAnswer<K extends ViewName> = ReturnType<ViewAnswers[K]>;

/** How a view is asked for: at once, or through a thread. */
export type Ask = <K extends ViewName>(name: K, args: Parameters<ViewAnswers[K]>) => Promise<ViewAnswer<K>>;

/** The port over any way of asking. */
export const viewsOver = (ask: Ask, close: () => Promise<void>): Views => ({
  totals: (...args) => ask('totals', args),
  endpoints: (...args) => ask('endpoints', args),
  endpointHistory: (...args) => ask('endpointHistory', args),
  leaps: (...args) => ask('leaps', args),
  routes: (...args) => ask('routes', args),
  deliveries: (...args) => ask('deliveries', args),
  plannedSends: (...args) => ask('plannedSends', args),
  events: (...args) => ask('events', args),
  captures: (...args) => ask('captures', args),
  listDeliveries: (...args) => ask('listDeliveries', args),
  listEvents: (...args) => ask('listEvents', args),
  listCaptures: (...args) => ask('listCaptures', args),
  stats: (...args) => ask('stats', args),
  logEnd: (...args) => ask('logEnd', args),
  capturesAfter: (...args) => ask('capturesAfter', args),
  stepsAfter: (...args) => ask('stepsAfter', args),
  deliveriesAfter: (...args) => ask('deliveriesAfter', args),
  delivery: (...args) => ask('delivery', args),
  attempt: (...args) => ask('attempt', args),
  event: (...args) => ask('event', args),
  capture: (...args) => ask('capture', args),
  kindCounts: (...args) => ask('kindCounts', args),
  countOld: (...args) => ask('countOld', args),
  countPinned: (...args) => ask('countPinned', args),
  past: (...args) => ask('past', args),
  pastDeliveries: (...args) => ask('pastDeliveries', args),
  pastDelivery: (...args) => ask('pastDelivery', args),
  pastAttempt: (...args) => ask('pastAttempt', args),
  openLog: (...args) => ask('openLog', args),
  readLog: (...args) => ask('readLog', args),
  closeLog: (...args) => ask('closeLog', args),
  close,
});
