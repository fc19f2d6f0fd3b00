/** 冻结 of keys by one record, 解冻 of rows of it (40 §3.6); a recalled lot is released with the last record that holds it. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { ChangeOf, LineOf, RowOf } from '../../rows';
import { batchKey } from '../../stock/facts';
import {
  boundSentence,
  type Freezable,
  freezable,
  freezeLegs,
  goodKeysOf,
  holdBatches,
  type Locked,
  lockFreeze,
} from '../../stock/freeze';
import { GOOD, type StockKey } from '../../stock/keys';
import { plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';

type Freeze = RowOf<'freezeRecord'>;
type Line = LineOf<'freezeRecord', 'items'>;
export const RECALL = '2';
export type Notice = Partial<LineOf<'freezeRecord', 'notices'>>;

export interface FreezeInput {
  readonly kind?: '1' | '2';
  readonly reason: string;
  /** qty in base units; null = all that is good */
  readonly keys: readonly { readonly key: StockKey; readonly qty: number | null }[];
  readonly releaseReserve?: boolean;
  /** lots a recall holds, those without stock among them */
  readonly lots?: readonly { readonly material: string; readonly batchNbr: string }[];
  readonly rootBatches?: readonly string[];
  readonly affectedOrders?: readonly string[];
  /** who got something of a recalled lot, and has it still */
  readonly notices?: readonly Notice[];
  /** a record of this transaction the rows are added to */
  readonly into?: string;
}
export interface FreezeResult {
  readonly id: string;
  readonly freezeNbr: string;
  /** base units that are frozen now */
  readonly moved: number;
  readonly held: number;
}

/** Freezes good stock of keys and (recall) holds lots; refuses what is reserved unless reservations are to be released. */
export const freezeStock = async (ctx: Ctx, input: FreezeInput): Promise<FreezeResult> => {
  const { reason, lots = [], kind = '1' } = input;
  const locked = await lockFreeze(
    ctx,
    input.keys.map(({ key }) => key),
    lots,
  );
  const takes = await takesOf(ctx, locked, input);
  const held = lots.flatMap(({ material, batchNbr }) => locked.batches.get(batchKey(material, batchNbr)) ?? []);
  if (takes.length === 0 && held.length === 0) throw refuse('没有可冻结的合格库存', { rule: 'freeze.none' });
  const rows = await rowsOf(ctx, takes, held, locked);
  const { records } = ctx.asSystem();
  const before = input.into === undefined ? null : await records.get('freezeRecord', input.into);
  const record = await records.save('freezeRecord', {
    id: before?.id ?? ctx.newId(),
    kind,
    reason,
    rootBatches: [...(input.rootBatches ?? [])],
    affectedOrders: [...(input.affectedOrders ?? [])],
    items: [...(before?.items ?? []), ...rows],
    ...(before ? {} : { notices: (input.notices ?? []).map((notice) => ({ ...notice, id: ctx.newId() })) }),
  });
  await postStock(ctx.asSystem(), {
    ...docOf(record, ctx),
    append: true,
    overReserved: input.releaseReserve === true,
    legs: takes.flatMap(({ key, take }, n) => freezeLegs(rows[n]!.id, key, take, 'freeze')),
  });
  await holdBatches(
    ctx,
    held.map(({ id }) => id),
    record.nbr,
  );
  await ctx.emit('freezeRecord.frozen', { object: 'freezeRecord', id: record.id, nbr: record.nbr });
  return {
    id: record.id,
    freezeNbr: record.nbr,
    moved: takes.reduce((sum, { take }) => addDec(sum, take), 0),
    held: held.length,
  };
};

const docOf = (record: Freeze, ctx: Ctx) => ({
  docType: 'freezeRecord',
  docId: record.id,
  docNbr: record.nbr,
  bizDate: ctx.today,
});

interface Take extends Freezable {
  readonly key: StockKey;
}
const takesOf = async (ctx: Ctx, locked: Locked, { keys, releaseReserve }: FreezeInput): Promise<readonly Take[]> => {
  const takes: Take[] = [];
  for (const { key, qty } of keys) {
    const found = freezable(locked, key, qty);
    if (found.take <= 0) continue;
    if (found.take > found.qty || (found.bound > 0 && releaseReserve !== true))
      throw refuse(boundSentence(await nameOf(ctx, key), found), {
        rule: 'freeze.reserved',
        terms: { qty: found.qty, reserved: found.reserved },
      });
    takes.push({ ...found, key });
  }
  return takes;
};
const nameOf = async (ctx: Ctx, { material, batchNbr }: StockKey): Promise<string> => {
  if (batchNbr !== null) return `批次${batchNbr}`;
  const [found] = await ctx.asSystem().records.many('material', [material], { stored: true });
  return `「${found?.name ?? ''}」`;
};

/** A row for each key, then one without quantity for each lot that lies nowhere as good stock. */
const rowsOf = async (
  ctx: Ctx,
  takes: readonly Take[],
  held: readonly { readonly id: string; readonly material: string; readonly batchNbr: string }[],
  { batches }: Locked,
) => {
  const lying = new Set(takes.map(({ key }) => batchKey(key.material, key.batchNbr ?? '')));
  const bare = held.filter(({ material, batchNbr }) => !lying.has(batchKey(material, batchNbr)));
  const ids = [...new Set([...takes.map(({ key }) => key.material), ...bare.map(({ material }) => material)])];
  const materials = new Map(
    (await ctx.asSystem().records.many('material', ids, { stored: true })).map((each) => [each.id, each]),
  );
  const about = (material: string, batchNbr: string | null) => ({
    id: ctx.newId(),
    material,
    materialName: materials.get(material)?.name ?? null,
    unit: materials.get(material)?.unit ?? null,
    batch: batchNbr === null ? null : (batches.get(batchKey(material, batchNbr))?.id ?? null),
    batchNbr,
    releasedQty: 0,
    released: false,
  });
  return [
    ...takes.map(({ key, take, bound }) => ({
      ...about(key.material, key.batchNbr),
      attrKey: key.attrKey,
      warehouse: key.warehouse,
      position: key.position,
      owner: ownerOf(key.owner),
      frozenQty: take,
      reserves: bound > 0 ? `预留${plain(bound)}` : null,
    })),
    ...bare.map(({ material, batchNbr }) => ({ ...about(material, batchNbr), frozenQty: 0 })),
  ];
};
const OWNERS = ['self', 'customer', 'supplier'] as const;
const ownerOf = (owner: string) => OWNERS.find((word) => word === owner) ?? null;

/** All good stock of a lot. */
export const freezeLot = async (
  ctx: Ctx,
  lot: Pick<RowOf<'batch'>, 'material' | 'batchNbr'>,
  input: Pick<FreezeInput, 'reason' | 'releaseReserve'>,
): Promise<FreezeResult> => {
  const keys = await goodKeysOf(ctx, [lot]);
  return freezeStock(ctx, { ...input, keys: keys.map((key) => ({ key, qty: null })) });
};

export interface Chosen {
  readonly row: string;
  /** absent: all that is frozen of it */
  readonly qty?: number | null;
}
/** Frozen stock of rows becomes good again; what another recall holds stays frozen and is passed on to its record. */
export const releaseFrozen = async (
  ctx: Ctx,
  record: Freeze,
  chosen: readonly Chosen[],
): Promise<ChangeOf<'freezeRecord'>> => {
  const asked = new Map(chosen.map(({ row, qty }) => [row, qty ?? null]));
  const rows = record.items.filter(({ id, released }) => asked.has(id) && released !== true);
  const lots = rows.flatMap(lotOf);
  const { batches } = await lockFreeze(ctx, rows.flatMap(keyOf), lots);
  const backs = rows.map((row) => ({ row, qty: backOf(row, asked.get(row.id) ?? null) }));
  const items = record.items.map((row) => {
    const back = backs.find((each) => each.row.id === row.id);
    if (!back) return row;
    const releasedQty = addDec(row.releasedQty ?? 0, back.qty);
    return { ...row, releasedQty, released: releasedQty >= (row.frozenQty ?? 0) };
  });
  const others = record.kind === RECALL ? await otherRecalls(ctx, record, lots) : [];
  if (record.kind !== RECALL) stopHeld(rows, batches);
  else await endHolds(ctx, items, others);
  const free = backs.filter(({ row }) => !others.some((other) => holds(other, row)));
  await postStock(ctx.asSystem(), {
    ...docOf(record, ctx),
    append: true,
    legs: free.flatMap(({ row, qty }) => keyOf(row).flatMap((key) => freezeLegs(row.id, key, qty, 'release'))),
  });
  for (const { row, qty } of backs.filter((back) => !free.includes(back))) await passOn(ctx, row, qty, others);
  await ctx.emit('freezeRecord.released', { object: 'freezeRecord', id: record.id, nbr: record.nbr });
  return { items, docStatus: items.every(({ released }) => released === true) ? '60' : '20' };
};

const openOf = ({ frozenQty, releasedQty }: Line): number => subDec(frozenQty ?? 0, releasedQty ?? 0);
const backOf = (row: Line, qty: number | null): number => {
  const open = openOf(row);
  if (qty === null || open === 0) return open;
  if (!(qty > 0)) throw refuse(`第${row.lineNo}行数量必须大于0`);
  if (qty > open) throw refuse(`第${row.lineNo}行未解冻${plain(open)}，本次${plain(qty)}`, { rule: 'freeze.open' });
  return qty;
};
const keyOf = ({ material, attrKey, warehouse, position, batchNbr, owner }: Line): readonly StockKey[] =>
  material === null || warehouse === null
    ? []
    : [{ material, attrKey, warehouse, position, batchNbr, owner: owner ?? 'self', qualityStatus: GOOD, stage: null }];
const lotOf = ({ material, batchNbr }: Line) =>
  material === null || batchNbr === null ? [] : [{ material, batchNbr }];

/** A recalled lot is released by its recall only. */
const stopHeld = (rows: readonly Line[], batches: Locked['batches']): void => {
  for (const { material, batchNbr } of rows.flatMap(lotOf)) {
    const lot = batches.get(batchKey(material, batchNbr));
    if (lot?.holdFlag)
      throw refuse(`${lot.kind === '2' ? '序列号' : '批次'}${batchNbr}已被${lot.freezeNbr ?? ''}召回冻结，不能解冻`);
  }
};

/** Live recalls that hold one of the lots too, locked; the newest first. */
const otherRecalls = async (
  ctx: Ctx,
  record: Freeze,
  lots: readonly { readonly material: string; readonly batchNbr: string }[],
): Promise<readonly Freeze[]> => {
  if (lots.length === 0) return [];
  const { records } = ctx.asSystem();
  const found = await records.find('freezeRecord', 'kind == 2 && docStatus in [20, 30] && id != param.id', {
    param: { id: record.id },
    sort: '-nbr',
  });
  const full = await records.many(
    'freezeRecord',
    found.map(({ id }) => id),
    { rows: ['items', 'notices'], stored: true },
  );
  const wanted = new Set(lots.map(({ material, batchNbr }) => batchKey(material, batchNbr)));
  return full.filter(({ items }) =>
    items.some(
      (row) => row.released !== true && lotOf(row).some((lot) => wanted.has(batchKey(lot.material, lot.batchNbr))),
    ),
  );
};
const holds = (other: Pick<Freeze, 'items'>, { material, batchNbr }: Line): boolean =>
  batchNbr !== null &&
  other.items.some((row) => row.released !== true && row.material === material && row.batchNbr === batchNbr);

/** The hold of a lot ends with its last row of the last recall. */
const endHolds = async (ctx: Ctx, items: readonly Line[], others: readonly Freeze[]): Promise<void> => {
  const free: string[] = [];
  for (const row of items)
    if (row.batch !== null && !holds({ items: [...items] }, row)) {
      const next = others.find((other) => holds(other, row));
      if (next) await holdBatches(ctx, [row.batch], next.nbr);
      else free.push(row.batch);
    }
  await holdBatches(ctx, [...new Set(free)], null);
};

/** Stock that stays frozen belongs to the recall that still holds it. */
const passOn = async (ctx: Ctx, row: Line, qty: number, others: readonly Freeze[]): Promise<void> => {
  const next = others.find((other) => holds(other, row));
  if (!next || qty === 0) return;
  const { records } = ctx.asSystem();
  const now = await records.get('freezeRecord', next.id, { lock: true });
  if (!now) return;
  const { id: _id, lineNo: _lineNo, ...told } = row;
  await records.save('freezeRecord', {
    id: now.id,
    items: [
      ...now.items,
      { ...told, id: ctx.newId(), frozenQty: qty, releasedQty: 0, released: false, reserves: null },
    ],
  });
};
