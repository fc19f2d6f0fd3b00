/** What stands behind the picture of one chart: its numbers as a workbook, and what they mean. */
import { slotText } from '../../../schemas/language/codec/slot';
import type { ResolvedReport } from '../../../schemas/language/resolved-report';
import type { ChartDim, ChartMeaning, ChartRow } from '../../../schemas/language/wire';
import { exprWord } from '../../../schemas/language/words/exprs';
import { forbidden, refuse } from '../../errors';
import { type Cell, sheetName } from '../../excel/book';
import { makeBook } from '../../excel/write';
import type { EngineCtx } from '../host';
import { object } from '../list/list-request';
import { chartAsk } from './cells';
import { chartData } from './chart';
import { isHeld } from './spec';

/** Body: a cell of `/chartdesign/query` and the `title` it is shown under. */
export async function chartSheet(
  ctx: EngineCtx,
  body: unknown,
): Promise<{ readonly name: string; readonly content: Buffer }> {
  const { title: given, ...cell } = object(body ?? {});
  const ask = await chartAsk(ctx, cell);
  const { report } = ask;
  if (!ctx.session.rights.has(`${report.report}:export`)) throw forbidden();
  const data = await chartData(ctx, ask);
  if (data.rows.length === 0) throw refuse('没有可导出的数据');
  const title = typeof given === 'string' && given.trim() !== '' ? given.trim().slice(0, 60) : report.title;
  const line = ({ k, l, v }: ChartRow): Cell[] => [
    ...data.dims.map((dim, at) => dimCell(ctx, dim, k[at], l[at])),
    ...data.measures.map(({ code }): Cell => v[code] ?? null),
  ];
  const total: Cell[] = [
    ...data.dims.map((_, at): Cell => (at === 0 ? '合计' : null)),
    ...data.measures.map(({ code, dict }): Cell => (dict === undefined ? (data.total[code] ?? null) : null)),
  ];
  const content = await makeBook([
    {
      spec: {
        name: sheetName(title),
        columns: [...data.dims.map(() => ({ width: 20 })), ...data.measures.map(() => ({ width: 14 }))],
        frozen: 1,
      },
      rows: [
        [
          ...data.dims.map((dim): Cell => ({ v: dim.title, s: 'head' })),
          ...data.measures.map((measure): Cell => ({ v: `${measure.title}${measure.suffix ?? ''}`, s: 'head' })),
        ],
        ...data.rows.map(line),
        ...(data.dims.length === 0 ? [] : [total]),
      ],
    },
  ]);
  await ctx.emit(`${report.report}.export`, { object: report.report, page: report.report, rows: data.rows.length });
  return { name: `${title}_${ctx.now.replace(/\D/g, '')}.xlsx`, content };
}

function dimCell(ctx: EngineCtx, dim: ChartDim, key: ChartRow['k'][number] | undefined, label?: string | null): Cell {
  if (label !== null && label !== undefined && label !== '') return label;
  if (key === null || key === undefined) return null;
  const dict = ctx.registry.dicts.get(dim.dict ?? '');
  if (dict !== undefined) return dict.items.find(({ code }) => code === key)?.title ?? '--';
  if (typeof key === 'boolean') return key ? '是' : '否';
  return typeof key === 'string'
    ? slotText(key, dim.grain === 'day' || dim.grain === 'hour' ? undefined : dim.grain)
    : key;
}

/** Body: a cell of `/chartdesign/query`. Measures of closed groups are not named. */
export async function chartMeaning(ctx: EngineCtx, body: unknown): Promise<ChartMeaning> {
  const { report, chart, wheres } = await chartAsk(ctx, object(body ?? {}));
  const ofRows = wordsOf(ctx, report);
  const ofDims = (text: string): string =>
    exprWord({ $schema: 'report/1' }, text, '', { field: (path) => (report.dims[path] ?? report.params[path])?.title });
  return {
    report: report.report,
    title: report.title,
    measures: (chart.y ?? []).flatMap((code) => {
      const measure = report.measures[code];
      if (measure === undefined || !isHeld(ctx, measure.grant)) return [];
      return [{ code, title: measure.title, ...(measure.of === undefined ? {} : { of: ofRows(measure.of) }) }];
    }),
    where: [...(report.where === undefined ? [] : [ofRows(report.where)]), ...wheres.map(ofDims)],
  };
}

/** Expressions over the rows of the source with the titles of its fields; of a service, those of its measures. */
function wordsOf(ctx: EngineCtx, report: ResolvedReport): (text: string) => string {
  const source = report.from === undefined ? undefined : ctx.registry.find(report.from);
  const rows = report.sub === undefined ? undefined : source?.fields[report.sub]?.sub?.fields;
  const field = (path: string): string | undefined =>
    rows?.[path]?.title ?? source?.fields[path]?.title ?? report.measures[path]?.title;
  return (text) => exprWord({ $schema: 'report/1' }, text, '', { field });
}
