import { expect, it } from 'vitest';
import { DesktopNews, stateOf } from '../../src/main/host/desktop-news';
import type { DeliveryRow, EndpointView, Frame } from '../../src/shared/contract/views';
import type { RunId } from '../../src/shared/model/ids';

const RUN = 'run_1' as RunId;
const endpoint = (suspendedAt: number | null): EndpointView =>
  ({
    id: 'ep_1',
    name: 'Shop',
    policy: { name: 'Fianto' },
    condition: { suspendedAt },
    counts: { waiting: 4 },
  }) as EndpointView;
const delivery = (id: string, state: string, attempts = 8): DeliveryRow =>
  ({ id, state, attempts, eventType: 'order.paid', endpointId: 'ep_1' }) as DeliveryRow;
const frame = (more: Partial<Frame>): Pick<Frame, 'runId' | 'endpoints' | 'deliveries' | 'notices'> => ({
  runId: RUN,
  endpoints: [],
  deliveries: [],
  notices: null,
  ...more,
});
const begin = (suspendedAt: number | null = null): DesktopNews =>
  new DesktopNews({ run: { id: RUN } as never, endpoints: [endpoint(suspendedAt)], notices: [] });

it('an endpoint is told of when it becomes suspended, each time anew, and not because it was when the app began', () => {
  const news = begin();
  expect(news.hear(frame({ endpoints: [endpoint(7)] }))).toEqual([
    {
      class: 'suspended',
      title: 'Shop is suspended',
      body: 'Fianto sends nothing to it. Waiting: 4.',
      place: { kind: 'endpoint', id: 'ep_1' },
    },
  ]);
  expect(news.hear(frame({ endpoints: [endpoint(7)] }))).toEqual([]);
  expect(news.hear(frame({ endpoints: [endpoint(null)] }))).toEqual([]);
  expect(news.hear(frame({ endpoints: [endpoint(9)] }))).toHaveLength(1);
  expect(begin(7).hear(frame({ endpoints: [endpoint(7)] }))).toEqual([]);
});

it('a delivery is told of once, when it has failed', () => {
  const news = begin();
  expect(news.hear(frame({ deliveries: [delivery('dlv_1', 'retrying'), delivery('dlv_2', 'delivered')] }))).toEqual([]);
  expect(news.hear(frame({ deliveries: [delivery('dlv_1', 'failed'), delivery('dlv_3', 'failed', 1)] }))).toEqual([
    {
      class: 'failed',
      title: 'order.paid failed',
      body: 'Shop did not take it in 8 attempts.',
      place: { kind: 'delivery', id: 'dlv_1' },
    },
    {
      class: 'failed',
      title: 'order.paid failed',
      body: 'Shop did not take it in 1 attempt.',
      place: { kind: 'delivery', id: 'dlv_3' },
    },
  ]);
  expect(news.hear(frame({ deliveries: [delivery('dlv_1', 'failed')] }))).toEqual([]);
});

it('what stopped sending is told of once until it is over', () => {
  const news = begin();
  const trouble = { id: 'trouble', tone: 'error', message: 'Sending is paused: The disk is full.' } as const;
  const other = { id: 'other', tone: 'info', message: '' } as const;
  expect(news.hear(frame({ notices: [other] }))).toEqual([]);
  expect(news.hear(frame({ notices: [trouble] }))).toMatchObject([{ class: 'trouble', body: trouble.message }]);
  expect(news.hear(frame({ notices: [trouble, other] }))).toEqual([]);
  expect(news.hear(frame({ notices: [] }))).toEqual([]);
  expect(news.hear(frame({ notices: [trouble] }))).toHaveLength(1);
});

it('the past of another run is no news', () => {
  const news = begin();
  const other = 'run_2' as RunId;
  expect(news.hear(frame({ runId: other, deliveries: [delivery('dlv_9', 'failed')] }))).toEqual([]);
  expect(news.hear(frame({ runId: other, deliveries: [delivery('dlv_8', 'failed')] }))).toHaveLength(1);
});

it('says how much is going on: what is queued or retrying waits, what is held does not', () => {
  const byState = { queued: 2, retrying: 3, held: 7, stale: 0, processing: 1, delivered: 9, failed: 4 };
  const now = (pace: Frame['clock']['pace']) =>
    stateOf({ clock: { inFlight: 1, paused: false, pace }, totals: { byState } } as never);
  expect(now({ kind: 'factor', factor: 1 })).toEqual({ inFlight: 1, waiting: 5, paused: false, realTime: true });
  expect(now({ kind: 'factor', factor: 60 }).realTime).toBe(false);
  expect(now({ kind: 'skip' }).realTime).toBe(false);
});
