import { shortId } from '../model/ids';
import type { Elder } from '../model/step';

/** A delivery as it is named where another waits for it: `order.paid 7XKQ`. */
export const sayElder = ({ id, eventType }: Elder): string => `${eventType} ${shortId(id)}`;

export const sayWaitsFor = (elder: Elder): string =>
  `It waits for its elder ${sayElder(elder)}: this endpoint keeps the order.`;
