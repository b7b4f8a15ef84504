/** R13, and what the edge refuses. Bytes, ms or counts. */
export const LIMITS = {
  /** One command on its way: a 1 MiB body in base64, and room for the rest. */
  commandBytes: 4_194_304,
  eventBodyBytes: 1_048_576,
  /** What is being written and not sent yet: a body of 1 MiB in base64, and room for the rest. */
  draftCharacters: 2_097_152,
  captureBodyBytes: 10_485_760,
  responseBodyBytes: 262_144,
  responseReadMs: 5_000,
  perEndpointConcurrency: 64,
  globalConcurrency: 256,
  eventsPerSend: 1_000,
  /** Sent one by one at a rate. */
  eventsPerPlan: 100_000,
  plannedSends: 20,
  scriptSteps: 100,
  answerDelayMs: 600_000,
  pageRows: 500,
  /** A jump of the clock: ten years. */
  jumpMs: 3_652 * 86_400_000,
  /** An answer for charts reads deliveries until it has met so many attempts. */
  statsAttempts: 100_000,
  /** Redeliveries of one delivery that its details list. */
  kinRows: 100,
  /** Points of a line over time, however long the time. */
  levelPoints: 600,
  /** What was signed, as far as a screen shows it. */
  baseShownBytes: 65_536,
  nameLength: 80,
  urlLength: 8_192,
} as const;
