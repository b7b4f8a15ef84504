import { useCallback } from 'react';
import type { EndpointId, EventId } from '../../../shared/model/ids';
import { editDraft } from '../../state/draft';
import { usePerform } from '../../state/engine-context';
import { openOverlay } from '../../state/overlays';
import { bodyOf } from '../../view-models/draft-body';

/** Opens the form with what an event was; sending it makes a new event. */
export function useComposeAgain(): (eventId: EventId, endpointIds: readonly EndpointId[]) => Promise<void> {
  const perform = usePerform();
  return useCallback(
    async (eventId, endpointIds) => {
      const event = await perform('event.get', { id: eventId });
      if (event === null) return;
      editDraft({
        type: event.type,
        contentType: event.contentType,
        body: bodyOf(event.body),
        count: '1',
        every: '',
        ...(endpointIds.length === 0 ? {} : { endpointIds }),
      });
      openOverlay({ kind: 'compose' });
    },
    [perform],
  );
}
