/**
 * What must be found again after a power cut: written beside, on the disk before it gets its name, and the name on the disk before anybody
 * relies on it. The one way files of `DATA_DIR` come into being.
 */
import { randomBytes } from 'node:crypto';
import * as node from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The part of the file system that is used; tests watch the order of calls. */
export type Disk = Pick<typeof node, 'link' | 'mkdir' | 'open' | 'readdir' | 'rename' | 'rm'>;

/** Writes a new file whole or not at all; false when there is one already (a second process was faster): that one stays. */
export const writeDurably = async (path: string, content: string, disk: Disk = node): Promise<boolean> => {
  const half = `${path}.new-${process.pid}-${randomBytes(3).toString('hex')}`;
  try {
    const file = await disk.open(half, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await nameNew(half, path, disk);
    await syncFolder(dirname(path), disk);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await disk.rm(half, { force: true });
  }
};

/** Unlike a rename a link never takes the place of another file. */
const nameNew = async (half: string, path: string, disk: Disk): Promise<void> => {
  try {
    await disk.link(half, path);
  } catch (error) {
    // a file system without links
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code)) throw error;
    await disk.rename(half, path);
  }
};
const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Gives a finished file or folder its name; what lies in a folder is put on the disk before. */
export const moveDurably = async (from: string, to: string, disk: Disk = node): Promise<void> => {
  await syncAll(from, disk);
  await disk.rename(from, to);
  await syncFolder(dirname(to), disk);
};

/** A folder with all above it that were missing. */
export const makeFolder = async (path: string, mode: number, disk: Disk = node): Promise<void> => {
  const first = await disk.mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made), disk);
};

/** The names in a folder. */
export const syncFolder = async (path: string, disk: Disk = node): Promise<void> => {
  // Windows writes names through and cannot open a folder
  if (process.platform === 'win32') return;
  await syncOne(path, disk);
};

const syncAll = async (path: string, disk: Disk): Promise<void> => {
  const entries = await disk.readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') throw error;
    return null;
  });
  if (entries === null) return syncOne(path, disk);
  for (const entry of entries) if (entry.isDirectory() || entry.isFile()) await syncAll(join(path, entry.name), disk);
  await syncFolder(path, disk);
};

const syncOne = async (path: string, disk: Disk): Promise<void> => {
  // Windows flushes only what is open for writing
  const file = await disk.open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};
