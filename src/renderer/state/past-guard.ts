import type { Call, CommandName } from '../../shared/contract/commands';
import { refuse } from '../../shared/model/problem';
import { whyNotNow } from './past';

/**
 * Whether a command may be given while the page looks at the past: what reads, and what holds the clock. A new command
 * does not compile until it is here.
 */
const IN_THE_PAST: Readonly<Record<CommandName, boolean>> = {
  snapshot: true,
  'endpoint.create': false,
  'endpoint.update': false,
  'endpoint.remove': false,
  'endpoint.revealSecret': true,
  'endpoint.disable': false,
  'endpoint.enable': false,
  'endpoint.verify': false,
  'endpoint.history': true,
  'clock.leaps': true,
  'endpoint.quota': true,
  'event.send': false,
  'event.stopSending': true,
  'event.list': true,
  'event.get': true,
  'delivery.list': true,
  'delivery.get': true,
  'delivery.permission': true,
  'delivery.resend': false,
  'delivery.redeliver': false,
  'delivery.replay': false,
  'delivery.retryNow': false,
  'delivery.cancel': false,
  'delivery.loseJob': false,
  'attempt.get': true,
  'past.look': true,
  'stats.read': true,
  'policy.list': true,
  'route.create': false,
  'route.update': false,
  'route.remove': false,
  'route.startOver': false,
  'route.checkWith': false,
  'capture.sendOn': false,
  'signature.check': true,
  'script.read': true,
  'script.write': true,
  'capture.list': true,
  'capture.get': true,
  'run.list': true,
  'run.create': false,
  'run.open': false,
  'run.rename': false,
  'run.remove': false,
  'run.restore': false,
  'scenario.open': false,
  'engine.crash': false,
  'clock.signWith': false,
  'clock.step': false,
  'clock.jump': false,
  'clock.cancelJump': true,
  'clock.setPace': false,
  'clock.pause': true,
  'clock.resume': true,
  'clock.stop': true,
  'receiver.listen': false,
  'door.tryReceiver': false,
  'notice.dismiss': true,
  'settings.get': true,
  'settings.set': true,
  'data.report': true,
  'data.countOld': true,
  'data.deleteOld': false,
  'data.reset': false,
  'about.get': true,
  'about.diagnostics': true,
  'export.begin': true,
  'export.next': true,
  'export.cancel': true,
  'import.begin': false,
  'import.add': true,
  'import.finish': true,
  'import.cancel': true,
  'workspace.export': true,
  'workspace.check': true,
  'workspace.import': false,
};

/** Calls as they are, but that nothing is changed by somebody who looks at the past. */
export const guardPast =
  (call: Call): Call =>
  (name, args) => {
    const why = whyNotNow();
    return why === null || IN_THE_PAST[name] ? call(name, args) : Promise.resolve(refuse('conflict', why));
  };
