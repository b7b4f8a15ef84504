import { ChevronDown, type LucideIcon, Plug, Unplug, Zap } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { ActItem } from '../../parts/Acts';
import { Icon } from '../../parts/Icon';
import { useMirror } from '../../state/engine-context';
import { usePastReason } from '../../state/use-past';
import { type ChaosWords, sayCrash, sayEveryJobLost, sayLostJob, sayNoMoreLost } from '../../view-models/chaos';
import { useChaos } from './use-chaos';

/** What can go wrong in a sender, on purpose; each item says what the policy makes of it. */
export function ChaosMenu() {
  const { row, noJob, crash, loseJobs } = useChaos();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const inFlight = useMirror((mirror) => mirror.clock.inFlight);
  const policy = endpoints.find((endpoint) => endpoint.id === row?.endpointId)?.policy;
  const busy = endpoints.filter((endpoint) => endpoint.counts.inFlight > 0).map((endpoint) => endpoint.policy);
  const unknown: ChaosWords = { says: noJob ?? 'The endpoint of the selected delivery is deleted.', rules: [] };
  const noPolicy = row === undefined || policy === undefined || noJob !== null;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button" aria-label="Chaos" disabled={usePastReason() !== null}>
        <Icon of={Zap} />
        <span className="small-hide">Chaos</span>
        <Icon of={ChevronDown} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu chaos" sideOffset={4} align="end" aria-label="Chaos">
          <Item icon={Zap} name="Crash the engine" words={sayCrash(busy, inFlight)} onSelect={() => void crash()} />
          <Item
            icon={Unplug}
            name={row === undefined ? 'Lose the next job' : `Lose the next job of ${row.eventType}`}
            words={noPolicy ? unknown : sayLostJob(policy, row)}
            disabled={noJob !== null}
            onSelect={() => void loseJobs(1)}
          />
          <Item
            icon={Unplug}
            name={row === undefined ? 'Lose every job' : `Lose every job of ${row.eventType}`}
            words={noPolicy ? unknown : sayEveryJobLost(policy)}
            disabled={noJob !== null}
            onSelect={() => void loseJobs(null)}
          />
          {noPolicy || row.jobsToLose === 0 ? null : (
            <Item
              icon={Plug}
              name={`Lose no more jobs of ${row.eventType}`}
              words={sayNoMoreLost(policy)}
              onSelect={() => void loseJobs(0)}
            />
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({
  icon,
  name,
  words,
  disabled = false,
  onSelect,
}: {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly words: ChaosWords;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}) {
  const rules = words.rules.length === 0 ? '' : ` (${words.rules.join(', ')})`;
  return <ActItem icon={icon} name={name} says={`${words.says}${rules}`} may={!disabled} run={onSelect} />;
}
