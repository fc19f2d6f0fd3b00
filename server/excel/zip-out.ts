/** A zip that is written as it grows: entries one after the other, sizes behind the data, the directory at the end. */
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

export interface ZipOut {
  /** begins an entry; the one before must have ended */
  open(name: string): void;
  write(content: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** the directory; nothing follows */
  end(): void;
}
interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  size: number;
  packed: number;
}
/** fast: a sheet is repetitive text, higher levels cost twice the time for a tenth of the bytes */
const LEVEL = 3;
/** 2020-01-01: files made twice from the same rows are the same */
const DAY = (40 << 9) | (1 << 5) | 1;

export function zipOut(send: (chunk: Uint8Array) => void): ZipOut {
  const entries: Entry[] = [];
  let offset = 0;
  let deflate: DeflateRaw | undefined;
  const put = (bytes: Uint8Array): void => {
    offset += bytes.length;
    send(bytes);
  };
  const current = (): Entry => entries[entries.length - 1]!;
  return {
    open(name) {
      const entry: Entry = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 };
      entries.push(entry);
      const head = Buffer.alloc(30);
      head.writeUInt32LE(0x04034b50, 0);
      head.writeUInt16LE(20, 4);
      // sizes follow the data, names are UTF-8
      head.writeUInt16LE(0x0808, 6);
      head.writeUInt16LE(8, 8);
      head.writeUInt16LE(DAY, 12);
      head.writeUInt16LE(entry.name.length, 26);
      put(head);
      put(entry.name);
      deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 });
      deflate.on('data', (chunk: Buffer) => {
        entry.packed += chunk.length;
        put(chunk);
      });
    },
    write(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const entry = current();
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      return new Promise((resolve, reject) => {
        deflate?.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      const stream = deflate;
      await new Promise<void>((resolve, reject) => {
        stream?.once('end', resolve).once('error', reject);
        stream?.end();
      });
      const { crc, packed, size } = current();
      const tail = Buffer.alloc(16);
      tail.writeUInt32LE(0x08074b50, 0);
      tail.writeUInt32LE(crc >>> 0, 4);
      tail.writeUInt32LE(packed, 8);
      tail.writeUInt32LE(size, 12);
      put(tail);
    },
    end() {
      const start = offset;
      for (const { name, offset: at, crc, size, packed } of entries) {
        const head = Buffer.alloc(46);
        head.writeUInt32LE(0x02014b50, 0);
        head.writeUInt16LE(20, 4);
        head.writeUInt16LE(20, 6);
        head.writeUInt16LE(0x0808, 8);
        head.writeUInt16LE(8, 10);
        head.writeUInt16LE(DAY, 14);
        head.writeUInt32LE(crc >>> 0, 16);
        head.writeUInt32LE(packed, 20);
        head.writeUInt32LE(size, 24);
        head.writeUInt16LE(name.length, 28);
        head.writeUInt32LE(at, 42);
        put(head);
        put(name);
      }
      const size = offset - start;
      const tail = Buffer.alloc(22);
      tail.writeUInt32LE(0x06054b50, 0);
      tail.writeUInt16LE(entries.length, 8);
      tail.writeUInt16LE(entries.length, 10);
      tail.writeUInt32LE(size, 12);
      tail.writeUInt32LE(start, 16);
      put(tail);
    },
  };
}
