/**
 * The one resolver of scanned codes (20 §10.10), for every scan field: own patterns → label numbers → bar codes of materials and their
 * packs → codes of suppliers → GS1 → exact codes of records. Several hits are the user's to choose from; other organisations' codes are unknown, for their rows
 * are in another schema.
 */
import { gs1Of, ownCode } from '../../schemas/language/codec/scanned';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import type { ScanHit } from '../../schemas/language/wire-labels';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { OBJECT_OF } from './sorts';

type More = Partial<Omit<ScanHit, 'object' | 'objectTitle' | 'id' | 'code' | 'name'>>;
interface Found {
  readonly object: string;
  readonly rec: Rec;
  readonly more: More;
}
const MAX_TEXT = 200;
/** marks in the data of a refusal */
export const VOID = { rule: 'scan.void' };

export const unknownCode = (text: string) => refuse(`无法识别的条码：${text}`);
const DEAD = ['', '', '已作废', '已拆分', '已合并'] as const;

/** Records a code names, of these objects only where some are wanted; refuses void labels and what nobody knows. */
export async function resolveScan(
  ctx: EngineCtx,
  given: string,
  wanted?: ReadonlySet<string>,
): Promise<readonly ScanHit[]> {
  const text = given.trim().slice(0, MAX_TEXT);
  let other: Found | undefined;
  for (const stage of [byPattern, byLabel, byBarcode, bySupplier, byGs1, byCode]) {
    const found = await stage(ctx, text, wanted);
    const fitting = wanted === undefined ? found : found.filter(({ object }) => wanted.has(object));
    // a label names its material, its batch and itself: without a wish the thing it stands on
    const primary =
      wanted === undefined ? fitting.filter(({ object }, i) => i === 0 || object === fitting[0]?.object) : fitting;
    if (primary.length > 0) return primary.map((match) => hitOf(ctx, match));
    other ??= found[0];
  }
  if (other === undefined) throw unknownCode(text);
  const { objectTitle, code } = hitOf(ctx, other);
  const needed = [...(wanted ?? [])].map((object) => ctx.registry.find(object)?.title ?? object).join('、');
  throw refuse(`条码是${objectTitle}「${code}」，这里需要${needed}`);
}

type Stage = (ctx: EngineCtx, text: string, wanted?: ReadonlySet<string>) => Promise<readonly Found[]>;

const byPattern: Stage = async (ctx, text, wanted) => {
  const own = ownCode(text);
  if (!own) return [];
  if (own.type === 'LB') return byLabel(ctx, own.code, wanted);
  const object = OBJECT_OF[own.type];
  if (object === undefined) return [];
  const found = await exact(ctx, object, own.code);
  const more = own.batch === '' ? {} : { batchNbr: own.batch };
  const things = found.map((rec): Found => ({ object, rec, more }));
  if (wanted?.has('codeLabel')) return [...things, ...(await labelsWith(ctx, text))];
  return object === 'material' ? [...things, ...(await batchesOf(ctx, things, wanted))] : things;
};

/** Labels that carry this very text, the newest first. */
const labelsWith = async (ctx: EngineCtx, text: string): Promise<readonly Found[]> =>
  (
    await ctx.asSystem().records.find('codeLabel', 'content == param.text && labelStatus == 1', {
      param: { text },
      sort: '-labelNo',
      limit: 20,
    })
  ).map((rec) => ({ object: 'codeLabel', rec, more: { labelNo: String(rec.labelNo) } }));

const byLabel: Stage = async (ctx, text, wanted) => {
  const [label] = await find(ctx, 'codeLabel', 'labelNo == param.text', text);
  if (!label) return [];
  const state = DEAD[Number(label.labelStatus)];
  if (state) throw refuse(`标签「${label.labelNo}」${state}`, VOID);
  const more: More = {
    labelNo: String(label.labelNo),
    ...(label.batchNbr ? { batchNbr: String(label.batchNbr) } : {}),
    ...(label.attrKey ? { attrKey: String(label.attrKey) } : {}),
    ...(typeof label.qty === 'number' ? { qty: label.qty } : {}),
    ...(typeof label.unit === 'string' ? { unit: label.unit } : {}),
  };
  const object = label.type === 'LB' ? 'material' : OBJECT_OF[String(label.type)];
  const [rec] = object === undefined ? [] : await standsOn(ctx, object, label);
  const thing = object !== undefined && rec ? [{ object, rec, more }] : [];
  return [...thing, ...(await batchesOf(ctx, thing, wanted)), { object: 'codeLabel', rec: label, more }];
};

/** What a label stands on: by its id, else (labels that came with data) by its code. */
async function standsOn(ctx: EngineCtx, object: string, { refId, refCode }: Rec): Promise<readonly Rec[]> {
  const found = await many(ctx, object, [refId]);
  return found.length > 0 ? found : exact(ctx, object, String(refCode ?? ''));
}

const byBarcode: Stage = async (ctx, text) =>
  (await find(ctx, 'material', 'barcode == param.text || exists(units, barcode == param.text)', text)).map((rec) => ({
    object: 'material',
    rec,
    more: {},
  }));

/** A supplier's own label: the code it calls our material by. */
const bySupplier: Stage = async (ctx, text) => {
  const suppliers = await find(ctx, 'supplier', 'exists(materials, supCode == param.text)', text);
  const rows = (
    await many(
      ctx,
      'supplier',
      suppliers.map(({ id }) => id),
      ['materials'],
    )
  ).flatMap((record) => (record.materials as readonly Rec[] | undefined) ?? []);
  const ids = new Set(rows.filter((row) => row.supCode === text).map((row) => row.material));
  return (await many(ctx, 'material', [...ids])).map((rec) => ({ object: 'material', rec, more: {} }));
};

const byGs1: Stage = async (ctx, text, wanted) => {
  const gs1 = gs1Of(text);
  if (!gs1) return [];
  const more: More = {
    ...(gs1.batch === undefined ? {} : { batchNbr: gs1.batch }),
    ...(gs1.expiry === undefined ? {} : { expireDate: gs1.expiry }),
    ...(gs1.serial === undefined ? {} : { serialNo: gs1.serial }),
    ...(gs1.count === undefined ? {} : { qty: gs1.count }),
  };
  // an item number is the bar code with zeros in front
  const forms = [gs1.gtin, gs1.gtin.replace(/^0/, ''), gs1.gtin.replace(/^00/, '')];
  for (const form of new Set(forms)) {
    const things = (await byBarcode(ctx, form)).map(({ object, rec }): Found => ({ object, rec, more }));
    if (things.length > 0) return [...things, ...(await batchesOf(ctx, things, wanted))];
  }
  return [];
};

/** The code or number of a record, of what is wanted or of everything the user may open. */
const byCode: Stage = async (ctx, text, wanted) => {
  const objects = wanted
    ? [...wanted].flatMap((code) => ctx.registry.find(code) ?? [])
    : [...ctx.registry.objects.values()].filter(({ object }) => ctx.session.rights.has(`${object}:view`));
  const found: Found[] = [];
  for (const object of objects)
    for (const rec of await exact(ctx, object.object, text)) found.push({ object: object.object, rec, more: {} });
  return found;
};

/** The batch a label names, where batches are wanted. */
async function batchesOf(
  ctx: EngineCtx,
  things: readonly Found[],
  wanted?: ReadonlySet<string>,
): Promise<readonly Found[]> {
  if (!wanted?.has('batch')) return [];
  const found: Found[] = [];
  for (const { rec, more } of things) {
    if (more.batchNbr === undefined) continue;
    const where = 'material == param.material && batchNbr == param.batchNbr';
    const param = { material: rec.id as string, batchNbr: more.batchNbr };
    for (const batch of await ctx.asSystem().records.find('batch', where, { param, limit: 2 }))
      found.push({ object: 'batch', rec: batch, more });
  }
  return found;
}

const LABELLED: ReadonlySet<string> = new Set(Object.values(OBJECT_OF));
/** The field a record is known by. */
const codeField = (object: ResolvedObject): string | undefined =>
  // what has a sort of label and no code goes by its name: an operation is GD202601150001/10
  ['code', 'nbr', 'batchNbr', ...(LABELLED.has(object.object) ? object.label : [])].find((code) => {
    const field = object.fields[code];
    return field !== undefined && field.type === 'text' && field.secret === undefined && field.formulaAt !== 'live';
  });
async function exact(ctx: EngineCtx, code: string, text: string): Promise<readonly Rec[]> {
  const object = ctx.registry.find(code);
  const field = object && object.storage !== 'none' ? codeField(object) : undefined;
  return field === undefined ? [] : find(ctx, code, `${field} == param.text`, text);
}
const find = (ctx: EngineCtx, object: string, where: string, text: string): Promise<Rec[]> =>
  ctx.registry.find(object)
    ? ctx.asSystem().records.find(object, where, { param: { text }, limit: 20 })
    : Promise.resolve([]);
const many = (ctx: EngineCtx, object: string, ids: readonly unknown[], rows?: readonly string[]): Promise<Rec[]> =>
  ctx.registry.find(object)
    ? ctx.asSystem().records.many(
        object,
        ids.filter((id) => typeof id === 'string'),
        { stored: true, ...(rows ? { rows } : {}) },
      )
    : Promise.resolve([]);

function hitOf(ctx: EngineCtx, { object, rec, more }: Found): ScanHit {
  const target = ctx.registry.find(object);
  const field = object === 'codeLabel' ? 'labelNo' : target && codeField(target);
  return {
    object,
    objectTitle: target?.title ?? object,
    id: String(rec.id),
    code: String((field === undefined ? undefined : rec[field]) ?? ''),
    name: typeof rec.name === 'string' ? rec.name : '',
    ...more,
  };
}
