/** Rows of outside documents as 数量调整 (30 §5) sees them: what stands in their way, and the records of what is wanted of them. */
import { subDec, sumDec } from '../../../schemas/language/codec/decimal';
import { text } from '../../../schemas/language/texts';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { Answer, ChangeOf, RowOf } from '../../rows';
import { blockOf } from '../production/adjust-bounds';
import type { AdjustField, LineStanding } from '../production/adjust-kind';
import { lineOf, make, told, type Why } from '../production/adjust-make';

interface Doc {
  readonly id: string;
  readonly nbr: string;
  readonly bizDate: string;
  readonly createdBy: string | null;
}
export interface OutRow {
  readonly id: string;
  readonly lineNo: number;
  readonly material: string;
  readonly materialName: string | null;
  readonly plan?: string | null;
  readonly orderProcess?: string | null;
  readonly workOrder?: string | null;
  readonly opNbr?: number | null;
  readonly process?: string | null;
}
type Field = 'outPlan' | 'outSend' | 'outReceive';

/** `except`: the record of the adjustment itself. */
export const blockOfRow = (
  field: Field,
  { doc, row, except = null }: { readonly doc: Doc; readonly row: OutRow; readonly except?: string | null },
  ctx: Ctx,
): Promise<string | null> => {
  const { id, bizDate: day, createdBy } = doc;
  return blockOf({ field, id, srcRow: row.id, workOrderNbr: row.workOrder ?? null, day, createdBy }, except, ctx);
};

/** 第10行 外管总成 工序20 */
export const nameOf = ({ lineNo, materialName, opNbr }: OutRow): string =>
  [`第${lineNo}行`, materialName ?? '', ...(opNbr == null ? [] : [`工序${opNbr}`])].join(' ');

/** What a dialog or a call says of a row: quantities it does not name stay. */
export type RowAsk = { readonly srcRow?: string | null; readonly lossReason?: string | null } & {
  readonly [Of in NonNullable<AdjustField>]?: number | null;
};
export interface Wanted {
  readonly kind: NonNullable<RowOf<'adjustRecord'>['kind']>;
  readonly field: Field;
  readonly doc: Doc;
  readonly rows: readonly OutRow[];
  readonly standings: readonly LineStanding[];
  readonly asks: readonly RowAsk[];
  readonly why: Why;
}
/** A record a row, those that take less first: what they free the others may have. */
export const adjustRows = async (wanted: Wanted, ctx: Ctx): Promise<Answer> => {
  const { kind, field, doc, rows, standings, asks, why } = wanted;
  const changes = asks.map((ask) => {
    const row = rows.find(({ id }) => id === ask.srcRow);
    const now = standings.find(({ id }) => id === ask.srcRow)?.now;
    if (!row || !now) throw refuse(text('record.stale'));
    const lines = fieldsOf(now).map((code) => lineOf(code, now[code] ?? 0, ask[code] ?? now[code] ?? 0));
    const delta = sumDec(lines.map(({ oldValue, newValue }) => subDec(newValue ?? 0, oldValue ?? 0)));
    return { row, ask, delta, lines: lines.filter(({ oldValue, newValue }) => oldValue !== newValue) };
  });
  const real = changes.filter(({ lines }) => lines.length > 0);
  if (real.length === 0) throw refuse('数量没有变化');
  const made: RowOf<'adjustRecord'>[] = [];
  for (const { row, ask, lines } of real.sort((a, b) => a.delta - b.delta)) {
    const head = { kind, [field]: doc.id, ...(await headOf(doc, row, ctx)), lossReason: ask.lossReason ?? null };
    made.push(await make(head, { lines, bad: [], why }, ctx));
  }
  return told(made, ctx);
};
const fieldsOf = (now: LineStanding['now']): readonly NonNullable<AdjustField>[] => {
  const all = ['planQty', 'sendQty', 'qualifiedQty', 'lossQty'] as const;
  return all.filter((code) => now[code] !== undefined);
};
const headOf = async (doc: Doc, row: OutRow, ctx: Ctx): Promise<ChangeOf<'adjustRecord'>> => {
  const { orderProcess = null, workOrder = null, opNbr = null, process = null, material, materialName } = row;
  const [operation] =
    orderProcess === null ? [] : await ctx.asSystem().records.many('orderProcess', [orderProcess], { stored: true });
  return {
    srcNbr: doc.nbr,
    srcRow: row.id,
    ...(row.plan ? { outPlan: row.plan } : {}),
    orderProcess,
    workOrderNbr: workOrder,
    opNbr,
    process,
    material,
    materialName,
    workshop: operation?.workshop ?? null,
  };
};
