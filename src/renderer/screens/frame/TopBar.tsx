import { Command } from 'lucide-react';
import { Icon } from '../../parts/Icon';
import { Tip } from '../../parts/Tip';
import { openOverlay } from '../../state/overlays';
import { RunButton } from '../runs/RunButton';
import { Clock } from './Clock';
import { Logo } from './Logo';
import { Stats } from './Stats';
import { StopButton } from './StopButton';
import { Transport } from './Transport';

export function TopBar() {
  return (
    <header className="topbar">
      <Logo />
      <Clock />
      <Transport />
      <div className="rule" />
      <div className="stats">
        <Stats />
      </div>
      <div className="grow" />
      <RunButton />
      <Tip says="All commands" command="palette">
        <button
          type="button"
          className="square narrow-hide"
          aria-label="All commands"
          onClick={() => openOverlay({ kind: 'palette' })}
        >
          <Icon of={Command} size={16} />
        </button>
      </Tip>
      <StopButton />
    </header>
  );
}
