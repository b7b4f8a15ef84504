import type { CaptureId, DeliveryId, EndpointId, EventId, RouteId } from '../../shared/model/ids';
import type { Change } from '../engine/ports';

/** More touched rows than this in one frame are not listed: the client asks again. */
const MOST_ROWS = 400;

/** What was touched since the last frame. Bounded: past the limit only the fact is kept. */
export class Pending {
  readonly deliveries = new Set<DeliveryId>();
  readonly endpoints = new Set<EndpointId>();
  readonly events = new Set<EventId>();
  readonly routes = new Set<RouteId>();
  readonly captures = new Set<CaptureId>();
  overflow = false;
  revision: number;

  constructor(revision: number) {
    this.revision = revision;
  }

  add(change: Change): void {
    this.revision = change.revision;
    for (const id of change.endpoints) this.endpoints.add(id);
    for (const id of change.routes) this.routes.add(id);
    if (this.overflow) return;
    for (const id of change.deliveries) this.deliveries.add(id);
    for (const id of change.events) this.events.add(id);
    for (const id of change.captures) this.captures.add(id);
    if (this.deliveries.size + this.events.size + this.captures.size <= MOST_ROWS) return;
    this.overflow = true;
    this.deliveries.clear();
    this.events.clear();
    this.captures.clear();
  }
}
