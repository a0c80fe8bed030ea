// SPDX-License-Identifier: MIT
// ZIP archives as tests want them, with claims that no honest writer makes. Written from the
// format's description, sharing nothing with the reader.
import { deflateRawSync, crc32 as zlibCrc } from 'node:zlib';

const crc32 =
  zlibCrc ??
  ((bytes) => {
    let sum = -1;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum >>> 0;
  });

/** Entries: { name: text or bytes, data, stored, flags, method, size, crc, madeBy, extra }; what is
 * not given is what it should be. Options: { before, comment, count, zip64 }. */
export function zip(entries, options = {}) {
  const parts = [Buffer.from(options.before ?? [])];
  const directory = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = Buffer.from(entry.data ?? []);
    const packed = entry.packed ?? (entry.stored ? data : deflateRawSync(data));
    const method = entry.method ?? (entry.stored ? 0 : 8);
    const flags = entry.flags ?? 0;
    const extra = Buffer.from(entry.extra ?? []);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(entry.crc ?? crc32(data), 10);
    common.writeUInt32LE(entry.packedSize ?? packed.length, 14);
    common.writeUInt32LE(entry.size ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    common.writeUInt16LE(extra.length, 24);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(((entry.madeBy ?? 0) << 8) | 20, 4);
    common.copy(central, 6);
    central.writeUInt32LE(entry.header ?? at, 42);
    directory.push(central, name, extra);
    if (entry.header !== undefined) continue;
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common]);
    local.writeUInt16LE(0, 28);
    parts.push(local, name, packed);
    at += local.length + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const count = options.count ?? entries.length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(options.zip64 ? 0xffff : count & 0xffff, 8);
  end.writeUInt16LE(options.zip64 ? 0xffff : count & 0xffff, 10);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : list.length, 12);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : at, 16);
  const comment = Buffer.from(options.comment ?? '');
  end.writeUInt16LE(comment.length, 20);
  const end64 = Buffer.alloc(options.zip64 ? 76 : 0);
  if (options.zip64) {
    end64.writeUInt32LE(0x06064b50, 0);
    end64.writeBigUInt64LE(44n, 4);
    end64.writeBigUInt64LE(BigInt(count), 24);
    end64.writeBigUInt64LE(BigInt(count), 32);
    end64.writeBigUInt64LE(BigInt(list.length), 40);
    end64.writeBigUInt64LE(BigInt(at), 48);
    end64.writeUInt32LE(0x07064b50, 56);
    end64.writeBigUInt64LE(BigInt(at + list.length), 64);
    end64.writeUInt32LE(1, 72);
  }
  return Buffer.concat([...parts, list, end64, end, comment]);
}
