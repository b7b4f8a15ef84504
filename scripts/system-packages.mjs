import { existsSync } from 'node:fs';
import { lastLines, run } from './child.mjs';
import { asRootOnLinux } from './project.mjs';
import { Stop } from './stop.mjs';

/** The Debian 12 package of each shared library that Electron asks of the system. */
const PACKAGE_OF = new Map(
  Object.entries({
    'libasound.so.2': 'libasound2',
    'libatk-1.0.so.0': 'libatk1.0-0',
    'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
    'libatspi.so.0': 'libatspi2.0-0',
    'libcairo.so.2': 'libcairo2',
    'libcups.so.2': 'libcups2',
    'libdbus-1.so.3': 'libdbus-1-3',
    'libdrm.so.2': 'libdrm2',
    'libexpat.so.1': 'libexpat1',
    'libgbm.so.1': 'libgbm1',
    'libgio-2.0.so.0': 'libglib2.0-0',
    'libglib-2.0.so.0': 'libglib2.0-0',
    'libgobject-2.0.so.0': 'libglib2.0-0',
    'libgtk-3.so.0': 'libgtk-3-0',
    'libnspr4.so': 'libnspr4',
    'libnss3.so': 'libnss3',
    'libnssutil3.so': 'libnss3',
    'libsmime3.so': 'libnss3',
    'libpango-1.0.so.0': 'libpango-1.0-0',
    'libudev.so.1': 'libudev1',
    'libX11.so.6': 'libx11-6',
    'libXcomposite.so.1': 'libxcomposite1',
    'libXdamage.so.1': 'libxdamage1',
    'libXext.so.6': 'libxext6',
    'libXfixes.so.3': 'libxfixes3',
    'libXrandr.so.2': 'libxrandr2',
    'libxcb.so.1': 'libxcb1',
    'libxkbcommon.so.0': 'libxkbcommon0',
  }),
);

/**
 * The shared libraries that a Linux program asks for and the system does not have, such as `libgtk-3.so.0`.
 * @param {string} executable
 * @returns {Promise<readonly string[]>}
 */
export async function missingLibraries(executable) {
  if (process.platform !== 'linux') return [];
  // The dynamic loader lists what it would load instead of starting the program: what `ldd` does, without its shell.
  const { output } = await run(executable, [], { env: { ...process.env, LD_TRACE_LOADED_OBJECTS: '1' } });
  return librariesNotFound(output);
}

/**
 * The libraries of Electron that the system's own index does not list: an estimate for when there is no executable
 * to ask. Empty when there is no index.
 * @returns {Promise<readonly string[]>}
 */
export async function librariesNotIndexed() {
  if (process.platform !== 'linux') return [];
  const { code, output } = await run('/sbin/ldconfig', ['-p']);
  return code === 0 ? [...PACKAGE_OF.keys()].filter((library) => !output.includes(`\t${library} `)) : [];
}

/**
 * @param {string} listing what the dynamic loader prints
 * @returns {readonly string[]}
 */
export function librariesNotFound(listing) {
  return [...listing.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name = '']) => name);
}

/**
 * The Debian packages of some libraries; a library that we do not know stands for itself.
 * @param {readonly string[]} libraries
 * @returns {readonly string[]}
 */
export function packagesOf(libraries) {
  return [...new Set(libraries.map((library) => PACKAGE_OF.get(library) ?? library))].sort();
}

export const hasApt = existsSync('/usr/bin/apt-get');

/**
 * The command that a person would type to install packages.
 * @param {readonly string[]} packages
 */
export const aptCommand = (packages) => `${asRootOnLinux ? '' : 'sudo '}apt-get install -y ${packages.join(' ')}`;

export const canInstallPackages = asRootOnLinux && hasApt;

/**
 * Installs Debian packages. Only the tests do this, and only as root.
 * @param {readonly string[]} packages
 * @throws Stop when apt-get fails
 */
export async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  const update = await run('apt-get', [...wait, 'update', '-qq'], { env });
  const install = await run('apt-get', [...wait, 'install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
  });
  if (install.code !== 0) {
    const reason = update.code === 0 ? install.output : `${update.output}\n${install.output}`;
    throw new Stop(`apt-get could not install ${packages.join(', ')}:\n${lastLines(reason)}`);
  }
}
