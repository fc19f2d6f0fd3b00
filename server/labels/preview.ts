/** What comes out of the printer, before anything is written: one label of many, without a number yet. */
import type { Rec } from '../../schemas/language/value';
import { badRequest } from '../errors';
import type { EngineCtx } from '../records/host';
import { countLabels, draftLabels, readWishes, type Wishes } from './make';
import { labelsOf, readIds, refuseDead } from './printed';
import { countOf } from './quantities';
import { type LabelSheets, labelSheets } from './sheets';
import { contentOf } from './sorts';

type Body = Readonly<Record<string, unknown>>;
interface Preview {
  /** labels in all */
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly page: LabelSheets['pages'][number] | null;
}

/** stands where the number will be */
const NUMBER = '000000000000';

/** Body {type, tpl, rows, at}: label `at` (from 0) of the run. Only the row it belongs to is read. */
export async function previewCall(ctx: EngineCtx, body: Body): Promise<Preview> {
  const wishes = readWishes(body);
  const count = countLabels(ctx, wishes);
  const at = Math.min(indexOf(body.at), Math.max(count - 1, 0));
  const [draft] = (await draftLabels(ctx, oneOf(wishes, at))).slice(0, 1);
  return draw(ctx, wishes.tpl, count, draft);
}

/** The row of a label, with that label only: full ones are alike, the last one has the rest. */
function oneOf(wishes: Wishes, at: number): Wishes {
  let before = 0;
  for (const row of wishes.rows) {
    const isCounted = wishes.type === 'LB' && row.total > 0;
    const own = isCounted ? countOf(row.total, row.each) : row.count;
    if (at < before + own) {
      if (!isCounted) return { ...wishes, rows: [{ ...row, count: 1 }] };
      const isLast = at === before + own - 1;
      const full = row.each > 0 && row.each < row.total ? row.each : row.total;
      const total = isLast ? Number((row.total - full * (own - 1)).toFixed(8)) : full;
      return { ...wishes, rows: [{ ...row, total, each: 0 }] };
    }
    before += own;
  }
  return { ...wishes, rows: wishes.rows.slice(0, 1).map((row) => ({ ...row, total: 0, count: 1 })) };
}

/** Body {ids, tpl, at}: a label of the archive as its reprint will look. */
export const reprintPreview = (ctx: EngineCtx, body: Body): Promise<Preview> => ofArchive(ctx, body, 1);
/** The same for a first paper. */
export const labelPreview = (ctx: EngineCtx, body: Body): Promise<Preview> => ofArchive(ctx, body, 0);

async function ofArchive(ctx: EngineCtx, body: Body, more: number): Promise<Preview> {
  const ids = readIds(body.ids);
  const id = ids[Math.min(indexOf(body.at), ids.length - 1)];
  const [rec] = id === undefined ? [] : await labelsOf(ctx, [id]);
  if (!rec) throw badRequest();
  refuseDead(rec, more > 0 ? '，不能补打' : '，不能打印');
  const tpl = typeof body.tpl === 'string' ? body.tpl : String(rec.tpl ?? '');
  return draw(ctx, tpl, ids.length, { ...rec, reprintCount: Number(rec.reprintCount ?? 0) + more });
}

async function draw(ctx: EngineCtx, tpl: string, count: number, rec: Rec | undefined): Promise<Preview> {
  const given = rec && typeof rec.labelNo !== 'string' ? { ...rec, labelNo: NUMBER, createdAt: ctx.now } : rec;
  const whole = given && (typeof given.content === 'string' ? given : { ...given, content: contentOf(given) });
  const { width, height, pages } = await labelSheets(ctx, tpl, whole ? [whole] : []);
  return { count, width, height, page: pages[0] ?? null };
}
const indexOf = (at: unknown): number => (typeof at === 'number' && Number.isInteger(at) && at > 0 ? at : 0);

/** Body {ids}: labels of the archive as the screen lists them. */
export async function labelsCall(ctx: EngineCtx, body: Body) {
  const labels = await labelsOf(ctx, readIds(body.ids));
  const units = await ctx.records.many(
    'unit',
    [...new Set(labels.flatMap(({ unit }) => (typeof unit === 'string' ? [unit] : [])))],
    { stored: true },
  );
  const names = new Map(units.map((unit) => [unit.id, unit.name]));
  return labels.map((label) => ({
    id: label.id,
    labelNo: label.labelNo,
    type: label.type,
    refCode: label.refCode ?? '',
    name: label.name ?? '',
    spec: label.spec ?? '',
    attrKey: label.attrKey ?? '',
    batchNbr: label.batchNbr ?? '',
    qty: label.qty ?? null,
    unitName: names.get(String(label.unit ?? '')) ?? '',
    tpl: label.tpl ?? '',
    printCount: label.printCount ?? 0,
    reprintCount: label.reprintCount ?? 0,
  }));
}
