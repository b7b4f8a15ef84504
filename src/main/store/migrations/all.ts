import { tables } from './0001-tables';
import { counts } from './0002-counts';
import { history } from './0003-history';
import type { Migration } from './migration';

export const MIGRATIONS: readonly Migration[] = [tables, counts, history];
