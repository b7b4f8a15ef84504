import { tables } from './0001-tables';
import { counts } from './0002-counts';
import { past } from './0003-past';
import type { Migration } from './migration';

export const MIGRATIONS: readonly Migration[] = [tables, counts, past];
