/**
 * Values of referenced records at hand (`_hop` of answers) and answers of the `resolve` call. A read that finds nothing is noted in
 * `missing`, so that its owner can ask the server once and evaluate again.
 */
import type { Json, Row, Value } from '../../schemas/language/value';
import type { Hops } from '../data/types';

export class HopStore {
  readonly missing = new Set<string>();
  /** grows with every merge; a cheap dependency for memos */
  revision = 0;
  private readonly records = new Map<string, Record<string, Json>>();
  private readonly answers = new Map<string, Value>();

  constructor(hops?: Hops) {
    if (hops !== undefined) this.merge(hops);
  }

  merge(hops: Hops | undefined): void {
    for (const [object, byId] of Object.entries(hops ?? {}))
      for (const [id, values] of Object.entries(byId)) {
        const key = `${object}:${id}`;
        this.records.set(key, { ...this.records.get(key), ...values });
      }
    this.revision++;
  }

  /** the label of a record the user just picked */
  setLabel(object: string, id: string, label: string): void {
    this.merge({ [object]: { [id]: { label } } });
  }

  /** what is known of these records, to be merged elsewhere */
  of(ids: ReadonlySet<string>): Hops {
    const found: Record<string, Record<string, Record<string, Json>>> = {};
    for (const [key, values] of this.records) {
      const at = key.indexOf(':');
      const id = key.slice(at + 1);
      if (!ids.has(id)) continue;
      const object = key.slice(0, at);
      found[object] = { ...found[object], [id]: values };
    }
    return found;
  }

  answer(key: string, value: Value): void {
    this.answers.set(key, value);
    this.revision++;
  }

  /** what came with the record; nothing is asked for */
  known(object: string, id: string, field: string): Json | undefined {
    return this.records.get(`${object}:${id}`)?.[field];
  }

  value(object: string, id: string, field: string): Value | readonly Row[] | undefined {
    const record = this.records.get(`${object}:${id}`);
    if (record !== undefined && field in record) return record[field] as Value;
    const key = `${object}:${id}:${field}`;
    if (this.answers.has(key)) return this.answers.get(key);
    this.missing.add(key);
    return undefined;
  }

  label(object: string, id: string): string | undefined {
    const label = this.records.get(`${object}:${id}`)?.label;
    return typeof label === 'string' ? label : undefined;
  }

  /** The label of a record that is shown without having been picked: it comes with the next answer. */
  wantLabel(object: string, id: string): void {
    if (this.label(object, id) === undefined) this.missing.add(`label(${object}:${id})`);
  }

  answered(key: string): Value | undefined {
    if (this.answers.has(key)) return this.answers.get(key);
    this.missing.add(key);
    return undefined;
  }
}
