/**
 * The reservations of a resource that does one task at a time, in order. They stand in chunks whose runs and holes are plain numbers and
 * which know their largest hole, so that a search for room steps over what is full without looking at a reservation.
 */
import type { Reservation } from './reservations';

interface Chunk {
  readonly items: Reservation[];
  /** when each of them runs */
  readonly runs: number[];
  /** minutes between the end of the one before and each run */
  readonly rooms: number[];
  /** the largest of these holes */
  most: number;
}
interface Spot {
  readonly chunk: number;
  readonly item: number;
}
type Visit = (before: Reservation | undefined, after: Reservation | undefined) => boolean;
const MOST_ITEMS = 32;

export class Lane {
  private readonly chunks: Chunk[] = [];
  /** the last run of each chunk */
  private readonly lasts: number[] = [];

  get last(): Reservation | undefined {
    return this.chunks.at(-1)?.items.at(-1);
  }

  /** Visits the holes of at least `least` minutes whose next run starts after `moment`, in order, at last the one without end. */
  forward(moment: number, least: number, visit: Visit): void {
    let { chunk, item } = this.find(moment);
    for (; chunk < this.chunks.length; chunk++, item = 0) {
      const { items, rooms, most } = this.chunks[chunk]!;
      if (most < least) continue;
      for (; item < rooms.length; item++)
        if (rooms[item]! >= least && visit(this.itemBefore(chunk, item), items[item])) return;
    }
    visit(this.last, undefined);
  }

  /** The same from the hole at `moment` towards the beginning. */
  backward(moment: number, least: number, visit: Visit): void {
    let { chunk, item } = this.find(moment);
    if (chunk === this.chunks.length) {
      if (visit(this.last, undefined)) return;
      chunk--;
      item = (this.chunks[chunk]?.items.length ?? 0) - 1;
    }
    while (chunk >= 0) {
      const { items, rooms, most } = this.chunks[chunk]!;
      if (most >= least)
        for (; item >= 0; item--) if (rooms[item]! >= least && visit(this.itemBefore(chunk, item), items[item])) return;
      chunk--;
      item = (this.chunks[chunk]?.items.length ?? 0) - 1;
    }
  }

  /** The reservations that touch [from, to), in order. */
  within(from: number, to: number): Reservation[] {
    const out: Reservation[] = [];
    const start = this.find(from);
    const before = this.itemBefore(start.chunk, start.item);
    if (before && before.to > from && before.from < to) out.push(before);
    for (let { chunk, item } = start; chunk < this.chunks.length; chunk++, item = 0)
      for (const { items, runs } = this.chunks[chunk]!; item < items.length; item++) {
        // only a set-up of the last one may begin before its run and in time
        if (runs[item]! >= to && items[item]!.from >= to) return out;
        out.push(items[item]!);
      }
    return out;
  }

  /** Answers the one after it. */
  insert(reservation: Reservation): Reservation | undefined {
    const { run, to } = reservation;
    let { chunk, item } = this.find(run);
    const after = this.chunks[chunk]?.items[item];
    if (after === undefined && chunk > 0) {
      chunk--;
      item = this.chunks[chunk]!.items.length;
    } else if (after === undefined) {
      this.chunks.push({ items: [], runs: [], rooms: [], most: 0 });
      this.lasts.push(run);
    }
    const { items, runs, rooms } = this.chunks[chunk]!;
    const room = run - (this.itemBefore(chunk, item)?.to ?? 0);
    items.splice(item, 0, reservation);
    runs.splice(item, 0, run);
    rooms.splice(item, 0, room);
    if (after !== undefined) rooms[item + 1] = after.run - to;
    if (items.length > MOST_ITEMS) this.halve(chunk);
    else this.measure(chunk);
    return after;
  }

  remove(reservation: Reservation): void {
    const { chunk, item } = this.find(reservation.run - 1);
    const { items, runs, rooms } = this.chunks[chunk]!;
    if (items[item] !== reservation) throw new Error('the reservation is not there');
    const end = this.itemBefore(chunk, item)?.to ?? 0;
    for (const list of [items, runs, rooms]) list.splice(item, 1);
    if (item < items.length) rooms[item] = runs[item]! - end;
    else if (chunk + 1 < this.chunks.length) {
      const next = this.chunks[chunk + 1]!;
      next.rooms[0] = next.runs[0]! - end;
      this.measure(chunk + 1);
    }
    if (items.length > 0) this.measure(chunk);
    else for (const list of [this.chunks, this.lasts]) list.splice(chunk, 1);
  }

  /** Those next to a reservation. */
  around(reservation: Reservation): {
    readonly before?: Reservation | undefined;
    readonly after?: Reservation | undefined;
  } {
    const { chunk, item } = this.find(reservation.run - 1);
    const after = this.chunks[chunk]!.items[item + 1] ?? this.chunks[chunk + 1]?.items[0];
    return { before: this.itemBefore(chunk, item), after };
  }

  /** The place of the first reservation whose run starts after a moment. */
  private find(moment: number): Spot {
    const chunk = firstAfter(this.lasts, moment);
    const runs = this.chunks[chunk]?.runs;
    return { chunk, item: runs === undefined ? 0 : firstAfter(runs, moment) };
  }
  private itemBefore(chunk: number, item: number): Reservation | undefined {
    return item > 0 ? this.chunks[chunk]!.items[item - 1] : this.chunks[chunk - 1]?.items.at(-1);
  }
  private measure(chunk: number): void {
    const found = this.chunks[chunk]!;
    let most = 0;
    for (const room of found.rooms) if (room > most) most = room;
    found.most = most;
    this.lasts[chunk] = found.runs.at(-1)!;
  }
  private halve(chunk: number): void {
    const { items, runs, rooms } = this.chunks[chunk]!;
    const half = MOST_ITEMS / 2;
    const rest = { items: items.splice(half), runs: runs.splice(half), rooms: rooms.splice(half), most: 0 };
    this.chunks.splice(chunk + 1, 0, rest);
    this.lasts.splice(chunk + 1, 0, 0);
    this.measure(chunk);
    this.measure(chunk + 1);
  }
}

/** The first index whose value is above a limit. */
function firstAfter(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
