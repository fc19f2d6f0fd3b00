/** What a report counts: dims and measures taken from its source, and taken away with what shows them. */
import { chartDims } from '../../schemas/language/charts';
import type { ChartKeys, ReportDoc } from '../../schemas/language/document-report';
import { isNode } from '../../schemas/language/resolve/merge';
import { resolveReport } from '../../schemas/language/resolve/report';
import { entriesAt, joinAddress, splitAddress, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command } from '../document/state';
import { fitted, ROLE_KEYS, shownBy } from '../rules/charts';
import { freeCode } from '../rules/codes';
import { Sketch } from './sketch';

/** How a number of the source becomes a measure. */
export type Total = 'sum' | 'count' | 'distinct' | 'min' | 'max';
export interface NewDim {
  /** path in the rows: `docStatus`, `doc.supplier`, `material.category` */
  readonly path: string;
  readonly title: string;
}
export interface NewMeasure extends NewDim {
  readonly total: Total;
}
const last = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const takenIn = (sketch: Sketch): readonly string[] => [
  ...(entriesAt(sketch.whole, 'dims') ?? []),
  ...(entriesAt(sketch.whole, 'measures') ?? []),
  ...(entriesAt(sketch.whole, 'params') ?? []),
];

/** A field of the source as a dim. */
export const addDim: Command<NewDim> = (state, { path, title }) => {
  const sketch = new Sketch(state);
  const dims = valueAt(sketch.text, 'dims');
  const known = Object.entries(isNode(dims) ? dims : {}).find(
    ([code, dim]) => (isNode(dim) ? (dim.of ?? code) : code) === path,
  );
  if (known !== undefined) return { reason: `「${title}」已是维度` };
  const code = freeCode(last(path), takenIn(sketch), sketch.isShipped);
  const value: Json = code === path ? {} : code === last(path) ? { of: path } : { title, of: path };
  sketch.insert({ list: 'dims' }, code, value);
  const groups = valueAt(sketch.text, 'groupBy');
  if (Array.isArray(groups)) sketch.set('groupBy', [...(groups as string[]), code]);
  return sketch.done(`新增维度「${title}」`, { selection: [sketch.selected(joinAddress('dims', code))] });
};

/** A number of the source, added up, counted, or its least and most. */
export const addMeasure: Command<NewMeasure> = (state, { path, title, total }) => {
  const sketch = new Sketch(state);
  if (state.documents[`object:${path}`] !== undefined) sketch.refuse(`「${path}」和一个对象同名，不能直接汇总`);
  const of = total === 'count' && path === '' ? 'count()' : `${total}(${path})`;
  const measures = valueAt(sketch.text, 'measures');
  const known = Object.values(isNode(measures) ? measures : {}).find((measure) => isNode(measure) && measure.of === of);
  if (known !== undefined) return { reason: '已有这个指标' };
  const code = freeCode(
    path === ''
      ? 'number'
      : total === 'sum'
        ? last(path)
        : `${last(path)}${total.charAt(0).toUpperCase()}${total.slice(1)}`,
    takenIn(sketch),
    sketch.isShipped,
  );
  const isCount = total === 'count' || total === 'distinct';
  sketch.insert({ list: 'measures' }, code, { title, ...(isCount ? { type: 'int' } : {}), of });
  if ((entriesAt(sketch.text, 'list.columns') ?? []).length > 0) sketch.insert({ list: 'list.columns' }, code, code);
  return sketch.done(`新增指标「${title}」`, { selection: [sketch.selected(joinAddress('measures', code))] });
};

/** A dim or measure away: its columns, search and places on charts go with it; what cannot be without it says so. */
export const removeDataset: Command<{ readonly address: string }> = (state, { address }) => {
  const sketch = new Sketch(state);
  const { parent, key } = splitAddress(address);
  const text = sketch.text;
  const node = valueAt(text, address);
  const title = isNode(node) && typeof node.title === 'string' ? node.title : key;
  if (parent !== 'dims' && parent !== 'measures') return { reason: '这里不是维度或指标' };
  if (Object.keys((valueAt(text, parent) ?? {}) as object).length === 1) return { reason: '至少要留一个' };
  if (text.time === key || text.pivot === key)
    sketch.refuse(`「${title}」是${text.time === key ? '时间维度' : '横向展开'}，请先改那里`);
  for (const [code, kpi] of Object.entries((text.kpis ?? {}) as { readonly [code: string]: unknown }))
    if (isNode(kpi) && kpi.measure === key)
      sketch.refuse(`首页指标「${typeof kpi.title === 'string' ? kpi.title : code}」还在用它`);
  const user = usedBy(state, String(text.report ?? ''), key);
  if (user !== undefined) sketch.refuse(`看板「${user}」还在用它`);
  const rest = withoutEntry(text, parent, key);
  const left = resolveReport(rest as unknown as ReportDoc, { object: () => undefined });
  for (const code of entriesAt(text, 'list.charts') ?? []) {
    const at = joinAddress('list.charts', code);
    const keys = (valueAt(text, at) ?? {}) as ChartKeys & { readonly title?: string };
    if (!chartDims(keys).some(({ dim }) => dim === key) && !(keys.y ?? []).includes(key)) continue;
    const fit = fitted(keys.chart ?? 'table', left, shownBy(keys), keys);
    if ('reason' in fit) return { reason: `图表「${keys.title ?? code}」还在用它` };
    for (const role of ROLE_KEYS) sketch.set(joinAddress(at, role), fit.keys[role] as Json | undefined);
  }
  for (const list of ['list.columns', 'list.search'])
    if ((entriesAt(sketch.text, list) ?? []).includes(key)) sketch.remove(joinAddress(list, key));
  for (const list of ['by', 'groupBy', 'list.summary']) {
    const codes = valueAt(sketch.text, list);
    if (!Array.isArray(codes) || !codes.includes(key)) continue;
    const kept = (codes as readonly string[]).filter((code) => code !== key);
    sketch.set(list, kept.length === 0 ? undefined : kept);
  }
  if (String(valueAt(sketch.text, 'list.sort') ?? '').replace(/^-/, '') === key) sketch.set('list.sort', undefined);
  sketch.remove(address);
  return sketch.done(`移除「${title}」`, { selection: [] });
};
const withoutEntry = (text: Sketch['text'], parent: string, key: string): Sketch['text'] => ({
  ...text,
  [parent]: Object.fromEntries(Object.entries((text[parent] ?? {}) as object).filter(([code]) => code !== key)),
});
/** Title of a board of the changeset whose cells show a field of a report. */
function usedBy(state: Parameters<typeof removeDataset>[0], report: string, field: string): string | undefined {
  for (const { text } of Object.values(state.documents)) {
    if (text.$schema !== 'board/1') continue;
    const cells = Object.values((text.cells ?? {}) as { readonly [code: string]: unknown });
    const shows = cells.some(
      (cell) =>
        isNode(cell) &&
        String(cell.report ?? '').split('.')[0] === report &&
        (chartDims(cell as ChartKeys).some(({ dim }) => dim === field) ||
          ((cell.y ?? []) as readonly string[]).includes(field)),
    );
    if (shows) return String(text.title ?? text.board);
  }
  return undefined;
}

/** A number of the report as a card of the home page. */
export const addCard: Command<{ readonly measure: string; readonly title: string }> = (state, { measure, title }) => {
  const sketch = new Sketch(state);
  const kpis = (sketch.text.kpis ?? {}) as { readonly [code: string]: unknown };
  if (Object.values(kpis).some((value) => isNode(value) && value.measure === measure))
    return { reason: `「${title}」已在首页` };
  const code = freeCode(
    `${String(sketch.text.report ?? '')}${measure.charAt(0).toUpperCase()}${measure.slice(1)}`.slice(0, 36),
    cardCodes(state),
    sketch.isShipped,
  );
  sketch.insert({ list: 'kpis' }, code, {
    title,
    measure,
    ...(sketch.text.time === undefined ? {} : { period: 'thisMonth' }),
  });
  return sketch.done(`「${title}」放到首页`);
};
/** codes of cards are unique in the product */
const cardCodes = (state: Parameters<typeof addCard>[0]): readonly string[] =>
  Object.values(state.documents).flatMap(({ text }) =>
    text.$schema === 'report/1' ? Object.keys((text.kpis ?? {}) as object) : [],
  );
