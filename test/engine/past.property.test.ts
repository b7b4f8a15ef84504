import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliveryRow, EndpointView, PastView } from '../../src/shared/contract/views';
import { DELIVERY_STATES, isFinal } from '../../src/shared/model/delivery';
import type { Endpoint } from '../../src/shared/model/endpoint';
import type { DeliveryId } from '../../src/shared/model/ids';
import { Refusal } from '../../src/shared/model/problem';
import type { StepRecord } from '../../src/shared/model/step';
import { alphorn } from '../../src/shared/policies/alphorn';
import type { Suspension } from '../../src/shared/policies/circuit';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Policy } from '../../src/shared/policies/policy';
import { EngineBench } from '../support/engine-bench';
import { type Answer, fault, ok, status } from '../support/fake-sender';

/** Suspends after two short deliveries, so that short histories meet it. */
const touchy: Policy = {
  ...fianto,
  attempts: 2,
  schedule: { kind: 'list', delaysMs: [1_000] },
  whenRemoved: kestrel.whenRemoved,
  suspension:
    fianto.suspension === null
      ? null
      : { ...fianto.suspension, trigger: { kind: 'exhausted-in-a-row', count: 2 }, holdLimit: 3 },
};
/** Suspensions by attempts, which end by themselves: by time, and by two probes. */
const timed: Policy = suspendedBy({
  trigger: { kind: 'failures-in-a-row', count: 2 },
  endsBy: 'time',
  cooldown: { ms: 30_000, factor: 3, capMs: 400_000 },
});
const probed: Policy = suspendedBy({
  trigger: { kind: 'failures-in-span', count: 2, spanMs: 60_000 },
  atOnceOn: [[410, 410]],
  endsBy: 'probe',
  cooldown: { ms: 30_000, factor: 2, capMs: null },
  probes: 2,
});
/** One at a time, in order, with tries that get stuck and suspensions that end by probes. */
const ordered: Policy = {
  ...probed,
  interrupted: alphorn.interrupted,
  sweep: alphorn.sweep,
  redelivery: alphorn.redelivery,
  order: { keep: 'endpoint', rules: [] },
};
const POLICIES = { alphorn, fianto, kestrel, infraspeak, touchy, timed, probed, ordered } as const;

function suspendedBy(more: Partial<Suspension>): Policy {
  const { suspension } = touchy;
  return {
    ...touchy,
    attempts: 6,
    settings: [],
    suspension: suspension === null ? null : { ...suspension, holdLimit: 5, ...more },
  };
}

type Command =
  | { readonly kind: 'send'; readonly count: number }
  | { readonly kind: 'answers'; readonly with: 'ok' | 'error' | 'gone' | 'refused' | 'wait' }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'skip' | 'disable' | 'enable' | 'verify' | 'stop' | 'kill' | 'rename' }
  | { readonly kind: 'policy'; readonly to: 'alphorn' | 'kestrel' | 'infraspeak' }
  | { readonly kind: 'again' | 'retry-now' | 'cancel' | 'lose'; readonly of: number };

const of = fc.nat(9);
const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), count: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answers' as const),
      with: fc.constantFrom(
        'ok' as const,
        'error' as const,
        'error' as const,
        'gone' as const,
        'refused' as const,
        'wait' as const,
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(0, 900, 61_000, 700_000) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc
        .constantFrom('skip', 'skip', 'skip', 'disable', 'enable', 'verify', 'stop', 'kill', 'rename')
        .map((kind) => kind as 'skip' | 'disable' | 'enable' | 'verify' | 'stop' | 'kill' | 'rename'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('policy' as const),
      to: fc.constantFrom('alphorn' as const, 'kestrel' as const, 'infraspeak' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('again' as const, 'retry-now' as const, 'cancel' as const, 'lose' as const),
      of,
    }),
  },
);

const ANSWERS: Readonly<Record<Extract<Command, { kind: 'answers' }>['with'], Answer | 'wait'>> = {
  ok: ok(),
  error: { ...status(503), body: new TextEncoder().encode('busy') },
  gone: status(410),
  refused: fault('refused'),
  wait: 'wait',
};

/** What the store had after a commit. */
type Kept = {
  readonly revision: number;
  readonly rows: readonly DeliveryRow[];
  readonly endpoints: readonly EndpointView[];
};

/** An engine under random commands; everything that the store had after each commit is kept. */
class History {
  readonly bench: EngineBench;
  readonly #policy: Policy;
  #endpoint: Endpoint;
  readonly ids: DeliveryId[] = [];
  readonly kept: Promise<Kept>[] = [];
  /** What broke law 3. */
  readonly broken: unknown[] = [];

  constructor(bench: EngineBench, policy: Policy, channel: Endpoint['channel']) {
    this.bench = bench;
    this.#policy = policy;
    this.#watch();
    this.#holdLawThree();
    this.#endpoint = bench.engine.createEndpoint(
      { name: 'Shop', url: 'http://127.0.0.1:9/hook', policy, secret: null, channel, verification: 'any-2xx' },
      null,
    );
  }

  async run(command: Command): Promise<void> {
    try {
      await this.#act(command);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    await this.bench.advance(0);
  }

  async #act(command: Command): Promise<void> {
    const { bench } = this;
    const { engine } = bench;
    const { id } = this.#endpoint;
    switch (command.kind) {
      case 'send':
        if (this.ids.length < 12) this.#take(bench.send(this.#endpoint, command.count));
        return;
      case 'answers':
        bench.sender.answerBy(() => ANSWERS[command.with]);
        return;
      case 'pass':
        await bench.advance(command.ms);
        return;
      case 'skip':
        engine.setPaused(false);
        engine.setPace({ kind: 'skip' });
        await bench.advance(20);
        bench.engine.setPace({ kind: 'factor', factor: 1 });
        return;
      case 'disable':
        engine.disableEndpoint(id);
        return;
      case 'enable':
        engine.enableEndpoint(id);
        return;
      case 'verify': {
        const verifying = engine.verifyEndpoint(id).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        await bench.advance(0);
        for (const request of bench.sender.sent) request.answer(ok());
        await verifying;
        return;
      }
      case 'stop':
        await engine.stop();
        engine.setPaused(false);
        return;
      case 'kill':
        // With something in flight.
        bench.sender.answerBy(() => 'wait');
        if (this.ids.length < 12) this.#take(bench.send(this.#endpoint));
        await bench.advance(0);
        await bench.killAndRestart(1_000);
        this.#watch();
        return;
      case 'rename':
        engine.updateEndpoint({
          id,
          name: `Shop ${bench.store.revision()}`,
          url: `http://127.0.0.1:9/${bench.store.revision()}`,
          secretOverlapMs: 0,
        });
        return;
      case 'policy':
        if (![touchy, timed, probed, ordered].includes(this.#policy))
          engine.updateEndpoint({ id, policyId: command.to, secretOverlapMs: 0 });
        return;
      default:
        this.#actOn(command.kind, this.ids[command.of]);
    }
  }

  #actOn(kind: 'again' | 'retry-now' | 'cancel' | 'lose', id: DeliveryId | undefined): void {
    if (id === undefined) return;
    const { engine } = this.bench;
    if (kind === 'retry-now' || kind === 'cancel') engine.actOn(kind, [id]);
    else if (kind === 'lose') engine.loseJobs(id, 1);
    else {
      const permission = engine.permission(id);
      if (permission.ok && this.ids.length < 12) {
        this.#take(engine.sendAgain(permission.form, [id]).flatMap(({ deliveryId }) => deliveryId ?? []));
      }
    }
  }

  /** Law 3: no request leaves for an endpoint that is closed, but for one probe at a time. */
  #holdLawThree(): void {
    const { bench } = this;
    bench.sender.onSend = ({ headers }) => {
      const present = bench.store.endpoint(this.#endpoint.id);
      const isChallenge = !headers.some(([name]) => name.toLowerCase() === 'webhook-id');
      if (present === null || isChallenge) return;
      try {
        if (present.policy.order != null) this.#holdOrder();
        if (present.condition.suspendedAt !== null) this.#holdClosed(present);
      } catch (error) {
        // What a sender throws is an outcome to the engine.
        this.broken.push(error);
      }
    };
  }

  #holdClosed({ state, condition: { probe } }: Endpoint): void {
    const { store } = this.bench;
    expect(state).toBe('enabled');
    expect(probe?.deliveryId).not.toBeNull();
    expect(probe).toBeDefined();
    // One attempt of the probe, and what was in flight when it closed; nothing else begins.
    const delivery = probe?.deliveryId == null ? null : store.delivery(probe.deliveryId);
    expect(delivery?.state).toBe('processing');
  }

  /** Where order is kept: one at a time, and none before each elder one is final. */
  #holdOrder(): void {
    const { store } = this.bench;
    const [first, ...more] = store
      .deliveriesOf(this.#endpoint.id, 0, Number.MAX_SAFE_INTEGER, 100)
      .filter(({ state }) => !isFinal(state));
    expect(first?.state).toBe('processing');
    for (const { state } of more) expect(state).not.toBe('processing');
  }

  #take(ids: readonly DeliveryId[]): void {
    for (const id of ids) if (!this.ids.includes(id)) this.ids.push(id);
  }

  /** The views of a bench answer at once, so that they see this commit and none after it. */
  #watch(): void {
    const { store, views, engine } = this.bench;
    const runId = engine.run.id;
    store.onCommit(({ revision }) => {
      const rows = views.deliveriesAfter(runId, 0, 100);
      const endpoints = views.endpoints(runId, null);
      this.kept.push(Promise.all([rows, endpoints]).then(([a, b]) => ({ revision, rows: a, endpoints: b })));
    });
  }
}

/** What a person sees of a delivery: all but the sweep's own note. */
const seen = ({ sweepAt: _, ...row }: DeliveryRow): Omit<DeliveryRow, 'sweepAt'> => row;

/** What a person sees of an endpoint. Without a suspension nobody is told of a streak, and the log does not keep it. */
const seenEndpoint = (endpoint: EndpointView): unknown => {
  const { lastSuccessAt: _, failingSince: _since, streak, ...condition } = endpoint.condition;
  return { ...endpoint, condition, streak: endpoint.policy.suspension === null ? null : streak };
};

const countsOf = (rows: readonly DeliveryRow[]): PastView['totals'] => ({
  byState: Object.fromEntries(
    DELIVERY_STATES.map((state) => [state, rows.filter((row) => row.state === state).length]),
  ) as PastView['totals']['byState'],
  deliveries: rows.length,
  attempts: rows.reduce((sum, row) => sum + row.marks.length, 0),
});

const anyDelivery = { cursor: null, limit: 100, states: null, endpointId: null, eventId: null, text: '' };

const stepsOf = ({ engine, views }: EngineBench): Promise<readonly StepRecord[]> =>
  views.stepsAfter(engine.run.id, 0, 100_000);

async function check({ bench, kept, broken }: History): Promise<void> {
  expect(broken).toEqual([]);
  const runId = bench.engine.run.id;
  const steps = await stepsOf(bench);
  for (const { revision, rows, endpoints } of await Promise.all(kept)) {
    const seq = steps.findLast((record) => record.revision <= revision)?.seq ?? 0;
    const page = await bench.views.pastDeliveries(runId, anyDelivery, seq);
    expect([...page.rows].reverse().map(seen)).toEqual(rows.map(seen));
    if (seq === 0) continue;
    const past = await bench.views.past(runId, { kind: 'step', seq, by: 0 });
    expect(past.endpoints.map(seenEndpoint)).toEqual(endpoints.map(seenEndpoint));
    expect(past.totals).toEqual(countsOf(rows));
  }
}

async function lived(
  policy: keyof typeof POLICIES,
  channel: Endpoint['channel'],
  script: readonly Command[],
): Promise<History> {
  const history = new History(await EngineBench.open(), POLICIES[policy], channel);
  for (const command of script) await history.run(command);
  return history;
}

const policies = fc.constantFrom(
  'alphorn' as const,
  'fianto' as const,
  'kestrel' as const,
  'infraspeak' as const,
  'touchy' as const,
  'touchy' as const,
  'timed' as const,
  'timed' as const,
  'probed' as const,
  'probed' as const,
  'ordered' as const,
  'ordered' as const,
);
const channels = fc.constantFrom('webhook' as const, 'telegram' as const);

describe('the past of a random history', { timeout: 300_000 }, () => {
  it('is what the store had at each of its commits: deliveries, attempts, endpoints and counts', async () => {
    await fc.assert(
      fc.asyncProperty(policies, channels, fc.array(commands, { maxLength: 30 }), async (policy, channel, script) => {
        await check(await lived(policy, channel, script));
      }),
      { numRuns: 40 },
    );
  });

  it('meets what it is about: every kind of step occurs', async () => {
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        policies,
        channels,
        fc.array(commands, { minLength: 40, maxLength: 60 }),
        async (policy, channel, script) => {
          const { bench, broken } = await lived(policy, channel, script);
          expect(broken).toEqual([]);
          for (const { step } of await stepsOf(bench)) met.add(step.kind);
        },
      ),
      { numRuns: 60, seed: 20_261_130 },
    );
    expect([...met]).toEqual(
      expect.arrayContaining([
        ...['accept', 'claim', 'deliver', 'retry', 'requeue', 'stuck', 'fail', 'hold', 'close', 'release'],
        ...['queue-again', 'resend', 'retry-now', 'cancel', 'lose-job', 'job-lost'],
        ...['suspend', 'probe', 'streak', 'reopen', 'disable', 'change', 'verify', 'no-delivery', 'stop', 'recover'],
      ]),
    );
  });
});
