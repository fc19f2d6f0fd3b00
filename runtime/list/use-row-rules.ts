/** What the document says about rows of the list: which cannot be selected, their tones, whether a critical date is settled. */
import { useMemo } from 'react';
import type { Tone } from '../../schemas/language/document';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import type { Page } from '../page/index';
import { type RowTest, type RowTone, rowTest, rowTone, rowValue } from '../page/row-expr';
import type { TableColumn } from '../table/index';

export interface RowRules {
  isDisabled(row: WireRow): boolean;
  tone: ((row: WireRow) => Tone | undefined) | undefined;
  cellTone(column: TableColumn, row: WireRow): Tone | undefined;
  /** what the progress bar of a cell is full at */
  full(column: TableColumn, row: WireRow): number | undefined;
  done(field: ResolvedField, row: WireRow): boolean;
  /** days before a critical date in which it is near, where the document computes them */
  warn(field: ResolvedField, row: WireRow): number | undefined;
}

export const useRowRules = (page: Page): RowRules =>
  useMemo(() => {
    const { disable, tone } = page.object.list;
    const disabled = disable === undefined ? () => false : rowTest(page, disable);
    const cells = new Map<string, RowTone>();
    const settled = new Map<string, RowTest>();
    const kept = <T>(map: Map<string, T>, key: string, make: () => T): T => {
      const value = map.get(key) ?? make();
      map.set(key, value);
      return value;
    };
    return {
      isDisabled: disabled,
      tone: tone === undefined ? undefined : rowTone(page, tone),
      cellTone: (column, row) =>
        column.tone === undefined ? undefined : kept(cells, column.key, () => rowTone(page, column.tone ?? {}))(row),
      full: (column, row) => {
        const max = column.placement?.max;
        const value = typeof max === 'string' && max.startsWith('=') ? rowValue(page, max.slice(1))(row) : max;
        return value === undefined || value === null ? undefined : Number(value);
      },
      done: (field, row) =>
        field.done === undefined ? false : kept(settled, field.path, () => rowTest(page, field.done ?? 'false'))(row),
      warn: ({ warn }, row) => {
        const value = typeof warn === 'string' && warn.startsWith('=') ? rowValue(page, warn.slice(1))(row) : null;
        return typeof value === 'number' ? value : undefined;
      },
    };
  }, [page]);
