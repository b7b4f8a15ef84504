import type { Policy } from '../policies/policy';

/** Whether an endpoint's deliveries are sent one after the other, in the order in which they were accepted. */
export const keepsOrder = ({ order }: Policy): boolean => order != null;
