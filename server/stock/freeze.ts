/**
 * 冻结 and 解冻 of stock (domain/40 §3.6): the locks of a freeze in the order of postings, what of a key may be frozen, the legs, and the
 * hold of recalled lots. Lots are taken FOR UPDATE here and FOR SHARE by postings, so what began earlier ends first.
 */
import { subDec } from '../../schemas/language/codec/decimal';
import type { Ctx } from '../ctx';
import { type BatchFact, batchKey } from './facts';
import { compareBinary, FROZEN, GOOD, type StockKey, stockKey } from './keys';
import { type LegInput, plain } from './legs';
import { assertOpenPeriod } from './period';
import type { Balance } from './post';
import { readBatches } from './read';
import { lockBalances } from './write';

export interface Locked {
  readonly batches: ReadonlyMap<string, BatchFact>;
  readonly balances: ReadonlyMap<string, Balance>;
}
/** A key as good and as frozen stock. */
export const goodOf = (key: StockKey): StockKey => ({ ...key, qualityStatus: GOOD });
export const frozenOf = (key: StockKey): StockKey => ({ ...key, qualityStatus: FROZEN });

/** Period, lots, then both balances of each key in one sorted pass. */
export const lockFreeze = async (
  ctx: Ctx,
  keys: readonly StockKey[],
  lots: readonly { readonly material: string; readonly batchNbr: string }[] = [],
): Promise<Locked> => {
  await assertOpenPeriod(ctx, ctx.today);
  const named = keys.flatMap(({ material, batchNbr }) => (batchNbr === null ? [] : [{ material, batchNbr }]));
  const batches = await readBatches(ctx.trx, [...named, ...lots], 'update');
  const both = new Map(keys.flatMap((key) => [goodOf(key), frozenOf(key)]).map((key) => [stockKey(key), key]));
  const balances = await lockBalances(
    ctx,
    [...both].sort(([a], [b]) => compareBinary(a, b)),
  );
  return { batches, balances };
};

export interface Freezable {
  readonly qty: number;
  readonly reserved: number;
  /** what is frozen now, at most what is there */
  readonly take: number;
  /** of that, what must be taken from reservations */
  readonly bound: number;
}
/** `asked` null = all of it. */
export const freezable = ({ balances }: Locked, key: StockKey, asked: number | null): Freezable => {
  const { qty, reserved } = balances.get(stockKey(goodOf(key))) ?? { qty: 0, reserved: 0 };
  const take = asked ?? Math.max(0, qty);
  return { qty, reserved, take, bound: Math.max(0, subDec(take, Math.max(0, subDec(qty, reserved)))) };
};

export const boundSentence = (name: string, { qty, reserved }: Freezable): string =>
  `${name}可冻结${plain(Math.max(0, subDec(qty, reserved)))}（现存${plain(qty)}，预留${plain(reserved)}），如需全部冻结请选择释放预留`;

/** 81 冻结 good → frozen, 82 解冻 back; the row of the record is the row of the ledger. */
export const freezeLegs = (
  rowId: string,
  key: StockKey,
  qty: number,
  way: 'freeze' | 'release',
): readonly LegInput[] => {
  const move = { rowId, moveKind: way === 'freeze' ? '81' : '82', cost: { by: 'move' } } as const;
  const [from, to] = way === 'freeze' ? [goodOf(key), frozenOf(key)] : [frozenOf(key), goodOf(key)];
  return [
    { ...move, leg: 1, qty: -qty, key: from },
    { ...move, leg: 2, qty, key: to },
  ];
};

/** 召回冻结 of lots, or its end with null; their rows are locked. */
export const holdBatches = async (ctx: Ctx, ids: readonly string[], freezeNbr: string | null): Promise<void> => {
  if (ids.length === 0) return;
  await ctx.trx
    .updateTable('batch')
    .set((eb) => ({
      hold_flag: freezeNbr !== null,
      freeze_nbr: freezeNbr,
      version: eb('version', '+', 1),
      updated_by_id: ctx.session.me.id,
      updated_at: ctx.now,
    }))
    .where('id', 'in', [...ids])
    .execute();
};

/** Where good own or foreign stock of lots lies, pieces at suppliers aside. */
export const goodKeysOf = async (
  ctx: Ctx,
  lots: readonly { readonly material: string; readonly batchNbr: string }[],
): Promise<readonly StockKey[]> => {
  if (lots.length === 0) return [];
  const wanted = new Set(lots.map(({ material, batchNbr }) => batchKey(material, batchNbr)));
  const rows = await ctx.trx
    .selectFrom('stock_balance')
    .select(['material_id', 'attr_key', 'warehouse_id', 'position_id', 'batch_nbr', 'owner'])
    .where('material_id', 'in', [...new Set(lots.map(({ material }) => material))])
    .where('batch_nbr', 'in', [...new Set(lots.map(({ batchNbr }) => batchNbr))])
    .where('quality_status', '=', GOOD)
    .where('stage_id', 'is', null)
    .where('qty', '>', 0)
    .orderBy('stock_key')
    .execute();
  return rows
    .filter((row) => wanted.has(batchKey(String(row.material_id), String(row.batch_nbr))))
    .map((row) => ({
      material: String(row.material_id),
      attrKey: row.attr_key,
      warehouse: String(row.warehouse_id),
      position: row.position_id,
      batchNbr: row.batch_nbr,
      qualityStatus: GOOD,
      owner: String(row.owner),
      stage: null,
    }));
};
