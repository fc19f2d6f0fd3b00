/** What stands in a tab below a list: the rows of a sub-table of the chosen record, or a list of another page bound to it. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Part } from '../../schemas/language/resolved';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { WireRow } from '../data/types';
import { factoryTime, type Page, useHost } from '../page/index';
import { recordOf } from '../page/row-expr';
import { columnsOf, DataTable, type TableContext, type TableStatus } from '../table/index';
import { PartList } from './PartList';
import { docFields } from './part-where';

const READY: TableStatus = { state: 'ready' };
const LOADING: TableStatus = { state: 'loading' };
const ROW_HEIGHT = 30;

interface RowsProps {
  readonly page: Page;
  readonly row: WireRow | undefined;
  readonly title: string;
}

/** The record of the row, when a part needs more of it than the list carries. */
const useRecord = (page: Page, row: WireRow | undefined, on: boolean) =>
  useQuery({
    queryKey: keys.one(page.object.object, page.code, row?.id ?? ''),
    queryFn: () => recordClient.getOne(page.code, { id: row?.id ?? '' }, { quiet: true }),
    enabled: on && row !== undefined,
  });

export const SubRows = ({ page, sub, title, row, context }: RowsProps & { sub: string; context: TableContext }) => {
  const { session } = useHost();
  const columns = useMemo(
    () =>
      columnsOf(page.object.fields[sub]?.sub?.columns ?? [], {
        object: page.object,
        lib: page.lib,
        dict: (code) => page.dicts.get(code),
        now: () => factoryTime(session.now()),
        sub,
      }),
    [page, sub, session],
  );
  const { data, isPending } = useRecord(page, row, true);
  const rows = useMemo(() => {
    const value = data?.[sub];
    return Array.isArray(value) ? (value as readonly unknown[] as readonly WireRow[]) : [];
  }, [data, sub]);
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={row === undefined ? [] : rows}
      context={context}
      rowHeight={ROW_HEIGHT}
      status={row !== undefined && isPending ? LOADING : READY}
      empty={row === undefined ? <Hint title={title} /> : undefined}
    />
  );
};

export const ListRows = ({ page, part, title, row, bar }: RowsProps & { part: Part; bar: HTMLElement | null }) => {
  const needs = useMemo(() => docFields(part.where ?? ''), [part]);
  const own = row === undefined ? undefined : recordOf(page.object, row);
  const lacks = own !== undefined && needs.some((code) => !(code in own));
  const { data } = useRecord(page, row, lacks);
  const whole = useMemo(() => (data === undefined ? undefined : recordOf(page.object, data)), [page, data]);
  return (
    <PartList
      part={part}
      doc={lacks ? whole : own}
      rowHeight={ROW_HEIGHT}
      bar={bar}
      every={page.object.list.every}
      empty={row === undefined ? <Hint title={title} /> : undefined}
    />
  );
};

const Hint = ({ title }: { readonly title: string }) => <p>点选上面的一行，这里显示它的{title}</p>;
