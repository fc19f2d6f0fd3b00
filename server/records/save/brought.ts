/**
 * References that come with a record the caller may use: by the link of a pushed line, or by `fill` from a reference judged beside them.
 * Their own row scope is not asked again; one that was typed instead is.
 */
import type { Env } from '../../../schemas/language/env';
import { readPath } from '../../../schemas/language/record/hop';
import type { FieldModel, FillModel, Model } from '../../../schemas/language/record/model';
import type { Row, Value } from '../../../schemas/language/value';
import type { Origin } from './draft';

/** A reference of a write, new to its record. */
export interface Use {
  readonly field: FieldModel;
  readonly path: string;
  readonly row: Row | undefined;
  readonly target: string;
  readonly id: string;
}

const holds = (value: Value | undefined, id: string): boolean =>
  Array.isArray(value) ? value.includes(id) : value === id;

/** The line it came from is one the caller may view, read under its lock in this transaction, and says just this. */
export function isLinked({ field, row, id }: Use, origin: Origin | undefined): boolean {
  const from = row === undefined ? origin?.head : origin?.rows.get(row.id);
  const came = from?.get(field.code);
  return came?.seen === true && holds(came.value, id);
}

/** The references of the same place that fill it, as they stand in this write, with the path it is read at. */
export function fillersOf(
  model: Model,
  uses: readonly Use[],
  { field, row }: Use,
): readonly { use: Use; fill: FillModel }[] {
  return uses.flatMap((use) => {
    if (use.field.sub !== field.sub || use.row?.id !== row?.id || use.field.field.many) return [];
    const fill = use.field.fill.find(({ target }) => target === field.code);
    return fill && model.fields.has(field.path) ? [{ use, fill }] : [];
  });
}

/** What the picked record says there now is just this. */
export const isFilled = (env: Env, model: Model, { use, fill }: { use: Use; fill: FillModel }, id: string): boolean =>
  holds(readPath(env, model.lib, use.target, use.id, fill.from), id);
