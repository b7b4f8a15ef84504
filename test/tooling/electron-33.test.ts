import { expect, it } from 'vitest';
import { placeInRuntime } from '../../scripts/electron-33.mjs';

it.each([
  ['Cypress/Cypress', 'dist/electron'],
  ['Cypress/locales/de.pak', 'dist/locales/de.pak'],
  ['Cypress/resources/app/node_modules/better-sqlite3/lib/index.js', 'modules/better-sqlite3/lib/index.js'],
  [
    'Cypress/resources/app/node_modules/better-sqlite3/build/Release/better_sqlite3.node',
    'modules/better-sqlite3/build/Release/better_sqlite3.node',
  ],
  ['Cypress/resources/app/node_modules/bindings/bindings.js', 'modules/bindings/bindings.js'],
  ['Cypress/browser_v8_context_snapshot.bin', null],
  ['Cypress/resources/app-update.yml', null],
  ['Cypress/resources/app/index.js', null],
  ['Cypress/resources/app/node_modules/better-sqlite3/node_modules/simple-get/index.js', null],
  ['Cypress/resources/app/packages/server/node_modules/bindings/bindings.js', null],
])('%s goes to %s', (name, place) => {
  expect(placeInRuntime(name)).toBe(place);
});
