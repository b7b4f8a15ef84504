import { useEffect } from 'react';
import { useEngine } from '../../state/engine-context';
import { gate } from '../../state/gate';
import { goTo } from '../../state/navigation';
import { openOverlay, overlays } from '../../state/overlays';
import { type PastMoves, past } from '../../state/past';
import { isPressed, isTyping } from '../../state/shortcuts';
import { SECTION_FACES } from './sections';
import { type ClockControls, useClockControls } from './use-clock-controls';

const PRESSABLE = 'button, a, [role="option"], [role="menuitem"]';

/** The keys that work wherever the person is. Bare keys keep out of fields and controls. */
export function useGlobalShortcuts(): void {
  const controls = useClockControls();
  const { moves } = useEngine();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      // While it is asked, nothing but Stop gets past the question.
      if (gate.getState().question !== null && !isPressed(event, 'mod+.')) return;
      if (alongThePast(event, moves)) {
        event.preventDefault();
        return;
      }
      if (event.repeat) return;
      if (withModifier(event, controls) || bare(event, controls)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [controls, moves]);
}

function withModifier(event: KeyboardEvent, controls: ClockControls): boolean {
  if (isPressed(event, 'mod+k')) {
    openOverlay({ kind: 'palette' });
    return true;
  }
  if (isPressed(event, 'mod+shift+/')) {
    openOverlay({ kind: 'shortcuts' });
    return true;
  }
  if (isPressed(event, 'mod+.')) {
    controls.stop();
    return true;
  }
  if (overlays.getState().open.kind !== 'none') return false;
  if (isPressed(event, 'mod+enter')) {
    openOverlay({ kind: 'compose' });
    return true;
  }
  if (isPressed(event, 'mod+shift+o')) {
    openOverlay({ kind: 'runs' });
    return true;
  }
  const face = SECTION_FACES.find(({ keys }) => isPressed(event, keys));
  if (face === undefined) return false;
  goTo(face.id);
  return true;
}

/** With Shift ten steps; a US keyboard makes braces of it. */
const STEPS: Readonly<Record<string, number>> = { '[': -1, ']': 1, '{': -1, '}': 1 };
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
  const steps = STEPS[event.key];
  if (steps === undefined) return false;
  moves.move({ kind: 'by', steps: event.shiftKey ? steps * MANY : steps });
  return true;
}

function bare(event: KeyboardEvent, controls: ClockControls): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  if (overlays.getState().open.kind !== 'none') return false;
  const at = event.target instanceof Element ? event.target : null;
  if (isTyping(event.target)) return false;
  if (event.key === ' ') {
    if (at?.closest(PRESSABLE) != null) return false;
    controls.togglePause();
    return true;
  }
  if (event.key === '.') {
    controls.step();
    return true;
  }
  if (event.key === 't' && at?.closest('[role="menu"]') == null) {
    controls.toggleJump();
    return true;
  }
  if (event.key === 's' && at?.closest('[role="menu"]') == null) {
    controls.toggleSkip();
    return true;
  }
  return false;
}
