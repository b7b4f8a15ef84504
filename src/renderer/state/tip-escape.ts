const closedATip = new WeakSet<Event>();

/** Esc takes a tip away and goes on: a tip is not what the person is in. */
export const tipTook = (event: Event): void => void closedATip.add(event);

/** Whether something has answered the event that the person is in, such as a menu. */
export const isAnswered = (event: Event): boolean => event.defaultPrevented && !closedATip.has(event);
