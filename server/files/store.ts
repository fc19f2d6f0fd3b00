/** Bytes of files on the disk, below DATA_DIR/files: by organisation, id and hash, never by a name somebody gave. */
import { createReadStream, type ReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, moveDurably } from '../durable';

export interface FileKey {
  readonly id: string;
  readonly sha256: string;
}
export interface FileStore {
  /** a place for bytes that arrive; whoever asks removes it */
  temp(id: string): Promise<string>;
  /** takes a finished temp file (and its thumbnail beside it) over */
  keep(schema: string, key: FileKey, temp: string): Promise<void>;
  read(schema: string, key: FileKey, thumb: boolean): Promise<{ readonly size: number; stream(): ReadStream } | null>;
  remove(schema: string, key: FileKey): Promise<void>;
  /** temp files of uploads that a kill cut off */
  sweepTemp(olderThanMs: number): Promise<void>;
}

/** Where the thumbnail of a file stands. */
export const thumbOf = (path: string): string => `${path}.thumb`;

export function fileStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files');
  const tempDir = join(root, 'tmp');
  const folder = (schema: string, id: string): string => join(root, schema, id.slice(-2));
  const pathOf = (schema: string, { id, sha256 }: FileKey): string =>
    join(folder(schema, id), `${id}-${sha256.slice(0, 16)}`);
  return {
    async temp(id) {
      await makeFolder(tempDir, 0o700);
      return join(tempDir, id);
    },
    async keep(schema, key, temp) {
      await makeFolder(folder(schema, key.id), 0o700);
      const path = pathOf(schema, key);
      await moveDurably(thumbOf(temp), thumbOf(path)).catch(ignoreMissing);
      await moveDurably(temp, path);
    },
    async read(schema, key, thumb) {
      const whole = pathOf(schema, key);
      const path = thumb ? thumbOf(whole) : whole;
      const found = await stat(path).catch(ignoreMissing);
      return found ? { size: found.size, stream: () => createReadStream(path) } : null;
    },
    async remove(schema, key) {
      const path = pathOf(schema, key);
      await rm(path, { force: true });
      await rm(thumbOf(path), { force: true });
    },
    async sweepTemp(olderThanMs) {
      const limit = Date.now() - olderThanMs;
      for (const name of (await readdir(tempDir).catch(ignoreMissing)) ?? []) {
        const path = join(tempDir, name);
        const found = await stat(path).catch(ignoreMissing);
        if (found && found.mtimeMs < limit) await rm(path, { force: true });
      }
    },
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
