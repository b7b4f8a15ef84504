import { FastForward, RotateCcw, Send, X } from 'lucide-react';
import { useState } from 'react';
import type { CommandName } from '../../../shared/contract/commands';
import type { DeliveryRow } from '../../../shared/contract/views';
import { isFinal } from '../../../shared/model/delivery';
import { Icon } from '../../parts/Icon';
import { useMirror, usePerform } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { say, sayProblem } from '../../state/toasts';
import { endpointLook } from '../../view-models/endpoint-look';
import { useComposeAgain } from '../events/use-compose-again';
import { usePermission } from './use-permission';

type Act = Extract<
  CommandName,
  'delivery.resend' | 'delivery.redeliver' | 'delivery.replay' | 'delivery.retryNow' | 'delivery.cancel'
>;
const FORMS = {
  resend: { act: 'delivery.resend', label: 'Resend', done: 'Resent.' },
  redeliver: { act: 'delivery.redeliver', label: 'Redeliver', done: 'Redelivered.' },
  replay: { act: 'delivery.replay', label: 'Replay', done: 'Replayed.' },
} as const;

/** What a person may do with a delivery, under its policy's own form; what may not be done says why. */
export function AgainActions({ row }: { readonly row: DeliveryRow }) {
  const perform = usePerform();
  const permission = usePermission(row);
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === row.endpointId));
  const receives = endpoint !== undefined && endpointLook(endpoint).kind === 'active';
  const composeAgain = useComposeAgain();
  const [busy, setBusy] = useState(false);

  const act = async (name: Act, done: string): Promise<void> => {
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
  const form = permission?.ok === true ? FORMS[permission.form] : null;
  const waits = !isFinal(row.state) && row.state !== 'processing';

  return (
    <>
      {form === null || permission?.ok !== true ? null : (
        <button
          type="button"
          className="button small"
          title={permission.costs}
          disabled={busy}
          onClick={() => void act(form.act, `${form.done} ${permission.costs}`)}
        >
          <Icon of={RotateCcw} size={13} />
          {form.label}
        </button>
      )}
      {waits ? (
        <>
          <button
            type="button"
            className="button small"
            title={receives ? 'Sends it now, before its time' : 'The endpoint does not receive. Open it first'}
            disabled={busy || !receives}
            onClick={() => void act('delivery.retryNow', 'It is sent now.')}
          >
            <Icon of={FastForward} size={13} />
            Retry now
          </button>
          <button
            type="button"
            className="button small"
            title="It is not sent any more"
            disabled={busy}
            onClick={() => void act('delivery.cancel', 'Cancelled.')}
          >
            <Icon of={X} size={13} />
            Cancel
          </button>
        </>
      ) : null}
      <button
        type="button"
        className="button small"
        title="Opens the form with the same type, body and endpoint; sending makes a new event with a new id"
        onClick={() => void composeAgain(row.eventId, [row.endpointId])}
      >
        <Icon of={Send} size={13} />
        Send again as new
      </button>
      {permission?.ok === false ? <p className="may-not">{permission.why}</p> : null}
    </>
  );
}
