import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const CENTRAL_ENTRY = 0x02014b50;
const CENTRAL_ENTRY_BYTES = 46;
const LOCAL_ENTRY_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const FILE_KIND = 0o170000;
const REGULAR = 0o100000;

/**
 * @typedef {object} ZipEntry
 * @property {string} name
 * @property {number} mode Unix mode, with the kind of file
 * @property {number} method
 * @property {number} crc
 * @property {number} packedBytes
 * @property {number} bytes
 * @property {number} offset of the local header
 */

/**
 * The table of contents. Archives over 4 GiB, or of more than 65,534 entries, are not read.
 * @param {string} path
 * @returns {Promise<readonly ZipEntry[]>}
 */
export async function zipEntries(path) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, END_RECORD_BYTES + MAX_COMMENT_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    let end = tail.length - END_RECORD_BYTES;
    while (end >= 0 && tail.readUInt32LE(end) !== END_RECORD) end -= 1;
    if (end < 0) throw new Error(`${path} is not a whole zip archive`);
    const count = tail.readUInt16LE(end + 10);
    if (count === 0xffff) throw new Error(`${path} has too many entries`);
    const table = Buffer.alloc(tail.readUInt32LE(end + 12));
    await file.read(table, 0, table.length, tail.readUInt32LE(end + 16));
    return entriesOf(table, count);
  } finally {
    await file.close();
  }
}

/**
 * @param {Buffer} table
 * @param {number} count
 */
function entriesOf(table, count) {
  /** @type {ZipEntry[]} */
  const entries = [];
  let at = 0;
  while (entries.length < count) {
    if (table.readUInt32LE(at) !== CENTRAL_ENTRY)
      throw new Error('the table of contents of the zip archive is damaged');
    const nameBytes = table.readUInt16LE(at + 28);
    entries.push({
      name: table.toString('utf8', at + CENTRAL_ENTRY_BYTES, at + CENTRAL_ENTRY_BYTES + nameBytes),
      mode: table.readUInt32LE(at + 38) >>> 16,
      method: table.readUInt16LE(at + 10),
      crc: table.readUInt32LE(at + 16),
      packedBytes: table.readUInt32LE(at + 20),
      bytes: table.readUInt32LE(at + 24),
      offset: table.readUInt32LE(at + 42),
    });
    at += CENTRAL_ENTRY_BYTES + nameBytes + table.readUInt16LE(at + 30) + table.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Unpacks those regular files for which `placeOf` names a place, relative to `folder`; each is checked against its
 * checksum. Links and places outside of the folder are refused.
 * @param {string} path
 * @param {string} folder
 * @param {(name: string) => string | null} placeOf
 * @param {(bytes: number, ofBytes: number) => void} onProgress
 */
export async function unpackZip(path, folder, placeOf, onProgress) {
  const chosen = (await zipEntries(path)).flatMap((entry) => {
    const place = entry.name.endsWith('/') ? null : placeOf(entry.name);
    return place === null ? [] : [{ entry, place: join(folder, place) }];
  });
  const all = chosen.reduce((sum, { entry }) => sum + entry.bytes, 0);
  let done = 0;
  for (const { entry, place } of chosen) {
    if (!resolve(place).startsWith(resolve(folder) + sep)) throw new Error(`${entry.name} would leave the folder`);
    if ((entry.mode & FILE_KIND) !== REGULAR) throw new Error(`${entry.name} is not a regular file`);
    await mkdir(dirname(place), { recursive: true });
    await unpackEntry(path, entry, place);
    done += entry.bytes;
    onProgress(done, all);
  }
}

/**
 * @param {string} path
 * @param {ZipEntry} entry
 * @param {string} place
 */
async function unpackEntry(path, entry, place) {
  const start = await dataOffset(path, entry);
  const packed = entry.packedBytes === 0 ? [] : createReadStream(path, { start, end: start + entry.packedBytes - 1 });
  let crc = 0;
  const check = new Transform({
    transform(chunk, _encoding, next) {
      crc = crc32(chunk, crc);
      next(null, chunk);
    },
  });
  const target = createWriteStream(place, { mode: entry.mode & 0o777 });
  if (entry.method === DEFLATED) await pipeline(packed, createInflateRaw(), check, target);
  else if (entry.method === STORED) await pipeline(packed, check, target);
  else throw new Error(`${entry.name} is packed in an unknown way (${entry.method})`);
  if (crc !== entry.crc) throw new Error(`${entry.name} is damaged in the zip archive`);
}

/**
 * @param {string} path
 * @param {ZipEntry} entry
 */
async function dataOffset(path, entry) {
  const file = await open(path);
  try {
    const header = Buffer.alloc(LOCAL_ENTRY_BYTES);
    await file.read(header, 0, LOCAL_ENTRY_BYTES, entry.offset);
    return entry.offset + LOCAL_ENTRY_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
}
