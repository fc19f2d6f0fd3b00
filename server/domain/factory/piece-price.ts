/** 工价 (20 §4): equal conditions never overlap; a new price is audited before it ends the old one; the lookup of pay lines. */

import { dateAdd } from '../../../schemas/language/codec/date-time';
import { addDec, mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import type { ChangeOf, FoundOf, HeadOf, JudgedOf, RowOf } from '../../rows';
import { upwards } from '../tree';
import { earned, isLadder, type PriceAsk, type PriceRow, priceFor, type Tier } from './price-rules';

const CONDITIONS = ['salaryType', 'process', 'opNbr', 'material', 'materialCategory', 'team', 'skillLevel'] as const;

export const piecePrice: DomainModule<'piecePrice'> = {
  async check(record, _old, ctx) {
    const tiers = tiersOf(record);
    if (record.ladderBy !== NO_LADDER && !isLadder(tiers))
      return [{ code: 'piecePrice.tiers', path: 'tiers', text: '阶梯起始数量必须从0开始且递增' }];
    return overlaps(record, ctx);
  },
  actions: {
    async audit(record, _ask, ctx) {
      if (record.adjusts) await endOld(ctx, record.adjusts, dateAdd(record.validFrom, -1, 'day'));
      await ctx.emit('piecePrice.changed', { id: record.id, nbr: record.code });
      return undefined;
    },
    /** the old price goes on as it would have */
    async unaudit(record, _ask, ctx) {
      if (record.adjusts) await endOld(ctx, record.adjusts, record.validTo);
      return undefined;
    },
    async adjust(record, ask, ctx) {
      const next = (price: number): number =>
        typeof ask.percent === 'number'
          ? roundHalfUp(mulDec(price, 1 + ask.percent / 100), 4)
          : addDec(price, Number(ask.amount));
      await ctx.asSystem().records.save('piecePrice', {
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

/** Price and earned amount of a report line; null = 未定价. Only audited rows count. */
export const piecePayOf = async (
  ctx: Ctx,
  ask: Omit<PriceAsk, 'categories'>,
  qty: number,
  before = 0,
): Promise<{ readonly row: PriceRow; readonly amount: number } | null> => {
  const { records } = ctx.asSystem();
  const heads = await records.find(
    'piecePrice',
    'auditStatus == 2 && salaryType == 20 && process == param.process && validFrom <= param.date && (empty(validTo) || validTo >= param.date)',
    { param: { process: ask.process, date: ask.date } },
  );
  if (heads.length === 0) return null;
  const full = await records.many(
    'piecePrice',
    heads.map(({ id }) => id),
    { rows: ['tiers'] },
  );
  const routes = await codesOf(ctx, full);
  const rows = full.map((row) => priceRow(row, routes));
  const row = priceFor(rows, { ...ask, categories: await categoriesOf(ctx, ask.material) });
  return row ? { row, amount: earned(row, qty, before) } : null;
};

const NO_LADDER = '0';

/** Rows of the same conditions whose days meet, under a lock of the process so that two saves cannot miss each other. */
const overlaps = async (record: JudgedOf<'piecePrice'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const { records } = ctx.asSystem();
  await records.many('process', [record.process], { lock: true, stored: true });
  const others = await records.find('piecePrice', 'process == param.process && id != param.id', {
    param: { process: record.process, id: record.id },
  });
  const routes = await codesOf(ctx, [record, ...others]);
  const same = (other: HeadOf<'piecePrice'>): boolean =>
    CONDITIONS.every((code) => (other[code] ?? null) === (record[code] ?? null)) &&
    (routes.get(String(other.route)) ?? null) === (routes.get(String(record.route)) ?? null);
  const found = others.find(
    (other) =>
      same(other) &&
      other.validFrom <= (record.validTo ?? FOREVER) &&
      record.validFrom <= (other.validTo ?? FOREVER) &&
      // a new price and the one it will end
      record.adjusts !== other.id &&
      other.adjusts !== record.id,
  );
  if (!found) return [];
  const span = `${found.validFrom}至${found.validTo ?? '长期'}`;
  const price = found.price.toFixed(4);
  const text = `「${await nameOf(ctx, record, routes)}」在${span}已有价格${price}，有效期不能重叠`;
  return [{ code: 'piecePrice.overlap', path: 'validFrom', text }];
};

const FOREVER = '9999-12-31';

/** The conditions in words: 车削＋外管. */
const nameOf = async (
  ctx: Ctx,
  record: JudgedOf<'piecePrice'>,
  routes: ReadonlyMap<string, string>,
): Promise<string> => {
  const { records } = ctx.asSystem();
  const label = async (code: 'materialCategory' | 'team'): Promise<string> =>
    record[code] ? records.label(code, record[code]) : '';
  const name = async (code: 'process' | 'material'): Promise<string> => {
    if (!record[code]) return '';
    const [found] = await records.many(code, [record[code]], { stored: true });
    return found?.name ?? '';
  };
  const skill = records.dict('skillLevel')?.items.find(({ code }) => code === record.skillLevel)?.title ?? '';
  const route = routes.get(String(record.route));
  return [
    await name('process'),
    route === undefined ? '' : `${route} ${String(record.opNbr ?? '')}`,
    await name('material'),
    await label('materialCategory'),
    await label('team'),
    skill,
  ]
    .filter((part) => part !== '')
    .join('＋');
};

const endOld = async (ctx: Ctx, id: string, validTo: string | null): Promise<void> => {
  await ctx.asSystem().records.patch('piecePrice', id, { head: { validTo } });
};

const codesOf = async (
  ctx: Ctx,
  list: readonly Pick<HeadOf<'piecePrice'>, 'route'>[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(list.flatMap(({ route }) => (route ? [route] : [])))];
  const found = ids.length === 0 ? [] : await ctx.asSystem().records.many('route', ids, { stored: true });
  return new Map(found.map((row) => [row.id, String(row.code)]));
};

/** The category of a material and those above it, the nearest first. */
export const categoriesOf = async (ctx: Ctx, material: string | null | undefined): Promise<readonly string[]> => {
  if (!material) return [];
  const [found] = await ctx.asSystem().records.many('material', [material], { stored: true });
  return upwards(ctx, 'materialCategory', found?.materialCategory);
};

type Price = FoundOf<'piecePrice', { readonly rows: readonly ['tiers'] }>;
const priceRow = (record: Price, routes: ReadonlyMap<string, string>): PriceRow => ({
  id: record.id,
  process: record.process,
  route: routes.get(String(record.route)) ?? null,
  opNbr: record.opNbr,
  material: record.material,
  category: record.materialCategory,
  team: record.team,
  skillLevel: record.skillLevel,
  price: record.price,
  validFrom: record.validFrom,
  validTo: record.validTo,
  tiers: record.ladderBy === NO_LADDER ? [] : tiersOf(record),
});
const tiersOf = ({ tiers }: Pick<RowOf<'piecePrice'>, 'tiers'>): readonly Tier[] =>
  tiers.map(({ fromQty, price }) => ({ fromQty, price }));
/** What a new price has of the one it follows. */
const likeness = (record: RowOf<'piecePrice'>): ChangeOf<'piecePrice'> => ({
  salaryType: record.salaryType,
  process: record.process,
  opNbr: record.opNbr,
  material: record.material,
  materialCategory: record.materialCategory,
  team: record.team,
  skillLevel: record.skillLevel,
  route: record.route,
  reworkRate: record.reworkRate,
  ladderBy: record.ladderBy,
  validTo: record.validTo,
});
