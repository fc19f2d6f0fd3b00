/** How many pieces lie in the queue of this device, so that the server does not know of them yet (30 §7). */
import type { Json } from '../../schemas/language/value';
import { offlineQueue } from '../data/offline-queue';
import type { QueueItem } from '../data/queue-db';
import { countColumn, type FloorPlan } from './floor-form';
import { plain } from './pad';

/** What of a record on its way is counted against a limit; undefined = its page has none. */
export const countedBy = ({ limit, big, tiles }: FloorPlan): QueueItem['counted'] =>
  limit && {
    numbers: big.map(({ code }) => code),
    tiles: tiles.map(({ sub }) => ({ sub: sub.code, column: countColumn(sub) ?? null })),
  };

/** Waiting for the record that one of its references names; by one page where it is said. */
export const heldFor = (id: string, page?: string): number =>
  rounded(
    offlineQueue.items
      .filter((item) => item.counted !== undefined && item.call === 'save' && (page ?? item.page) === item.page)
      .filter(({ body }) => Object.values(recordOf(body)).includes(id))
      .reduce((sum, item) => sum + enteredIn(item), 0),
  );

type Wire = { readonly [key: string]: Json };
const recordOf = (body: QueueItem['body']): Wire => (body.record ?? {}) as Wire;
const enteredIn = ({ body, counted }: QueueItem): number => {
  const record = recordOf(body);
  const numbers = (counted?.numbers ?? []).map((code) => Number(record[code] ?? 0));
  const tapped = (counted?.tiles ?? []).flatMap(({ sub, column }) => {
    const rows = record[sub];
    return (Array.isArray(rows) ? (rows as readonly Wire[]) : []).map((row) =>
      column === null ? 1 : Number(row[column] ?? 0),
    );
  });
  return [...numbers, ...tapped].reduce((sum, qty) => sum + qty, 0);
};
export const rounded = (value: number): number => Number(plain(value));
