/** R13, and what the edge refuses. Bytes, ms or counts. */
export const LIMITS = {
  eventBodyBytes: 1_048_576,
  captureBodyBytes: 10_485_760,
  responseBodyBytes: 262_144,
  responseReadMs: 5_000,
  perEndpointConcurrency: 64,
  globalConcurrency: 256,
  eventsPerSend: 1_000,
  scriptSteps: 100,
  answerDelayMs: 600_000,
  pageRows: 500,
  nameLength: 80,
  urlLength: 8_192,
} as const;
