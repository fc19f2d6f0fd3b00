/** What stands at suppliers of each line of a plan: what went, what came, and of which send (40 §6.3: the oldest open one unless named). */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { materialsSent, materialsUsed } from '../../datasets/out/materials';
import { type CameLine, cameLines, type SentLine, sentLines } from '../../datasets/out/sums';

export interface Standing {
  readonly sent: number;
  readonly received: number;
  readonly loss: number;
  readonly returned: number;
  readonly good: number;
  readonly left: number;
}
export const standingOf = (sent: readonly Pick<SentLine, 'qty'>[], came: readonly CameLine[]): Standing => {
  const sum = (of: (line: CameLine) => number): number => sumDec(came.map(of));
  const total = {
    sent: sumDec(sent.map(({ qty }) => qty)),
    received: sum(({ received }) => received),
    loss: sum(({ loss }) => loss),
    returned: sum(({ returned }) => returned),
    good: sum(({ good }) => good),
  };
  return { ...total, left: subDec(total.sent, sumDec([total.received, total.loss, total.returned])) };
};

/** What came of each row of the sends. */
export interface Share {
  readonly received: number;
  readonly loss: number;
  readonly returned: number;
}
const NONE: Share = { received: 0, loss: 0, returned: 0 };
/** Receipts spread over the sends they are of: the named one first, then the oldest that are open. Pure. */
export const spread = (sent: readonly SentLine[], came: readonly CameLine[]): ReadonlyMap<string, Share> => {
  const shares = new Map<string, Share>(sent.map(({ row }) => [row, NONE]));
  const left = new Map(sent.map(({ row, qty }) => [row, qty]));
  for (const line of came) {
    const own = sent.filter(({ planRow, mended }) => planRow === line.planRow && mended === line.mended);
    const order = [...own.filter(({ row }) => row === line.sendRow), ...own.filter(({ row }) => row !== line.sendRow)];
    for (const what of ['received', 'loss', 'returned'] as const) {
      let rest = line[what];
      for (const { row } of order) {
        const part = Math.min(rest, left.get(row) ?? 0);
        if (part <= 0) continue;
        const before = shares.get(row) ?? NONE;
        shares.set(row, { ...before, [what]: addDec(before[what], part) });
        left.set(row, subDec(left.get(row) ?? 0, part));
        rest = subDec(rest, part);
      }
    }
  }
  return shares;
};

/** Lines of plans and rows of sends say what effective documents say of them; the plans are locked by who calls. */
export const recountPlans = async (ctx: Ctx, given: readonly (string | null | undefined)[]): Promise<void> => {
  const plans = [...new Set(given.filter((id): id is string => typeof id === 'string'))].sort();
  if (plans.length === 0) return;
  const { records } = ctx.asSystem();
  const [sent, came] = [await sentLines(ctx, plans), await cameLines(ctx, plans)];
  const materialOf = await materialSums(ctx, plans);
  for (const plan of await records.many('outPlan', plans, { rows: ['items', 'materials'], stored: true, lock: true })) {
    const items = changed(plan.items, ({ id }) => lineSums(id, sent, came));
    const materials = changed(plan.materials, ({ id }) => materialOf(id));
    if (items.length + materials.length > 0) await records.patch('outPlan', plan.id, { rows: { items, materials } });
  }
  await recountSends(ctx, sent, spread(sent, came));
};

/** What documents say of a line of a plan. */
export const lineSums = (line: string, sent: readonly SentLine[], came: readonly CameLine[]) => {
  const out = sent.filter(({ planRow }) => planRow === line);
  const all = standingOf(
    out,
    came.filter(({ planRow }) => planRow === line),
  );
  return {
    sentQty: sumDec(out.filter(({ mended }) => !mended).map(({ qty }) => qty)),
    reworkSentQty: sumDec(out.filter(({ mended }) => mended).map(({ qty }) => qty)),
    receivedQty: all.received,
    qualifiedQty: all.good,
    unqualifiedQty: subDec(all.received, all.good),
    lossQty: all.loss,
    returnQty: all.returned,
  };
};
/** What documents say of the rows of 发料清单, by row. */
export const materialSums = async (ctx: Ctx, plans: readonly string[]) => {
  const [sent, used] = [await materialsSent(ctx, plans), await materialsUsed(ctx, plans)];
  return (row: string) => {
    const own = used.filter(({ planMaterial }) => planMaterial === row);
    return {
      sentQty: sumDec(sent.filter(({ planMaterial }) => planMaterial === row).map(({ qty }) => qty)),
      consumedQty: sumDec(own.map(({ consumed }) => consumed)),
      lossQty: sumDec(own.map(({ loss }) => loss)),
      returnedQty: sumDec(own.map(({ returned }) => returned)),
    };
  };
};
/** What came of a row of a send. */
export const shareSums = ({ received, loss, returned }: Share) => ({
  receivedQty: received,
  lossQty: loss,
  returnQty: returned,
});

const recountSends = async (ctx: Ctx, sent: readonly SentLine[], shares: ReadonlyMap<string, Share>): Promise<void> => {
  const { records } = ctx.asSystem();
  const docs = [...new Set(sent.map(({ doc }) => doc))].sort();
  for (const send of await records.many('outSend', docs, { rows: ['items'], stored: true })) {
    const items = changed(
      send.items.filter(({ id }) => shares.has(id)),
      ({ id }) => shareSums(shares.get(id) ?? NONE),
    );
    if (items.length > 0) await records.patch('outSend', send.id, { rows: { items } });
  }
};

/** Rows that say something else than the documents, with what these say. */
const changed = <Line extends { readonly id: string }, Sums extends Readonly<Record<string, number>>>(
  rows: readonly Line[],
  sumsOf: (row: Line) => Sums,
): (Sums & { readonly id: string })[] =>
  rows.flatMap((row) => {
    const sums = sumsOf(row);
    return wrongOf(row, sums).length > 0 ? [{ ...sums, id: row.id }] : [];
  });
/** Numbers of a row that are not these. */
export const wrongOf = (stored: object, sums: Readonly<Record<string, number>>) => {
  const now = new Map(Object.entries(stored));
  return Object.entries(sums).flatMap(([code, expected]) => {
    const found = Number(now.get(code) ?? 0);
    return found === expected ? [] : [{ code, found, expected }];
  });
};
