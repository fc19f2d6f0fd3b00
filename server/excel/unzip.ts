/** Reads entries of a zip within limits: sizes are taken from the directory and counted again while inflating. */
import { inflateRawSync } from 'node:zlib';

/** A file that is damaged or too large, said for the user. */
export class BadBook extends Error {}

const MAX_ENTRIES = 1000;
/** of one entry, unpacked: ten times what the largest sheet allowed needs */
const MAX_ENTRY = 48 * 1024 * 1024;
const MAX_ALL = 96 * 1024 * 1024;

export interface Zip {
  readonly has: (name: string) => boolean;
  /** text of an entry; undefined when it is not there */
  readonly text: (name: string) => string | undefined;
}

export function openZip(bytes: Buffer): Zip {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > bytes.length) throw new BadBook('文件不是有效的Excel工作簿（.xlsx）');
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new BadBook('工作簿内容过大');
  const entries = new Map<string, { method: number; packed: number; size: number; at: number }>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new BadBook('文件已损坏，无法读取');
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0) throw new BadBook('工作簿已加密，请先取消密码');
    const length = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + length);
    entries.set(name.replace(/\\/g, '/').replace(/^\//, ''), {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  let all = 0;
  return {
    has: (name) => entries.has(name),
    text(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      if (entry.size > MAX_ENTRY || entry.at + 30 > bytes.length) throw new BadBook('工作簿内容过大');
      const from = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
      const packed = bytes.subarray(from, from + entry.packed);
      const content = entry.method === 0 ? packed : inflate(packed, entry.method);
      all += content.length;
      if (all > MAX_ALL) throw new BadBook('工作簿内容过大');
      return content.toString('utf8');
    },
  };
}

function inflate(packed: Buffer, method: number): Buffer {
  if (method !== 8) throw new BadBook('文件已损坏，无法读取');
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_ENTRY });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new BadBook(code === 'ERR_BUFFER_TOO_LARGE' ? '工作簿内容过大' : '文件已损坏，无法读取');
  }
}
