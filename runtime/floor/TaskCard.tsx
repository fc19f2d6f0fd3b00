/** A task as a card: what it is, how far it is, what may be done with it now. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { codeLook } from '../fields/shared/tags';
import type { Page } from '../page/types';
import type { TableColumn } from '../table/index';
import styles from './floor.module.css';
import type { TaskShape } from './tasks';

export interface TaskCardProps {
  readonly page: Page;
  readonly row: WireRow;
  readonly index: number;
  readonly shape: TaskShape;
  readonly steps: readonly ResolvedAction[];
  readonly isCurrent: boolean;
  readonly onStep: (action: ResolvedAction, row: WireRow) => void;
}
/** buttons of a card; what else may be done stands on the page of the record */
const STEPS = 5;

export function TaskCard({ page, row, index, shape, steps, isCurrent, onStep }: TaskCardProps) {
  const { head, state, tags, facts } = shape;
  const toneOf = ({ key, field }: TableColumn) => {
    const code = row[key];
    return field?.dict === undefined || code === null || code === undefined
      ? undefined
      : codeLook(page.dicts.get(field.dict), String(code)).tone;
  };
  const said = (column: TableColumn): string => shortened(column, column.text(row, index));
  const tone = state && toneOf(state);
  const loud = tags.filter((column) => toneOf(column) === 'warning' || toneOf(column) === 'danger');
  return (
    <li className={styles.task} data-tone={tone} aria-current={isCurrent}>
      <header>
        <b>{head && said(head)}</b>
        {loud.map((column) => (
          <em key={column.key} data-tone={toneOf(column)}>
            {said(column)}
          </em>
        ))}
        {state !== undefined && <em data-tone={tone}>{said(state)}</em>}
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
      <Amount row={row} index={index} numbers={shape.numbers} />
      <div>
        {steps.slice(0, STEPS).map((step) => (
          <button
            key={step.code}
            type="button"
            data-tone={step.tone}
            aria-keyshortcuts={isCurrent ? step.key : undefined}
            onClick={() => onStep(step, row)}
          >
            {step.title}
            {step.key !== undefined && <kbd>{step.key}</kbd>}
          </button>
        ))}
      </div>
    </li>
  );
}

/** Moments on a card go without year and seconds. */
const shortened = ({ field }: TableColumn, text: string): string =>
  MOMENTS.has(field?.type ?? '') ? text.replaceAll(/\d{4}-(\d\d-\d\d)( \d\d:\d\d)?(:\d\d)?/g, '$1$2') : text;
const MOMENTS: ReadonlySet<string> = new Set(['date', 'datetime', 'range']);

/** Names and numbers of documents say what they are, moments and figures do not. */
const isTitled = ({ field }: TableColumn): boolean => field?.ref === undefined && field?.type !== 'text';

interface AmountProps {
  readonly row: WireRow;
  readonly index: number;
  readonly numbers: TaskShape['numbers'];
}
/** How many are done, of how many, and the others with their names. */
function Amount({ row, index, numbers }: AmountProps) {
  const [done, whole, ...rest] = numbers;
  if (done === undefined) return null;
  const countOf = (column: TableColumn): number => Number(row[column.key] ?? 0);
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
      </p>
      {whole !== undefined && countOf(whole) > 0 && (
        <progress max={countOf(whole)} value={Math.min(countOf(done), countOf(whole))} aria-label={done.title} />
      )}
    </>
  );
}
