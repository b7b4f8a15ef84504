import type { Engine } from '../engine/engine';
import type { Forwarder } from '../engine/forwarder-port';

/** Hands what the receiver forwards to the engine of the run that goes on. */
export function forwarderTo(engine: () => Engine): Forwarder {
  let taken = false;
  return {
    take(route, forward, request) {
      const done = engine().forward(route, forward, request);
      taken ||= done.kind === 'taken';
      return done;
    },
    wake() {
      if (!taken) return;
      taken = false;
      // The sender has its answer first.
      setImmediate(() => engine().lookAgain());
    },
  };
}
