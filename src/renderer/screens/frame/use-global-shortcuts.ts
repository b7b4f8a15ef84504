import { useEffect } from 'react';
import { gate } from '../../state/gate';
import { goTo } from '../../state/navigation';
import { openOverlay, overlays } from '../../state/overlays';
import { isKeyOf, isTyping, keysOf } from '../../state/shortcuts';
import { SECTION_FACES } from './sections';
import { type ClockControls, useClockControls } from './use-clock-controls';

const PRESSABLE = 'button, a, [role="option"], [role="menuitem"]';

/** The keys that work wherever the person is. Bare keys keep out of fields and controls. */
export function useGlobalShortcuts(): void {
  const controls = useClockControls();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat) return;
      // While it is asked, nothing but Stop gets past the question.
      if (gate.getState().question !== null && !isKeyOf(event, 'stop')) return;
      if (withModifier(event, controls) || clockKeys(event, controls)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [controls]);
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
  if (isKeyOf(event, 'skip') && !isMenu) {
    controls.toggleSkip();
    return true;
  }
  return false;
}
