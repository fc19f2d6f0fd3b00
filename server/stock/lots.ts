/** Lots of a posting: typed ones are made (or met again) before the balances are locked, generated numbers come last. */
import type { Ctx, Trx } from '../ctx';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { nextBatchNbr, ownNumbered } from './batch-number';
import { type BatchFact, batchKey, type Facts } from './facts';
import { compareBinary, normaliseKey, stockKey } from './keys';
import type { Leg, LegInput, NewBatch } from './legs';
import type { Balance } from './post';
import { readBatches } from './read';
import { lockBalances } from './write';

interface Doc {
  readonly docType: string;
  readonly docNbr: string;
}
interface Wanted extends NewBatch {
  readonly material: string;
  readonly batchNbr: string;
  readonly attrKey: string | null;
}

/** Rows for typed numbers that are new; one that is there is used again only for the very same lot of the supplier. */
export const prepareBatches = async (ctx: Ctx, input: Doc & { readonly legs: readonly LegInput[] }): Promise<void> => {
  const wanted = input.legs.flatMap(({ key, batch, qty }): Wanted[] =>
    batch && qty > 0 && key.batchNbr
      ? [{ ...batch, material: key.material, batchNbr: key.batchNbr.trim(), attrKey: key.attrKey ?? null }]
      : [],
  );
  if (wanted.length === 0) return;
  const traced = await tracedBy(
    ctx.trx,
    wanted.map(({ material }) => material),
  );
  const typed = wanted.filter(({ material }) => traced.has(material)).sort((a, b) => compareBinary(keyOf(a), keyOf(b)));
  await insertBatches(ctx, input, typed, traced);
  const there = await readBatches(ctx.trx, typed);
  for (const lot of typed) {
    const known = there.get(keyOf(lot));
    if (!known || sameLot(known, lot)) continue;
    throw refuse(`批次${lot.batchNbr}已存在（${await originOf(ctx.trx, known)}），请更换批次号`);
  }
};

/** Lots of all legs, locked in the order of their ids; for writing when one of them gets its first receipt. */
export const readLots = async (trx: Trx, legs: readonly LegInput[]): Promise<ReadonlyMap<string, BatchFact>> => {
  const wanted = legs.flatMap(({ key }) =>
    key.batchNbr ? [{ material: key.material, batchNbr: key.batchNbr.trim() }] : [],
  );
  const there = await readBatches(trx, wanted);
  const first = legs.some(
    ({ key, qty }) =>
      qty > 0 && key.batchNbr && there.get(batchKey(key.material, key.batchNbr.trim()))?.firstInAt === null,
  );
  return readBatches(trx, wanted, first ? 'update' : 'share');
};

/** Numbers `yyMMdd` + 4 for receipts without one, one lot a row; the counter is the last lock of a posting. */
export const generateBatches = async (
  ctx: Ctx,
  doc: Doc,
  legs: readonly Leg[],
  facts: Facts,
): Promise<{ readonly legs: readonly Leg[]; readonly batches: ReadonlyMap<string, BatchFact> }> => {
  const open = legs.filter(({ generate }) => generate);
  if (open.length === 0) return { legs, batches: facts.batches };
  const lots = new Map(open.map((leg) => [lotKey(leg), leg.key.material]));
  const numbers = await numbersFor(ctx, [...lots.values()]);
  const known = new Map([...lots.keys()].map((key, n) => [key, numbers[n]!]));
  const made: Wanted[] = [];
  const named = legs.map((leg) => {
    if (!leg.generate) return leg;
    const batchNbr = known.get(lotKey(leg))!;
    made.push({ ...leg.batch, material: leg.key.material, batchNbr, attrKey: leg.key.attrKey });
    return { ...leg, key: { ...leg.key, batchNbr } };
  });
  await insertBatches(ctx, doc, made, new Map([...facts.materials].map(([id, { traceMode }]) => [id, traceMode])));
  return { legs: named, batches: new Map([...facts.batches, ...(await readBatches(ctx.trx, made))]) };
};

/** Good and bad of a row are one lot; each piece with a serial number is its own. */
const lotKey = ({ rowId, leg, key, batch }: Leg): string =>
  batch?.serial === true ? `${rowId}|${leg}` : `${rowId}|${key.material}`;

/** The next batch number of a material for what will be made of it; null when it is not traced. */
export const batchNbrOf = async (ctx: Ctx, material: string): Promise<string | null> =>
  (await tracedBy(ctx.trx, [material])).size === 0 ? null : ((await numbersFor(ctx, [material]))[0] ?? null);

/** Numbers of lots: by a rule of the organisation where there is one, all others by the block. */
const numbersFor = async (ctx: Ctx, materials: readonly string[]): Promise<readonly string[]> => {
  const own = await ownNumbered(ctx, materials);
  const plain = await takeNumbers(
    ctx,
    materials.filter((id) => !own.has(id)),
  );
  const numbers: string[] = [];
  let next = 0;
  for (const id of materials) numbers.push(own.has(id) ? await numberOf(ctx, id) : plain[next++]!);
  return numbers;
};
const numberOf = async (ctx: Ctx, id: string): Promise<string> => {
  const [material] = await ctx.asSystem().records.many('material', [id], { stored: true });
  return nextBatchNbr(ctx as EngineCtx, material ?? { id });
};

/** the shipped rule of batch.batchNbr, taken by the block */
const RULE = 'batch.batchNbr';
const DIGITS = 4;

/** One number a material row, none of them used for its material before (typed by hand or imported: the next one, 100 tries). */
const takeNumbers = async (ctx: Ctx, materials: readonly string[]): Promise<readonly string[]> => {
  const day = ctx.today.slice(2).replaceAll('-', '');
  const numbers: string[] = [];
  let queue = [...materials];
  for (let attempt = 0; queue.length > 0; attempt++) {
    if (attempt > 100) throw refuse(`单据编号「${numbers.at(-1) ?? day}」已存在`);
    const last = await step(ctx, day, queue.length);
    if (last > 10 ** DIGITS - 1)
      throw refuse(`编码规则「批次」流水号已用完（${DIGITS}位，最大${10 ** DIGITS - 1}），请加长或改变重置周期`);
    const fresh = queue.map((material, index) => ({
      material,
      batchNbr: `${day}${String(last - queue.length + 1 + index).padStart(DIGITS, '0')}`,
    }));
    const there = await readBatches(ctx.trx, fresh);
    const free = fresh.filter((item) => !there.has(batchKey(item.material, item.batchNbr)));
    numbers.push(...free.map(({ batchNbr }) => batchNbr));
    queue = queue.slice(free.length);
  }
  return numbers;
};

const step = async (ctx: Ctx, day: string, count: number): Promise<number> => {
  const row = await ctx.trx
    .insertInto('mw_counter')
    .values({ rule: RULE, scope: `${day}#20${day}`, value: count })
    .onConflict((conflict) =>
      conflict
        .columns(['rule', 'scope'])
        .doUpdateSet((eb) => ({ value: eb('mw_counter.value', '+', count), updated_at: ctx.now })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(row.value);
};

const insertBatches = async (
  ctx: Ctx,
  doc: Doc,
  lots: readonly Wanted[],
  traced: ReadonlyMap<string, string>,
): Promise<void> => {
  const rows = [...new Map(lots.map((lot) => [keyOf(lot), lot])).values()].map((lot) => ({
    id: ctx.newId(),
    material_id: lot.material,
    batch_nbr: lot.batchNbr,
    kind: traced.get(lot.material) === '2' ? '2' : '1',
    attr_key: lot.attrKey,
    supplier_id: lot.supplier ?? null,
    supplier_batch: lot.supplierBatch ?? null,
    produce_date: lot.produceDate ?? null,
    expire_date: lot.expireDate ?? null,
    src_type: doc.docType,
    src_nbr: doc.docNbr,
    created_by_id: ctx.session.me.id,
    updated_by_id: ctx.session.me.id,
    created_at: ctx.now,
    updated_at: ctx.now,
  }));
  if (rows.length === 0) return;
  await ctx.trx
    .insertInto('batch')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const sameLot = (known: BatchFact, lot: Wanted): boolean =>
  known.supplier === (lot.supplier ?? null) &&
  known.supplierBatch === (lot.supplierBatch ?? null) &&
  known.expireDate === (lot.expireDate ?? null);

/** `华东密封件，失效2028-01-06`, as far as known. */
const originOf = async (trx: Trx, { supplier, expireDate }: BatchFact): Promise<string> => {
  const row =
    supplier === null
      ? undefined
      : await trx.selectFrom('supplier').select('name').where('id', '=', supplier).executeTakeFirst();
  return [row?.name ?? '无供应商', `失效${expireDate ?? '无'}`].join('，');
};

const tracedBy = async (trx: Trx, materials: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await trx
    .selectFrom('material')
    .select(['id', 'trace_mode'])
    .where('id', 'in', [...new Set(materials)])
    .where('trace_mode', '<>', '0')
    .execute();
  return new Map(rows.map((row) => [row.id as string, row.trace_mode as string]));
};

const keyOf = ({ material, batchNbr }: { readonly material: string; readonly batchNbr: string }): string =>
  batchKey(material, batchNbr);

/** The lots and balances of legs, locked as the posting of them will: for who decides on what is there before it posts. */
export const lockKeys = async (ctx: Ctx, legs: readonly LegInput[]): Promise<ReadonlyMap<string, Balance>> => {
  await readLots(ctx.trx, legs);
  const keys = new Map(legs.map(({ key }) => normaliseKey(key)).map((key) => [stockKey(key), key]));
  return lockBalances(
    ctx,
    [...keys].sort(([a], [b]) => compareBinary(a, b)),
  );
};
