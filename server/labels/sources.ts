/** What is to be labelled, as the screen lists it: materials, batches, what lies at a place, lines of receipts, devices, places, people. Read in the user's rows. */
import type { Rec, Row } from '../../schemas/language/value';
import type { LabelSort, LabelSource, LabelSources } from '../../schemas/language/wire-labels';
import { badRequest, refuse } from '../errors';
import { inWrite } from '../records/context';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { loadLabels } from '../records/read/labels';
import { notThere } from '../records/read/read';
import { nextBatchNbr } from '../stock/batch-number';
import { SORTS } from './sorts';

const MAX_SOURCES = 500;
/** documents whose rows carry materials */
const RECEIPTS: ReadonlySet<string> = new Set(['enterWarehouse', 'otherReceipt', 'purchaseIn']);

/** Body {from, ids}: records of a page as rows to label. */
export async function sourcesCall(ctx: EngineCtx, body: Readonly<Record<string, unknown>>): Promise<LabelSources> {
  const { from, ids } = body;
  if (typeof from !== 'string' || !Array.isArray(ids) || !ids.every(isUuid)) throw badRequest();
  if (ids.length > MAX_SOURCES) throw badRequest(`一次最多选择${MAX_SOURCES}行`);
  const recs: Rec[] = [];
  for (const id of ids) {
    const rec = ctx.registry.find(from) ? await ctx.records.get(from, id, { scoped: true }) : null;
    if (!rec) throw notThere();
    if (rec.isDisabled === '1') throw refuse(`「${rec.name}」已停用，请重新选择`);
    recs.push(rec);
  }
  const type = (Object.keys(SORTS) as LabelSort[]).find((sort) => SORTS[sort].object === from);
  if (type !== undefined && type !== 'LB')
    return { type, rows: await Promise.all(recs.map((rec) => plain(ctx, type, rec))) };
  return { type: 'LB', rows: (await Promise.all(recs.map((rec) => materialsOf(ctx, from, rec)))).flat() };
}

async function materialsOf(ctx: EngineCtx, from: string, rec: Rec): Promise<readonly LabelSource[]> {
  if (from === 'material') return [await ofMaterial(ctx, rec, {})];
  if (from === 'batch') return withMaterials(ctx, [rec as Row], () => ({}));
  if (from === 'stockBalance')
    return withMaterials(ctx, [rec as Row], ({ qty }) => ({ total: typeof qty === 'number' ? qty : null }));
  if (!RECEIPTS.has(from)) throw badRequest();
  const src = { object: from, id: String(rec.id), nbr: String(rec.nbr ?? '') };
  return withMaterials(ctx, (rec.items as readonly Row[] | undefined) ?? [], (row) => ({
    src,
    total: typeof row.qty === 'number' ? row.qty : null,
    ...(typeof row.unit === 'string' ? { unit: row.unit } : {}),
  }));
}

type More = Partial<Pick<LabelSource, 'src' | 'total' | 'unit'>>;
async function withMaterials(ctx: EngineCtx, rows: readonly Row[], more: (row: Row) => More) {
  const ids = [...new Set(rows.map((row) => String(row.material ?? '')))].filter(isUuid);
  const known = new Map((await ctx.records.many('material', ids, { stored: true })).map((rec) => [rec.id, rec]));
  const found: LabelSource[] = [];
  for (const row of rows) {
    const rec = known.get(row.material as string);
    if (!rec) continue;
    const { attrKey, batchNbr } = row;
    found.push({
      ...(await ofMaterial(ctx, rec, more(row))),
      attrKey: text(attrKey),
      batchNbr: text(batchNbr),
    });
  }
  return found;
}

async function ofMaterial(ctx: EngineCtx, rec: Rec, more: More): Promise<LabelSource> {
  const own = await plain(ctx, 'LB', rec);
  const unit = more.unit ?? (rec.unit as string | null) ?? null;
  const [unitRec] = unit === null ? [] : await ctx.records.many('unit', [unit], { stored: true });
  return {
    ...own,
    traced: rec.traceMode === '1',
    each: Number(rec.packQty ?? 0) > 0 ? Number(rec.packQty) : null,
    unit,
    unitName: text(unitRec?.name),
    decimals: Number(unitRec?.decimals ?? 4),
    tpl: (rec.labelTpl as string | null | undefined) ?? null,
    total: more.total ?? null,
    ...(more.src ? { src: more.src } : {}),
  };
}

/** The record as a source; a switched-off one is refused by name where labels are made. */
async function plain(ctx: EngineCtx, type: LabelSort, rec: Rec): Promise<LabelSource> {
  const { spec = [] } = SORTS[type];
  return {
    id: String(rec.id),
    code: text(rec.code),
    name: text(rec.name),
    spec: (await Promise.all(spec.map((code) => shown(ctx, SORTS[type].object, code, rec)))).filter(Boolean).join(' '),
    attrKey: '',
    batchNbr: '',
    traced: false,
    total: null,
    each: null,
    unit: null,
    unitName: '',
    decimals: 0,
    tpl: null,
  };
}

/** A field as text: a reference by its name. */
export async function shown(ctx: EngineCtx, object: string, code: string, rec: Rec): Promise<string> {
  const field = ctx.registry.find(object)?.fields[code];
  const value = rec[code];
  if (!field || value === null || value === undefined) return '';
  if (field.ref === undefined) return text(value);
  const target = field.ref === 'self' ? object : field.ref;
  const [found] = await ctx.records.many(target, [String(value)], { stored: true });
  if (typeof found?.name === 'string') return found.name;
  const labels = await loadLabels(ctx, new Map([[target, new Set([String(value)])]]));
  return labels.get(target)?.get(String(value)) ?? '';
}

/** 新批次: the next number of the material's rule. */
export function batchCall(
  ctx: EngineCtx,
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly batchNbr: string }> {
  const { material } = body;
  if (!isUuid(material)) throw badRequest();
  return inWrite(ctx, async (inner) => {
    const rec = await inner.records.get('material', material, { scoped: true });
    if (!rec) throw notThere();
    return { batchNbr: await nextBatchNbr(inner, rec) };
  });
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
