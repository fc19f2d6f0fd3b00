/** How many may be entered and tapped together (`floor.limit`), and why (`floor.why`). */
import type { FormModel } from '../form/form-model';
import { countOf, type FloorPlan, limitOf, pieceRows, piecesOf, type Tile, tap, tilesOf } from './floor-form';
import { heldFor, rounded } from './held';
import { keptPicks } from './kept-picks';
import { plain } from './pad';

export interface FloorLimit {
  readonly most: number;
  /** 最多可报84 */
  readonly text: string;
  readonly why: string;
}

/** Undefined = none, or not known yet. */
export function floorLimit(model: FormModel, plan: FloorPlan): FloorLimit | undefined {
  const { limit } = plan;
  if (limit === undefined) return undefined;
  const [first, ...others] = boundsOf(model, plan, limit.title);
  if (first === undefined) return undefined;
  const { known, waiting, said } = others.reduce((least, each) => (restOf(each) < restOf(least) ? each : least), first);
  const most = restOf({ known, waiting });
  return {
    most,
    text: `${limit.title}${plain(most)}`,
    why: waiting === 0 ? said : `${said}，本机待上传${plain(waiting)}`,
  };
}
interface Bound {
  readonly known: number;
  /** of it on this device, so that the server does not know of it */
  readonly waiting: number;
  readonly said: string;
}
const restOf = ({ known, waiting }: Pick<Bound, 'known' | 'waiting'>): number => Math.max(rounded(known - waiting), 0);

/** What the server answered for this record; what was known before its answer, and where own reports wait. */
function boundsOf(model: FormModel, plan: FloorPlan, title: string): readonly Bound[] {
  const refs = plan.known.flatMap(({ ref, column }) => {
    const id = model.value(ref);
    return typeof id === 'string' ? [{ id, ref, column, waiting: heldFor(id, model.page.code) }] : [];
  });
  const answered = plan.limit && model.value(plan.limit.code);
  const isAnswered = typeof answered === 'number';
  const before = refs.flatMap(({ id, ref, column, waiting }) => {
    if (isAnswered && waiting === 0) return [];
    const known = keptPicks(model, ref).find((row) => row.id === id)?.[column];
    return typeof known === 'number' ? [{ known, waiting, said: `上次联网${title}${plain(known)}` }] : [];
  });
  if (!isAnswered) return before;
  const why = plan.why && model.value(plan.why.code);
  const waiting = refs[0]?.waiting ?? 0;
  const said = typeof why === 'string' && why !== '' ? why : waiting > 0 ? `${title}${plain(answered)}` : '';
  return [{ known: answered, waiting, said }, ...before];
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
  const limit = mostPieces(model, plan);
  const sum = sumOf(model, plan) + by - 1;
  const [first] = plan.big;
  if (limit !== undefined && sum + 1 > limit.most) {
    const good = first === undefined ? 0 : numberAt(model, first.code);
    const over = rounded(sum + 1 - limit.most);
    if (first === undefined || good < over) return `${limit.sentence}，本次${plain(sum + 1)}`;
    model.set(first.code, rounded(good - over));
  }
  tap(model, sub, field.code, tile, by);
  return undefined;
}
/** What may be reported, or the pieces that were scanned where those are fewer. */
function mostPieces(model: FormModel, plan: FloorPlan) {
  const limit = floorLimit(model, plan);
  const pieces = piecesOf(model, plan);
  if (pieces !== undefined && (limit === undefined || pieces < limit.most))
    return { most: pieces, sentence: `已扫${plain(pieces)}件` };
  return limit && { most: limit.most, sentence: sentenceOf(limit) };
}

/** A code of a piece: a row of its own and one more good one. Undefined = none is scanned here; else what was done, or why not. */
export function pieceScanned(
  model: FormModel,
  plan: FloorPlan,
  text: string,
): { readonly text: string; readonly isDone: boolean } | undefined {
  const found = pieceRows(model, plan);
  const sub = found && model.subs.get(found.sub.code);
  if (found === undefined || sub === undefined) return undefined;
  const { field } = found;
  if (sub.store.rows.some((row) => row[field.code] === text))
    return { text: `${field.title}${text}已扫过`, isDone: false };
  const limit = floorLimit(model, plan);
  const sum = rounded(sumOf(model, plan) + 1);
  if (limit !== undefined && sum > limit.most)
    return { text: `${sentenceOf(limit)}，本次${plain(sum)}`, isDone: false };
  const [id] = sub.add(sub.store.rows.length, 1);
  if (id === undefined) return undefined;
  sub.change([{ row: id, col: field.code, value: text }]);
  const [first] = plan.big;
  if (first !== undefined) model.set(first.code, rounded(numberAt(model, first.code) + 1));
  return { text: `${field.title} ${text}，共 ${sub.store.rows.length}`, isDone: true };
}
