import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/main/store/migrations/all';
import { setUpStore } from './bench';

const page = readFileSync(join(import.meta.dirname, '../../docs/data-format.md'), 'utf8');

/** The part of the page that begins with the table's name in bold. */
const partAbout = (table: string): string => page.split(`**${table}**`)[1]?.split(/\n(?:- )?\*\*\w+\*\* –/)[0] ?? '';

it('describes every table and every column of the newest format', () => {
  const db = new Database(setUpStore().file, { readonly: true });
  const tables = db
    .prepare<unknown[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
    .pluck()
    .all();
  expect(tables.length).toBeGreaterThan(10);
  for (const table of tables) {
    const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    const missing = columns.filter((column) => !partAbout(table).includes(`\`${column}\``));
    expect({ table, missing }).toEqual({ table, missing: [] });
  }
  db.close();
  expect(page).toContain(`describes format ${MIGRATIONS.length} `);
});
