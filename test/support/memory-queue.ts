/** The queue of a terminal in memory, for tests without IndexedDB. */
import type { NewItem, QueueDb, QueueItem } from '../../runtime/data/queue-db';

export const memoryQueue = (): QueueDb & { readonly all: Map<number, QueueItem> } => {
  const all = new Map<number, QueueItem>();
  let seq = 0;
  return {
    all,
    add: async (item: NewItem) => {
      const made: QueueItem = { ...item, seq: ++seq, state: 'waiting' };
      all.set(made.seq, made);
      return made;
    },
    list: async (owner) => [...all.values()].filter((item) => item.owner === owner).sort((a, b) => a.seq - b.seq),
    others: async (owner) => [...all.values()].filter((item) => item.state === 'refused' && item.owner !== owner),
    put: async (item) => void all.set(item.seq, item),
    remove: async (at) => void all.delete(at),
  };
};
