import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { idText } from '../../shared/log/fields';
import type { EndpointId } from '../../shared/model/ids';
import { bodyBase64, bodyOf, type DraftBody, sameBody, textBody } from '../view-models/draft-body';
import { EVENT_TEMPLATES } from '../view-models/event-templates';
import type { Written } from './keep-written';

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

const BEGINNING: Draft = {
  endpointIds: [],
  type: first.type,
  contentType: 'application/json',
  body: textBody(first.body),
  count: '1',
  every: '',
};

export const draft = createStore<Draft>(() => BEGINNING);
/** What was sent last, or what the form begins with: as long as the draft is that, nobody has written anything. */
export const begun = createStore<Draft>(() => BEGINNING);

export const editDraft = (change: Partial<Draft>): void => draft.setState(change);

/** The default became another one: what was begun with the former goes on with it; what a person wrote stays. */
export function beginWithContentType(former: string, contentType: string): void {
  if (begun.getState().contentType === former) begun.setState({ contentType });
  if (draft.getState().contentType === former) editDraft({ contentType });
}

/** Whether a person wrote something that was not sent. For which endpoints it is does not count. */
export const isWritten = (now: Draft, from: Draft): boolean =>
  now.type !== from.type ||
  now.contentType !== from.contentType ||
  now.count !== from.count ||
  now.every !== from.every ||
  !sameBody(now.body, from.body);

/** What was sent needs to be kept no more; what was typed meanwhile does. */
export const sentDraft = (sent: Draft): void => begun.setState(sent);

/** Throws away what is written; what comes back brings it back. */
export function discardDraft(): () => void {
  const [written, from] = [draft.getState(), begun.getState()];
  const { contentType } = from;
  const next = { ...BEGINNING, contentType, endpointIds: written.endpointIds };
  draft.setState(next);
  begun.setState(next);
  return () => {
    begun.setState(from);
    draft.setState(written);
  };
}

const kept = z.object({
  endpointIds: z.array(idText<EndpointId>()),
  type: z.string(),
  contentType: z.string(),
  body: z.base64(),
  count: z.string(),
  every: z.string(),
});

/** The draft as the engine keeps it. */
export const writtenEvent: Written = {
  text() {
    const now = draft.getState();
    return isWritten(now, begun.getState()) ? JSON.stringify({ ...now, body: bodyBase64(now.body) }) : null;
  },
  restore(text) {
    const read = kept.safeParse(parsed(text));
    // Kept by another version: what cannot be read is not worth a start that fails.
    if (read.success) draft.setState({ ...read.data, body: bodyOf(read.data.body) });
  },
  onChange(listener) {
    draft.subscribe(() => listener(false));
    begun.subscribe(() => listener(true));
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
