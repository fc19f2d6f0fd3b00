/** 数量调整 (30 §5): what somebody wants of a start or a report becomes a record; its audit does it, at once where nobody is asked. */
import { numText, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import { LINE_STEP } from '../../../schemas/language/record/rows';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import { BAD } from '../../production/adjust';
import type { ChangeOf, LineOf, RowOf } from '../../rows';
import { type Answer, answer } from '../../rows';

type Record_ = RowOf<'adjustRecord'>;
type Line = Pick<LineOf<'adjustRecord', 'rows'>, 'field' | 'oldValue' | 'newValue'>;
type Field = Line['field'];
type Bad = Pick<LineOf<'prdReport', 'badRows'>, 'badReason' | 'disposal' | 'qty'>;
/** 返工, 工废, 料废, 待判: the word of a disposal and the sum of it */
const DISPOSAL = { reworkQty: '10', workScrapQty: '20', materialScrapQty: '30', pendingQty: '40' } as const;
const TITLE: Readonly<Record<string, string>> = {
  startQty: '开工数量',
  qualifiedQty: '合格',
  reworkQty: '返工',
  workScrapQty: '工废',
  materialScrapQty: '料废',
  pendingQty: '待判',
  workHours: '工时',
  planQty: '计划数量',
  sendQty: '发出数量',
  lossQty: '损耗',
};
/** 合格: a quantity as records and dialogs name it. */
export const titleOf = (field: string | null): string => TITLE[field ?? ''] ?? '';
export interface Why {
  readonly reason: Record_['reason'];
  readonly reasonText?: string | null | undefined;
}

export const adjustStart = (start: RowOf<'prdStart'>, startQty: number, why: Why, ctx: Ctx): Promise<Record_> =>
  make(
    { kind: '10', prdStart: start.id, ...headOf(start) },
    { lines: [lineOf('startQty', start.startQty, startQty)], bad: [], why },
    ctx,
  );

export interface ReportChange {
  readonly qualifiedQty: number;
  readonly badRows: readonly Bad[];
  /** absent: they stay */
  readonly workHours?: number | null | undefined;
}
export const adjustReport = (report: RowOf<'prdReport'>, to: ReportChange, why: Why, ctx: Ctx): Promise<Record_> => {
  const hours = to.workHours ?? report.workHours;
  const lines = [
    lineOf('qualifiedQty', report.qualifiedQty, to.qualifiedQty),
    ...BAD.map((code) => lineOf(code, report[code] ?? 0, badOf(to.badRows, code))),
    ...(hours === null ? [] : [lineOf('workHours', report.workHours ?? 0, hours)]),
  ];
  return make({ kind: '20', prdReport: report.id, ...headOf(report) }, { lines, bad: to.badRows, why }, ctx);
};
const badOf = (rows: readonly Bad[], code: (typeof BAD)[number]): number =>
  sumDec(rows.filter(({ disposal }) => disposal === DISPOSAL[code]).map(({ qty }) => qty));

/** 删除报工: the record keeps what it said. */
export const deleteReport = (report: RowOf<'prdReport'>, why: Why, ctx: Ctx): Promise<Record_> => {
  const lines = [
    lineOf('qualifiedQty', report.qualifiedQty, 0),
    ...BAD.map((code) => lineOf(code, report[code] ?? 0, 0)),
    ...(report.workHours === null ? [] : [lineOf('workHours', report.workHours, 0)]),
  ];
  return make({ kind: '30', prdReport: report.id, ...headOf(report) }, { lines, bad: report.badRows, why }, ctx);
};

export const lineOf = (field: Field, oldValue: number, newValue: number): Line => ({ field, oldValue, newValue });
const headOf = (doc: RowOf<'prdStart'> | RowOf<'prdReport'>): ChangeOf<'adjustRecord'> => {
  const { orderProcess, workOrderNbr, opNbr, process, material, materialName, workshop } = doc;
  return { srcNbr: doc.nbr, orderProcess, workOrderNbr, opNbr, process, material, materialName, workshop };
};

interface Wanted {
  readonly lines: readonly Line[];
  readonly bad: readonly Bad[];
  readonly why: Why;
}
export const make = async (head: ChangeOf<'adjustRecord'>, { lines, bad, why }: Wanted, ctx: Ctx): Promise<Record_> => {
  const changed = lines.filter(({ oldValue, newValue }) => oldValue !== newValue);
  if (changed.length === 0) throw refuse('数量没有变化');
  return ctx.asSystem().records.save('adjustRecord', {
    id: ctx.newId(),
    ...head,
    change: changed.map(said).join('，'),
    reason: why.reason,
    reasonText: why.reasonText ?? null,
    rows: changed.map((line) => ({ id: ctx.newId(), ...line })),
    badRows: bad.map(({ badReason, disposal, qty }) => ({ id: ctx.newId(), badReason, disposal, qty })),
  });
};
const said = ({ field, oldValue, newValue }: Line): string =>
  `${titleOf(field)}${numText(oldValue ?? 0)}→${numText(newValue ?? 0)}`;

/** What the dialog is told before and after: the records and what they do. */
export const told = async (made: readonly Record_[], ctx: Ctx): Promise<Answer> => {
  const effects = made.flatMap((record) => record.effects);
  const ids = [...new Set(effects.flatMap(({ material }) => material ?? []))];
  const materials = await ctx.asSystem().records.many('material', ids, { stored: true });
  const names = new Map(materials.map(({ id, name, code }) => [id, `${name} ${code}`]));
  const texts = effects.flatMap((row) => effectText(row, names, ctx));
  return answer({
    adjustRecords: made.map(({ id, nbr, docStatus, srcRow }, n) => ({
      id,
      lineNo: (n + 1) * LINE_STEP,
      nbr,
      docStatus,
      srcRow,
    })),
    ...Object.fromEntries(texts.map((said, n) => [`effect${n}`, said])),
    ...(made.some(({ docStatus }) => docStatus === '50') ? { waits: '保存后待审核，审核后生效' } : {}),
  });
};
const TYPE: Readonly<Record<string, string>> = {
  '10': '工序',
  '20': '库存',
  '30': '计件',
  '40': '追溯',
  '50': '外协',
  '60': '应付',
};
/** Money is told to those who may see prices. */
const effectText = (
  row: LineOf<'adjustRecord', 'effects'>,
  names: ReadonlyMap<string, string>,
  ctx: Ctx,
): readonly string[] => {
  const { type, ref, material, batchNbr } = row;
  const isMoney = (row.moneyAfter ?? null) !== null;
  if (isMoney && !ctx.session.rights.group('price')) return [];
  const [before, after] = isMoney ? [row.moneyBefore ?? 0, row.moneyAfter ?? 0] : [row.before ?? 0, row.after ?? 0];
  const delta = subDec(after, before);
  const what = [
    ...(material ? [names.get(material) ?? ''] : []),
    ...(type === '20' && batchNbr !== null ? [`批次${batchNbr}`] : []),
    ref ?? '',
  ].join(' ');
  const change = `${numText(before)}→${numText(after)}（${delta > 0 ? '+' : ''}${numText(delta)}）`;
  return [`${TYPE[type ?? ''] ?? ''}：${what} ${change}`];
};
