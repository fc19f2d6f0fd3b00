import { HttpError } from '../data/http';
import { offlineQueue } from '../data/offline-queue';
import type { WireRecord } from '../data/types';

/** The server's record, or an empty one where the page works without it and the network is gone. */
export async function offlineWire(mayMiss: boolean, load: () => Promise<WireRecord>): Promise<WireRecord> {
  if (mayMiss && !navigator.onLine) return {} as WireRecord;
  try {
    const wire = await load();
    offlineQueue.setOnline(true);
    return wire;
  } catch (cause) {
    const isLost = cause instanceof HttpError && (cause.code === 0 || cause.code >= 500);
    if (!mayMiss || !isLost) throw cause;
    offlineQueue.setOnline(false);
    return {} as WireRecord;
  }
}
