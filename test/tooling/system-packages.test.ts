import { expect, it } from 'vitest';
import { librariesNotFound, packagesOf } from '../../scripts/system-packages.mjs';

const LISTING = `
	linux-vdso.so.1 (0x00007ffd3a5f2000)
	libffmpeg.so => /opt/electron/libffmpeg.so (0x00007f1a0a000000)
	libnss3.so => not found
	libnssutil3.so => not found
	libgtk-3.so.0 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1a09c00000)
`;

it('reads the missing libraries from what the loader prints', () => {
  expect(librariesNotFound(LISTING)).toEqual(['libnss3.so', 'libnssutil3.so', 'libgtk-3.so.0']);
});

it('names each Debian package once, and an unknown library by itself', () => {
  expect(packagesOf(['libnss3.so', 'libnssutil3.so', 'libgtk-3.so.0', 'libodd.so.7'])).toEqual([
    'libgtk-3-0',
    'libnss3',
    'libodd.so.7',
  ]);
});
