/** The columns a list shows: those of its document or of the scheme in front, then as the user set them. */
import { useMemo } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { factoryTime, type Page, useHost } from '../page/index';
import { applied, type ColumnSettings } from '../table/column-settings';
import { columnsOf, indexColumn, type TableColumn } from '../table/index';
import { withLabelLink } from '../table/penetrate';
import { actionColumn, type MenuAt } from './RowActions';
import { actionsAt } from './row-actions';
import type { List } from './use-list';
import type { RowRules } from './use-row-rules';

export const isData = (column: TableColumn): boolean => !column.key.startsWith('$');

/** The columns of the document or of the scheme in front, before the user's own settings. */
export const useAllColumns = (page: Page, list: List, rules: RowRules): readonly TableColumn[] => {
  const { session } = useHost();
  const { object } = page;
  const shipped = object.list.schemes.find((scheme) => scheme.code === list.scheme);
  const named = list.chosen?.content.columns;
  const slots = list.data?.slots;
  // the same list of names stays one while pages are turned
  const off = list.data?.off?.join() ?? '';
  return useMemo(() => {
    const gone = new Set(off.split(','));
    const placed = shipped?.columns ?? object.list.columns;
    const all = withLabelLink(
      columnsOf(off === '' ? placed : placed.filter(({ field = '' }) => !gone.has(field)), {
        object,
        lib: page.lib,
        dict: (code) => page.dicts.get(code),
        now: () => factoryTime(session.now()),
        slots,
        done: rules.done,
        warn: rules.warn,
      }),
      page,
    );
    if (named === undefined) return all;
    const chosen = named.flatMap((key) => all.find((column) => column.key === key) ?? []);
    return chosen.length === 0 ? all : chosen;
  }, [page, object, shipped, named, session, slots, off, rules]);
};

export const useShownColumns = (
  page: Page,
  list: List,
  all: readonly TableColumn[],
  settings: ColumnSettings,
  run: (action: ResolvedAction, rows: readonly WireRow[]) => void,
  onMenu: (at: MenuAt) => void,
) => {
  const { object } = page;
  const rowActions = useMemo(() => actionsAt(page, 'row'), [page]);
  const first = (list.query.page - 1) * list.size;
  const shown = useMemo(() => {
    const { index } = object.list;
    return [
      ...(index === undefined || index === false ? [] : [indexColumn(first, index === 'pin')]),
      ...applied(all, settings),
      ...(rowActions.length === 0 ? [] : [actionColumn(rowActions, (action, row) => run(action, [row]), onMenu)]),
    ];
  }, [object, all, settings, rowActions, run, onMenu, first]);
  return { shown, rowActions };
};
