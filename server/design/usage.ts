/** Where the codes of a dictionary stand in records: asked before an item is taken away. */
import { sql } from 'kysely';
import { isOwnCode } from '../../schemas/language/check/overlay';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { CodeUsage, Told } from '../../schemas/language/wire-design';
import { badRequest } from '../errors';
import type { EngineCtx } from '../records/host';
import type { Registry } from '../registry/registry';
import { columnsOf, storageOf, tableOf } from '../tables/names';

interface Column {
  readonly object: ResolvedObject;
  readonly field: ResolvedField;
  readonly sub?: ResolvedField;
}
const MOST = 40;

/** {dict} → rows by code and field, of what is published. Counts only: no record is shown, so they are those of the whole organisation. */
export async function usageOfDict(
  ctx: EngineCtx,
  given: Readonly<Record<string, unknown>>,
): Promise<readonly CodeUsage[]> {
  const { dict } = given;
  if (typeof dict !== 'string' || dict.length > 60) throw badRequest();
  const columns = [...ctx.registry.objects.values()].flatMap((object) => columnsWith(object, dict)).slice(0, MOST);
  const found = await Promise.all(columns.map((column) => countsOf(ctx, column)));
  return found.flat();
}

/**
 * Items that a publish takes out of own dictionaries while records hold them: they would show a bare code, and no action would move them.
 * Shipped ones lose none, and those made of actions are no document.
 */
export async function heldItems(ctx: EngineCtx, next: Registry): Promise<readonly Told[]> {
  const refused: Told[] = [];
  for (const dict of next.dicts.values()) {
    const left = new Set(dict.items.map(({ code }) => code));
    const gone = ctx.registry.dicts.get(dict.code)?.items.filter(({ code }) => !left.has(code)) ?? [];
    if (gone.length === 0 || dict.open === true || !isOwnCode(dict.code)) continue;
    for (const object of ctx.registry.objects.values())
      for (const column of columnsWith(object, dict.code)) {
        const { field, sub } = column;
        const after = next.objects.get(object.object);
        const fields = sub === undefined ? after?.fields : after?.fields[sub.code]?.sub?.fields;
        if (fields?.[field.code]?.dict !== dict.code) continue;
        for (const { code, place, rows } of await countsOf(ctx, column)) {
          const item = gone.find((item) => item.code === code);
          if (item === undefined) continue;
          const address = `${sub === undefined ? '' : `fields.${sub.code}.`}fields.${field.code}`;
          const text = `${place}：${rows}条数据是「${item.title}」，不能移除这一项，可以停用`;
          refused.push({ document: `object:${object.object}`, address, text });
        }
      }
  }
  return refused;
}

function columnsWith(object: ResolvedObject, dict: string): readonly Column[] {
  if (object.storage === 'none' || object.settings !== undefined) return [];
  const isOf = (field: ResolvedField): boolean => {
    const storage = storageOf(field);
    return field.dict === dict && field.ext !== true && (storage === 'text' || storage === 'text[]');
  };
  return Object.values(object.fields).flatMap((field): readonly Column[] =>
    field.sub === undefined
      ? isOf(field)
        ? [{ object, field }]
        : []
      : Object.values(field.sub.fields)
          .filter(isOf)
          .map((inner) => ({ object, field: inner, sub: field })),
  );
}

async function countsOf(ctx: EngineCtx, { object, field, sub }: Column): Promise<readonly CodeUsage[]> {
  const [column] = columnsOf(field);
  if (column === undefined) return [];
  const table = sql.table(
    `${object.storage === 'platform' ? 'platform' : ctx.org.schema}.${tableOf(object.object, sub?.code)}`,
  );
  const value = storageOf(field) === 'text[]' ? sql`unnest(${sql.ref(column)})` : sql.ref(column);
  const { rows } = await sql<{ code: string | null; n: string }>`
    select code, count(*) as n from (select ${value} as code from ${table}) x where code is not null group by code`.execute(
    ctx.trx,
  );
  const place = `「${object.title}」${sub === undefined ? '' : sub.title}${field.title}`;
  return rows.map(({ code, n }) => ({ code: String(code), place, rows: Number(n) }));
}
