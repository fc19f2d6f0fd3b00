/**
 * Room on the disks of this process. A database whose disk is full does not refuse, it stops; so writes are refused a little earlier,
 * and go on by themselves once there is room again.
 */
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { diskFull } from '../errors';

export interface Room {
  /** too little is left to write anything */
  isFull(): boolean;
  /** refuses a write while it is full */
  assert(): void;
  /** keeps bytes free for an upload that is still coming, or refuses it; the answer gives them back */
  take(bytes: number): () => void;
}

const MB = 1024 * 1024;
/** Records are written as long as this much is left: logs of the database and small files need it. */
const RECORDS_MB = 100;
/** Uploads stop earlier, so that they never keep people from their records. */
const UPLOADS_MB = 300;
const LOOK_MS = 500;

/** Bytes that are left, null where nothing can be told. */
export type Free = (path: string) => number | null;
const freeBytes: Free = (path) => {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
};

/** The data folder, and the folder of the embedded database where it lies on another disk. */
export const diskRoom = (dataDir: string, free: Free = freeBytes): Room => {
  let looked = { at: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY };
  let coming = 0;
  const left = (): number => {
    const now = performance.now();
    if (now - looked.at > LOOK_MS) {
      const known = [dataDir, join(dataDir, 'pg')].flatMap((path) => free(path) ?? []);
      looked = { at: now, left: Math.min(Number.POSITIVE_INFINITY, ...known) };
    }
    return looked.left;
  };
  const isFull = (): boolean => left() < RECORDS_MB * MB;
  return {
    isFull,
    assert() {
      if (isFull()) throw diskFull();
    },
    take(bytes) {
      if (left() - coming - bytes < UPLOADS_MB * MB) throw diskFull();
      coming += bytes;
      let isTaken = true;
      return () => {
        if (isTaken) coming -= bytes;
        isTaken = false;
      };
    },
  };
};

/** For what must run whatever the disk says: the start, and jobs, of which some make room. */
export const ALWAYS: Room = { isFull: () => false, assert: () => undefined, take: () => () => undefined };

/** SQLSTATE disk_full, and what the file system says. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && /^(53100|ENOSPC|EDQUOT)$/.test(String((error as { readonly code?: unknown }).code));
