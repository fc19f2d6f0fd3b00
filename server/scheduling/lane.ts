/**
 * The reservations of a resource that does one task at a time, in order. They stand in chunks that know their largest hole, so that a
 * search for room steps over what is full.
 */
import type { Reservation } from './reservations';

interface Chunk {
  readonly items: Reservation[];
  /** the largest hole before one of its reservations */
  most: number;
}
type Visit = (before: Reservation | undefined, after: Reservation | undefined) => boolean;
const MOST_ITEMS = 64;

export class Lane {
  private readonly chunks: Chunk[] = [];

  get last(): Reservation | undefined {
    return this.chunks.at(-1)?.items.at(-1);
  }

  /** Visits the holes of at least `least` minutes whose next run starts after `moment`, in order, at last the one without end. */
  forward(moment: number, least: number, visit: Visit): void {
    let { chunk, item } = this.find(moment);
    let before = this.itemBefore(chunk, item);
    for (; chunk < this.chunks.length; chunk++, item = 0) {
      const { items, most } = this.chunks[chunk]!;
      if (most >= least)
        for (; item < items.length; item++) {
          const after = items[item]!;
          if (after.room >= least && visit(before, after)) return;
          before = after;
        }
      before = items.at(-1);
    }
    visit(before, undefined);
  }

  /** The same from the hole at `moment` towards the beginning. */
  backward(moment: number, least: number, visit: Visit): void {
    let { chunk, item } = this.find(moment);
    for (;;) {
      const after = this.chunks[chunk]?.items[item];
      const before = this.itemBefore(chunk, item);
      if ((after === undefined || after.room >= least) && visit(before, after)) return;
      if (before === undefined) return;
      if (item === 0) {
        chunk--;
        // only its first hole may lie at the border of the chunk before: go there when nothing in this one is large enough
        const { items, most } = this.chunks[chunk]!;
        item = most < least ? 0 : items.length - 1;
      } else item--;
    }
  }

  /** The reservations that touch [from, to), in order. */
  within(from: number, to: number): Reservation[] {
    const out: Reservation[] = [];
    const start = this.find(from);
    const before = this.itemBefore(start.chunk, start.item);
    if (before && before.to > from && before.from < to) out.push(before);
    for (let { chunk, item } = start; chunk < this.chunks.length; chunk++, item = 0)
      for (const { items } = this.chunks[chunk]!; item < items.length; item++) {
        if (items[item]!.from >= to) return out;
        out.push(items[item]!);
      }
    return out;
  }

  insert(reservation: Reservation): void {
    const { chunk, item } = this.find(reservation.run);
    const before = this.itemBefore(chunk, item);
    reservation.room = reservation.run - (before?.to ?? 0);
    if (chunk === this.chunks.length) {
      const last = this.chunks.at(-1);
      if (last === undefined) this.chunks.push({ items: [reservation], most: reservation.room });
      else {
        last.items.push(reservation);
        last.most = Math.max(last.most, reservation.room);
        this.halve(this.chunks.length - 1);
      }
      return;
    }
    const { items } = this.chunks[chunk]!;
    items[item]!.room = items[item]!.run - reservation.to;
    items.splice(item, 0, reservation);
    this.measure(chunk);
    this.halve(chunk);
  }

  remove(reservation: Reservation): void {
    const { chunk, item } = this.find(reservation.run - 1);
    const { items } = this.chunks[chunk]!;
    if (items[item] !== reservation) throw new Error('the reservation is not there');
    const after = items[item + 1] ?? this.chunks[chunk + 1]?.items[0];
    const before = this.itemBefore(chunk, item);
    items.splice(item, 1);
    if (after) after.room = after.run - (before?.to ?? 0);
    if (chunk + 1 < this.chunks.length && item === items.length) this.measure(chunk + 1);
    if (items.length === 0) this.chunks.splice(chunk, 1);
    else this.measure(chunk);
  }

  /** Those next to a reservation. */
  around(reservation: Reservation): {
    readonly before?: Reservation | undefined;
    readonly after?: Reservation | undefined;
  } {
    const { chunk, item } = this.find(reservation.run - 1);
    const { items } = this.chunks[chunk]!;
    return { before: this.itemBefore(chunk, item), after: items[item + 1] ?? this.chunks[chunk + 1]?.items[0] };
  }

  /** The place of the first reservation whose run starts after a moment. */
  private find(moment: number): { chunk: number; item: number } {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.chunks[middle]!.items.at(-1)!.run <= moment) low = middle + 1;
      else high = middle;
    }
    const chunk = low;
    const items = this.chunks[chunk]?.items ?? [];
    low = 0;
    high = items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle]!.run <= moment) low = middle + 1;
      else high = middle;
    }
    return { chunk, item: low };
  }
  private itemBefore(chunk: number, item: number): Reservation | undefined {
    return item > 0 ? this.chunks[chunk]!.items[item - 1] : this.chunks[chunk - 1]?.items.at(-1);
  }
  private measure(chunk: number): void {
    const found = this.chunks[chunk]!;
    found.most = found.items.reduce((most, { room }) => Math.max(most, room), 0);
  }
  private halve(chunk: number): void {
    const { items } = this.chunks[chunk]!;
    if (items.length <= MOST_ITEMS) return;
    const rest = items.splice(MOST_ITEMS / 2);
    this.chunks.splice(chunk + 1, 0, { items: rest, most: 0 });
    this.measure(chunk);
    this.measure(chunk + 1);
  }
}
