/** How many may be entered and tapped together (`floor.limit`), and why (`floor.why`). */
import type { FormModel } from '../form/form-model';
import { countOf, type FloorPlan, limitOf, type Tile, tap, tilesOf } from './floor-form';
import { plain } from './pad';

export interface FloorLimit {
  readonly most: number;
  /** 最多可报84 */
  readonly text: string;
  readonly why: string;
}

/** Undefined = none, or not known yet. */
export function floorLimit(model: FormModel, { limit, why }: FloorPlan): FloorLimit | undefined {
  const most = limit === undefined ? null : model.value(limit.code);
  if (limit === undefined || typeof most !== 'number') return undefined;
  const said = why === undefined ? null : model.value(why.code);
  return { most, text: `${limit.title}${plain(most)}`, why: typeof said === 'string' ? said : '' };
}

/** Everything that was entered with the pad and by tiles, by its name. */
export const partsOf = (
  model: FormModel,
  plan: FloorPlan,
): readonly { readonly title: string; readonly qty: number }[] => [
  ...plan.big.map(({ code, title }) => ({ title, qty: numberAt(model, code) })),
  ...plan.tiles.map(({ sub, field }) => ({
    title: sub.title,
    qty: tilesOf(model, sub.code, field).reduce((sum, { value }) => sum + countOf(model, sub, field.code, value), 0),
  })),
];
export const sumOf = (model: FormModel, plan: FloorPlan): number =>
  rounded(partsOf(model, plan).reduce((sum, { qty }) => sum + qty, 0));
const numberAt = (model: FormModel, code: string): number => {
  const value = model.value(code);
  return typeof value === 'number' ? value : 0;
};
const rounded = (value: number): number => Number(plain(value));

/** The most a number may be beside what else was entered; undefined = no limit. */
export function mostOf(model: FormModel, plan: FloorPlan, code: string): number | undefined {
  const own = limitOf(model, code);
  const limit = floorLimit(model, plan);
  if (limit === undefined) return own;
  const left = Math.max(rounded(limit.most - sumOf(model, plan) + numberAt(model, code)), 0);
  return own === undefined ? left : Math.min(own, left);
}

/** Why a number is too big, with its way of saying it: 已开工84，已报0，最多可报84，本次85. */
export function tooMuch(
  model: FormModel,
  plan: FloorPlan,
  title: string,
  code: string,
  qty: number,
  unit: string,
): string {
  const limit = floorLimit(model, plan);
  const own = limitOf(model, code);
  const sum = rounded(sumOf(model, plan) - numberAt(model, code) + qty);
  if (limit === undefined || (own !== undefined && qty > own))
    return `${title}最多 ${plain(own ?? 0)}${unit}，本次 ${plain(qty)}`;
  return `${sentenceOf(limit)}，本次${plain(sum)}`;
}
const sentenceOf = ({ text, why }: FloorLimit): string => (why === '' ? text : `${why}，${text}`);

/**
 * One tap more, or several. At the limit the piece is one of those that were counted good: it moves over from the first number; where none is left, the
 * sentence that refuses it.
 */
export function tapWithin(
  model: FormModel,
  plan: FloorPlan,
  { sub, field }: FloorPlan['tiles'][number],
  tile: Tile,
  by = 1,
): string | undefined {
  const limit = floorLimit(model, plan);
  const sum = sumOf(model, plan) + by - 1;
  const [first] = plan.big;
  if (limit !== undefined && sum + 1 > limit.most) {
    const good = first === undefined ? 0 : numberAt(model, first.code);
    const over = rounded(sum + 1 - limit.most);
    if (first === undefined || good < over) return `${sentenceOf(limit)}，本次${plain(sum + 1)}`;
    model.set(first.code, rounded(good - over));
  }
  tap(model, sub, field.code, tile, by);
  return undefined;
}
