/** A column of a list page: what it selects, how a row of the driver becomes its keys on the wire, what it sorts and sums by. */
import { type RawBuilder, sql } from 'kysely';
import type { Placement, ResolvedField } from '../../../schemas/language/resolved';
import type { DbRow } from '../store/stored';
import type { Place } from './place';

export type Out = Record<string, unknown>;
/** Collects what the statement selects; every value gets a short name of its own. */
export class Selection {
  readonly place: Place;
  readonly parts: RawBuilder<unknown>[] = [];
  readonly joins = new Map<string, RawBuilder<unknown>>();
  private readonly names = new Map<string, string>();
  constructor(place: Place) {
    this.place = place;
  }

  /** name under which the value comes back; the same `key` is selected once */
  add(key: string, value: () => RawBuilder<unknown>): string {
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const name = `c${this.names.size}`;
    this.names.set(key, name);
    this.parts.push(sql`${value()} as ${sql.ref(name)}`);
    return name;
  }
  join(alias: string, text: () => RawBuilder<unknown>): void {
    if (!this.joins.has(alias)) this.joins.set(alias, text());
  }
}

export interface ListColumn {
  readonly prop: string;
  readonly title: string;
  readonly placement: Placement;
  /** field that formats the value (dictionary, unit, scale); absent for computed columns */
  readonly field?: ResolvedField;
  readonly ty: 'number' | 'bool' | 'label' | 'list' | 'other';
  /** selects, and answers how to write a row */
  select(to: Selection): (row: DbRow, out: Out) => void;
  /** value to sort and sum by; absent where SQL has none */
  value?(at: Place): RawBuilder<unknown>;
}

export type ValueAt = (at: Place) => RawBuilder<unknown>;
export type Base = Pick<ListColumn, 'prop' | 'title' | 'placement'> & { readonly field: ResolvedField };
