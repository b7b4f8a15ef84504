import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from './project.mjs';

const MODULES = join(root, 'node_modules');
const TEXT = /^(licen[cs]e|copying|notice)/i;

/**
 * @typedef {{ readonly name: string, readonly version: string, readonly licence: string, readonly text: string }} ThirdParty
 */

/**
 * The folder of the package that a module of a bundle belongs to, or null for our own.
 * @param {string} id
 */
function packageFolder(id) {
  const path = id.split('?')[0]?.replaceAll('\0', '') ?? '';
  const marker = `${sep}node_modules${sep}`;
  const at = path.lastIndexOf(marker);
  if (at < 0) return null;
  const [first = '', second = ''] = path.slice(at + marker.length).split(sep);
  return path.slice(0, at + marker.length) + (first.startsWith('@') ? join(first, second) : first);
}

/**
 * What a package says of itself, with the text of its licence.
 * @param {string} folder
 * @returns {ThirdParty | null}
 */
function thirdParty(folder) {
  if (!existsSync(join(folder, 'package.json'))) return null;
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  const licence = typeof license === 'string' ? license : 'See its text';
  return { name, version, licence, text: texts.join('\n\n') || `Licence: ${licence}` };
}

/**
 * Writes `licences.json` beside a build: every package that went into it, or that it asks for when it runs, and the
 * texts of `files` (fonts, icons).
 * @param {readonly { readonly name: string, readonly version: string, readonly licence: string, readonly path: string }[]} files
 * @returns {import('vite').Plugin}
 */
export function licences(files = []) {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      /** @type {Set<string>} */
      const folders = new Set();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const folder = packageFolder(id);
          if (folder !== null) folders.add(folder);
        }
        for (const name of chunk.imports) {
          const folder = join(MODULES, name);
          if (!name.startsWith('node:') && existsSync(join(folder, 'package.json'))) folders.add(folder);
        }
      }
      const parties = [...folders]
        .flatMap((folder) => thirdParty(folder) ?? [])
        .concat(files.map(({ path, ...party }) => ({ ...party, text: readFileSync(join(root, path), 'utf8').trim() })))
        .sort((a, b) => a.name.localeCompare(b.name, 'en'));
      this.emitFile({ type: 'asset', fileName: 'licences.json', source: `${JSON.stringify(parties)}\n` });
    },
  };
}
