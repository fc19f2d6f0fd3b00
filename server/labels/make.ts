/** Labels from what the screen asks for: checks, quantities, one row of the archive each (20 §3 codePrint). */

import { modelOf } from '../../schemas/language/record/model';
import type { Rec } from '../../schemas/language/value';
import type { LabelSort } from '../../schemas/language/wire-labels';
import { badRequest, refuse } from '../errors';
import { nextCode } from '../records/codes/codes';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { notThere } from '../records/read/read';
import { inBulk } from '../records/save/bulk';
import { countOf, spread } from './quantities';
import { labelTemplate } from './sheets';
import { isSort, SORTS } from './sorts';
import { shown } from './sources';

/** One row of the grid. */
export interface Wish {
  readonly id: string;
  readonly attrKey: string;
  readonly batchNbr: string;
  readonly total: number;
  readonly each: number;
  /** labels of a row without quantity */
  readonly count: number;
  readonly unit?: string;
  readonly src?: { readonly object: string; readonly id: string };
}
export interface Wishes {
  readonly type: LabelSort;
  readonly tpl: string;
  readonly rows: readonly Wish[];
}

const MAX_ROWS = 500;

export function readWishes(body: Readonly<Record<string, unknown>>): Wishes {
  const { type, tpl, rows } = body;
  if (!isSort(type) || typeof tpl !== 'string' || !Array.isArray(rows)) throw badRequest();
  if (rows.length === 0) throw refuse('请先选择要打印的对象');
  if (rows.length > MAX_ROWS) throw badRequest(`一次最多选择${MAX_ROWS}行`);
  return { type, tpl, rows: (rows as readonly unknown[]).map(readWish) };
}

function readWish(given: unknown): Wish {
  if (typeof given !== 'object' || given === null) throw badRequest();
  const { id, attrKey, batchNbr, total, each, count, unit, src } = given as Record<string, unknown>;
  if (!isUuid(id)) throw badRequest();
  const source = src as { object?: unknown; id?: unknown } | null | undefined;
  return {
    id,
    attrKey: textOf(attrKey, 200),
    batchNbr: textOf(batchNbr, 50),
    total: numberOf(total),
    each: numberOf(each),
    count: Math.floor(numberOf(count)),
    ...(isUuid(unit) ? { unit } : {}),
    ...(source && typeof source.object === 'string' && isUuid(source.id)
      ? { src: { object: source.object, id: source.id } }
      : {}),
  };
}
const textOf = (value: unknown, most: number): string => {
  if (value === undefined || value === null) return '';
  // a bar ends a part of the code
  if (typeof value !== 'string' || value.length > most || value.includes('|')) throw badRequest();
  return value.trim();
};
const numberOf = (value: unknown): number => {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > 1e12) throw badRequest();
  return value;
};

const LB: ReadonlySet<LabelSort> = new Set(['LB']);
/** Rows of materials are labelled by quantity. */
const isCounted = ({ type }: Wishes, { total }: Wish): boolean => LB.has(type) && total > 0;

/** How many labels the rows come to; more than one run prints is refused. */
export function countLabels(ctx: EngineCtx, wishes: Wishes): number {
  const most = Number(ctx.setting('label.perRun') ?? 2000);
  let count = 0;
  for (const wish of wishes.rows) count += isCounted(wishes, wish) ? countOf(wish.total, wish.each) : wish.count;
  if (count > most) throw refuse(`单次最多打印${most}张，请分批打印`);
  return count;
}

/** Labels as they would be, without numbers; what cannot be labelled is refused by name. */
export async function draftLabels(ctx: EngineCtx, wishes: Wishes): Promise<readonly Rec[]> {
  labelTemplate(ctx, wishes.tpl);
  countLabels(ctx, wishes);
  const drafts: Rec[] = [];
  for (const wish of wishes.rows) {
    const head = await headOf(ctx, wishes, wish);
    const single = isCounted(wishes, wish)
      ? spread(wish.total, wish.each).map((qty) => ({ ...head, qty }))
      : Array.from({ length: wish.count }, () => head);
    drafts.push(...single);
  }
  return drafts;
}

async function headOf(ctx: EngineCtx, wishes: Wishes, wish: Wish): Promise<Rec> {
  const { type, tpl } = wishes;
  const info = SORTS[type];
  const rec = await ctx.records.get(info.object, wish.id, { scoped: true });
  if (!rec) throw notThere();
  if (rec.isDisabled === '1') throw refuse(`「${rec.name}」已停用，请重新选择`);
  const spec = await Promise.all((info.spec ?? []).map((code) => shown(ctx, info.object, code, rec)));
  const head: Rec = {
    type: type === 'LB' && !isCounted(wishes, wish) ? 'MB' : type,
    refId: rec.id as string,
    refCode: rec.code as string,
    name: rec.name as string,
    spec: spec.filter(Boolean).join(' '),
    place: info.place === undefined ? '' : await shown(ctx, info.object, info.place, rec),
    tpl,
    printCount: 0,
    reprintCount: 0,
    labelStatus: '1',
  };
  if (type !== 'LB') return head;
  if (rec.traceMode === '1' && wish.batchNbr === '') throw refuse(`批次管理物料「${rec.code}」请填写批次`);
  return {
    ...head,
    material: rec.id as string,
    attrKey: wish.attrKey,
    batchNbr: wish.batchNbr,
    unit: await unitOf(ctx, rec, wish),
    ...(wish.src ? await sourceOf(ctx, wish.src) : {}),
  };
}

/** A unit of the material: the one asked for, else the basic one. What is on a label must fit it. */
async function unitOf(ctx: EngineCtx, material: Rec, { unit, total, each }: Wish): Promise<string> {
  const others = ((material.units as readonly Rec[] | undefined) ?? []).map((row) => row.unit);
  const taken = unit !== undefined && others.includes(unit) ? unit : (material.unit as string);
  const [rec] = await ctx.records.many('unit', [taken], { stored: true });
  const decimals = Number(rec?.decimals ?? 4);
  for (const qty of [total, each])
    if (Number(qty.toFixed(decimals)) !== qty) throw refuse(`单位「${rec?.name}」最多${decimals}位小数`);
  return taken;
}

async function sourceOf(
  ctx: EngineCtx,
  { object, id }: { readonly object: string; readonly id: string },
): Promise<Rec> {
  const target = ctx.registry.find(object);
  const doc = target?.audited ? await ctx.records.get(object, id, { scoped: true }) : null;
  if (!doc) throw notThere();
  return { srcType: object, srcNbr: (doc.nbr as string | null) ?? null };
}

/** Writes them into the archive, each with its number; answers their ids in order. */
export async function writeLabels(ctx: EngineCtx, drafts: readonly Rec[]): Promise<readonly string[]> {
  const system = ctx.asSystem() as EngineCtx;
  const model = modelOf(system.records.object('codeLabel'), system.registry.lib);
  const keep = ['material', 'unit', 'user'];
  return inBulk(system, { keep, records: drafts.length, trial: false }, async (bulk) => {
    const ids: string[] = [];
    for (const draft of drafts) {
      const labelNo = await nextCode(system, model, draft);
      const saved = await system.records.save('codeLabel', { ...draft, labelNo });
      ids.push(saved.id as string);
      bulk.next();
    }
    return ids;
  });
}
