/**
 * Rows of a sub-table worked off on the floor, one in front of the others: a code says which one is meant, the pad enters its number. A
 * row is done when it was scanned or its number was confirmed.
 */
import { gs1Of, ownCode } from '../../schemas/language/codec/scanned';
import type { Row } from '../../schemas/language/value';
import type { ScanHit } from '../../schemas/language/wire-labels';
import { scanClient } from '../data/scan-client';
import { createSignal, type Signal } from '../data/signal';
import { batchColumn } from '../form/sub-scan';
import type { GridColumn, GridHost } from '../grid/types';
import type { Echo } from './ScanBox';

export class LineDesk {
  readonly signal: Signal = createSignal();
  readonly host: GridHost;
  readonly number: GridColumn;
  readonly #checked = new Set<string>();
  #at: string | undefined;

  constructor(host: GridHost, number: GridColumn) {
    this.host = host;
    this.number = number;
  }
  get rows(): readonly Row[] {
    return this.host.store.rows;
  }
  get current(): Row | undefined {
    return this.rows.find(({ id }) => id === this.#at) ?? this.rows.find((row) => !this.isDone(row)) ?? this.rows[0];
  }
  get done(): number {
    return this.rows.filter((row) => this.isDone(row)).length;
  }
  /** What a document proposes is done when somebody said so; what only a person enters, when it is there. */
  isDone({ id, ...row }: Row): boolean {
    return this.#checked.has(id) || (!this.number.required && typeof row[this.number.code] === 'number');
  }
  /** Titles of what a code of a row may name. */
  get scans(): readonly string[] {
    const { columns } = this.host;
    const named = columns.filter(({ code, field }) => field.scan === true || code === batchColumn(columns)?.code);
    return (named.length > 0 ? named : columns.filter(({ field }) => field.ref !== undefined).slice(0, 1)).map(
      ({ title }) => title,
    );
  }
  choose(id: string): void {
    this.#at = id;
    this.signal.bump();
  }
  enter({ id }: Row, value: number | null): void {
    this.#at = id;
    this.host.change([{ row: id, col: this.number.code, value }]);
    this.signal.bump();
  }
  /** The number of the row is right; the next one comes to the front. */
  confirm(row: Row): void {
    if (typeof row[this.number.code] === 'number') this.#checked.add(row.id);
    this.#at = this.rows.find((other) => other.id !== row.id && !this.isDone(other))?.id ?? row.id;
    this.signal.bump();
  }
  /** A refusal, or null when it is gone. */
  remove({ id }: Row): string | null {
    const refusal = this.host.remove([id]);
    this.signal.bump();
    return refusal;
  }

  /** The row a code is of; else what it says of the row in front. */
  async scanned(page: string, text: string): Promise<Echo> {
    const isPlain = ownCode(text) === undefined && gs1Of(text) === undefined;
    const written = isPlain ? this.#open(this.rows.filter((row) => this.#says(row, text.trim()))) : undefined;
    if (written !== undefined) return this.#take(written);
    const { hits } = await scanClient.resolve(page, '', text);
    for (const hit of hits) {
      const row = this.#open(this.rows.filter((row) => this.#isOf(row, hit)));
      if (row !== undefined) return this.#take(row, hit);
    }
    const [hit] = hits;
    if (hit === undefined) return { tone: 'bad', text: `无法识别的条码：${text}` };
    return this.#put(hit) ?? { tone: 'bad', text: `${hit.objectTitle}「${hit.code}」不在${this.host.title}中` };
  }
  /** those that are not done come first, of them the one in front */
  #open(rows: readonly Row[]): Row | undefined {
    const left = rows.filter((row) => !this.isDone(row));
    const from = left.length > 0 ? left : rows;
    return from.find(({ id }) => id === this.#at) ?? from[0];
  }
  #says(row: Row, text: string): boolean {
    return this.host.columns.some(({ code, field }) => {
      const value = row[code];
      return field.type === 'text' && (Array.isArray(value) ? value.includes(text) : value === text);
    });
  }
  #isOf(row: Row, { object, id, batchNbr }: ScanHit): boolean {
    const isNamed = this.host.columns.some(({ code, field }) => {
      const value = row[code];
      return field.ref === object && (Array.isArray(value) ? value.includes(id) : value === id);
    });
    const lot = row.batchNbr ?? '';
    return isNamed && (batchNbr === undefined || lot === '' || lot === batchNbr);
  }
  #take(row: Row, hit?: ScanHit): Echo {
    const { host, number } = this;
    const lot = batchColumn(host.columns);
    if (lot !== undefined && hit?.batchNbr !== undefined && (row.batchNbr ?? '') === '' && host.editable(row, lot))
      host.change([{ row: row.id, col: lot.code, value: hit.batchNbr }]);
    this.#at = row.id;
    if (typeof row[number.code] === 'number') this.#checked.add(row.id);
    this.signal.bump();
    return { tone: 'good', text: `第${host.number(row, host.store.indexOf(row.id))}行 ${nameOf(host, row)}` };
  }
  /** A place, a person: the row in front takes it where it may. */
  #put(hit: ScanHit): Echo | undefined {
    const row = this.current;
    if (row === undefined) return undefined;
    const column = this.host.columns.find((each) => each.field.ref === hit.object && this.host.editable(row, each));
    if (column === undefined) return undefined;
    const label = `${hit.code} ${hit.name}`.trim();
    this.host.change([{ row: row.id, col: column.code, value: hit.id, picked: { id: hit.id, label } }]);
    this.signal.bump();
    return { tone: 'good', text: `${column.title} ${label}` };
  }
}

/** What a row is about: its first reference. */
export const nameOf = (host: GridHost, row: Row): string => {
  const column = host.columns.find(({ field }) => field.ref !== undefined);
  return column === undefined ? '' : host.text(row, column);
};
