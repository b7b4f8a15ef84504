import type { DeliveryRow } from '../../../shared/contract/views';
import { ActButtons } from '../../parts/Acts';
import { Rules } from '../../parts/Rules';
import { useBareKey } from '../../state/shortcuts';
import { useDeliveryActs } from './use-delivery-acts';

/** What a person may do with a delivery, what its policy's own form costs, and why what may not be done may not. */
export function AgainActions({ row }: { readonly row: DeliveryRow }) {
  const acts = useDeliveryActs(row);
  const again = acts.find(({ id }) => id === 'again') ?? acts.find(({ id }) => id === 'send-new');
  useBareKey('again', () => {
    if (again?.may === true) again.run();
  });
  const pin = acts.find(({ id }) => id === 'pin');
  useBareKey('keep', () => pin?.run());
  return (
    <>
      <ActButtons acts={acts.map((act) => (act === again ? { ...act, command: 'again' } : act))} />
      {again === undefined || again.id !== 'again' || again.says === '' ? null : (
        <p className="may-not">
          {again.says}
          {again.advice.map(({ says, rules }) => (
            <span key={says}>
              {' '}
              {says} <Rules ids={rules} />
            </span>
          ))}
        </p>
      )}
      {again?.id === 'send-new' ? (
        <p className="may-not">Its policy has no redelivery: sending again makes a new event.</p>
      ) : null}
    </>
  );
}
