/** What a picked record brings: the values its fills read, with references as ids, and the labels beside them. */
import { idsOf } from '../../schemas/language/record/values';
import type { Patch } from '../../schemas/language/record/work';
import type { ObjectType, ResolvedField, ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import type { PickRow } from '../data/types';
import type { HopStore } from '../page/hop-store';
import { targetOf } from './wire';

/** Values by fill path; a path the answer does not carry is left out and read through the hops. */
export function pickHops(
  field: ResolvedField,
  target: string,
  lib: TypeLib,
  row: PickRow,
): { readonly [path: string]: Value } {
  const values: Record<string, Value> = {};
  for (const path of Object.values(field.fill ?? {})) {
    const end = endOf(lib, target, path);
    const key = end?.type === 'ref' && end.many !== true ? `${path}Id` : path;
    const value = row[key];
    if (value !== undefined) values[path] = value as Value;
  }
  return values;
}

/** Remembers labels of a picked record and of the references among its fill values. */
export function keepPicked(
  field: ResolvedField,
  target: string,
  lib: TypeLib,
  rows: readonly PickRow[],
  hops: HopStore,
): void {
  for (const row of rows) {
    hops.setLabel(target, row.id, row.label);
    for (const path of Object.values(field.fill ?? {})) {
      const end = endOf(lib, target, path);
      const id = row[`${path}Id`];
      const label = row[path];
      if (end?.type !== 'ref' || end.ref === undefined || typeof id !== 'string' || typeof label !== 'string') continue;
      hops.setLabel(end.ref === 'self' ? target : end.ref, id, label);
    }
  }
}

/** References that a patch wrote (fills, rules) are shown by labels nobody brought: they are asked for. */
export function wantLabels(object: ResolvedObject, { head, rows }: Pick<Patch, 'head' | 'rows'>, hops: HopStore): void {
  const want = (fields: ResolvedObject['fields'], values: { readonly [code: string]: unknown }): void => {
    for (const [code, value] of Object.entries(values)) {
      const field = fields[code];
      if (field?.type !== 'ref') continue;
      for (const id of idsOf(value as Value)) hops.wantLabel(targetOf(object, field), id);
    }
  };
  want(object.fields, head);
  for (const { sub, values } of rows) want(object.fields[sub]?.sub?.fields ?? {}, values);
}
/** What an input shows of a reference, so that it is drawn again when a label comes later than its value. */
export const labelsIn = (object: ResolvedObject, field: ResolvedField, value: Value, hops: HopStore): string =>
  idsOf(value)
    .map((id) => hops.label(targetOf(object, field), id) ?? '')
    .join();

function endOf(lib: TypeLib, object: string, path: string): ObjectType['fields'][string] | undefined {
  let at: string | undefined = object;
  let field: ObjectType['fields'][string] | undefined;
  for (const code of path.split('.')) {
    field = at === undefined ? undefined : lib.object(at)?.fields[code];
    at = field?.ref === 'self' ? at : field?.ref;
  }
  return field;
}
