import { CalendarClock, Check, ChevronDown, Pause, Play, SkipForward, StepForward, X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { FACTORS } from '../../../shared/model/pace';
import { Acts } from '../../parts/Acts';
import { Icon } from '../../parts/Icon';
import { Segments } from '../../parts/Segments';
import { Tip } from '../../parts/Tip';
import { useLiveMirror } from '../../state/engine-context';
import { useSmallWindow } from '../../state/small-window';
import { usePastReason } from '../../state/use-past';
import { exactTime } from '../../view-models/instants';
import { useClockControls } from './use-clock-controls';

/** Pause, speeds and Skip waits: the clock as a transport bar. */
export function Transport() {
  const pace = useLiveMirror((mirror) => mirror.clock.pace);
  const paused = useLiveMirror((mirror) => mirror.clock.paused);
  const jumpsTo = useLiveMirror((mirror) => mirror.clock.jumpsTo);
  const small = useSmallWindow();
  const { togglePause, setFactor, toggleSkip, toggleJump, step } = useClockControls();
  const factor = pace.kind === 'factor' ? pace.factor : null;
  const skipping = pace.kind === 'skip' && jumpsTo === null;
  return (
    <div className="transport">
      <Tip says={paused ? 'Let the clock run on' : 'Pause the clock'} command="pause">
        <button
          type="button"
          className={paused ? 'square lit' : 'square'}
          aria-label={paused ? 'Let the clock run on' : 'Pause the clock'}
          onClick={togglePause}
        >
          <Icon of={paused ? Play : Pause} size={16} />
        </button>
      </Tip>
      <Acts label="Pace">
        <Tip says={paused ? 'Step to the next event' : 'Step to the next event. Pause the clock first'} command="step">
          <button
            type="button"
            className="square"
            aria-label="Step to the next event"
            aria-disabled={!paused}
            onClick={step}
          >
            <Icon of={StepForward} size={16} />
          </button>
        </Tip>
        {small ? (
          <SpeedMenu factor={factor} onChoose={setFactor} jumps={jumpsTo !== null} onJump={toggleJump} />
        ) : (
          <Segments
            label="Speed"
            className="speeds"
            value={factor}
            onChoose={setFactor}
            choices={FACTORS.map((value) => ({
              value,
              label: `${value}×`,
              ...(value === 1 ? {} : { className: 'warped' }),
            }))}
          />
        )}
        <Tip says="Jump to the next thing that can happen as soon as nothing is in flight" command="skip">
          <button
            type="button"
            className={skipping ? 'button lit' : 'button'}
            aria-pressed={skipping}
            aria-label="Skip waits"
            onClick={toggleSkip}
          >
            <Icon of={SkipForward} size={15} />
            <span className="narrow-hide">Skip waits</span>
          </button>
        </Tip>
        {small ? null : (
          <Tip says={jumpsTo === null ? 'Jump to a time' : `End the jump to ${exactTime(jumpsTo)} here`} command="jump">
            <button
              type="button"
              className={jumpsTo === null ? 'square' : 'square lit'}
              aria-label={jumpsTo === null ? 'Jump to a time' : 'End the jump here'}
              onClick={toggleJump}
            >
              <Icon of={jumpsTo === null ? CalendarClock : X} size={15} />
            </button>
          </Tip>
        )}
      </Acts>
    </div>
  );
}

function SpeedMenu({
  factor,
  onChoose,
  jumps,
  onJump,
}: {
  readonly factor: number | null;
  readonly onChoose: (factor: number) => void;
  readonly jumps: boolean;
  readonly onJump: () => void;
}) {
  const isPast = usePastReason() !== null;
  const warped = factor !== null && factor !== 1;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        className={warped ? 'button lit mono' : 'button mono'}
        aria-label={factor === null ? 'Speed' : `Speed ${factor}×`}
        disabled={isPast}
      >
        {factor === null ? 'Speed' : `${factor}×`}
        <Icon of={ChevronDown} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu mono" sideOffset={4} align="start">
          <DropdownMenu.RadioGroup
            value={factor === null ? '' : String(factor)}
            onValueChange={(value) => onChoose(Number(value))}
          >
            {FACTORS.map((value) => (
              <DropdownMenu.RadioItem key={value} value={String(value)} className="item">
                {value}×
                <DropdownMenu.ItemIndicator>
                  <Icon of={Check} size={13} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Item className="item" onSelect={onJump}>
            {jumps ? 'End the jump' : 'Jump to a time'}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
