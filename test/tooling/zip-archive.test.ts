import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unpackZip, zipEntries } from '../../scripts/zip-archive.mjs';

type Member = { name: string; text: string; mode?: number; stored?: boolean; crc?: number };

/** A zip archive as PKWARE's APPNOTE lays it out: local headers with data, central directory, end record. */
function zipOf(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const { name, text, mode = 0o100644, stored = false, crc } of members) {
    const bytes = Buffer.from(text);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc ?? crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(mode * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    table.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const directory = Buffer.concat(table);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retryscope-zip-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (bytes: Buffer): string => {
  const path = join(folder, 'a.zip');
  writeFileSync(path, bytes);
  return path;
};
const everything = (name: string): string => name;
const unpack = (bytes: Buffer, placeOf: (name: string) => string | null = everything): Promise<void> =>
  unpackZip(write(bytes), join(folder, 'to'), placeOf, () => {});

it('unpacks what is chosen, packed or stored, with its mode', async () => {
  const archive = zipOf([
    { name: 'app/', text: '', mode: 0o040755, stored: true },
    { name: 'app/run', text: 'a'.repeat(5_000), mode: 0o100755 },
    { name: 'app/empty', text: '', stored: true },
    { name: 'other', text: 'not wanted' },
  ]);
  await unpack(archive, (name) => (name.startsWith('app/') ? name.replace('app/', 'dist/') : null));
  expect(readFileSync(join(folder, 'to', 'dist', 'run'), 'utf8')).toBe('a'.repeat(5_000));
  expect(statSync(join(folder, 'to', 'dist', 'run')).mode & 0o777).toBe(0o755);
  expect(readFileSync(join(folder, 'to', 'dist', 'empty'), 'utf8')).toBe('');
  expect(statSync(join(folder, 'to', 'other'), { throwIfNoEntry: false })).toBeUndefined();
});

it('refuses a file whose checksum differs', async () => {
  await expect(unpack(zipOf([{ name: 'a', text: 'x', crc: 1 }]))).rejects.toThrow('a is damaged');
});

it('refuses an archive that was cut off', async () => {
  const whole = zipOf([{ name: 'a', text: 'x' }]);
  await expect(zipEntries(write(whole.subarray(0, whole.length - 30)))).rejects.toThrow('not a whole zip archive');
});

it('refuses places outside of the folder, and links', async () => {
  await expect(unpack(zipOf([{ name: '../out', text: 'x' }]))).rejects.toThrow('would leave the folder');
  await expect(unpack(zipOf([{ name: 'link', text: '/etc', mode: 0o120777 }]))).rejects.toThrow('not a regular file');
});
