/** How far a task is: in front its numbers are the biggest things, with its time, who works on it and how many more there may be. */
import { offlineQueue } from '../data/offline-queue';
import { useSignal } from '../data/signal';
import type { WireRow } from '../data/types';
import type { TableColumn } from '../table/index';
import { elapsed } from './elapsed';
import { Faces } from './Faces';
import styles from './floor.module.css';
import { heldFor, rounded } from './held';
import { plain } from './pad';
import type { TaskShape } from './tasks';
import { useClock } from './use-clock';

export interface TaskFiguresProps {
  readonly row: WireRow;
  readonly index: number;
  readonly shape: TaskShape;
}
const countOf = (row: WireRow, column: TableColumn): number => Number(row[column.key] ?? 0);

export function TaskFigures({ row, index, shape }: TaskFiguresProps) {
  const { front, since, people, most, numbers } = shape;
  const names = (people?.text(row, index) ?? '').split('、').filter((name) => name !== '');
  const from = since && row[since.key];
  return (
    <>
      {(names.length > 0 || typeof from === 'string') && (
        <div className={styles.crew}>
          {names.length > 0 && <Faces names={names} />}
          {typeof from === 'string' && <Timer from={from} />}
        </div>
      )}
      {front.length > 0 && (
        <div className={styles.giant}>
          {front.map((column, n) => (
            <p key={column.key} data-tone={n > 0 && countOf(row, column) > 0 ? 'bad' : undefined}>
              <span>{column.title}</span>
              <strong aria-label={column.title}>{column.text(row, index) || '0'}</strong>
            </p>
          ))}
        </div>
      )}
      <Amount row={row} index={index} numbers={numbers} most={most} />
    </>
  );
}

/** 已用 6:46:10 */
function Timer({ from }: { readonly from: string }) {
  const text = elapsed(from, useClock(1_000));
  if (text === undefined) return null;
  return (
    <span className={styles.timer}>
      已用 <b role="timer">{text}</b>
    </span>
  );
}

interface AmountProps {
  readonly row: WireRow;
  readonly index: number;
  readonly numbers: TaskShape['numbers'];
  readonly most?: TableColumn | undefined;
}
/** How many are done, of how many, and the others with their names. */
export function Amount({ row, index, numbers, most }: AmountProps) {
  const [done, whole, ...rest] = numbers;
  if (done === undefined) return null;
  return (
    <>
      <p className={styles.amount}>
        <strong aria-label={done.title}>{done.text(row, index) || '0'}</strong>
        {whole !== undefined && (
          <span>
            / <span aria-label={whole.title}>{whole.text(row, index)}</span>
          </span>
        )}
        {rest.map((column) => (
          <small key={column.key}>
            {column.title} {column.text(row, index) || '0'}
          </small>
        ))}
        {most !== undefined && row[most.key] !== null && <Most row={row} column={most} />}
      </p>
      {whole !== undefined && countOf(row, whole) > 0 && (
        <progress
          max={countOf(row, whole)}
          value={Math.min(countOf(row, done), countOf(row, whole))}
          aria-label={done.title}
        />
      )}
    </>
  );
}

/** How many more there may be beside what waits on this device, as on the page that reports them. */
function Most({ row, column }: { readonly row: WireRow; readonly column: TableColumn }) {
  useSignal(offlineQueue.signal);
  return (
    <b>
      {column.title}
      {plain(Math.max(rounded(countOf(row, column) - heldFor(row.id)), 0))}
    </b>
  );
}
