import { ArrowUp } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { usePageActions } from '../state/page-actions';
import { useSlowly } from '../state/slowly';
import { sayCount } from '../view-models/numbers';
import { Icon } from './Icon';

/** Real ms between two announcements of a count that changes with every frame. */
const ANNOUNCE_MS = 4_000;

/** How many rows came above what is read; press it to go there and follow the newest again. */
export function NewRows({ count, onFollow }: { readonly count: number; readonly onFollow: () => void }) {
  const said = useSlowly(count === 0 ? '' : `${sayCount(count)} new`, ANNOUNCE_MS);
  const isThere = count > 0;
  const follow = useRef(onFollow);
  follow.current = onFollow;
  usePageActions(
    'newest',
    useMemo(
      () =>
        isThere
          ? [{ group: 'List', name: 'Go to the newest and follow', icon: ArrowUp, run: () => follow.current() }]
          : [],
      [isThere],
    ),
  );
  return (
    <>
      <span className="only-read" role="status">
        {said}
      </span>
      {isThere ? (
        <button type="button" className="new-rows" title="Go to the newest and follow" onClick={onFollow}>
          <Icon of={ArrowUp} size={13} />
          {sayCount(count)} new
        </button>
      ) : null}
    </>
  );
}
