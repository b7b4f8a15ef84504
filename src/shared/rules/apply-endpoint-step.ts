import type { Endpoint } from '../model/endpoint';
import type { EndpointStep } from '../model/step';
import { closedFor, probing } from './reopening';
import { reopened } from './suspension';

/** Whether an endpoint receives, and what its deliveries and challenges have made of it. */
export type Standing = Pick<Endpoint, 'state' | 'condition'>;

/** The endpoint's standing after a step of its own at virtual `at`, epoch ms. */
export function applyEndpointStep({ state, condition }: Standing, step: EndpointStep, at: number): Standing {
  switch (step.kind) {
    case 'suspend':
      return { state, condition: closedFor({ ...condition, streak: step.streak }, at, step) };
    case 'probe':
      return { state, condition: probing(condition, step.deliveryId, step.passed) };
    case 'streak':
      return { state, condition: { ...condition, streak: step.after } };
    case 'reopen':
      return { state: 'enabled', condition: reopened(condition) };
    case 'disable':
      return { state: 'disabled', condition };
    case 'delete':
      return { state: 'deleted', condition };
    case 'verify':
      if (!step.passed) return { state, condition };
      return { state: 'enabled', condition: { ...reopened(condition), verified: true, everVerified: true } };
    case 'change':
    case 'no-delivery':
      return { state, condition };
  }
}
