import { FAULTS } from '../model/outcome';
import type { Policy } from './policy';

export const infraspeak: Policy = {
  id: 'infraspeak',
  name: 'Infraspeak',
  summary: '13 requests over 5 d 16 h 30 m, the wait doubling from 2 minutes, no jitter. Every failure is retried.',
  attempts: 13,
  schedule: { kind: 'exponential', baseMs: 120_000, factor: 2, capMs: null },
  jitter: { kind: 'none' },
  success: [200, 299],
  timeouts: { connectMs: 30_000, headers: { ms: 30_000, from: 'connected' }, totalMs: null },
  classification: {
    rules: [
      { when: { status: [100, 999] }, verdict: 'retry', rules: ['I11'] },
      { when: { fault: [...FAULTS] }, verdict: 'retry', rules: ['I11'] },
    ],
    otherwise: 'retry',
  },
  retryAfter: 'ignore',
  permanentUsesBudget: false,
  interrupted: { kind: 'again' },
  whenRemoved: { waiting: 'fail', error: null },
  identity: [{ header: 'X-Request-Uuid', value: 'delivery-uuid' }],
  signing: 'standard-webhooks',
  words: {
    queued: { status: 'pending', label: 'Queued' },
    retrying: { status: 'pending', label: 'Retrying' },
    delivered: { status: 'delivered', label: 'Delivered' },
    failed: { status: 'failed', label: 'Failed' },
  },
  rules: {
    attempts: ['I9'],
    schedule: ['I6', 'I7'],
    jitter: [],
    success: ['I5'],
    timeouts: ['I5', 'I11'],
    exhausted: ['I9'],
    identity: ['I10'],
    interrupted: ['R3'],
    removed: ['R6'],
  },
  assumptions: [
    {
      id: 'i1',
      open: 'The table has rows 0 to 12, the text says 12 failed attempts.',
      chosen: '13 requests: the first, and 12 retries.',
    },
    { id: 'i2', open: 'The later waits are printed rounded.', chosen: 'Exactly 2, 4, 8 … 4,096 minutes.' },
    { id: 'i3', open: 'No jitter is stated.', chosen: 'None.' },
    { id: 'i4', open: 'Whether request time counts.', chosen: 'A wait starts when the attempt has failed.' },
    {
      id: 'i5',
      open: 'The length of the connect time-out.',
      chosen: '30 s on its own clock; the response clock starts once connected.',
    },
    { id: 'R1', open: 'Retry-After is not mentioned.', chosen: 'It is ignored.' },
    { id: 'R10', open: 'No signature is described.', chosen: 'Standard Webhooks headers.' },
  ],
};
