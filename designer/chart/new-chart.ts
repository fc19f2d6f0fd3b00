/** The first text of a new report over an object, and of a new board. */

import type { BoardDoc, DimDoc, MeasureDoc, ReportDoc } from '../../schemas/language/document-report';
import { factsOf, isDated, isNumeric } from '../../schemas/language/kinds/index';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { ResolvedReport } from '../../schemas/language/resolved-report';

export interface ChartWish {
  readonly code: string;
  readonly title: string;
}
/** dims proposed at first; more are one click away */
const MOST = 6;

/** the strip on top of a document: nobody counts by it at first */
const AUDIT: ReadonlySet<string> = new Set(['auditStatus', 'auditedBy', 'auditedAt']);
/** What may be grouped by: choices, references and days, one value each. */
export const isDim = (field: ResolvedField): boolean =>
  field.many !== true &&
  field.ext !== true &&
  field.hidden !== true &&
  field.secret === undefined &&
  field.formulaAt !== 'live' &&
  (field.dict !== undefined || field.ref !== undefined || isDated(field));
/** What may be added up. */
export const isNumber = (field: ResolvedField): boolean =>
  isNumeric(field) &&
  !factsOf(field).isAsked &&
  field.many !== true &&
  field.base !== true &&
  field.ext !== true &&
  field.formulaAt !== 'live';

/** Adding up marks and shares says nothing. */
const isSum = (field: ResolvedField): boolean => isNumber(field) && !factsOf(field).isMark && field.suffix !== '%';

/** A report that counts from its first moment: the object's choices and references as dims, its numbers added up. */
export function reportText(
  { code, title }: ChartWish,
  object: ResolvedObject,
  sub?: string,
  /** a number called like an object is read as that object by an aggregate */
  isObject: (code: string) => boolean = () => false,
): ReportDoc {
  const head = Object.values(object.fields).filter((field) => field.sub === undefined && field.base !== true);
  const rows = sub === undefined ? undefined : Object.values(object.fields[sub]?.sub?.fields ?? {});
  const inHead = rows === undefined ? '' : 'doc.';
  const found: readonly (readonly [string, ResolvedField])[] = [
    ...(rows ?? []).filter(isDim).map((field) => [field.code, field] as const),
    ...head.filter(isDim).map((field) => [`${inHead}${field.code}`, field] as const),
  ];
  const days = found.filter(([, field]) => field.type === 'date');
  const time = days.find(([, field]) => field.code === 'bizDate') ?? days[0];
  // what people ask first: the state, then other choices, then who and what
  const weight = (field: ResolvedField): number => (field.code === object.state ? 0 : field.dict !== undefined ? 1 : 2);
  const things = found
    .filter(([, field]) => !isDated(field) && !AUDIT.has(field.code))
    .sort(([, a], [, b]) => weight(a) - weight(b))
    .slice(0, MOST);
  const dims: { [code: string]: DimDoc } = {};
  for (const [path, field] of [...things, ...(time === undefined ? [] : [time])])
    dims[field.code] ??= path === field.code ? {} : { of: path };
  const measures: { [code: string]: MeasureDoc } = {
    number: { title: sub === undefined ? '单数' : '行数', type: 'int', of: 'count()' },
  };
  for (const field of (rows ?? head).filter((row) => isSum(row) && !isObject(row.code)).slice(0, MOST))
    if (dims[field.code] === undefined && measures[field.code] === undefined)
      measures[field.code] = {
        title: field.title,
        of: `sum(${field.code})`,
        ...(field.grant === undefined ? {} : { grant: field.grant }),
      };
  const [first] = Object.keys(dims).filter((key) => key !== time?.[1].code);
  const dated = time?.[1].code;
  return {
    $schema: 'report/1',
    report: code,
    title,
    route: `/app/${code}/stat`,
    from: sub === undefined ? object.object : `${object.object}.${sub}`,
    ...(dated === undefined ? {} : { time: dated }),
    dims: Object.keys(dims).length === 0 ? { createdBy: {} } : dims,
    ...(first === undefined ? {} : { by: [first] }),
    ...(dated === undefined ? {} : { periods: ['day', 'week', 'month'] as const }),
    measures,
    list: {
      search: [
        ...(dated === undefined
          ? []
          : [{ field: dated, kind: 'datetimeRange' as const, default: "=period('thisYear')" }]),
        ...Object.keys(dims)
          .filter((key) => key !== dated)
          .slice(0, 3),
      ],
      summary: Object.keys(measures),
    },
    drill: { page: object.object },
  } as ReportDoc;
}

/** What a board shows of a report from its first moment: its first number, and that by its first dim. */
export interface BoardSource {
  readonly report: string;
  readonly measure: string;
  readonly said: string;
  readonly dim: { readonly code: string; readonly title: string } | undefined;
}
export const sourceOfReport = ({ report, measures, by, dims, time }: ResolvedReport): BoardSource | undefined => {
  const [measure] = Object.values(measures);
  const first = by[0] ?? Object.keys(dims).find((code) => code !== time);
  const dim = first === undefined ? undefined : dims[first];
  return measure === undefined
    ? undefined
    : { report, measure: measure.code, said: measure.title, dim: dim && { code: dim.code, title: dim.title } };
};
/** The same of a report that is made with it. */
export function sourceOfText(doc: ReportDoc, object: ResolvedObject): BoardSource | undefined {
  const [measure] = Object.entries(doc.measures ?? {});
  const [code] = doc.by ?? [];
  const title = code === undefined ? undefined : object.fields[code]?.title;
  return measure === undefined
    ? undefined
    : {
        report: doc.report,
        measure: measure[0],
        said: measure[1].title ?? measure[0],
        dim: code === undefined || title === undefined ? undefined : { code, title },
      };
}
/** Three rows of two columns, ten apart: what the panel is unless somebody says otherwise. */
export const boardText = ({ code, title }: ChartWish, of?: BoardSource): BoardDoc => ({
  $schema: 'board/1',
  board: code,
  title,
  cells: of === undefined ? {} : cellsOf(of),
});
const cellsOf = ({ report, measure, said, dim }: BoardSource): BoardDoc['cells'] => ({
  cell1: { title: said, at: [1, 1], report, chart: 'number', y: [measure] },
  ...(dim === undefined
    ? {}
    : { cell2: { title: `各${dim.title}${said}`, at: [1, 2], report, chart: 'bar', x: dim.code, y: [measure] } }),
});
