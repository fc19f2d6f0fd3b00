/** What came of an action when one word is not enough: rows that failed, ways out, rows it answers. */
import { Button, Modal } from 'antd';
import { useMemo, useRef } from 'react';
import type { FailedRow, Refusal, Usage, WireRow } from '../data/types';
import { UsageTable } from '../form/UsageTable';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import { columnsOf, DataTable, type TableColumn, type TableContext, treeRows } from '../table/index';
import { FailedRows } from './FailedRows';
import styles from './ResultDialog.module.css';

type Way = NonNullable<Refusal['ways']>[number];
export interface ResultDialogProps {
  readonly title: string;
  readonly text?: string;
  readonly rows?: readonly FailedRow[];
  readonly ways?: readonly Way[];
  /** where `usedId` is used */
  readonly usage?: readonly Usage[];
  readonly usedId?: string | undefined;
  /** columns of the page's object and the rows to show under them */
  readonly shows?: readonly string[];
  readonly lines?: readonly WireRow[];
  /** `tree`: the lines nest by `children` or `level` */
  readonly as?: string | undefined;
  readonly page?: Page;
  readonly onClose: (way: Way | null) => void;
}

const CONTEXT: TableContext = { now: () => '' };

export function ResultDialog({
  title,
  text,
  rows = [],
  ways = [],
  usage = [],
  usedId = '',
  shows,
  lines = [],
  as,
  page,
  onClose,
}: ResultDialogProps) {
  const ok = useRef<HTMLButtonElement>(null);
  const columns = useMemo(
    () => (page === undefined || shows === undefined ? [] : shownColumns(page, shows)),
    [page, shows],
  );
  const flat = useMemo(
    () =>
      as === 'tree'
        ? treeRows(lines, 'parent', () => true).map(({ row, level }) => ({ ...row, $level: level }))
        : lines,
    [lines, as],
  );
  return (
    <Modal
      open
      centered
      title={title}
      width={rem(shows === undefined ? 480 : 880)}
      maskClosable={false}
      // the question before it gives the focus back to the list when it has gone: Escape and Enter belong here
      afterOpenChange={(isOpen) => isOpen && ok.current?.focus()}
      onCancel={() => onClose(null)}
      footer={[
        ...ways.map((way) => (
          <Button key={way.title} onClick={() => onClose(way)}>
            {way.title}
          </Button>
        )),
        <Button key="ok" ref={ok} type="primary" onClick={() => onClose(null)}>
          确定
        </Button>,
      ]}
    >
      {text !== undefined && <p className={styles.text}>{text}</p>}
      <FailedRows rows={rows} />
      {usage.length > 0 && (
        <div className={styles.usage}>
          <UsageTable usage={usage} id={usedId} onOpen={() => onClose(null)} />
        </div>
      )}
      {shows !== undefined && (
        <div className={styles.table}>
          <DataTable
            label={title}
            columns={as === 'tree' ? indented(columns) : columns}
            rows={flat}
            context={CONTEXT}
          />
        </div>
      )}
    </Modal>
  );
}

/** Columns by their names: fields of the object, of its rows, or names the answer brought with it. */
function shownColumns(page: Page, shows: readonly string[]): readonly TableColumn[] {
  const { object, lib } = page;
  const source = { object, lib, dict: (code: string) => page.dicts.get(code), now: () => '' };
  return shows.flatMap((field) => {
    const sub = object.fields[field] === undefined ? subOf(page, field) : undefined;
    return columnsOf([{ field }], sub === undefined ? source : { ...source, sub });
  });
}
const subOf = ({ object }: Page, code: string): string | undefined =>
  Object.values(object.fields).find((field) => field.sub?.fields[code] !== undefined)?.code;

/** The first column of a tree stands in by the level of its row. */
function indented(columns: readonly TableColumn[]): readonly TableColumn[] {
  const [first, ...rest] = columns;
  if (first === undefined) return columns;
  const { render: _render, ...plain } = first;
  const text: TableColumn['text'] = (row, context) =>
    `${'　'.repeat(Number(row.$level ?? 0))}${first.text(row, context)}`;
  return [{ ...plain, text }, ...rest];
}
