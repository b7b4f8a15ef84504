import { FastForward, Pin, PinOff, RotateCcw, Send, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CommandName } from '../../../shared/contract/commands';
import type { DeliveryRow, EndpointView } from '../../../shared/contract/views';
import { isFinal } from '../../../shared/model/delivery';
import type { Permission } from '../../../shared/rules/redelivery';
import type { Act } from '../../parts/Acts';
import { useMirror, usePerform } from '../../state/engine-context';
import { useGate } from '../../state/gate';
import { goTo } from '../../state/navigation';
import { say, sayProblem } from '../../state/toasts';
import { adviceOn, againForm } from '../../view-models/again-forms';
import { endpointLook } from '../../view-models/endpoint-look';
import { fresh, type Going } from '../../view-models/traffic';
import { useComposeAgain } from '../events/use-compose-again';
import { usePermission } from './use-permission';

/** What a person may do with a delivery. */
export type DeliveryAct = Act & {
  readonly id: 'again' | 'retry-now' | 'cancel' | 'send-new' | 'pin';
  /** What receivers should know of it, with the rules that say so. */
  readonly advice: readonly { readonly says: string; readonly rules: readonly string[] }[];
};

type Command = Extract<
  CommandName,
  'delivery.resend' | 'delivery.redeliver' | 'delivery.replay' | 'delivery.retryNow' | 'delivery.cancel'
>;

const NONE: readonly DeliveryAct[] = [];

/** The acts for a delivery, the policy's own form of sending again first; none without a delivery. */
export function useDeliveryActs(row: DeliveryRow | undefined): readonly DeliveryAct[] {
  const perform = usePerform();
  const pass = useGate();
  const permission = usePermission(row);
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === row?.endpointId));
  const composeAgain = useComposeAgain();
  const [busy, setBusy] = useState(false);

  return useMemo(() => {
    if (row === undefined) return NONE;
    const act = async (name: Command, title: string, done: string, going: Going | null): Promise<void> => {
      if (going !== null && !(await pass({ title, go: 'Send it', going: () => [going] }))) return;
      setBusy(true);
      const results = await perform(name, { ids: [row.id] });
      setBusy(false);
      const result = results?.[0];
      if (result === undefined) return;
      if (result.problem !== null) {
        sayProblem(result.problem.message);
        return;
      }
      const made = result.deliveryId;
      const open =
        made === null || made === row.id
          ? null
          : { label: 'Open', run: () => goTo('deliveries', { deliveryId: made, markedId: made }) };
      say(done, open);
    };
    const acts = [againAct(row, endpoint, permission, act), ...waitingActs(row, endpoint, act)];
    const found = acts.flatMap((each) => (each === null ? [] : [{ ...each, may: each.may && !busy }]));
    return [
      ...found,
      {
        id: 'send-new',
        name: againForm(endpoint?.policy) === null ? 'Send again as a new event' : 'Send again as new',
        icon: Send,
        says: 'Opens the form with the same type, body and endpoint; sending makes a new event with a new id',
        advice: [],
        may: true,
        run: () => void composeAgain(row.eventId, [row.endpointId]),
      },
      {
        id: 'pin',
        name: row.pinned ? 'Unpin' : 'Pin',
        icon: row.pinned ? PinOff : Pin,
        says: row.pinned ? 'Clearing and retention take it again' : 'Clearing and retention leave it',
        advice: [],
        may: true,
        command: 'keep',
        run: () => void perform('delivery.pin', { ids: [row.id], pinned: !row.pinned }),
      },
    ];
  }, [row, endpoint, permission, busy, perform, pass, composeAgain]);
}

type Run = (name: Command, title: string, done: string, going: Going | null) => Promise<void>;

function againAct(
  row: DeliveryRow,
  endpoint: EndpointView | undefined,
  permission: Permission | null,
  act: Run,
): DeliveryAct | null {
  const form = againForm(endpoint?.policy);
  if (form === null || endpoint === undefined) return null;
  const { name, done } = form;
  const costs = permission?.ok === true ? permission.costs : '';
  return {
    id: 'again',
    name,
    icon: RotateCcw,
    says: permission === null ? '' : permission.ok ? permission.costs : permission.why,
    advice: permission?.ok === true ? adviceOn(endpoint.policy, 'again') : [],
    // Until it is known the engine is asked; it refuses with the rule.
    may: permission?.ok !== false,
    run: () => void act(form.act, `${name} ${row.eventType}`, `${done} ${costs}`.trim(), fresh(endpoint, 1)),
  };
}

function waitingActs(row: DeliveryRow, endpoint: EndpointView | undefined, act: Run): readonly DeliveryAct[] {
  if (isFinal(row.state) || row.state === 'processing') return [];
  const receives = endpoint !== undefined && endpointLook(endpoint).kind === 'active';
  const going: Going | null =
    endpoint === undefined
      ? null
      : { endpoint, count: 1, firstAt: null, everyMs: 0, counter: row.counter, budget: row.budget };
  return [
    {
      id: 'retry-now',
      name: 'Retry now',
      icon: FastForward,
      says: receives ? 'Sends it now, before its time' : 'The endpoint does not receive. Open it first',
      advice: [],
      may: receives,
      run: () => void act('delivery.retryNow', `Retry ${row.eventType} now`, 'It is sent now.', going),
    },
    {
      id: 'cancel',
      name: 'Cancel',
      icon: X,
      says: 'It is not sent any more',
      advice: [],
      may: true,
      run: () => void act('delivery.cancel', '', 'Cancelled.', null),
    },
  ];
}
