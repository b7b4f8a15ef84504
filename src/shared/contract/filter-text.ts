import { z } from 'zod';
import type { FilterSubject } from '../filter/filter';
import { readFilter } from '../filter/read-filter';

/** A filter as a person types it into the filter bar (docs/filters.md); what cannot be read is refused with its reason. */
export const filterText = (subject: FilterSubject) =>
  z.string().superRefine((text, context) => {
    const read = readFilter(subject, text);
    if (!read.ok) context.addIssue({ code: 'custom', message: read.problem.message });
  });
