import { type RawBuilder, sql } from 'kysely';

/** A value of a request inside a compiled statement: the text is kept, the value is put in at each run. */
export class Slot {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}
export type SlotValues = ReadonlyMap<string, unknown>;

/** A bound parameter for the value under a key, cast so that the statement types without the value. */
export const slot = (key: string, type: string): RawBuilder<unknown> => sql`${new Slot(key)}::${sql.raw(type)}`;

/** Parameters of a compiled statement with the values of this request. */
export function fill(parameters: readonly unknown[], values: SlotValues): unknown[] {
  return parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter;
    if (!values.has(parameter.key)) throw new Error(`no value for ${parameter.key}`);
    return values.get(parameter.key);
  });
}
