import { describe, expect, it } from 'vitest';
import type { WireRow } from '../../runtime/data/types';
import {
  isLockedRow,
  keepSelection,
  keptSelection,
  NOTHING,
  pageState,
  type Selection,
  type SelectionAct,
  select,
} from '../../runtime/table/selection';

const row = (id: string, more: Partial<WireRow> = {}): WireRow => ({ id, version: 1, _actions: ['view'], ...more });
const page1 = [row('a'), row('b'), row('locked', { sourceOrderNbr: 'CGRK1' }), row('c')];
const page2 = [row('d'), row('e')];
const multi = { mode: 'multi', isLocked: isLockedRow } as const;
const single = { mode: 'single', isLocked: isLockedRow } as const;
const run = (acts: readonly SelectionAct[], rules: typeof multi | typeof single = multi): Selection =>
  acts.reduce((state, act) => select(state, act, rules), NOTHING);
const ids = (state: Selection): readonly string[] => [...state.rows.keys()];
const at = (list: readonly WireRow[], index: number): WireRow => list[index] ?? row('?');

describe('selection', () => {
  it('toggles a row by click', () => {
    expect(ids(run([{ type: 'toggle', row: at(page1, 0) }]))).toEqual(['a']);
    const twice = run([
      { type: 'toggle', row: at(page1, 0) },
      { type: 'toggle', row: at(page1, 0) },
    ]);
    expect(ids(twice)).toEqual([]);
    expect(twice.cancelled).toEqual(['a']);
  });

  it('remembers rows of other pages', () => {
    const state = run([
      { type: 'toggle', row: at(page1, 0) },
      { type: 'page', page: page2 },
    ]);
    expect(ids(state)).toEqual(['a', 'd', 'e']);
  });

  it('takes all free rows of the page, then none of them', () => {
    const all = run([{ type: 'page', page: page1 }]);
    expect(ids(all)).toEqual(['a', 'b', 'c']);
    expect(pageState(all, page1, isLockedRow)).toBe('all');
    expect(ids(select(all, { type: 'page', page: page1 }, multi))).toEqual([]);
  });

  it('never selects a row with sourceOrderNbr or a disabled one', () => {
    expect(ids(run([{ type: 'toggle', row: at(page1, 2) }]))).toEqual([]);
    expect(ids(run([{ type: 'force', row: row('x', { $isDisabled: true }) }]))).toEqual([]);
    expect(isLockedRow(row('y', { sourceOrderNbr: '' }))).toBe(false);
  });

  it('keeps only the last row in single mode and refuses to take all', () => {
    const state = run(
      [
        { type: 'toggle', row: at(page1, 0) },
        { type: 'toggle', row: at(page1, 1) },
      ],
      single,
    );
    expect(ids(state)).toEqual(['b']);
    const refused = select(state, { type: 'page', page: page1 }, single);
    expect(refused.refusal).toBe('单选开窗不可全选');
    expect(ids(refused)).toEqual([]);
  });

  it('a double click chooses whatever it was before', () => {
    const state = run([
      { type: 'toggle', row: at(page1, 0) },
      { type: 'toggle', row: at(page1, 0) },
      { type: 'force', row: at(page1, 0) },
    ]);
    expect(ids(state)).toEqual(['a']);
    expect(state.cancelled).toEqual([]);
  });

  it('shift takes the span from the anchor and leaves locked rows out', () => {
    const state = run([
      { type: 'toggle', row: at(page1, 0) },
      { type: 'range', row: at(page1, 3), page: page1 },
    ]);
    expect(ids(state)).toEqual(['a', 'b', 'c']);
  });

  it('fresh rows replace remembered ones; a row that is locked now falls out', () => {
    const state = run([{ type: 'page', page: [at(page1, 0), at(page1, 1)] }]);
    const fresh = select(
      state,
      { type: 'refresh', page: [row('a', { version: 2 }), row('b', { $isDisabled: true })] },
      multi,
    );
    expect(fresh.rows.get('a')?.version).toBe(2);
    expect(ids(fresh)).toEqual(['a']);
  });

  it('survives a reload through the storage, and never puts a cancelled row back', () => {
    const state = run([
      { type: 'page', page: page1 },
      { type: 'toggle', row: at(page1, 1) },
    ]);
    keepSelection(sessionStorage, 'k', state);
    const back = keptSelection(sessionStorage, 'k');
    expect(ids(back)).toEqual(['a', 'c']);
    expect(back.rows.get('a')).toEqual({ id: 'a', version: 1, _actions: ['view'] });
    sessionStorage.setItem('k', '{broken');
    expect(keptSelection(sessionStorage, 'k')).toBe(NOTHING);
  });

  it('clears at once', () => {
    expect(select(run([{ type: 'page', page: page1 }]), { type: 'clear' }, multi)).toBe(NOTHING);
  });
});
