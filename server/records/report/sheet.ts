/** A report as it leaves the page: a sheet with the groups, measures, slots and the total of the whole filter. */
import { labelOfCode } from '../../../schemas/language/codec/code-map';
import { displayText, numberText } from '../../../schemas/language/codec/shown';
import { slotText } from '../../../schemas/language/codec/slot';
import type { Compare } from '../../../schemas/language/document-report';
import type { Placement } from '../../../schemas/language/resolved';
import type { ResolvedMeasure, ResolvedReport } from '../../../schemas/language/resolved-report';
import type { Value } from '../../../schemas/language/value';
import { forbidden, refuse } from '../../errors';
import { type Cell, sheetName } from '../../excel/book';
import { makeBook } from '../../excel/write';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { isPercent } from './compare';
import { type Out, type ReportPage, reportRows } from './list';
import { parseReportRequest } from './request';
import { isHeld } from './spec';

/** The report as it is shown, all of its rows: groups, measures, slots, and the total of the whole filter. */
export async function reportSheet(
  ctx: EngineCtx,
  page: Page,
  body: unknown,
): Promise<{
  readonly columns: readonly SheetColumn[];
  readonly lines: readonly (readonly Cell[])[];
  readonly total?: readonly Cell[];
}> {
  const { rows: _rows, ...given } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const made = await reportRows(ctx, page, parseReportRequest({ ...given, current: 1 }, 1));
  const columns = sheetColumns(ctx, page, made);
  const line = (record: Out): Cell[] => {
    const level = typeof record.$level === 'number' ? record.$level : made.groups.length;
    return columns.map(({ code, text }, at) => {
      const cell = text(record[code]);
      if (typeof record.$depth === 'number' && at === 0) return `${'　'.repeat(record.$depth)}${cell ?? '（空）'}`;
      if (at >= level) return cell;
      const name = cell ?? '（空）';
      return record.$level !== undefined && at === level - 1 ? `${name} 小计` : name;
    });
  };
  return {
    columns,
    lines: made.records.map(line),
    ...(made.summary === undefined ? {} : { total: ['合计', ...line({ ...made.summary, $level: 0 }).slice(1)] }),
  };
}

/** The report as a workbook. */
export async function exportReport(
  ctx: EngineCtx,
  page: Page,
  body: unknown,
): Promise<{ readonly name: string; readonly content: Buffer }> {
  const report = page.report as ResolvedReport;
  if (!ctx.session.rights.has(`${report.report}:export`)) throw forbidden();
  const { columns, lines, total } = await reportSheet(ctx, page, body);
  if (lines.length === 0) throw refuse('没有可导出的数据');
  const content = await makeBook([
    {
      spec: {
        name: sheetName(page.title),
        columns: columns.map(({ code }) => ({ width: report.dims[code] ? 20 : 14 })),
        frozen: 1,
      },
      rows: [
        columns.map(({ title, suffix }): Cell => ({ v: `${title}${suffix ?? ''}`, s: 'head' })),
        ...lines.map((line) => [...line]),
        ...(total === undefined ? [] : [[...total]]),
      ],
    },
  ]);
  await ctx.emit(`${report.report}.export`, { object: report.report, page: page.code, rows: lines.length });
  return { name: `${page.title}_${ctx.now.replace(/\D/g, '')}.xlsx`, content };
}
export interface SheetColumn {
  readonly code: string;
  readonly title: string;
  readonly isNumber: boolean;
  readonly isSlot?: boolean;
  readonly scale?: number;
  readonly text: (value: unknown) => Cell;
  /** what the report says of a value */
  readonly shown: (value: unknown) => string;
  /** behind its numbers */
  readonly suffix?: string;
}
/** A measure counts something: its whole numbers have thousands too. */
const measureShown = (ctx: EngineCtx, measure: ResolvedMeasure, value: number): string => {
  if (measure.dict !== undefined) return displayText(value, measure, { dict: (code) => ctx.registry.dicts.get(code) });
  return numberText(value, measure.type === 'int' ? { ...measure, type: 'decimal', scale: 0 } : measure);
};
const COMPARED: { readonly [compare in Compare]: readonly [before: string, change: string] } = {
  prev: ['上期', '环比'],
  yoy: ['去年同期', '同比'],
};
function sheetColumns(
  ctx: EngineCtx,
  page: Page,
  made: Pick<ReportPage, 'groups' | 'slots' | 'compare' | 'off' | 'records'>,
): readonly SheetColumn[] {
  const report = page.report as ResolvedReport;
  const groups = made.groups.map((group): SheetColumn => {
    const dict = ctx.registry.dicts.get(report.dims[group.code]?.dict ?? '');
    const text = (value: unknown): string | null => {
      if (value === null || value === undefined) return null;
      if (dict !== undefined) return labelOfCode(value as Value, dict);
      if (typeof value === 'boolean') return value ? '是' : '否';
      return slotText(String(value), group.grain === 'day' || group.grain === 'hour' ? undefined : group.grain);
    };
    return { ...group, isNumber: false, text, shown: (value) => text(value) ?? '' };
  });
  const number = (value: unknown): Cell => (typeof value === 'number' ? value : null);
  const measures = page.list.columns.flatMap((column: Placement): SheetColumn[] => {
    const measure = report.measures[column.field ?? ''];
    if (measure === undefined || !isHeld(ctx, measure.grant) || made.off?.includes(measure.code)) return [];
    const own: SheetColumn = {
      code: measure.code,
      title: column.title ?? measure.title,
      isNumber: true,
      text: number,
      shown: (value) => (typeof value === 'number' ? measureShown(ctx, measure, value) : ''),
      ...(measure.suffix === undefined ? {} : { suffix: measure.suffix }),
      ...(measure.scale === undefined ? {} : { scale: measure.scale }),
    };
    if (made.compare === undefined) return [own];
    const [before, change] = COMPARED[made.compare];
    const suffix = isPercent(measure) ? '百分点' : '%';
    return [
      own,
      { ...own, code: `${own.code}$prev`, title: `${own.title}${before}` },
      {
        code: `${own.code}$change`,
        title: `${own.title}${change}`,
        isNumber: true,
        text: number,
        shown: (value) => (typeof value === 'number' ? numberText(value, { type: 'decimal', suffix }) : '--'),
        suffix,
        scale: 2,
      },
    ];
  });
  const slots = (made.slots ?? []).map(
    (slot): SheetColumn => ({
      ...slot,
      isNumber: true,
      isSlot: true,
      text: number,
      shown: (value) => (typeof value === 'number' ? numberText(value, { type: 'decimal' }) : ''),
    }),
  );
  const said = (value: unknown): string | null => (value === true ? '是' : null);
  const estimated = made.records.some((record) => record.$est === true)
    ? [{ code: '$est', title: '含估算', isNumber: false, text: said, shown: (value: unknown) => said(value) ?? '' }]
    : [];
  return [...groups, ...measures, ...slots, ...estimated];
}
