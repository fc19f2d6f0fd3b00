/** Ticks of an axis from zero: round steps, at most four of them. */
export const ticksTo = (most: number): readonly number[] => {
  if (!(most > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = power * ([1, 2, 2.5, 3, 5, 10].find((n) => n * power * 4 >= most) ?? 10);
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
};
/** Round limits around values, for an axis that does not begin at zero and goes beyond it only with them. */
export const around = (values: readonly number[]): readonly [number, number] => {
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = (high - low || Math.abs(high) || 1) * 0.15;
  const power = 10 ** Math.floor(Math.log10(high - low + 2 * pad));
  const step = power / 2;
  const round = (n: number): number => Number(n.toPrecision(12));
  const [bottom, top] = [Math.floor((low - pad) / step) * step, Math.ceil((high + pad) / step) * step];
  return [round(low < 0 ? bottom : Math.max(0, bottom)), round(low < 0 && high <= 0 ? Math.min(0, top) : top)];
};
