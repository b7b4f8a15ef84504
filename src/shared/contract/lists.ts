import { z } from 'zod';

/**
 * The columns of each list, in their order, and the orders that the store can page in by an index, the first being
 * what a list begins with.
 */
export const LISTS = {
  deliveries: {
    columns: ['state', 'event', 'endpoint', 'attempts', 'next', 'created', 'changed', 'error', 'id'],
    sorts: ['newest', 'oldest', 'state', 'endpoint', 'due'],
  },
  events: { columns: ['type', 'id', 'content', 'body', 'deliveries', 'created'], sorts: ['newest', 'oldest'] },
  captures: {
    columns: ['received', 'id', 'seen', 'method', 'answer', 'verdict', 'remote', 'body'],
    sorts: ['newest', 'oldest'],
  },
} as const;

export type ListName = keyof typeof LISTS;
export type ColumnId<L extends ListName> = (typeof LISTS)[L]['columns'][number];
export type SortOf<L extends ListName> = (typeof LISTS)[L]['sorts'][number];
export type DeliverySort = SortOf<'deliveries'>;

/** CSS px. */
export const LEAST_COLUMN = 32;
export const MOST_COLUMN = 1_200;

const WIDTH_SAYS = 'A column is 32 to 1,200 px wide.';

const px = z.number(WIDTH_SAYS).int().min(LEAST_COLUMN, WIDTH_SAYS).max(MOST_COLUMN, WIDTH_SAYS);

const choiceOf = <L extends ListName>(list: L) => {
  const columns: (typeof LISTS)[L]['columns'] = LISTS[list].columns;
  const sorts: (typeof LISTS)[L]['sorts'] = LISTS[list].sorts;
  return z
    .object({
      /** Whether it is shown, where a person chose; the others come and go with the room. */
      shown: z.partialRecord(z.enum<readonly ColumnId<L>[]>(columns), z.boolean()).default({}),
      /** CSS px, where a person chose. */
      widths: z.partialRecord(z.enum<readonly ColumnId<L>[]>(columns), px).default({}),
      sort: z.enum<readonly SortOf<L>[]>(sorts).nullable().default(null),
    })
    .prefault({});
};

/** How a person wants the columns of each list. */
export const listChoices = z.object({
  deliveries: choiceOf('deliveries'),
  events: choiceOf('events'),
  captures: choiceOf('captures'),
});

export type ListChoices = z.output<typeof listChoices>;
