/** 工价 (20 §4): equal conditions never overlap; a new price is audited before it ends the old one; the lookup of pay lines. */

import { dateAdd } from '../../../schemas/language/codec/date-time';
import { addDec, mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { earned, isLadder, type PriceAsk, type PriceRow, priceFor, type Tier } from './price-rules';

const CONDITIONS = ['salaryType', 'process', 'opNbr', 'material', 'materialCategory', 'team', 'skillLevel'];

export const piecePrice: DomainModule = {
  async check(record, _old, ctx) {
    const tiers = tiersOf(record);
    if (record.ladderBy !== NO_LADDER && !isLadder(tiers))
      return [{ code: 'piecePrice.tiers', path: 'tiers', text: '阶梯起始数量必须从0开始且递增' }];
    return overlaps(record, ctx);
  },
  actions: {
    async audit(record, _ask, ctx) {
      if (typeof record.adjusts === 'string')
        await endOld(ctx, record.adjusts, dateAdd(String(record.validFrom), -1, 'day'));
      await ctx.emit('piecePrice.changed', { ids: [record.id] });
      return undefined;
    },
    /** the old price goes on as it would have */
    async unaudit(record, _ask, ctx) {
      if (typeof record.adjusts === 'string')
        await endOld(ctx, record.adjusts, (record.validTo as string | null) ?? null);
      return undefined;
    },
    async adjust(record, ask, ctx) {
      const next = (price: unknown): number =>
        typeof ask.percent === 'number'
          ? roundHalfUp(mulDec(Number(price), 1 + ask.percent / 100), 4)
          : addDec(Number(price), Number(ask.amount));
      const copy: Rec = {};
      for (const code of [...CONDITIONS, 'route', 'reworkRate', 'ladderBy', 'validTo'])
        copy[code] = record[code] ?? null;
      await ctx.asSystem().records.save('piecePrice', {
        ...copy,
        price: next(record.price),
        validFrom: ask.day as string,
        adjusts: record.id as string,
        tiers: rowsOf(record).map((row) => ({ ...row, id: ctx.newId(), price: next(row.price) })) as Row[],
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
    heads.map(({ id }) => id as string),
    { rows: ['tiers'] },
  );
  const routes = await codesOf(ctx, full);
  const rows = full.map((one) => priceRow(one, routes));
  const row = priceFor(rows, { ...ask, categories: await categoriesOf(ctx, ask.material) });
  return row ? { row, amount: earned(row, qty, before) } : null;
};

const NO_LADDER = '0';

/** Rows of the same conditions whose days meet, under a lock of the process so that two saves cannot miss each other. */
const overlaps = async (record: Rec, ctx: Ctx): Promise<readonly Problem[]> => {
  if (typeof record.process !== 'string') return [];
  const { records } = ctx.asSystem();
  await records.many('process', [record.process], { lock: true, stored: true });
  const others = await records.find('piecePrice', 'process == param.process && id != param.id', {
    param: { process: record.process, id: record.id as string },
  });
  const routes = await codesOf(ctx, [record, ...others]);
  const same = (other: Rec): boolean =>
    CONDITIONS.every((code) => (other[code] ?? null) === (record[code] ?? null)) &&
    (routes.get(String(other.route)) ?? null) === (routes.get(String(record.route)) ?? null);
  const found = others.find(
    (other) =>
      same(other) &&
      String(other.validFrom) <= String(record.validTo ?? FOREVER) &&
      String(record.validFrom) <= String(other.validTo ?? FOREVER) &&
      // a new price and the one it will end
      record.adjusts !== other.id &&
      other.adjusts !== record.id,
  );
  if (!found) return [];
  const span = `${String(found.validFrom)}至${typeof found.validTo === 'string' ? found.validTo : '长期'}`;
  const price = Number(found.price).toFixed(4);
  const text = `「${await nameOf(ctx, record, routes)}」在${span}已有价格${price}，有效期不能重叠`;
  return [{ code: 'piecePrice.overlap', path: 'validFrom', text }];
};

const FOREVER = '9999-12-31';

/** The conditions in words: 车削＋外管. */
const nameOf = async (ctx: Ctx, record: Rec, routes: ReadonlyMap<string, string>): Promise<string> => {
  const { records } = ctx.asSystem();
  const label = async (object: string, code: string): Promise<string> =>
    typeof record[code] === 'string' ? records.label(object, record[code]) : '';
  const name = async (object: string, code: string): Promise<string> => {
    if (typeof record[code] !== 'string') return '';
    const [found] = await records.many(object, [record[code]], { stored: true });
    return String(found?.name ?? '');
  };
  const skill = records.dict('skillLevel')?.items.find(({ code }) => code === record.skillLevel)?.title ?? '';
  const route = routes.get(String(record.route));
  return [
    await name('process', 'process'),
    route === undefined ? '' : `${route} ${String(record.opNbr ?? '')}`,
    await name('material', 'material'),
    await label('materialCategory', 'materialCategory'),
    await label('team', 'team'),
    skill,
  ]
    .filter((part) => part !== '')
    .join('＋');
};

const endOld = async (ctx: Ctx, id: string, validTo: string | null): Promise<void> => {
  await ctx.asSystem().records.patch('piecePrice', id, { head: { validTo } });
};

const codesOf = async (ctx: Ctx, list: readonly Rec[]): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(list.map(({ route }) => route).filter((one): one is string => typeof one === 'string'))];
  const found = ids.length === 0 ? [] : await ctx.asSystem().records.many('route', ids, { stored: true });
  return new Map(found.map((one) => [one.id as string, String(one.code)]));
};

/** The category of a material and those above it, the nearest first. */
const categoriesOf = async (ctx: Ctx, material: string | null | undefined): Promise<readonly string[]> => {
  const { records } = ctx.asSystem();
  const [found] = typeof material === 'string' ? await records.many('material', [material], { stored: true }) : [];
  const list: string[] = [];
  for (let at = found?.materialCategory as string | null | undefined; at && !list.includes(at); ) {
    list.push(at);
    const [category]: Rec[] = await records.many('materialCategory', [at], { stored: true });
    at = category?.parent as string | null | undefined;
  }
  return list;
};

const priceRow = (record: Rec, routes: ReadonlyMap<string, string>): PriceRow => ({
  id: record.id as string,
  process: record.process as string,
  route: routes.get(String(record.route)) ?? null,
  opNbr: (record.opNbr as number | null) ?? null,
  material: (record.material as string | null) ?? null,
  category: (record.materialCategory as string | null) ?? null,
  team: (record.team as string | null) ?? null,
  skillLevel: (record.skillLevel as string | null) ?? null,
  price: Number(record.price),
  validFrom: String(record.validFrom),
  validTo: (record.validTo as string | null) ?? null,
  tiers: record.ladderBy === NO_LADDER ? [] : tiersOf(record),
});
const rowsOf = (record: Rec): readonly Row[] => (record.tiers as readonly Row[] | undefined) ?? [];
const tiersOf = (record: Rec): readonly Tier[] =>
  rowsOf(record).map(({ fromQty, price }) => ({ fromQty: Number(fromQty ?? 0), price: Number(price ?? 0) }));
