import { useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import type { RunId } from '../../shared/model/ids';
import { type Pace, virtualAt } from '../../shared/model/pace';
import type { Mirror } from '../engine/sync';
import { type Forecast, forecast, type Going, isFast } from '../view-models/traffic';
import { useEngine } from './engine-context';

/** An act that may send many requests in a short time. */
export type BurstAct = {
  /** The question's title: `Run at 600×`. */
  readonly title: string;
  /** What the button says that goes ahead. */
  readonly go: string;
  /** The pace afterwards; the clock's own when left out. */
  readonly pace?: Pace;
  /** Whether the clock runs afterwards; as it does now when left out. */
  readonly runs?: boolean;
  /** What the act sets going. */
  readonly going: (mirror: Mirror) => readonly Going[];
};

export type Question = {
  readonly act: BurstAct;
  readonly pace: Pace;
  readonly forecast: Forecast;
  readonly decide: (yes: boolean) => void;
};

type Gate = {
  readonly question: Question | null;
  /** The hosts that a person agreed to, in this run. */
  readonly agreed: { readonly runId: RunId | null; readonly hosts: ReadonlySet<string> };
};

export const gate = createStore<Gate>(() => ({ question: null, agreed: { runId: null, hosts: new Set() } }));

/**
 * The one gate before acts that may cause a burst: asks when requests would go fast to a host that is not this
 * computer, once for each host of a run. Resolves to whether the act may go ahead.
 */
export type PassGate = (act: BurstAct) => Promise<boolean>;

export function useGate(): PassGate {
  const { store, clockSettled } = useEngine();
  return useMemo<PassGate>(
    () => async (act) => {
      // A pace that was chosen a moment ago counts, also before a frame tells of it.
      await clockSettled();
      const { mirror } = store.getState().sync;
      return mirror === null || ask(act, mirror);
    },
    [store, clockSettled],
  );
}

function ask(act: BurstAct, mirror: Mirror): boolean | Promise<boolean> {
  const { clock, run, receivedAtMs } = mirror;
  const pace = act.pace ?? clock.pace;
  if (!(act.runs ?? !clock.paused) || !isFast(pace)) return true;
  const ahead = forecast(act.going(mirror), pace, virtualAt(clock, performance.now() - receivedAtMs), mirror.settings);
  const { agreed, question } = gate.getState();
  const known = agreed.runId === run.id ? agreed.hosts : new Set<string>();
  if (ahead.requests === 0 || ahead.hosts.every((host) => known.has(host))) return true;
  // Whoever asks again has left the question before unanswered.
  question?.decide(false);
  return new Promise((resolve) => {
    const decide = (yes: boolean): void => {
      gate.setState({
        question: null,
        ...(yes ? { agreed: { runId: run.id, hosts: new Set([...known, ...ahead.hosts]) } } : {}),
      });
      resolve(yes);
    };
    gate.setState({ question: { act, pace, forecast: ahead, decide } });
  });
}
