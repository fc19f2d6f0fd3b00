/** What a task is: its name, what warns, its state, what it makes, with a picture where there is one. */
import type { FileValue } from '../../schemas/language/value';
import type { WireRow } from '../data/types';
import { codeLook } from '../fields/shared/tags';
import { FileThumb } from '../files/FileThumb';
import type { Page } from '../page/types';
import type { TableColumn } from '../table/index';
import styles from './floor.module.css';
import { waitsFor, waitText } from './queued-action';
import type { TaskShape } from './tasks';

export interface TaskHeadProps {
  readonly page: Page;
  readonly row: WireRow;
  readonly index: number;
  readonly shape: TaskShape;
}

export function TaskHead({ page, row, index, shape }: TaskHeadProps) {
  const { head, state, tags, facts, picture } = shape;
  const said = (column: TableColumn): string => shortened(column, column.text(row, index));
  const toneAt = (column: TableColumn) => toneOf(page, row, column);
  const loud = tags.filter((column) => toneAt(column) === 'warning' || toneAt(column) === 'danger');
  const waiting = waitsFor(row.id);
  const [file] = (picture && (row[picture.key] as readonly FileValue[] | null)) ?? [];
  return (
    <div className={styles.head}>
      {file !== undefined && (
        <span className={styles.picture}>
          <FileThumb file={file} />
        </span>
      )}
      <div>
        <header>
          <b>{head && said(head)}</b>
          {loud.map((column) => (
            <em key={column.key} data-tone={toneAt(column)}>
              {said(column)}
            </em>
          ))}
          {state !== undefined && <em data-tone={toneAt(state)}>{said(state)}</em>}
        </header>
        <p>
          {facts
            .filter((column) => said(column) !== '')
            .map((column) => (
              <span key={column.key}>
                {isTitled(column) && <small>{column.title} </small>}
                {said(column)}
              </span>
            ))}
        </p>
        {waiting !== undefined && (
          <p>
            <em data-tone="warning">{waitText(page, waiting)}</em>
          </p>
        )}
      </div>
    </div>
  );
}

export const toneOf = (page: Page, row: WireRow, { key, field }: TableColumn) => {
  const code = row[key];
  return field?.dict === undefined || code === null || code === undefined
    ? undefined
    : codeLook(page.dicts.get(field.dict), String(code)).tone;
};

/** Moments on a card go without year and seconds. */
const shortened = ({ field }: TableColumn, text: string): string =>
  MOMENTS.has(field?.type ?? '') ? text.replaceAll(/\d{4}-(\d\d-\d\d)( \d\d:\d\d)?(:\d\d)?/g, '$1$2') : text;
const MOMENTS: ReadonlySet<string> = new Set(['date', 'datetime', 'range']);

/** Names and numbers of documents say what they are, moments and figures do not. */
const isTitled = ({ field }: TableColumn): boolean => field?.ref === undefined && field?.type !== 'text';
