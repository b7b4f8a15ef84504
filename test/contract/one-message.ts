import type { z } from 'zod';

/** What a decoder says about a bad input; empty when it takes it. */
export function complaints(decoder: z.ZodType, input: unknown): readonly string[] {
  const read = decoder.safeParse(input);
  return read.success ? [] : read.error.issues.map(({ message }) => message);
}
