/** 机台工价 (30 §4): piece prices by device or its category, asked before those of the process; changed by new rows that end the old. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import type { ChangeOf, FoundOf, JudgedOf, RowOf } from '../../rows';
import { categoriesOf, piecePayOf } from '../factory/piece-price';
import { earned, isLadder, type PriceAsk, type Tier } from '../factory/price-rules';
import { upwards } from '../tree';
import { type MachinePriceRow, machinePriceFor } from './machine-price-rules';

const CONDITIONS = ['equipment', 'devCategory', 'process', 'material', 'materialCategory'] as const;

export const machinePrice: DomainModule<'machinePrice'> = {
  async check(record, _old, ctx) {
    if (record.ladderBy !== NO_LADDER && !isLadder(tiersOf(record)))
      return [{ code: 'machinePrice.tiers', path: 'tiers', text: '阶梯起始数量必须从0开始且递增' }];
    return overlaps(record, ctx);
  },
  actions: {
    async audit(record, _ask, ctx) {
      if (record.adjusts) await endOld(ctx, record.adjusts, dateAdd(record.validFrom, -1, 'day'));
      await ctx.emit('machinePrice.changed', { id: record.id, nbr: record.code });
      return undefined;
    },
    /** the old price goes on as it would have */
    async unaudit(record, _ask, ctx) {
      if (record.adjusts) await endOld(ctx, record.adjusts, record.validTo);
      return undefined;
    },
    async adjust(record, ask, ctx) {
      const next = (price: number): number => roundHalfUp(mulDec(price, 1 + ask.percent / 100), 4);
      await ctx.asSystem().records.save('machinePrice', {
        ...likeness(record),
        price: next(record.price),
        validFrom: ask.day,
        adjusts: record.id,
        tiers: record.tiers.map((row) => ({ ...row, id: ctx.newId(), price: next(row.price) })),
      });
      return undefined;
    },
  },
};

export interface Pay {
  readonly price: number;
  readonly amount: number;
  readonly from: 'machinePrice' | 'piecePrice';
  readonly id: string;
}
/** Price and earned amount of a report line: of the device, else of the process; null = 未定价. Only audited rows count. */
export const payOf = async (
  ctx: Ctx,
  ask: Omit<PriceAsk, 'categories'> & { readonly equipment?: string | null },
  qty: number,
  before = 0,
): Promise<Pay | null> => {
  const machine = ask.equipment ? await machineRow(ctx, { ...ask, equipment: ask.equipment }) : undefined;
  if (machine)
    return { price: machine.price, amount: earned(machine, qty, before), from: 'machinePrice', id: machine.id };
  const piece = await piecePayOf(ctx, ask, qty, before);
  return piece && { price: piece.row.price, amount: piece.amount, from: 'piecePrice', id: piece.row.id };
};

const NO_LADDER = '0';
const FOREVER = '9999-12-31';

const machineRow = async (
  ctx: Ctx,
  ask: Pick<PriceAsk, 'process' | 'material' | 'date'> & { readonly equipment: string },
): Promise<MachinePriceRow | undefined> => {
  const { records } = ctx.asSystem();
  const heads = await records.find(
    'machinePrice',
    'auditStatus == 2 && process == param.process && validFrom <= param.date && (empty(validTo) || validTo >= param.date)',
    { param: { process: ask.process, date: ask.date } },
  );
  if (heads.length === 0) return undefined;
  const full = await records.many(
    'machinePrice',
    heads.map(({ id }) => id),
    { rows: ['tiers'], stored: true },
  );
  const [device] = await records.many('equipment', [ask.equipment], { stored: true });
  return machinePriceFor(full.map(priceRow), {
    ...ask,
    devCategories: await upwards(ctx, 'devCategory', device?.devCategory),
    categories: await categoriesOf(ctx, ask.material),
  });
};

/** Rows of the same conditions whose days meet, under a lock of the process so that two saves cannot miss each other. */
const overlaps = async (record: JudgedOf<'machinePrice'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const { records } = ctx.asSystem();
  await records.many('process', [record.process], { lock: true, stored: true });
  const others = await records.find('machinePrice', 'process == param.process && id != param.id', {
    param: { process: record.process, id: record.id },
  });
  const found = others.find(
    (other) =>
      CONDITIONS.every((code) => (other[code] ?? null) === (record[code] ?? null)) &&
      other.validFrom <= (record.validTo ?? FOREVER) &&
      record.validFrom <= (other.validTo ?? FOREVER) &&
      // a new price and the one it will end
      record.adjusts !== other.id &&
      other.adjusts !== record.id,
  );
  if (!found) return [];
  const span = `${found.validFrom}至${found.validTo ?? '长期'}`;
  const price = found.price.toFixed(4);
  const text = `「${await nameOf(ctx, record)}」在${span}已有价格${price}，有效期不能重叠`;
  return [{ code: 'machinePrice.overlap', path: 'validFrom', text }];
};

/** The conditions in words: CNC-01＋车削＋SG-100. */
const nameOf = async (ctx: Ctx, record: JudgedOf<'machinePrice'>): Promise<string> => {
  const { records } = ctx.asSystem();
  const stored = async <O extends 'equipment' | 'devCategory' | 'process' | 'material' | 'materialCategory'>(
    object: O,
    id: string | null,
  ) => (id === null ? undefined : (await records.many(object, [id], { stored: true }))[0]);
  const parts = [
    (await stored('equipment', record.equipment))?.code,
    (await stored('devCategory', record.devCategory))?.name,
    (await stored('process', record.process))?.name,
    (await stored('material', record.material))?.code,
    (await stored('materialCategory', record.materialCategory))?.name,
  ];
  return parts.filter((part) => part !== undefined).join('＋');
};

const endOld = async (ctx: Ctx, id: string, validTo: string | null): Promise<void> => {
  await ctx.asSystem().records.patch('machinePrice', id, { head: { validTo } });
};

const priceRow = (record: FoundOf<'machinePrice', { readonly rows: readonly ['tiers'] }>): MachinePriceRow => ({
  id: record.id,
  equipment: record.equipment,
  devCategory: record.devCategory,
  process: record.process,
  material: record.material,
  category: record.materialCategory,
  price: record.price,
  validFrom: record.validFrom,
  validTo: record.validTo,
  tiers: record.ladderBy === NO_LADDER ? [] : tiersOf(record),
});
const tiersOf = ({ tiers }: Pick<RowOf<'machinePrice'>, 'tiers'>): readonly Tier[] =>
  tiers.map(({ fromQty, price }) => ({ fromQty, price }));
/** What a new price has of the one it follows. */
const likeness = (record: RowOf<'machinePrice'>): ChangeOf<'machinePrice'> => ({
  equipment: record.equipment,
  devCategory: record.devCategory,
  process: record.process,
  material: record.material,
  materialCategory: record.materialCategory,
  unit: record.unit,
  reworkRate: record.reworkRate,
  ladderBy: record.ladderBy,
  validTo: record.validTo,
});
