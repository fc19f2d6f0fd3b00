/** The trail only grows: its entries say fields by the codes of then (mw_field_rename notes which have another one since). */
import type { Many } from '../../../schemas/language/document';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Value } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import type { FieldChange } from './audit-trail';

interface Rename {
  /** the last entry under the former code */
  readonly until: number;
  readonly path: string;
  readonly now: string;
}
/** A change of an entry as it would be written today. */
export type Today = (change: FieldChange, seq: number) => FieldChange;

export async function changesToday(ctx: EngineCtx, object: ResolvedObject): Promise<Today> {
  const rows = await ctx.trx
    .selectFrom('mw_field_rename')
    .select(['path', 'now', 'trail_seq'])
    .where('object', '=', object.object)
    .orderBy('seq')
    .execute();
  const renames = rows.map(
    (row): Rename => ({ until: Number(row.trail_seq), path: String(row.path), now: String(row.now) }),
  );
  return (change, seq) => {
    const parts = PATH.exec(change.path);
    if (parts === null) return change;
    const [, head = '', row = '', column] = parts;
    const said = renames.filter(({ until }) => seq <= until).reduce(moved, { head, row, column, change });
    return formerly(object, said);
  };
}
/** `qty`, `items[<id>]`, `items[<id>].qty`; what was asked by an action has a path of its own */
const PATH = /^(\w+)(\[[^\]]*\])?(?:\.(\w+))?$/;

interface Said {
  readonly head: string;
  readonly row: string;
  readonly column: string | undefined;
  readonly change: FieldChange;
}
function moved(said: Said, { path, now }: Rename): Said {
  const [first = '', second] = path.split('.');
  const [to = '', column = ''] = now.split('.');
  if (said.head !== first || (second !== undefined && said.row === '')) return said;
  if (second === undefined) return { ...said, head: to };
  const { from, to: came, ...rest } = said.change;
  const keyed = (key: 'from' | 'to', value: Value | undefined) =>
    value === undefined ? {} : { [key]: said.column === undefined ? withKey(value, second, column) : value };
  return {
    ...said,
    column: said.column === second ? column : said.column,
    change: { ...rest, ...keyed('from', from), ...keyed('to', came) },
  };
}
/** A row that came or went says its values by column. */
const withKey = (value: Value, from: string, to: string): Value =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : (Object.fromEntries(Object.entries(value).map(([key, held]) => [key === from ? to : key, held])) as Value);

/** A field of the product has its former code with it. */
function formerly({ fields }: ResolvedObject, { head, row, column, change }: Said): FieldChange {
  if (head === 'ask') return change;
  const first = codeNow(fields, head);
  const rows = fields[first]?.sub?.fields;
  const second = column === undefined || rows === undefined ? column : codeNow(rows, column);
  return { ...change, path: `${first}${row}${second === undefined ? '' : `.${second}`}` };
}
const codeNow = (fields: Many<ResolvedField>, code: string): string =>
  Object.hasOwn(fields, code) ? code : (Object.values(fields).find(({ was }) => was === code)?.code ?? code);
