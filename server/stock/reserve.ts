/**
 * The one writer of reservations (domain/40 §3.4): good own stock of a key promised to a row of a document. `reservedQty` of a balance moves
 * with them under its lock, taken in the order of postings; the caller holds that of the document they are for.
 */
import { sql } from 'kysely';
import { addDec, subDec, sumDec } from '../../schemas/language/codec/decimal';
import type { Ctx } from '../ctx';
import { refuse } from '../errors';
import { compareBinary, normaliseKey, type StockKey, stockKey } from './keys';
import { shortSentence } from './post';
import { readFacts } from './read';
import { LIVE, liveReserves, type Reserve, type ReservesOf } from './reserve-read';
import { freedBy, planExcess, type ReserveChange } from './reserve-use';
import { suggestStock, take } from './suggest';
import { stockAtKeys } from './there';
import { lockBalances } from './write';

/** A row of a document that stock is promised to. */
export interface Source {
  readonly srcType: string;
  readonly srcId: string;
  readonly srcNbr: string;
  readonly srcRowId: string;
}
export interface Wish extends Source {
  readonly material: string;
  readonly attrKey: string | null;
  readonly warehouse?: string | null;
  /** base units it still needs, with what is reserved for it already */
  readonly need: number;
  /** of it to reserve now, absent: all */
  readonly qty?: number;
  /** of the base unit */
  readonly decimals: number;
  readonly minRemainDays?: number;
  readonly expireAt?: string | null;
  readonly reason?: string | null;
}
export interface Granted {
  readonly srcRowId: string;
  readonly lines: readonly { readonly key: StockKey; readonly qty: number }[];
  readonly shortQty: number;
}

/** Reserves what there is for each wish, and says what is short: never a refusal. */
export const reserveStock = async (ctx: Ctx, wishes: readonly Wish[]): Promise<readonly Granted[]> => {
  const own = await liveReserves(ctx.trx, { srcRows: wishes.map(({ srcRowId }) => srcRowId) });
  const taken = new Map<string, number>();
  const plans: { wish: Wish; want: number; keys: readonly { key: StockKey; qty: number }[] }[] = [];
  for (const wish of wishes) {
    const has = sumDec(own.filter(({ srcRowId }) => srcRowId === wish.srcRowId).map(({ remain }) => remain));
    const want = Math.max(0, Math.min(wish.qty ?? wish.need, subDec(wish.need, has)));
    const { srcRowId: _row, ...of } = wish;
    const { lines } = await suggestStock(ctx, { ...of, need: want, taken });
    for (const line of lines) take(taken, line);
    plans.push({ wish, want, keys: lines });
  }
  const balances = await lockBalances(ctx, sortedKeys(plans.flatMap(({ keys }) => keys.map(({ key }) => key))));
  const free = new Map([...balances].map(([key, { qty, reserved }]) => [key, subDec(qty, reserved)]));
  const granted = plans.map(({ wish, want, keys }) => {
    const lines = keys.flatMap(({ key, qty }) => {
      // what was free when it was chosen may have gone before the lock
      const part = Math.min(qty, free.get(stockKey(key)) ?? 0);
      if (part <= 0) return [];
      free.set(stockKey(key), subDec(free.get(stockKey(key)) ?? 0, part));
      return [{ key, qty: part }];
    });
    return { wish, lines, shortQty: subDec(want, sumDec(lines.map(({ qty }) => qty))) };
  });
  await insertReserves(
    ctx,
    granted.flatMap(({ wish, lines }) => lines.map((line) => ({ ...line, of: wish }))),
  );
  return granted.map(({ wish, lines, shortQty }) => ({ srcRowId: wish.srcRowId, lines, shortQty }));
};

/** Gives free what reservations still hold: of rows of documents, or chosen ones. */
export const releaseReserves = async (ctx: Ctx, of: ReservesOf, reason: string | null): Promise<number> => {
  const reserves = await lockReserves(ctx, of);
  await writeReserves(
    ctx,
    reserves.map((reserve) => ({ reserve, use: 0, release: reserve.remain, docRow: null })),
    { reason },
  );
  return sumDec(reserves.map(({ remain }) => remain));
};

/** Rows keep no more than they still need: what they were reserved beyond it goes, the last to be taken first. */
export const trimReserves = async (
  ctx: Ctx,
  rows: readonly { readonly srcRowId: string; readonly need: number }[],
  reason: string | null,
): Promise<void> => {
  const reserves = await lockReserves(ctx, { srcRows: rows.map(({ srcRowId }) => srcRowId) });
  const there = await stockAtKeys(ctx, [...new Set(reserves.map(({ stockKey }) => stockKey))]);
  await writeReserves(ctx, planExcess(rows, reserves, there), { reason });
};

/** 换批: as much of a reservation on another key of the material. */
export const swapReserve = async (
  ctx: Ctx,
  id: string,
  to: Pick<StockKey, 'warehouse' | 'position' | 'batchNbr'> & { readonly qty: number; readonly reason: string },
): Promise<void> => {
  const [before] = await liveReserves(ctx.trx, { ids: [id] });
  if (!before) throw refuse('预留已消耗或已释放，请刷新', { rule: 'reserve.gone' });
  const { material, attrKey } = before.key;
  const key = normaliseKey({
    material,
    attrKey,
    warehouse: to.warehouse,
    position: to.position,
    batchNbr: to.batchNbr,
  });
  if (stockKey(key) === before.stockKey) throw refuse('换批前后是同一批次和库位', { rule: 'reserve.same' });
  const balances = await lockBalances(ctx, sortedKeys([before.key, key]));
  const [reserve] = await liveReserves(ctx.trx, { ids: [id] }, { lock: true });
  if (!reserve || reserve.remain < to.qty) throw refuse('预留已消耗或已释放，请刷新', { rule: 'reserve.gone' });
  const { qty, reserved } = balances.get(stockKey(key)) ?? { qty: 0, reserved: 0 };
  const lack = subDec(to.qty, subDec(qty, reserved));
  if (lack > 0) {
    const facts = await readFacts(ctx.trx, [key]);
    const leg = {
      key,
      rowId: id,
      leg: 1,
      lineNo: 0,
      moveKind: '',
      qty: -to.qty,
      cost: { by: 'none' },
      generate: false,
    } as const;
    throw refuse(shortSentence({ leg, stockKey: stockKey(key), qty, reserved, need: to.qty, lack }, facts), {
      terms: { qty, reserved, need: to.qty, lack },
    });
  }
  const source = await ctx.trx
    .selectFrom('stock_reserve')
    .select(['src_type', 'src_id', 'src_nbr', 'expire_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await writeReserves(ctx, [{ reserve, use: 0, release: to.qty, docRow: null }], { reason: to.reason });
  const of = {
    srcType: source.src_type,
    srcId: source.src_id,
    srcNbr: source.src_nbr,
    srcRowId: reserve.srcRowId,
    expireAt: source.expire_at,
    reason: to.reason,
  };
  await insertReserves(ctx, [{ key, qty: to.qty, of }]);
};

/** Balances of reservations in the order of postings, then the reservations themselves. */
export const lockReserves = async (ctx: Ctx, of: ReservesOf): Promise<readonly Reserve[]> => {
  const found = await liveReserves(ctx.trx, of);
  if (found.length === 0) return [];
  await lockBalances(ctx, sortedKeys(found.map(({ key }) => key)));
  return liveReserves(ctx.trx, { ids: found.map(({ id }) => id) }, { lock: true });
};
export const sortedKeys = (keys: readonly StockKey[]): readonly (readonly [string, StockKey])[] =>
  [...new Map(keys.map((key) => [stockKey(key), key] as const))].sort(([a], [b]) => compareBinary(a, b));

interface NewReserve {
  readonly key: StockKey;
  readonly qty: number;
  readonly of: Source & { readonly expireAt?: string | null; readonly reason?: string | null };
}
const insertReserves = async (ctx: Ctx, rows: readonly NewReserve[]): Promise<void> => {
  if (rows.length === 0) return;
  const me = ctx.session.me.id;
  await ctx.trx
    .insertInto('stock_reserve')
    .values(
      rows.map(({ key, qty, of }) => ({
        id: ctx.newId(),
        src_type: of.srcType,
        src_id: of.srcId,
        src_nbr: of.srcNbr,
        src_row_id: of.srcRowId,
        stock_key: stockKey(key),
        material_id: key.material,
        attr_key: key.attrKey,
        warehouse_id: key.warehouse,
        position_id: key.position,
        batch_nbr: key.batchNbr,
        qty,
        consumed_qty: 0,
        released_qty: 0,
        remain_qty: qty,
        expire_at: of.expireAt ?? null,
        reason: of.reason ?? null,
        status: LIVE,
        created_by_id: me,
        created_at: ctx.now,
        updated_by_id: me,
        updated_at: ctx.now,
      })),
    )
    .execute();
  const held = new Map<string, number>();
  for (const { key, qty } of rows) held.set(stockKey(key), addDec(held.get(stockKey(key)) ?? 0, qty));
  await moveReserved(ctx, held);
};

interface Why {
  readonly reason?: string | null;
  /** the posting that used them */
  readonly doc?: { readonly docType: string; readonly docId: string; readonly docNbr: string };
}
export const writeReserves = async (ctx: Ctx, changes: readonly ReserveChange[], why: Why): Promise<void> => {
  if (changes.length === 0) return;
  const sums = new Map<string, { use: number; release: number }>();
  for (const { reserve, use, release } of changes) {
    const known = sums.get(reserve.id) ?? { use: 0, release: 0 };
    sums.set(reserve.id, { use: addDec(known.use, use), release: addDec(known.release, release) });
  }
  const list = [...sums];
  await ctx.trx
    .updateTable('stock_reserve')
    .from(
      sql`unnest(${list.map(([id]) => id)}::uuid[], ${list.map(([, { use }]) => String(use))}::numeric[], ${list.map(([, { release }]) => String(release))}::numeric[])`.as(
        sql`v(id, used, gone)`,
      ),
    )
    .set({
      consumed_qty: sql`consumed_qty + v.used`,
      released_qty: sql`released_qty + v.gone`,
      remain_qty: sql`remain_qty - v.used - v.gone`,
      status: sql`CASE WHEN remain_qty - v.used - v.gone > 0 THEN status WHEN v.gone > 0 THEN '80' ELSE '60' END`,
      reason: sql`CASE WHEN v.gone > 0 THEN coalesce(${why.reason ?? null}::text, reason) ELSE reason END`,
      updated_at: ctx.now,
      updated_by_id: ctx.session.me.id,
      version: sql`version + 1`,
    })
    .where(sql<boolean>`stock_reserve.id = v.id`)
    .execute();
  const used = changes.filter(({ use }) => use > 0);
  if (why.doc && used.length > 0)
    await ctx.trx
      .insertInto('stock_reserve_uses')
      .values(
        used.map(({ reserve, use, docRow }, n) => ({
          id: ctx.newId(),
          head_id: reserve.id,
          line_no: (n + 1) * 10,
          doc_type: why.doc?.docType,
          doc_id: why.doc?.docId,
          doc_nbr: why.doc?.docNbr,
          doc_row: docRow,
          qty: use,
          used_at: ctx.now,
        })),
      )
      .execute();
  await moveReserved(ctx, new Map([...freedBy(changes)].map(([key, qty]) => [key, -qty])));
};

/** A document is taken back: what it had used is reserved again, unless the promise has ended meanwhile. */
export const giveBackUses = async (
  ctx: Ctx,
  doc: { readonly docType: string; readonly docId: string },
  rows: ReadonlySet<string> | undefined,
): Promise<void> => {
  const uses = await ctx.trx
    .selectFrom('stock_reserve_uses as u')
    .innerJoin('stock_reserve as r', 'r.id', 'u.head_id')
    .select(['u.id', 'u.doc_row', 'u.qty', 'r.id as reserve', 'r.stock_key'])
    .select(
      sql<boolean>`r.status <> '80' and (r.expire_at is null or r.expire_at > ${ctx.now}::timestamptz)`.as('holds'),
    )
    .where('u.doc_id', '=', doc.docId)
    .where('u.doc_type', '=', doc.docType)
    .orderBy('r.id')
    .forUpdate('r')
    .execute();
  const back = uses.filter(({ doc_row }) => rows === undefined || rows.has(String(doc_row)));
  const held = new Map<string, number>();
  for (const { reserve, stock_key, qty, holds } of back) {
    await ctx.trx
      .updateTable('stock_reserve')
      .set({
        consumed_qty: sql`consumed_qty - ${qty}::numeric`,
        ...(holds
          ? { remain_qty: sql`remain_qty + ${qty}::numeric`, status: LIVE }
          : { released_qty: sql`released_qty + ${qty}::numeric`, status: '80' }),
        updated_at: ctx.now,
        version: sql`version + 1`,
      })
      .where('id', '=', reserve)
      .execute();
    if (holds) held.set(stock_key, addDec(held.get(stock_key) ?? 0, Number(qty)));
  }
  if (back.length > 0)
    await ctx.trx
      .deleteFrom('stock_reserve_uses')
      .where(
        'id',
        'in',
        back.map(({ id }) => id),
      )
      .execute();
  await moveReserved(ctx, held);
};

const moveReserved = async (ctx: Ctx, by: ReadonlyMap<string, number>): Promise<void> => {
  const list = [...by].filter(([, qty]) => qty !== 0);
  if (list.length === 0) return;
  await ctx.trx
    .updateTable('stock_balance')
    .from(
      sql`unnest(${list.map(([key]) => key)}::text[], ${list.map(([, qty]) => String(qty))}::numeric[])`.as(
        sql`v(stock_key, moved)`,
      ),
    )
    .set({ reserved_qty: sql`reserved_qty + v.moved`, updated_at: ctx.now })
    .where(sql<boolean>`stock_balance.stock_key = v.stock_key`)
    .execute();
};

/** Promises whose time is over; answers how many. */
export const expireReserves = async (ctx: Ctx): Promise<number> => {
  const rows = await ctx.trx
    .selectFrom('stock_reserve')
    .select('id')
    .where('status', '=', LIVE)
    .where('is_deleted', '=', 0)
    .where('expire_at', '<=', ctx.now)
    .orderBy('id')
    .limit(5_000)
    .execute();
  await releaseReserves(ctx, { ids: rows.map(({ id }) => String(id)) }, '已到失效时间');
  return rows.length;
};
