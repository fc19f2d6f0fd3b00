/** Rows of a sub-table to read: the one table of the product, with its links, tags and totals. */
import { useMemo } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { GridFoot } from '../grid/GridFoot';
import { useSignal } from '../grid/signal';
import type { Page } from '../page/types';
import { columnsOf, DataTable, type TableColumn } from '../table/index';
import styles from './DetailPage.module.css';
import type { FormModel } from './form-model';
import type { SubTable } from './layout';
import { useTableContext } from './table-context';

export interface DetailRowsProps {
  readonly page: Page;
  readonly model: FormModel;
  readonly table: SubTable;
}

export function DetailRows({ page, model, table }: DetailRowsProps) {
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
  const rows = useMemo(
    () => (stored === null ? [] : ((model.toRow()[table.code] as unknown as readonly WireRow[] | undefined) ?? [])),
    [model, stored, table.code],
  );
  if (sub === undefined) return null;
  return (
    <div className={styles.rows}>
      <DataTable label={table.title} columns={columns} rows={rows} context={context} rowHeight={34} />
      <GridFoot control={sub.control} also={model.changed} items={() => sub.foot(table.foot.map((one) => one.field))} />
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
