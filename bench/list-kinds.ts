export const LIST_KINDS = ['first', 'filter', 'search'] as const;
export type ListKind = (typeof LIST_KINDS)[number];
