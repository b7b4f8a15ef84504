import type { CommandArgs } from '../../shared/contract/commands';
import type { DeliveryRow, RunView } from '../../shared/contract/views';
import type { DeliveryState } from '../../shared/model/delivery';
import { type EndpointId, shortId } from '../../shared/model/ids';

/** What may be exported: its name for people, a word for the file's name, and what the engine is asked for. */
export type ExportChoice = {
  readonly name: string;
  readonly word: string;
  readonly scope: CommandArgs<'export.begin'>['scope'];
};

export const EVERYTHING_CHOICE: ExportChoice = {
  name: 'Every run',
  word: 'everything',
  scope: { kind: 'everything' },
};

const liveRunChoice = (name: string): ExportChoice => ({
  name: `The live run, ${name}`,
  word: name,
  scope: { kind: 'run' },
});

export const runChoice = ({ id, name }: Pick<RunView, 'id' | 'name'>): ExportChoice => ({
  name: `The run ${name}`,
  word: name,
  scope: { kind: 'run', id },
});

export const deliveryChoice = ({ id, eventType }: Pick<DeliveryRow, 'id' | 'eventType'>): ExportChoice => ({
  name: `The delivery ${shortId(id)} of ${eventType}`,
  word: `${eventType} ${shortId(id)}`,
  scope: { kind: 'deliveries', ids: [id] },
});

export const filterChoice = (filter: {
  readonly states: DeliveryState[] | null;
  readonly endpointId: EndpointId | null;
  readonly filter: string;
}): ExportChoice => ({
  name: 'The list as it is filtered',
  word: 'deliveries',
  scope: { kind: 'deliveries', ...filter },
});

/** The choices of a dialog: those it was opened with, then the live run and everything, where they are not there yet. */
export function allChoices(given: readonly ExportChoice[], liveRunName: string): readonly ExportChoice[] {
  const more = [liveRunChoice(liveRunName), EVERYTHING_CHOICE];
  return [...given, ...more.filter(({ name }) => given.every((choice) => choice.name !== name))];
}
