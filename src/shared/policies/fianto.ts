import { FAULTS } from '../model/outcome';
import type { Policy } from './policy';

export const fianto: Policy = {
  id: 'fianto',
  name: 'Fianto',
  summary:
    '8 attempts in about 28 hours, each wait ±20 %. Any 2xx within 10 s is a success, everything else is retried.',
  attempts: 8,
  schedule: {
    kind: 'list',
    delaysMs: [60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000],
  },
  jitter: { kind: 'proportional', ratio: 0.2 },
  success: [200, 299],
  timeouts: { connectMs: null, headers: { ms: 10_000, from: 'connect-start' }, totalMs: null },
  classification: {
    rules: [
      { when: { status: [100, 999] }, verdict: 'retry', rules: ['F4'] },
      { when: { fault: [...FAULTS] }, verdict: 'retry', rules: ['F4'] },
    ],
    otherwise: 'retry',
  },
  retryAfter: 'ignore',
  permanentUsesBudget: false,
  interrupted: { kind: 'again' },
  whenRemoved: { waiting: 'cancel', error: null },
  identity: [{ header: 'webhook-id', value: 'event-id' }],
  signing: 'standard-webhooks',
  words: {
    queued: { status: 'PENDING', label: 'Queued' },
    retrying: { status: 'PENDING', label: 'Retrying' },
    held: { status: 'PENDING', label: 'Held' },
    delivered: { status: 'SUCCEEDED', label: 'Delivered' },
    failed: { status: 'EXHAUSTED', label: 'Failed' },
    cancelled: { status: 'CANCELLED', label: 'Cancelled' },
  },
  rules: {
    attempts: ['F2'],
    schedule: ['F6'],
    jitter: ['F7'],
    success: ['F3'],
    timeouts: ['F3'],
    exhausted: ['F8'],
    identity: ['F9'],
    interrupted: ['R3'],
    removed: ['F14'],
  },
  assumptions: [
    {
      id: 'f1',
      open: '“About 28 hours in all” names no jitter form.',
      chosen: 'Uniform factors from 0.8 to 1.2: 27 h 36 m nominal, 22 h 04 m 48 s to 33 h 07 m 12 s.',
    },
    { id: 'f2', open: 'Is the sum stretched, or each wait?', chosen: 'Each wait by itself.' },
    {
      id: 'f12',
      open: 'Where the 10 s clock starts and what stops it.',
      chosen: 'From connect start to the response headers; a slow body does not fail the attempt.',
    },
    { id: 'f15', open: 'The signature header is not named.', chosen: 'Standard Webhooks: webhook-signature.' },
    { id: 'R1', open: 'Retry-After is not mentioned.', chosen: 'It is ignored.' },
  ],
};
