/** The queue of what was done without network, in IndexedDB: it outlives the tab, the browser and a power cut. */
import type { DBSchema } from 'idb';
import type { Json } from '../../schemas/language/value';
import { deviceDb } from './device-db';

export interface QueueItem {
  /** given by the database, grows */
  readonly seq: number;
  /** `org/user`: a terminal is shared, each sees and sends his own */
  readonly owner: string;
  readonly token: string;
  readonly chain: string;
  readonly page: string;
  /** `save` or `act/<action>` */
  readonly call: string;
  readonly body: { readonly [key: string]: Json };
  readonly occurAt: string;
  readonly clockOffset: number;
  /** what the operator reads: 示例单据 合格81 */
  readonly title: string;
  /** numbers of the record that may be put right when it is refused */
  readonly numbers?: readonly QueueNumber[];
  /** what of the record counts against a limit of what it refers to: numbers, and rows of tiles by a column or one by one */
  readonly counted?:
    | {
        readonly numbers: readonly string[];
        readonly tiles: readonly { readonly sub: string; readonly column: string | null }[];
      }
    | undefined;
  /** `refused` waits for a person, `turned` is done as another document and waits to be read */
  readonly state: 'waiting' | 'refused' | 'turned';
  /** the refusal, or what became of it */
  readonly text?: string;
  /** function whose holders alone may give it up; without it everybody who may save */
  readonly discard?: string;
  /** codes of warnings that a person may agree to */
  readonly accept?: readonly string[];
}
export interface QueueNumber {
  readonly code: string;
  readonly title: string;
  readonly suffix?: string;
}
export type NewItem = Omit<QueueItem, 'seq' | 'state' | 'text' | 'accept'>;

export interface QueueDb {
  add(item: NewItem): Promise<QueueItem>;
  /** of one owner, in order */
  list(owner: string): Promise<readonly QueueItem[]>;
  /** refused ones of others on this device */
  others(owner: string): Promise<readonly QueueItem[]>;
  put(item: QueueItem): Promise<void>;
  remove(seq: number): Promise<void>;
}
interface Schema extends DBSchema {
  items: { key: number; value: Omit<QueueItem, 'seq'> & { seq?: number }; indexes: { owner: string } };
}

const database = deviceDb<Schema>('millwright-queue', (db) => {
  db.createObjectStore('items', { keyPath: 'seq', autoIncrement: true }).createIndex('owner', 'owner');
});

/** strict: an acknowledged item is on the disk, not in a buffer of the browser */
const STRICT = { durability: 'strict' } as const;

export const queueDb: QueueDb = {
  async add(item) {
    const tx = (await database()).transaction('items', 'readwrite', STRICT);
    const seq = await tx.store.add({ ...item, state: 'waiting' });
    await tx.done;
    return { ...item, seq, state: 'waiting' };
  },
  async list(owner) {
    const items = await (await database()).getAllFromIndex('items', 'owner', owner);
    return (items as QueueItem[]).sort((a, b) => a.seq - b.seq);
  },
  async others(owner) {
    const items = (await (await database()).getAll('items')) as QueueItem[];
    const [org] = owner.split('/');
    return items.filter((item) => item.state === 'refused' && item.owner !== owner && item.owner.split('/')[0] === org);
  },
  async put(item) {
    const tx = (await database()).transaction('items', 'readwrite', STRICT);
    await tx.store.put(item);
    await tx.done;
  },
  async remove(seq) {
    await (await database()).delete('items', seq);
  },
};
