import { FAULTS } from '../model/outcome';
import type { Policy } from './policy';

export const kestrel: Policy = {
  id: 'kestrel',
  name: 'Kestrel',
  summary: '6 attempts in about a minute: exponential backoff from 2 s, cap 32 s, full jitter.',
  attempts: 6,
  schedule: { kind: 'exponential', baseMs: 2_000, factor: 2, capMs: 32_000 },
  jitter: { kind: 'full' },
  success: [200, 299],
  timeouts: { connectMs: 10_000, headers: { ms: 10_000, from: 'request-written' }, totalMs: null },
  classification: {
    rules: [
      { when: { status: [300, 399] }, verdict: 'retry', rules: ['K3'] },
      { when: { status: [100, 999] }, verdict: 'retry', rules: ['K2'] },
      { when: { fault: [...FAULTS] }, verdict: 'retry', rules: ['K2'] },
    ],
    otherwise: 'retry',
  },
  retryAfter: 'ignore',
  permanentUsesBudget: false,
  interrupted: { kind: 'again' },
  whenRemoved: { waiting: 'hold', error: null },
  identity: [],
  signing: 'standard-webhooks',
  words: {
    queued: { status: 'pending', label: 'Queued' },
    retrying: { status: 'pending', label: 'Retrying' },
    held: { status: 'held', label: 'Held' },
    delivered: { status: 'delivered', label: 'Delivered' },
    failed: { status: 'exhausted', label: 'Exhausted' },
  },
  rules: {
    attempts: ['K7'],
    schedule: ['K6', 'K8'],
    jitter: ['K9'],
    success: ['K1'],
    timeouts: ['K4', 'K5'],
    exhausted: ['K10'],
    identity: ['K17'],
    interrupted: ['R3'],
    removed: ['R6'],
  },
  assumptions: [
    {
      id: 'k1',
      open: 'The table is headed “nominal”, the text says upper bounds and full jitter.',
      chosen: 'Each wait lies anywhere between zero and the printed delay.',
    },
    {
      id: 'k2',
      open: '“Roughly a minute” end to end.',
      chosen: 'At most 62 s of waits, 31 s on average; request time comes on top.',
    },
    { id: 'k5', open: 'No limit for connecting is given.', chosen: '10 s of its own for DNS, TCP and TLS.' },
    {
      id: 'k6',
      open: '“Written” may be the first or the last byte.',
      chosen: 'The last byte of the request handed to the socket.',
    },
    { id: 'R1', open: 'Retry-After is not mentioned.', chosen: 'It is ignored.' },
    { id: 'R10', open: 'No signature is described.', chosen: 'Standard Webhooks headers.' },
  ],
};
