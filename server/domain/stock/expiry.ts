/** 失效日期 of rows that come in: what nobody typed follows from the day of production and the shelf life (40 §4). */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Ctx } from '../../ctx';

interface Aged {
  readonly material?: string | null;
  readonly produceDate?: string | null;
  expireDate?: string | null;
}

export const ageRows = async (rows: readonly Aged[], ctx: Ctx): Promise<void> => {
  const open = rows.filter(({ material, produceDate, expireDate }) => material && produceDate && !expireDate);
  if (open.length === 0) return;
  const ids = [...new Set(open.flatMap(({ material }) => material ?? []))];
  const found = await ctx.asSystem().records.many('material', ids, { stored: true });
  const lives = new Map(found.map(({ id, shelfLifeDays }) => [id, shelfLifeDays ?? 0]));
  for (const row of open) {
    const life = lives.get(row.material ?? '') ?? 0;
    if (life > 0) row.expireDate = dateAdd(row.produceDate ?? '', life, 'day') ?? null;
  }
};
