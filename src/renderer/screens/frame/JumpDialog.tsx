import { FastForward, History } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import { sayDuration } from '../../../shared/words/duration';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { useEngine } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';
import { useLiveNow, useVirtualNow } from '../../state/virtual-now';
import { exactTime } from '../../view-models/instants';
import { readInstant } from '../../view-models/typed-instant';
import { zoneWords } from '../../view-models/zone';
import { useClockControls } from './use-clock-controls';

/** Asks for the instant to which the clock is to jump; the past is refused, with the way to look at it. */
export function JumpDialog() {
  const [text, setText] = useState('');
  const { moves } = useEngine();
  const { jump } = useClockControls();
  const now = useVirtualNow(1_000);
  const liveNow = useLiveNow();
  const atMs = readInstant(text, now);
  const isPast = atMs !== null && atMs <= now;
  const isFar = atMs !== null && atMs - now > LIMITS.jumpMs;
  const problem =
    text.trim() !== '' && atMs === null
      ? 'Write a time such as 14:36, a date and a time such as 2026-12-01 14:36, or a span such as 2h 30m.'
      : isPast
        ? `${exactTime(atMs)} was ${sayDuration(now - atMs)} ago; the clock never goes back. You can look at how it was then.`
        : isFar
          ? `A jump is at most ${sayDuration(LIMITS.jumpMs)}.`
          : undefined;
  const canJump = atMs !== null && !isPast && !isFar;
  const says = canJump ? `${exactTime(atMs)}, in ${sayDuration(atMs - now)}` : `Times are virtual, ${zoneWords()}`;
  return (
    <Modal
      title="Jump to a time"
      about="Waits are skipped until then. Everything that is due on the way is sent, in real requests; then the clock goes on as it does now."
      onClose={closeOverlay}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!canJump) return;
          closeOverlay();
          // A span counts from now, and not from when it was last drawn.
          jump(readInstant(text, liveNow()) ?? atMs);
        }}
      >
        <div className="content">
          <FormRow label="Time or span" hint={says} wrong={problem}>
            {(field) => (
              <input
                {...field}
                className="text mono"
                placeholder="14:36 or +2h 30m"
                autoComplete="off"
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </FormRow>
        </div>
        <footer>
          {isPast ? (
            <button
              type="button"
              className="button"
              onClick={() => {
                closeOverlay();
                moves.move({ kind: 'instant', atMs });
              }}
            >
              <Icon of={History} />
              Look at it
            </button>
          ) : null}
          <button type="submit" className="button primary" disabled={!canJump}>
            <Icon of={FastForward} />
            Jump
          </button>
        </footer>
      </form>
    </Modal>
  );
}
