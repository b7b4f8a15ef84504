import { useEffect } from 'react';
import { useEngine } from '../../state/engine-context';
import { gate } from '../../state/gate';
import { goTo } from '../../state/navigation';
import { openOverlay, overlays } from '../../state/overlays';
import { type PastMoves, past } from '../../state/past';
import { isKeyOf, isTyping, keysOf } from '../../state/shortcuts';
import { isAnswered } from '../../state/tip-escape';
import { SECTION_FACES } from './sections';
import { type ClockControls, useClockControls } from './use-clock-controls';

const PRESSABLE = 'button, a, [role="option"], [role="menuitem"]';

/** The keys that work wherever the person is. Bare keys keep out of fields and controls. */
export function useGlobalShortcuts(): void {
  const controls = useClockControls();
  const { moves } = useEngine();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isAnswered(event)) return;
      // While it is asked, nothing but Stop gets past the question.
      if (gate.getState().question !== null && !isKeyOf(event, 'stop')) return;
      if (alongThePast(event, moves)) {
        event.preventDefault();
        return;
      }
      if (event.repeat) return;
      if (withModifier(event, controls) || clockKeys(event, controls)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [controls, moves]);
}

function withModifier(event: KeyboardEvent, controls: ClockControls): boolean {
  if (isKeyOf(event, 'palette')) {
    openOverlay({ kind: 'palette' });
    return true;
  }
  if (isKeyOf(event, 'sheet')) {
    openOverlay({ kind: 'shortcuts' });
    return true;
  }
  if (isKeyOf(event, 'stop')) {
    controls.stop();
    return true;
  }
  if (overlays.getState().open.kind !== 'none') return false;
  if (isKeyOf(event, 'compose')) {
    openOverlay({ kind: 'compose' });
    return true;
  }
  if (isKeyOf(event, 'runs')) {
    openOverlay({ kind: 'runs' });
    return true;
  }
  const face = SECTION_FACES.find(({ id }) => isKeyOf(event, id));
  if (face === undefined) return false;
  goTo(face.id);
  return true;
}

/** With Shift ten steps; a US keyboard makes braces of it. */
const UNSHIFTED: Readonly<Record<string, string>> = { '{': '[', '}': ']' };
const MANY = 10;
const isAltGraph = (event: KeyboardEvent): boolean => event.getModifierState('AltGraph');

/** Steps of the log, held down too; and out of the past. Brackets need AltGr on many keyboards. */
function alongThePast(event: KeyboardEvent, moves: PastMoves): boolean {
  if (overlays.getState().open.kind !== 'none') return false;
  if ((event.ctrlKey || event.metaKey || event.altKey) && !isAltGraph(event)) return false;
  const at = event.target instanceof Element ? event.target : null;
  if (isTyping(event.target) || at?.closest('[role="menu"]') != null) return false;
  const isPast = past.getState().shown !== null;
  if (event.key === 'Escape' && isPast) {
    moves.leave();
    return true;
  }
  // A list or the timeline that has the focus keeps its own Home.
  if (event.key === 'Home' && isPast) {
    moves.move({ kind: 'start' });
    return true;
  }
  const steps = stepsOf(event);
  if (steps === null) return false;
  moves.move({ kind: 'by', steps: event.shiftKey ? steps * MANY : steps });
  return true;
}

/** One step of the log back or on, whatever it takes to type the key. */
function stepsOf(event: KeyboardEvent): number | null {
  const key = UNSHIFTED[event.key] ?? event.key;
  const bare = { key, code: event.code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  if (isKeyOf(bare, 'back')) return -1;
  return isKeyOf(bare, 'on') ? 1 : null;
}

function clockKeys(event: KeyboardEvent, controls: ClockControls): boolean {
  if (overlays.getState().open.kind !== 'none') return false;
  const at = event.target instanceof Element ? event.target : null;
  if (isTyping(event.target)) return false;
  const isMenu = at?.closest('[role="menu"]') != null;
  if (isKeyOf(event, 'pause')) {
    if (keysOf('pause') === 'space' && at?.closest(PRESSABLE) != null) return false;
    controls.togglePause();
    return true;
  }
  if (isKeyOf(event, 'step')) {
    controls.step();
    return true;
  }
  if (isKeyOf(event, 'jump') && !isMenu) {
    controls.toggleJump();
    return true;
  }
  if (isKeyOf(event, 'skip') && !isMenu) {
    controls.toggleSkip();
    return true;
  }
  return false;
}
