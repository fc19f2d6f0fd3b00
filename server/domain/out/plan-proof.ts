/**
 * 核对 of outside work (40 §6.5, §6.6): lines of plans, their materials and rows of sends say what effective documents say of them. They are
 * written anew from these; no document and no stock is touched.
 */
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Ctx } from '../../ctx';
import { cameLines, sentLines } from '../../datasets/out/sums';
import { lineSums, materialSums, recountPlans, shareSums, spread, wrongOf } from './standing';

export interface OutDifference {
  readonly title: string;
  readonly found: number;
  readonly expected: number;
  /** the document that says so */
  readonly doc: { readonly type: string; readonly id: string; readonly nbr: string | null };
  readonly plans: readonly string[];
}

/** plans looked at together: the database is asked a few times for all of them */
const AT_ONCE = 200;

/** At most as many as are wanted. */
export const outDifferences = async (ctx: Ctx, most: number): Promise<readonly OutDifference[]> => {
  const found: OutDifference[] = [];
  const plans = await plansThatCount(ctx);
  for (let n = 0; n < plans.length && found.length < most; n += AT_ONCE)
    found.push(...(await ofPlans(ctx, plans.slice(n, n + AT_ONCE))));
  return found.slice(0, most);
};
export const mendOut = async (ctx: Ctx, most: number): Promise<void> =>
  recountPlans(
    ctx,
    (await outDifferences(ctx, most)).flatMap(({ plans }) => plans),
  );

const plansThatCount = async (ctx: Ctx): Promise<readonly string[]> => {
  const rows = await ctx.trx
    .selectFrom('out_plan')
    .select('id')
    .where('is_deleted', '=', 0)
    .where('doc_status', '<>', '90')
    .orderBy('nbr')
    .execute();
  return rows.map(({ id }) => String(id));
};

const ofPlans = async (ctx: Ctx, ids: readonly string[]): Promise<readonly OutDifference[]> => {
  const { records } = ctx.asSystem();
  const [sent, came] = [await sentLines(ctx, ids), await cameLines(ctx, ids)];
  const [materialOf, shares] = [await materialSums(ctx, ids), spread(sent, came)];
  const sends = [...new Set(sent.map(({ doc }) => doc))].sort();
  const plans = await records.many('outPlan', ids, { rows: ['items', 'materials'], stored: true });
  const planOf = new Map(plans.flatMap(({ id, items }) => items.map((row) => [row.id, id] as const)));
  const ofPlan = plans.flatMap(({ id, nbr, items, materials }) => {
    const say = sayer(ctx.records.object('outPlan'), { id, nbr }, [id]);
    return [
      ...items.flatMap((row) => say('items', row, lineSums(row.id, sent, came))),
      ...materials.flatMap((row) => say('materials', row, materialOf(row.id))),
    ];
  });
  const ofSends = (await records.many('outSend', sends, { rows: ['items'], stored: true })).flatMap(
    ({ id, nbr, items }) => {
      const own = [...new Set(items.flatMap((row) => planOf.get(row.planRow ?? '') ?? []))];
      const say = sayer(ctx.records.object('outSend'), { id, nbr }, own);
      return items.flatMap((row) => {
        const share = shares.get(row.id);
        return share === undefined ? [] : say('items', row, shareSums(share));
      });
    },
  );
  return [...ofPlan, ...ofSends];
};

/** A row against its sums, in the words of its document. */
const sayer =
  (
    object: ResolvedObject,
    { id, nbr }: { readonly id: string; readonly nbr: string | null },
    plans: readonly string[],
  ) =>
  (
    sub: string,
    row: { readonly lineNo: number | null },
    sums: Readonly<Record<string, number>>,
  ): readonly OutDifference[] => {
    const rows = object.fields[sub];
    return wrongOf(row, sums).map(({ code, ...numbers }) => ({
      ...numbers,
      title: `${object.title} ${nbr ?? ''} ${rows?.title ?? ''}第${row.lineNo ?? ''}行 ${rows?.sub?.fields[code]?.title ?? code}`,
      doc: { type: object.object, id, nbr },
      plans,
    }));
  };
