import type { Script } from '../../shared/model/script';

/** The first door's script: each delivery id is answered 503 three times before it is answered 200. */
export const TRY_SCRIPT: Script = {
  scope: 'per-id',
  steps: [
    { kind: 'reply', reply: 503, headers: [], body: '', delayMs: 0, times: 3, forMs: null },
    { kind: 'reply', reply: 200, headers: [], body: '', delayMs: 0, times: null, forMs: null },
  ],
};

export const TRY_PATH = '/try';
export const TRY_NAME = 'Try it';
export const TRY_EVENT = { type: 'order.paid', body: '{"id":"ord_1","total":1250,"currency":"EUR"}' };

/** A new data folder has one route that always answers 200, so that the receiver is useful from the first moment. */
export const FIRST_PATH = '/in';
export const FIRST_SCRIPT: Script = {
  scope: 'all',
  steps: [{ kind: 'reply', reply: 200, headers: [], body: '', delayMs: 0, times: null, forMs: null }],
};
