import { useEffect } from 'react';
import { gate } from '../../state/gate';
import { goTo } from '../../state/navigation';
import { openOverlay, overlays } from '../../state/overlays';
import { isPressed, isTyping } from '../../state/shortcuts';
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
      if (gate.getState().question !== null && !isPressed(event, 'mod+.')) return;
      if (withModifier(event, controls) || bare(event, controls)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [controls]);
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
  if (event.key === 's' && at?.closest('[role="menu"]') == null) {
    controls.toggleSkip();
    return true;
  }
  return false;
}
