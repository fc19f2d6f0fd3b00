/** Charts: cells of a board on their grid, charts of a report, what they show; the panel's rows, columns and search. */
import { MARKS } from '../../schemas/language/charts';
import type { ChartKeys, ChartMark } from '../../schemas/language/document-report';
import { isNode } from '../../schemas/language/resolve/merge';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import { entriesAt, joinAddress, splitAddress, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command, DesignState, Refusal, Transaction } from '../document/state';
import {
  type Area,
  areaOf,
  areaRefusal,
  atOf,
  cellsIn,
  cellsOf,
  codeOfDim,
  datasetCode,
  datasetOf,
  dimText,
  fitted,
  freeArea,
  isSameArea,
  PANEL_LIMITS,
  type Panel,
  panelOf,
  ROLE_KEYS,
  roomRefusal,
  type Shown,
  shownBy,
} from '../rules/charts';
import { freeCode } from '../rules/codes';
import { Sketch } from './sketch';

const isBoard = (sketch: Sketch): boolean => sketch.text.$schema === 'board/1';
/** Where the charts of the open document stand. */
const chartsOf = (sketch: Sketch): string => (isBoard(sketch) ? 'cells' : 'list.charts');
const nodeAt = (sketch: Sketch, address: string): { readonly [key: string]: unknown } => {
  const node = valueAt(sketch.text, address);
  return isNode(node) ? node : {};
};
const titleAt = (sketch: Sketch, address: string): string => {
  const { title } = nodeAt(sketch, address);
  return typeof title === 'string' ? title : splitAddress(address).key;
};

export interface NewChart {
  /** where on the board; the first free cell by default */
  readonly area?: Area;
  /** dataset; a report's own charts have none */
  readonly report?: string;
  readonly mark?: ChartMark;
  /** dim or measure to begin with */
  readonly field?: string;
  readonly title?: string;
}
/** A chart over a dataset, its roles filled with what was dragged and the dataset's first. */
export const addChart: Command<NewChart> = (state, { area, report: named, mark, field, title }) => {
  const sketch = new Sketch(state);
  const onBoard = isBoard(sketch);
  const code = onBoard ? named : String(sketch.text.report ?? '');
  const report = datasetOf(state, code);
  if (report === undefined) return { reason: '请选择数据集' };
  if (onBoard && sketch.text.public === true && !report.public)
    return { reason: `公开看板只能使用公开数据集：${report.title}` };
  const own = onBoard ? placeOf(sketch, area) : undefined;
  const isDim = field !== undefined && report.dims[field] !== undefined;
  const drawn = mark ?? (isDim ? (field === report.time ? 'line' : 'bar') : 'number');
  const fit = fitted(drawn, report, {
    dims: isDim && MARKS[drawn].dims[1] > 0 ? [dimText(report, field)] : [],
    measures: field !== undefined && report.measures[field] !== undefined ? [field] : [],
  });
  if ('reason' in fit) return fit;
  const list = chartsOf(sketch);
  const key = numbered(onBoard ? 'cell' : 'chart', entriesAt(sketch.whole, list) ?? [], sketch.isShipped);
  const value = {
    title: title ?? titleFor(report, fit.keys),
    ...(own === undefined ? {} : { at: atOf(own) }),
    ...(onBoard ? { report: code } : {}),
    ...fit.keys,
  };
  sketch.insert({ list }, key, value as unknown as Json);
  return sketch.done(`新增图表「${value.title}」`, { selection: [sketch.selected(joinAddress(list, key))] });
};
/** `cell1`, `cell2`: nobody reads the codes of cells. */
function numbered(base: string, taken: readonly string[], own: boolean): string {
  for (let n = 1; ; n++) {
    const code = freeCode(`${base}${n}`, [], own);
    if (!taken.includes(code)) return code;
  }
}
/** The same chart again: on a board in free cells of its size, else in one. */
export const duplicateChart: Command<{ readonly address: string }> = (state, { address }) => {
  const sketch = new Sketch(state);
  const { parent, key } = splitAddress(address);
  const node = nodeAt(sketch, address);
  const title = `${titleAt(sketch, address)} 副本`;
  const area = isBoard(sketch) ? (freeArea(sketch.text, areaOf(node.at)) ?? placeOf(sketch, undefined)) : undefined;
  const code = numbered(isBoard(sketch) ? 'cell' : 'chart', entriesAt(sketch.whole, parent) ?? [], sketch.isShipped);
  const value = { ...node, title, ...(area === undefined ? {} : { at: atOf(area) }) };
  sketch.insert({ list: parent, after: key }, code, value as Json);
  return sketch.done(`复制「${titleAt(sketch, address)}」`, {
    selection: [sketch.selected(joinAddress(parent, code))],
  });
};
/** Words on a board: a heading between charts. */
export const addWords: Command<{ readonly area?: Area; readonly title: string }> = (state, { area, title }) => {
  const sketch = new Sketch(state);
  const at = atOf(placeOf(sketch, area));
  const key = numbered('words', entriesAt(sketch.whole, 'cells') ?? [], sketch.isShipped);
  if (title.trim() === '') sketch.refuse('请填写文字');
  sketch.insert({ list: 'cells' }, key, { title: title.trim(), at });
  return sketch.done(`新增文字「${title.trim()}」`, { selection: [sketch.selected(joinAddress('cells', key))] });
};
function placeOf(sketch: Sketch, wanted: Area | undefined): Area {
  const area = wanted ?? freeArea(sketch.text);
  if (area === undefined) sketch.refuse('没有空格子，先加一行，或移走一个图表');
  else sketch.refuse(areaRefusal(sketch.text, area));
  return area ?? areaOf(undefined);
}
function titleFor(report: ResolvedReport, keys: ChartKeys): string {
  const measure = report.measures[keys.y?.[0] ?? '']?.title ?? report.title;
  const [dim] = shownBy(keys).dims;
  const title = dim === undefined ? undefined : report.dims[codeOfDim(dim)]?.title;
  return title === undefined || title === codeOfDim(dim ?? '') ? measure : `各${title}${measure}`;
}

/** A cell to another area: moved, made larger over free cells (merged), made smaller. Over one of equal size the two change places. */
export const placeCell: Command<{ readonly code: string; readonly area: Area }> = (state, { code, area }) => {
  const sketch = new Sketch(state);
  const address = joinAddress('cells', code);
  const cell = cellsOf(sketch.text).find((cell) => cell.code === code);
  if (cell === undefined) return { reason: '图表已不存在' };
  const [other, ...more] = cellsIn(sketch.text, area, code);
  const isSwap =
    other !== undefined &&
    more.length === 0 &&
    isSameArea(other.area, area) &&
    cell.area.rows === area.rows &&
    cell.area.columns === area.columns;
  if (isSwap) sketch.set(`cells.${other.code}.at`, atOf(cell.area) as unknown as Json);
  else sketch.refuse(areaRefusal(sketch.text, area, code));
  sketch.set(joinAddress(address, 'at'), atOf(area) as unknown as Json);
  const isMoved = cell.area.rows === area.rows && cell.area.columns === area.columns;
  return sketch.done(isMoved ? `移动「${cell.title}」` : `「${cell.title}」占${area.rows}行${area.columns}列`, {
    selection: [sketch.selected(address)],
    group: `${state.open}:${address}:at`,
  });
};

/** The panel: rows, columns, gap, width of a cell. It may not become smaller than what stands on it. */
export const setPanel: Command<{ readonly key: keyof Panel; readonly to?: number }> = (state, { key, to }) => {
  const sketch = new Sketch(state);
  if (!isBoard(sketch)) return { reason: '报表没有格子' };
  const [least, most] = PANEL_LIMITS[key];
  const value = to === panelOf({ $schema: 'board/1' })[key] ? undefined : to;
  if (to !== undefined && (!Number.isInteger(to) || to < least || to > most))
    sketch.refuse(`请填写${least}到${most}的整数`);
  if (key === 'rows' || key === 'columns') {
    const room = value ?? panelOf({ $schema: 'board/1' })[key];
    const last = (area: Area): number => (key === 'rows' ? area.row + area.rows - 1 : area.column + area.columns - 1);
    const beyond = cellsOf(sketch.text).find((cell) => last(cell.area) > room);
    if (beyond !== undefined)
      sketch.refuse(`第${last(beyond.area)}${key === 'rows' ? '行' : '列'}还有「${beyond.title}」，先移走它`);
  }
  sketch.set(key, value);
  return sketch.done('调整布局', { group: `${state.open}:panel:${key}` });
};

/** Another mark for a chart: what fits stays, what lacks comes from the dataset, what has no role goes. */
export const setMark: Command<{ readonly address: string; readonly mark: ChartMark }> = (state, { address, mark }) =>
  changed(state, address, `换成${MARKS[mark].title}`, (_, shown) => ({ mark, shown }));

/** Another dataset: the mark stays, its roles are filled anew. */
export const setDataset: Command<{ readonly address: string; readonly report: string }> = (
  state,
  { address, report: code },
) => {
  const sketch = new Sketch(state);
  const report = datasetOf(state, code);
  if (report === undefined) return { reason: '数据集不存在' };
  const keys = nodeAt(sketch, address) as ChartKeys;
  const fit = fitted(keys.chart ?? 'table', report, { dims: [], measures: [] });
  if ('reason' in fit) return fit;
  sketch.set(joinAddress(address, 'report'), code);
  for (const key of ['where', 'with', 'drillDims', 'emit', 'target', 'size'] as const)
    sketch.set(joinAddress(address, key), undefined);
  writeRoles(sketch, address, fit.keys);
  return sketch.done(`「${titleAt(sketch, address)}」换成数据集「${report.title}」`);
};

export interface Take {
  readonly address: string;
  /** dim or measure of the dataset */
  readonly field: string;
  /** the one it takes the place of */
  readonly instead?: string;
  readonly grain?: string;
}
/** A dim or a measure onto a chart. A mark with one place takes the new for the old. */
export const takeField: Command<Take> = (state, { address, field, instead, grain }) =>
  changed(state, address, '放入', (report, shown, mark) => {
    const without = instead === undefined ? shown : dropped(shown, instead);
    const reason = roomRefusal(mark, report, without, field);
    if (reason !== undefined) return { reason };
    const isMeasure = report.measures[field] !== undefined;
    const put = (list: readonly string[], text: string, at: number, only: boolean): readonly string[] =>
      only ? [text] : at < 0 ? [...list, text] : [...list.slice(0, at), text, ...list.slice(at)];
    const roles = MARKS[mark];
    return {
      mark,
      gesture: `放入「${(report.measures[field] ?? report.dims[field])?.title}」`,
      shown: isMeasure
        ? {
            dims: without.dims,
            measures: put(without.measures, field, placeIn(shown.measures, instead), roles.measures[1] === 1),
          }
        : {
            dims: put(
              without.dims,
              grain === undefined ? dimText(report, field) : grain === '' ? field : `${field}:${grain}`,
              placeIn(shown.dims.map(codeOfDim), instead),
              roles.dims[1] === 1,
            ),
            measures: without.measures,
          },
    };
  });
const placeIn = (list: readonly string[], code: string | undefined): number =>
  code === undefined ? -1 : list.indexOf(code);
const dropped = ({ dims, measures }: Shown, field: string): Shown => ({
  dims: dims.filter((dim) => codeOfDim(dim) !== field),
  measures: measures.filter((measure) => measure !== field),
});

/** A dim or a measure off a chart; the least a mark needs stays. */
export const dropField: Command<{ readonly address: string; readonly field: string }> = (state, { address, field }) =>
  changed(state, address, '移出', (report, shown, mark) => {
    const left = dropped(shown, field);
    const { title, dims, measures } = MARKS[mark];
    if (left.dims.length < shown.dims.length && left.dims.length < dims[0])
      return { reason: `${title}至少要${dims[0]}个维度，可拖一个来替换` };
    if (left.measures.length < shown.measures.length && left.measures.length < measures[0])
      return { reason: `${title}至少要${measures[0]}个指标，可拖一个来替换` };
    return { mark, shown: left, gesture: `移出「${(report.measures[field] ?? report.dims[field])?.title ?? field}」` };
  });
/** A dim or a measure before another of its list: the first dim is the axis. */
export const moveField: Command<{ readonly address: string; readonly field: string; readonly by: -1 | 1 }> = (
  state,
  { address, field, by },
) =>
  changed(state, address, '移动', (_, shown, mark) => {
    const moved = (list: readonly string[]): readonly string[] => {
      const at = list.findIndex((text) => codeOfDim(text) === field);
      const to = at + by;
      if (at < 0 || to < 0 || to >= list.length) return list;
      const next = [...list];
      [next[at], next[to]] = [next[to] as string, next[at] as string];
      return next;
    };
    return { mark, shown: { dims: moved(shown.dims), measures: moved(shown.measures) } };
  });
/** A measure of a two-axis mark to the other axis. */
export const setAxis: Command<{ readonly address: string; readonly measure: string; readonly right: boolean }> = (
  state,
  { address, measure, right },
) => {
  const sketch = new Sketch(state);
  const keys = nodeAt(sketch, address) as ChartKeys;
  const now = keys.right ?? [];
  const next = right ? [...now.filter((text) => text !== measure), measure] : now.filter((text) => text !== measure);
  if (next.length === (keys.y ?? []).length) sketch.refuse('左轴至少留一个指标');
  if (keys.chart === 'barLine' && next.length === 0) sketch.refuse('柱线图的右轴至少要一个指标');
  sketch.set(joinAddress(address, 'right'), next.length === 0 ? undefined : next);
  return sketch.done(right ? '放到右轴' : '放到左轴');
};

type Next =
  | { readonly mark: ChartMark; readonly shown: Shown; readonly gesture?: string }
  | { readonly reason: string };
function changed(
  state: DesignState,
  address: string,
  gesture: string,
  next: (report: ResolvedReport, shown: Shown, mark: ChartMark) => Next,
): Transaction | Refusal {
  const sketch = new Sketch(state);
  const keys = nodeAt(sketch, address) as ChartKeys;
  const report = datasetOf(state, datasetCode(sketch.text, address));
  if (report === undefined) return { reason: '先给它选一个数据集' };
  const wish = next(report, shownBy(keys), keys.chart ?? 'table');
  if ('reason' in wish) return wish;
  const fit = fitted(wish.mark, report, wish.shown, keys);
  if ('reason' in fit) return fit;
  writeRoles(sketch, address, fit.keys);
  return sketch.done(`「${titleAt(sketch, address)}」${wish.gesture ?? gesture}`, {
    selection: [sketch.selected(address)],
  });
}
function writeRoles(sketch: Sketch, address: string, keys: ChartKeys): void {
  for (const key of ROLE_KEYS) sketch.set(joinAddress(address, key), keys[key] as Json | undefined);
}

/** A dim or parameter into the search of a board or report, in the form its type asks for. */
export const addSearch: Command<{ readonly field: string; readonly form?: 'time' | 'dict' }> = (
  state,
  { field, form },
) => {
  const sketch = new Sketch(state);
  const list = isBoard(sketch) ? 'search' : 'list.search';
  if ((entriesAt(sketch.whole, list) ?? []).includes(field)) return { reason: '查询里已有它' };
  const value: Json =
    form === 'time'
      ? { field, kind: 'datetimeRange', default: "=period('thisMonth')" }
      : form === 'dict'
        ? `${field}:multipleCheck`
        : field;
  sketch.insert({ list }, field, value);
  return sketch.done('新增查询条件', { selection: [sketch.selected(joinAddress(list, field))] });
};
