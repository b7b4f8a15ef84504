import { tables } from './0001-tables';
import { counts } from './0002-counts';
import { search } from './0003-search';
import type { Migration } from './migration';

export const MIGRATIONS: readonly Migration[] = [tables, counts, search];
