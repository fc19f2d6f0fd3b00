/** Open quantities of source lines (§7.4, 40 §2.2): limit − Σ live children; a closed child counts what it executed. */
import { sql } from 'kysely';
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Env } from '../../../schemas/language/env';
import { evaluate, truth } from '../../../schemas/language/expr/evaluate';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { Rec, Row } from '../../../schemas/language/value';
import { columnOf } from '../../tables/names';
import type { ServerEnv } from '../env';
import type { EngineCtx } from '../host';
import { labelOf } from '../read/labels';
import { lineRef, liveSql, placeSql } from './link-place';
import { mapped, type PushModel } from './push-model';

export interface OpenLine {
  readonly rowId: string;
  readonly nbr: string;
  readonly lineNo: number | null;
  readonly head: Rec;
  readonly row: Row | undefined;
  /** `where` of the push holds */
  readonly isOpen: boolean;
  /** null: the quantity is not controlled */
  readonly limit: number | null;
  readonly used: number;
  readonly open: number | null;
  /** what is taken when nobody says how much: what is still to come, within what is open */
  readonly asked: number | null;
}
interface Spent {
  readonly used: number;
  /** of it in documents that are not audited: the source does not count it yet */
  readonly waiting: number;
}
const NOTHING: Spent = { used: 0, waiting: 0 };

/** Fields of a row that say how much of it was done before its document was closed. */
const EXECUTED = ['executedQty', 'issuedQty', 'receivedQty', 'shippedQty', 'qualifiedQty'];

/** Σ of live children by source line; `except` = the document that is being saved. */
export async function usedOf(
  ctx: EngineCtx,
  pm: PushModel,
  rowIds: readonly string[],
  except?: string,
): Promise<Map<string, number>> {
  const spent = await spentOf(ctx, pm, rowIds, except);
  return new Map([...spent].map(([id, { used }]) => [id, used]));
}

async function spentOf(
  ctx: EngineCtx,
  pm: PushModel,
  rowIds: readonly string[],
  except: string | undefined,
): Promise<Map<string, Spent>> {
  const { place, qty } = pm;
  if (rowIds.length === 0 || qty === undefined || !place.fields[qty]) return new Map();
  const { from, line } = placeSql(ctx.org.schema, place);
  const key = lineRef(place, line, place.key);
  const amount = lineRef(place, line, qty);
  const done = EXECUTED.find((code) => place.fields[code] && place.fields[code]?.formulaAt !== 'live');
  const state = place.object.state === undefined ? undefined : place.object.fields[place.object.state];
  const counted =
    done && state
      ? sql`case when ${sql.ref(`t.${columnOf(state)}`)} = '80' then coalesce(${lineRef(place, line, done)}, 0) else coalesce(${amount}, 0) end`
      : sql`coalesce(${amount}, 0)`;
  const other = except === undefined ? sql`true` : sql`t.id <> ${except}::uuid`;
  const audit = place.object.audited ? place.object.fields.auditStatus : undefined;
  const waiting = audit ? sql`${sql.ref(`t.${columnOf(audit)}`)} is distinct from '2'` : sql`false`;
  const { rows } = await sql<{ source: string; used: string; waiting: string | null }>`
    select ${key} as source, sum(${counted}) as used, sum(${counted}) filter (where ${waiting}) as waiting from ${from}
    where ${key} = any(${rowIds}::uuid[]) and ${liveSql(place.object)} and ${other} group by 1`.execute(ctx.trx);
  return new Map(rows.map((row) => [row.source, { used: Number(row.used), waiting: Number(row.waiting ?? 0) }]));
}

/** Lines of source documents with what is open of them. `only` = the lines that are asked for. */
export async function openLines(
  ctx: EngineCtx,
  env: ServerEnv,
  pm: PushModel,
  heads: readonly Rec[],
  options: { only?: ReadonlySet<string>; except?: string } = {},
): Promise<OpenLine[]> {
  const lines = heads.flatMap((head) => {
    const rows: readonly (Row | undefined)[] =
      pm.rows === undefined ? [undefined] : ((head[pm.rows] as readonly Row[] | undefined) ?? []);
    return rows.map((row) => ({ head, row, rowId: row?.id ?? (head.id as string) }));
  });
  const asked = lines.filter((line) => !options.only || options.only.has(line.rowId));
  const used = await spentOf(
    ctx,
    pm,
    asked.map((line) => line.rowId),
    options.except,
  );
  return env.settle((live) =>
    asked.map(({ head, row, rowId }) => {
      const scope = scopeAt(
        live,
        head,
        row,
        row && pm.rows !== undefined ? (head[pm.rows] as readonly Row[]) : undefined,
      );
      const limit = pm.limit && pm.qty !== undefined ? evaluate(pm.limit, scope) : null;
      const spent = used.get(rowId) ?? NOTHING;
      const open = typeof limit === 'number' ? subDec(limit, spent.used) : null;
      return {
        rowId,
        nbr: labelOf(pm.source, head),
        lineNo: typeof row?.lineNo === 'number' ? row.lineNo : null,
        head,
        row,
        isOpen: !pm.where || truth(pm.where, scope),
        limit: typeof limit === 'number' ? limit : null,
        used: spent.used,
        open,
        asked: askedOf(pm, live, head, row, open, spent.waiting),
      };
    }),
  );
}

/** A limit may allow more than was ordered; nobody is to take that unasked. */
function askedOf(
  pm: PushModel,
  env: Env,
  head: Rec,
  row: Row | undefined,
  open: number | null,
  waiting: number,
): number | null {
  const due = pm.asked && open !== null ? mapped(pm.asked, env, head, row) : null;
  return typeof due === 'number' && open !== null ? Math.max(0, Math.min(open, subDec(due, waiting))) : open;
}
