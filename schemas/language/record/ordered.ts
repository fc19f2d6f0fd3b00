/** Trees whose siblings stand in an order of their own: people put them there, by dragging or by keys. */

import type { ResolvedObject } from '../resolved';
import { isTyped } from '../written';

/** The field that says it, if there is one and it may be written. */
export const orderField = ({ tree, fields }: Pick<ResolvedObject, 'tree' | 'fields'>): string | undefined => {
  const { sortNo } = fields;
  return tree !== undefined && sortNo?.type === 'int' && isTyped(sortNo) ? sortNo.code : undefined;
};

const STEP = 10;

/**
 * The number that stands behind `above` and before `below`, the numbers of the siblings at both sides in their order, and for each of
 * `below` its new number where there was no room (`undefined` = stays).
 */
export function orderBetween(
  above: readonly number[],
  below: readonly number[],
): { readonly own: number; readonly below: readonly (number | undefined)[] } {
  const first = below[0] ?? 0;
  const from = above.at(-1) ?? (first < 0 ? first - 2 * STEP : 0);
  const to = below[0] ?? from + 2 * STEP;
  if (to - from > 1)
    return { own: from + Math.min(STEP, Math.floor((to - from) / 2)), below: below.map(() => undefined) };
  let last = from + STEP;
  const own = last;
  let isFull = true;
  return {
    own,
    below: below.map((number) => {
      isFull &&= number <= last;
      if (isFull) last += STEP;
      return isFull ? last : undefined;
    }),
  };
}
