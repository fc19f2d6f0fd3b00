/** The same answer with no rows, or with many: how a chart stands both is seen before anybody has such data. */
import type { ChartData, ChartRow } from '../../schemas/language/wire';

const MANY = 120;

export function emptied(data: ChartData): ChartData {
  return { ...data, rows: [], total: Object.fromEntries(data.measures.map(({ code }) => [code, null])) };
}

/** Rows again and again under other names, until there are many; numbers fall so that bars differ. */
export function multiplied(data: ChartData): ChartData {
  const { rows } = data;
  if (rows.length === 0 || data.dims.length === 0) return data;
  const made = Array.from({ length: Math.max(MANY, rows.length) }, (_, n): ChartRow => {
    const row = rows[n % rows.length] as ChartRow;
    const round = Math.floor(n / rows.length);
    if (round === 0) return row;
    const numbers = Object.entries(row.v).map(([code, value]) => [code, value === null ? null : value / (round + 1)]);
    return {
      ...row,
      k: row.k.map((key) => (typeof key === 'string' ? `${key} ${round + 1}` : key)),
      l: row.l.map((label, at) => `${label ?? String(row.k[at] ?? '')} ${round + 1}`),
      v: Object.fromEntries(numbers) as ChartRow['v'],
    };
  });
  return { ...data, rows: made };
}
