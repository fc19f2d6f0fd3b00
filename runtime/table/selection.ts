/**
 * Selection of rows as a reducer (specification §4): kept over pages and reloads through the storage that is passed in; a single
 * selection keeps only the last chosen row; rows with sourceOrderNbr and disabled rows are never selected.
 */
import type { WireRow } from '../data/types';

export type SelectMode = 'multi' | 'single' | 'none';
export interface Selection {
  /** chosen rows by id, in the order of choosing; rows of other pages as they were when chosen */
  readonly rows: ReadonlyMap<string, WireRow>;
  /** ids taken out again since the last clear: what a reload must not put back */
  readonly cancelled: readonly string[];
  /** where a shift click starts */
  readonly anchor: string | null;
  /** sentence to show; gone with the next change */
  readonly refusal: string | null;
}
export interface SelectionRules {
  readonly mode: SelectMode;
  readonly isLocked: (row: WireRow) => boolean;
}
export type SelectionAct =
  | { readonly type: 'toggle'; readonly row: WireRow }
  /** double click and picking: chosen whatever it was before */
  | { readonly type: 'force'; readonly row: WireRow }
  | { readonly type: 'range'; readonly row: WireRow; readonly page: readonly WireRow[] }
  /** the box in the header: all rows of the page, or none of them when all are chosen */
  | { readonly type: 'page'; readonly page: readonly WireRow[] }
  | { readonly type: 'clear' }
  | { readonly type: 'drop'; readonly ids: readonly string[] }
  /** fresh rows of the page replace the remembered ones: versions and allowed actions */
  | { readonly type: 'refresh'; readonly page: readonly WireRow[] };

export const SINGLE_REFUSAL = '单选开窗不可全选';
export const NOTHING: Selection = { rows: new Map(), cancelled: [], anchor: null, refusal: null };

/** the specification's lock, beside what a list declares by `disable` (the server sends $isDisabled) */
export const isLockedRow = (row: WireRow): boolean =>
  row.$isDisabled === true ||
  (row.sourceOrderNbr !== undefined && row.sourceOrderNbr !== null && row.sourceOrderNbr !== '');

export const select = (state: Selection, act: SelectionAct, { mode, isLocked }: SelectionRules): Selection => {
  if (act.type === 'clear') return state.rows.size === 0 && state.refusal === null ? state : NOTHING;
  if (act.type === 'drop') return without(state, act.ids);
  if (act.type === 'refresh') return refresh(state, act.page, isLocked);
  if (mode === 'none') return state;
  if (act.type === 'page') {
    if (mode === 'single') return { ...NOTHING, refusal: SINGLE_REFUSAL };
    const free = act.page.filter((row) => !isLocked(row));
    const all = free.length > 0 && free.every((row) => state.rows.has(row.id));
    return all
      ? without(
          state,
          free.map((row) => row.id),
        )
      : withRows(state, free, state.anchor);
  }
  const { row } = act;
  if (isLocked(row)) return state;
  if (act.type === 'force') {
    if (mode === 'single') return { ...NOTHING, rows: new Map([[row.id, row]]), anchor: row.id };
    return withRows(state, [row], row.id);
  }
  if (act.type === 'range' && mode === 'multi') {
    const from = act.page.findIndex((row) => row.id === state.anchor);
    const to = act.page.findIndex((eachRow) => eachRow.id === row.id);
    if (from >= 0 && to >= 0) {
      const span = act.page.slice(Math.min(from, to), Math.max(from, to) + 1).filter((row) => !isLocked(row));
      return withRows(state, span, state.anchor);
    }
  }
  if (state.rows.has(row.id)) return without({ ...state, anchor: row.id }, [row.id]);
  if (mode === 'single') return { ...NOTHING, rows: new Map([[row.id, row]]), anchor: row.id };
  return withRows(state, [row], row.id);
};

/** State of the box in the header. */
export const pageState = (
  state: Selection,
  page: readonly WireRow[],
  isLocked: (row: WireRow) => boolean,
): 'all' | 'some' | 'none' => {
  let free = 0;
  let chosen = 0;
  for (const row of page) {
    if (isLocked(row)) continue;
    free += 1;
    if (state.rows.has(row.id)) chosen += 1;
  }
  if (chosen === 0) return 'none';
  return chosen === free ? 'all' : 'some';
};

const withRows = (state: Selection, rows: readonly WireRow[], anchor: string | null): Selection => {
  const next = new Map(state.rows);
  for (const row of rows) next.set(row.id, row);
  const back = new Set(rows.map((row) => row.id));
  return { rows: next, cancelled: state.cancelled.filter((id) => !back.has(id)), anchor, refusal: null };
};

const without = (state: Selection, ids: readonly string[]): Selection => {
  const gone = ids.filter((id) => state.rows.has(id));
  if (gone.length === 0) return state.refusal === null ? state : { ...state, refusal: null };
  const next = new Map(state.rows);
  for (const id of gone) next.delete(id);
  return { ...state, rows: next, cancelled: [...new Set([...state.cancelled, ...gone])], refusal: null };
};

const refresh = (state: Selection, page: readonly WireRow[], isLocked: (row: WireRow) => boolean): Selection => {
  if (state.rows.size === 0) return state;
  const stale = page.filter((row) => state.rows.has(row.id) && state.rows.get(row.id) !== row);
  if (stale.length === 0) return state;
  const next = new Map(state.rows);
  for (const row of stale) {
    if (isLocked(row)) next.delete(row.id);
    else next.set(row.id, row);
  }
  return { ...state, rows: next };
};

export interface SelectionStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
interface Kept {
  readonly checked: readonly WireRow[];
  readonly cancelled: readonly string[];
}
const KEPT_ROWS = 1000;

/** What a reload of the page needs: id, version and allowed actions of each chosen row. */
export const keepSelection = (store: SelectionStore, key: string, state: Selection): void => {
  if (state.rows.size === 0 && state.cancelled.length === 0) {
    store.removeItem(key);
    return;
  }
  const checked = [...state.rows.values()].slice(0, KEPT_ROWS).map(({ id, version, _actions }) => ({
    id,
    ...(version === undefined ? {} : { version }),
    ...(_actions === undefined ? {} : { _actions }),
  }));
  store.setItem(key, JSON.stringify({ checked, cancelled: state.cancelled.slice(-KEPT_ROWS) } satisfies Kept));
};

export const keptSelection = (store: SelectionStore, key: string): Selection => {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as Partial<Kept> | null;
    if (kept === null || !Array.isArray(kept.checked)) return NOTHING;
    const cancelled = Array.isArray(kept.cancelled) ? (kept.cancelled as readonly string[]) : [];
    const out = new Set(cancelled);
    const rows = (kept.checked as readonly WireRow[]).filter((row) => typeof row.id === 'string' && !out.has(row.id));
    return { ...NOTHING, rows: new Map(rows.map((row) => [row.id, row])), cancelled };
  } catch {
    return NOTHING;
  }
};
