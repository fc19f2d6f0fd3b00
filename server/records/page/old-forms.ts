/**
 * Forms that were opened before a publish (language §12.3). What an object looked like to them is kept by its hash; a value typed into a
 * field that takes none any more is told, never dropped.
 */

import type { Many } from '../../../schemas/language/document';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { isTyped } from '../../../schemas/language/written';
import type { Trx } from '../../ctx';
import type { EngineCtx } from '../host';

/** path → type of what could be typed */
type Typed = Readonly<Record<string, string>>;

function typedFields(fields: Many<ResolvedField>, before = ''): Typed {
  return Object.fromEntries(
    Object.values(fields).flatMap((field): readonly (readonly [string, string])[] => {
      if (field.sub) return Object.entries(typedFields(field.sub.fields, `${field.code}.`));
      return isTyped(field) ? [[before + field.code, `${field.type}${field.many ? '*' : ''}`]] : [];
    }),
  );
}

/** Keeps what forms of a document knew, when another one takes its place. */
export async function keepForms(trx: Trx, objects: readonly ResolvedObject[]): Promise<void> {
  for (const { object, hash, fields, state } of objects)
    await trx
      .insertInto('mw_form')
      .values({
        object,
        hash,
        fields: JSON.stringify({ ...typedFields(fields), ...(state === undefined ? {} : { [state]: undefined }) }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Paths of values in a sent record that its form could take and the document of today does not. */
export async function lostValues(
  ctx: EngineCtx,
  object: ResolvedObject,
  hash: string,
  wire: unknown,
): Promise<readonly string[]> {
  const row = await ctx.trx
    .selectFrom('mw_form')
    .select('fields')
    .where('object', '=', object.object)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!row || typeof wire !== 'object' || wire === null) return [];
  const now = typedFields(object.fields);
  const renamed = former(object.fields);
  return Object.entries(row.fields as Typed)
    .filter(([path, type]) => {
      const today = now[path] ?? now[renamed.get(path) ?? ''];
      return today !== type && holds(wire as Wire, path);
    })
    .map(([path]) => path);
}
type Wire = Readonly<Record<string, unknown>>;
function former(fields: Many<ResolvedField>, before = '', was = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const field of Object.values(fields)) {
    if (field.was !== undefined) found.set(was + field.was, before + field.code);
    if (!field.sub) continue;
    const old = field.was ?? field.code;
    for (const [from, to] of former(field.sub.fields, `${field.code}.`, `${old}.`)) found.set(from, to);
    // rows of a renamed sub-table
    if (field.was !== undefined)
      for (const code of Object.keys(field.sub.fields)) found.set(`${field.was}.${code}`, `${field.code}.${code}`);
  }
  return found;
}
const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
function holds(wire: Wire, path: string): boolean {
  const [first = '', second] = path.split('.');
  if (second === undefined) return isFilled(wire[first]) || isFilled(wire[`${first}Id`]);
  const rows = wire[first] as { readonly set?: unknown } | readonly unknown[] | undefined;
  const list = Array.isArray(rows) ? rows : ((rows as { readonly set?: unknown } | undefined)?.set ?? []);
  return (list as readonly Wire[]).some((row) => isFilled(row[second]) || isFilled(row[`${second}Id`]));
}
