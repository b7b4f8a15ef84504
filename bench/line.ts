import { Engine } from '../src/main/engine/engine';
import type { Sender } from '../src/main/engine/ports';
import { Feed } from '../src/main/feed/feed';
import { systemChance, systemClock } from '../src/main/host/system';
import { makeSender } from '../src/main/sender/sender';
import { makeSigner } from '../src/main/sender/signer';
import { type OpenedStore, openStore } from '../src/main/store/open-store';
import { DEFAULT_PREFERENCES } from '../src/shared/contract/preferences';
import type { EndpointId } from '../src/shared/model/ids';
import type { Policy } from '../src/shared/policies/policy';
import { BODY } from './body';

const EVENTS_PER_SEND = 1_000;

/** The whole delivery line as the app composes it: store with its reader's thread, sender, engine, feed. */
export type Line = {
  readonly engine: Engine;
  readonly opened: OpenedStore;
  /** Resolves when nothing is in flight and nothing is left that could happen. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** @param around stands between engine and sender, to see what leaves when */
export function openLine(dataDir: string, around: (sender: Sender) => Sender = (sender) => sender): Line {
  const opened = openStore({
    dataDir,
    holder: 'run',
    wallMs: () => systemClock.wallMs(),
    log: (line) => process.stderr.write(`${line}\n`),
    reader: new URL('./reader-worker.js', import.meta.url),
  });
  const sender = around(makeSender({ clock: systemClock }));
  let waiting: (() => void)[] = [];
  const engine = new Engine(
    {
      store: opened.store,
      sender,
      signer: makeSigner(),
      system: systemClock,
      chance: systemChance,
      version: 'bench',
    },
    {
      onTrouble: (problem) => {
        if (problem !== null) throw new Error(problem.message);
      },
      onIdle: () => {
        for (const wake of waiting.splice(0)) wake();
      },
    },
  );
  const feed = new Feed({
    store: opened.store,
    views: opened.views,
    system: systemClock,
    runId: () => engine.run.id,
    clock: () => engine.report(),
    receiver: () => ({
      kind: 'down',
      wantedPort: 0,
      why: 'Not part of this measurement.',
      https: { wantedPort: 0, doors: [] },
    }),
    notices: () => [],
    settings: () => DEFAULT_PREFERENCES,
    policies: () => 0,
    routeUrl: (route) => route,
    onError: (error) => {
      throw error;
    },
  });
  return {
    engine,
    opened,
    idle: () => new Promise((wake) => waiting.push(wake)),
    close: async () => {
      waiting = [];
      await engine.close();
      feed.close();
      await sender.close();
      await opened.close();
    },
  };
}

export const addEndpoint = ({ engine }: Line, url: string, policy: Policy | string): EndpointId =>
  engine.createEndpoint({ name: 'Bench', url, policy, secret: null, channel: 'webhook', verification: 'assume' }, null)
    .id;

/** So many deliveries in all, of events with a body of 1 KiB, spread evenly over the endpoints. */
export function accept({ engine }: Line, endpointIds: readonly EndpointId[], deliveries: number): void {
  const body = Buffer.from(BODY).toString('base64');
  const each = Math.ceil(deliveries / endpointIds.length);
  for (const id of endpointIds) {
    for (let left = each; left > 0; left -= EVENTS_PER_SEND) {
      const count = Math.min(left, EVENTS_PER_SEND);
      engine.sendEvents({
        endpointIds: [id],
        type: 'order.paid',
        contentType: 'application/json',
        body,
        count,
        everyMs: 0,
      });
    }
  }
}
