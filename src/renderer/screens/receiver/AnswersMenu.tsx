import { Check, ChevronDown, FileCode2, Inbox, ListX } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { RouteView } from '../../../shared/contract/views';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { sayRoute } from '../../view-models/forwarding';
import { presetOf, SCRIPT_PRESETS } from '../../view-models/script-presets';
import { sayAnswers, stepLook } from '../../view-models/script-words';
import { useAnswers } from './use-answers';

type AnswersProps = {
  readonly route: RouteView;
  /** For whom it answers, where the button stands beside that name: it is then small. */
  readonly of?: string;
};

/** What a route answers now, in words, and what it could answer instead from its next request on. */
export function AnswersMenu({ route, of }: AnswersProps) {
  const answers = useAnswers();
  const { script, path } = route;
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const forwards = route.forward === null ? null : sayRoute(route, endpoints);
  const now = forwards === null ? presetOf(script) : null;
  const name = of === undefined ? `Answers of ${path}` : `What ${of} answers`;
  const perId = script.scope === 'per-id' ? ', each delivery id by itself' : '';
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        className={of === undefined ? 'button' : 'button small'}
        aria-label={name}
        title={`${path} ${forwards ?? `answers ${sayAnswers(script)}${perId}`}`}
      >
        <Icon of={Inbox} size={of === undefined ? 14 : 12} />
        <span className={of === undefined ? 'small-hide' : undefined}>Answers</span>
        <Icon of={ChevronDown} size={of === undefined ? 14 : 12} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu answers" sideOffset={4} align="end" aria-label={name}>
          <DropdownMenu.Label className="menu-says">
            <code>{path}</code> {forwards ?? `answers ${sayAnswers(script)}${perId}`}.
          </DropdownMenu.Label>
          <DropdownMenu.Separator className="separator" />
          {SCRIPT_PRESETS.map((preset) => {
            const [first] = preset.steps;
            const look = stepLook(first, preset.steps.length === 1);
            return (
              <DropdownMenu.CheckboxItem
                key={preset.name}
                className="item told"
                checked={preset === now}
                onSelect={() => void answers(route, preset.steps)}
              >
                <Mark hue={look.hue} shape={look.shape} />
                <span>
                  <b>{preset.name}</b>
                  <small>{sayAnswers(preset)}</small>
                </span>
                <DropdownMenu.ItemIndicator className="chosen">
                  <Icon of={Check} size={13} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.CheckboxItem>
            );
          })}
          <DropdownMenu.Separator className="separator" />
          <DropdownMenu.Item
            className="item"
            disabled={forwards !== null}
            onSelect={() => openOverlay({ kind: 'fail-next', id: route.id })}
          >
            <Icon of={ListX} />
            Fail the next requests
          </DropdownMenu.Item>
          <DropdownMenu.Item className="item" onSelect={() => goTo('receiver', { routeId: route.id })}>
            <Icon of={FileCode2} />
            Open the script
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
