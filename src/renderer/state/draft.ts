import { createStore } from 'zustand/vanilla';
import type { EndpointId } from '../../shared/model/ids';
import { type DraftBody, textBody } from '../view-models/draft-body';
import { EVENT_TEMPLATES } from '../view-models/event-templates';

/** The event that is being written. It outlives the form, so that leaving a section loses nothing. */
export type Draft = {
  readonly endpointIds: readonly EndpointId[];
  readonly type: string;
  readonly contentType: string;
  readonly body: DraftBody;
  readonly count: string;
  /** The time between two events as it is typed; empty sends all at once. */
  readonly every: string;
};

const first = EVENT_TEMPLATES[0];

export const draft = createStore<Draft>(() => ({
  endpointIds: [],
  type: first.type,
  contentType: 'application/json',
  body: textBody(first.body),
  count: '1',
  every: '',
}));

export const editDraft = (change: Partial<Draft>): void => draft.setState(change);
