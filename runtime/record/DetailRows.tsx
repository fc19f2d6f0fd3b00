/** Rows of a sub-table to read: the one table of the product, with its links, tags and totals. */
import { Button } from 'antd';
import { useMemo, useReducer } from 'react';
import { meansAllRows } from '../../schemas/language/offered';
import type { ResolvedAction, ResolvedField } from '../../schemas/language/resolved';
import { useSignal } from '../data/signal';
import type { WireRow } from '../data/types';
import type { FormModel } from '../form/form-model';
import type { SubTable } from '../form/layout';
import { useTableContext } from '../form/table-context';
import { GridFoot } from '../grid/GridFoot';
import type { Page } from '../page/types';
import {
  columnsOf,
  DataTable,
  NOTHING,
  type Selection,
  type SelectionAct,
  select,
  type TableColumn,
} from '../table/index';
import styles from './DetailPage.module.css';

export interface DetailRowsProps {
  readonly page: Page;
  readonly model: FormModel;
  readonly table: SubTable;
  /** runs an action on the chosen rows */
  readonly onRun?: ((action: ResolvedAction, rows: readonly string[]) => void) | undefined;
}

/** Actions on rows of this sub-table that the record allows now. */
const rowActions = (page: Page, model: FormModel, sub: string): readonly ResolvedAction[] =>
  Object.values(page.object.actions).filter(
    (action) =>
      action.in === sub &&
      !meansAllRows(action) &&
      action.auto === undefined &&
      page.can(action.right) &&
      model.actions.includes(action.code),
  );
export function DetailRows({ page, model, table, onRun }: DetailRowsProps) {
  useSignal(model.standing);
  const sub = model.subs.get(table.code);
  const context = useTableContext(page, model.env.now);
  const { stored } = model;
  const columns = useMemo(
    () => [
      numberColumn(table.field),
      ...columnsOf(table.field.sub?.columns ?? [], {
        object: page.object,
        lib: page.lib,
        dict: (code) => page.dicts.get(code),
        now: () => model.env.now,
        sub: table.code,
      }).filter((column) => column.field?.hidden !== true),
    ],
    [page, model, table],
  );
  const offered = rowActions(page, model, table.code);
  const [chosen, dispatch] = useReducer(
    (state: Selection, act: SelectionAct) => select(state, act, { mode: 'multi', isLocked: () => false }),
    NOTHING,
  );
  const rows = useMemo(
    () => (stored === null ? [] : ((model.toRow()[table.code] as unknown as readonly WireRow[] | undefined) ?? [])),
    [model, stored, table.code],
  );
  if (sub === undefined) return null;
  return (
    <div className={styles.rows}>
      {offered.length > 0 && (
        <div className={styles.rowActions}>
          {offered.map((action) => {
            const ids = [...chosen.rows.keys()];
            const able = ids.every((id) => model.allowsRow(id, action.code));
            return (
              <Button
                key={action.code}
                size="small"
                danger={action.tone === 'danger'}
                disabled={ids.length === 0 || !able}
                title={ids.length === 0 ? '先选择行' : able ? '' : `所选的行不能${action.title}`}
                onClick={() => onRun?.(action, ids)}
              >
                {action.title}
              </Button>
            );
          })}
          {chosen.rows.size > 0 && <span>已选 {chosen.rows.size} 行</span>}
        </div>
      )}
      <DataTable
        label={table.title}
        columns={columns}
        rows={rows}
        context={context}
        rowHeight={34}
        {...(offered.length > 0 ? { selection: { mode: 'multi' as const, state: chosen, dispatch } } : {})}
      />
      <GridFoot
        control={sub.control}
        also={model.changed}
        items={() => sub.foot(table.foot.map((placed) => placed.field))}
      />
    </div>
  );
}

/** 行号: the number field of the rows, else the line number. */
function numberColumn(field: ResolvedField): TableColumn {
  const key = field.sub?.rows.number ?? 'lineNo';
  return {
    key,
    title: '行号',
    width: 64,
    minWidth: 48,
    align: 'left',
    headerAlign: 'left',
    pin: 'left',
    sortable: false,
    grows: false,
    overflow: true,
    required: false,
    text: (row) => String(row[key] ?? row.lineNo ?? ''),
  };
}
