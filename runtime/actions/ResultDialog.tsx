/** What came of an action when one word is not enough: rows that failed, ways out, rows it answers. */
import { Button, Modal } from 'antd';
import { useMemo } from 'react';
import type { Refusal, WireRow } from '../data/types';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import { columnsOf, DataTable, type TableContext } from '../table/index';
import styles from './ResultDialog.module.css';

type Way = NonNullable<Refusal['ways']>[number];
export interface ResultDialogProps {
  readonly title: string;
  readonly text?: string;
  readonly rows?: readonly { readonly id: string; readonly text: string }[];
  readonly ways?: readonly Way[];
  /** columns of the page's object and the rows to show under them */
  readonly shows?: readonly string[];
  readonly lines?: readonly WireRow[];
  readonly page?: Page;
  readonly onClose: (way: Way | null) => void;
}

const CONTEXT: TableContext = { now: () => '' };

export function ResultDialog({
  title,
  text,
  rows = [],
  ways = [],
  shows,
  lines = [],
  page,
  onClose,
}: ResultDialogProps) {
  const columns = useMemo(
    () =>
      page === undefined || shows === undefined
        ? []
        : columnsOf(
            shows.map((field) => ({ field })),
            { object: page.object, lib: page.lib, dict: (code) => page.dicts.get(code), now: () => '' },
          ),
    [page, shows],
  );
  return (
    <Modal
      open
      centered
      title={title}
      width={rem(shows === undefined ? 480 : 880)}
      maskClosable={false}
      onCancel={() => onClose(null)}
      footer={[
        ...ways.map((way) => (
          <Button key={way.title} onClick={() => onClose(way)}>
            {way.title}
          </Button>
        )),
        <Button key="ok" type="primary" onClick={() => onClose(null)}>
          确定
        </Button>,
      ]}
    >
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.id}>{row.text}</li>
          ))}
        </ul>
      )}
      {shows !== undefined && (
        <div className={styles.table}>
          <DataTable label={title} columns={columns} rows={lines} context={CONTEXT} />
        </div>
      )}
    </Modal>
  );
}
