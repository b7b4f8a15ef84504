import { Check, ChevronDown, Pause, Play, SkipForward, StepForward } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { FACTORS } from '../../../shared/model/pace';
import { Icon } from '../../parts/Icon';
import { Segments } from '../../parts/Segments';
import { Tip } from '../../parts/Tip';
import { useMirror } from '../../state/engine-context';
import { useSmallWindow } from '../../state/small-window';
import { useClockControls } from './use-clock-controls';

/** Pause, speeds and Skip waits: the clock as a transport bar. */
export function Transport() {
  const pace = useMirror((mirror) => mirror.clock.pace);
  const paused = useMirror((mirror) => mirror.clock.paused);
  const small = useSmallWindow();
  const { togglePause, setFactor, toggleSkip, step } = useClockControls();
  const factor = pace.kind === 'factor' ? pace.factor : null;
  const skipping = pace.kind === 'skip';
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
        <SpeedMenu factor={factor} onChoose={setFactor} />
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
    </div>
  );
}

function SpeedMenu({
  factor,
  onChoose,
}: {
  readonly factor: number | null;
  readonly onChoose: (factor: number) => void;
}) {
  const warped = factor !== null && factor !== 1;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        className={warped ? 'button lit mono' : 'button mono'}
        aria-label={factor === null ? 'Speed' : `Speed ${factor}×`}
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
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
