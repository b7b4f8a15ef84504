import { type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { DeliveryId } from '../../../shared/model/ids';
import { navigation } from '../../state/navigation';
import { DeliveryPane } from '../deliveries/DeliveryPane';

type Opening = {
  /** By the pointer: the focus stays on the timeline. */
  readonly onOpen: (id: DeliveryId, n: number | null) => void;
  /** By the keyboard: the focus goes into the pane, and comes back when it is closed. */
  readonly onEnter: (id: DeliveryId, n: number | null) => void;
  /** Nothing is open, and nothing is marked. */
  readonly onClear: () => void;
};

const openBeside = (deliveryId: DeliveryId, n: number | null): void =>
  navigation.setState({ beside: { deliveryId, n }, markedId: deliveryId });

/** The second click of a double click must not meet a button of the pane that the first one opened, in ms. */
const DOUBLE_CLICK_MS = 500;

/** The timeline, and the delivery that is open beside it. */
export function Beside({ children }: { readonly children: (opening: Opening) => ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const beside = useStore(navigation, (state) => state.beside);
  const fresh = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(fresh.current), []);
  const onOpen = (id: DeliveryId, n: number | null): void => {
    const split = box.current;
    if (split !== null && beside === null) {
      split.dataset['fresh'] = 'true';
      clearTimeout(fresh.current);
      fresh.current = setTimeout(() => delete split.dataset['fresh'], DOUBLE_CLICK_MS);
    }
    openBeside(id, n);
  };
  const onEnter = (id: DeliveryId, n: number | null): void => {
    flushSync(() => openBeside(id, n));
    box.current?.querySelector<HTMLElement>('.pane')?.focus();
  };
  const close = (): void => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || box.current?.querySelector('.pane')?.contains(activeElement);
    flushSync(() => navigation.setState({ beside: null }));
    if (isHere === true) box.current?.querySelector<HTMLElement>('.tl-scroll')?.focus();
  };
  return (
    <div ref={box} className={beside === null ? 'split closed' : 'split'}>
      <div className="live-plot">
        {children({
          onOpen,
          onEnter,
          onClear: () => navigation.setState({ beside: null, markedId: null }),
        })}
      </div>
      {beside === null ? null : (
        <DeliveryPane
          key={beside.deliveryId}
          id={beside.deliveryId}
          n={beside.n}
          onChoose={(n) => navigation.setState({ beside: { ...beside, n } })}
          onClose={close}
          beside="timeline"
        />
      )}
    </div>
  );
}
