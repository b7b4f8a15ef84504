import { sayDuration } from '../words/duration';
import { writeDuration } from '../words/read-duration';
import { actionsOf } from './actions';
import { expectationsOf } from './expectations';
import { namesOf, placesOf } from './places';
import { type FromRunPorts, type RecordedRun, Remarks, type SavedScenario, since } from './recorded-run';
import { sendsOf } from './sends';

/**
 * A run as a scenario: with its seed, and where it went over the built-in receiver, it makes the same attempts again.
 * What a scenario cannot say is told in the remarks.
 */
export function scenarioOfRun(recorded: RecordedRun, ports: FromRunPorts): SavedScenario {
  const { run, pace, now, isOver } = recorded;
  const remarks = new Remarks();
  if (recorded.isCut) remarks.say('The run is longer than what a scenario can hold: its later part is left out.');
  const names = namesOf(recorded.endpoints, remarks);
  const { endpoints, receiver } = placesOf(recorded, names, ports, remarks);
  const send = sendsOf(recorded, names, ports, remarks);
  const actions = actionsOf(recorded, names, remarks);
  const expect = expectationsOf(recorded, names, remarks);
  if (endpoints.length > 0) remarks.say('Secrets are left out: each endpoint gets a new one.');
  if (run.durations === 'measured' && recorded.deliveries.length > 0) {
    remarks.say(
      'Requests to the built-in receiver took the time that was measured; in a scenario they count as long as their script says.',
    );
  }
  if (recorded.sentOn > 0) {
    const requests = recorded.sentOn === 1 ? '1 captured request' : `${recorded.sentOn} captured requests`;
    remarks.say(`${requests} that went on to an endpoint are left out; routes that forward do so again.`);
  }
  if (recorded.plannedEvents > 0) {
    const events = recorded.plannedEvents === 1 ? '1 event is' : `${recorded.plannedEvents} events are`;
    remarks.say(`${events} planned for later and left out, as the scenario ends at ${sayDuration(since(run, now))}.`);
  }
  const file = {
    retryscope: 1,
    name: run.name,
    clock: pace.kind === 'skip' ? 'skip' : pace.factor === 1 ? 'realtime' : pace.factor,
    seed: run.seed,
    start: new Date(Math.round(run.startedAt)).toISOString().replace('.000Z', 'Z'),
    ...(isOver ? {} : { until: writeDuration(since(run, now)) }),
    endpoints,
    ...(receiver.length === 0 ? {} : { receiver }),
    ...(send.length === 0 ? {} : { send }),
    ...(actions.length === 0 ? {} : { actions }),
    ...(expect.length === 0 ? {} : { expect }),
  };
  return { file, remarks: remarks.all };
}
