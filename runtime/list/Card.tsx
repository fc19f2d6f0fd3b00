/** One row as a card: picture, label, tags, the next columns in words and in numbers, three actions and ⋯ for the others, a box to choose it. */
import type { ReactNode } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { content, FEATURES, selectBox, type TableColumn, type TableContext } from '../table/index';
import styles from './Card.module.css';
import { type MenuAt, MoreButton } from './RowActions';
import { rowWords } from './row-actions';

export interface CardShape {
  readonly picture: TableColumn | undefined;
  readonly head: TableColumn | undefined;
  readonly tags: readonly TableColumn[];
  /** what it is about, a line each */
  readonly facts: readonly TableColumn[];
  /** how much: two in a line */
  readonly numbers: readonly TableColumn[];
}
const FACTS = 4;
const NUMBERS = 4;
const WORDS = 3;

interface ShapeAsk {
  /** a field the place of the card says already (the column of a board) */
  readonly without?: string;
  /** fields that name a row: the card has them whatever stands before them */
  readonly named?: readonly string[];
}
export const cardShape = (columns: readonly TableColumn[], { without, named = [] }: ShapeAsk = {}): CardShape => {
  const real = columns.filter((column) => !column.key.startsWith('$') && column.key !== without);
  const picture = real.find((column) => column.as === 'image');
  const head = real.find((column) => column !== picture);
  const tags = real.filter((column) => column.as === 'tag' && column !== head).slice(-2);
  const rest = real.filter((column) => column !== picture && column !== head && !tags.includes(column));
  const numbers = rest.filter(isNumber).slice(0, NUMBERS);
  // where there is a quantity to read, one line of words makes room for it
  const said = rest.filter((column) => !isNumber(column));
  const first = [...said.filter(({ key }) => named.includes(key)), ...said.filter(({ key }) => !named.includes(key))];
  const taken = new Set(first.slice(0, numbers.length > 0 ? FACTS - 1 : FACTS));
  const words = said.filter((column) => taken.has(column));
  return { picture, head, tags, facts: words, numbers };
};
const isNumber = ({ field, align }: TableColumn): boolean =>
  align === 'right' || ((field?.type === 'decimal' || field?.type === 'int') && field.dict === undefined);

/** A fact that is not there takes no line; what is drawn otherwise than as text is asked nothing. */
const says = (column: TableColumn, row: WireRow, index: number): boolean =>
  column.render !== undefined || (column.as !== undefined && column.as !== 'tag') || column.text(row, index) !== '';

export interface CardChoice {
  readonly checked: boolean;
  readonly locked: boolean;
  readonly onToggle: () => void;
}
interface Props {
  readonly row: WireRow;
  readonly index: number;
  readonly shape: CardShape;
  readonly context: TableContext;
  readonly actions: readonly ResolvedAction[];
  readonly onAction: (action: ResolvedAction, row: WireRow) => void;
  readonly onMenu: (at: MenuAt) => void;
  /** undefined = nothing is chosen here */
  readonly choice?: CardChoice | undefined;
  /** stands before everything (the caret of a tree) */
  readonly lead?: ReactNode;
}

const offered = (row: WireRow, actions: readonly ResolvedAction[]): readonly ResolvedAction[] => {
  const { words, rest } = rowWords(row, actions);
  return [...words, ...rest];
};

export const Card = ({ row, index, shape, context, actions, onAction, onMenu, choice, lead }: Props) => {
  const { picture, head, tags, facts, numbers } = shape;
  const show = (column: TableColumn): ReactNode => content(column, row, index, FEATURES, context);
  const all = offered(row, actions);
  return (
    <>
      <div className={styles.head}>
        {lead}
        {picture !== undefined && show(picture)}
        <b>{head !== undefined && show(head)}</b>
        <span className={styles.tags}>
          {tags.map((column) => (
            <span key={column.key}>{show(column)}</span>
          ))}
        </span>
        {choice !== undefined && (
          <label className={styles.choice}>
            {selectBox({
              checked: choice.checked,
              disabled: choice.locked,
              label: `选择 ${head?.text(row, index) ?? ''}`,
              onChange: choice.onToggle,
            })}
          </label>
        )}
      </div>
      <dl className={styles.facts}>
        {[...facts, ...numbers]
          .filter((column) => says(column, row, index))
          .map((column) => (
            <div key={column.key} data-number={numbers.includes(column) || undefined}>
              <dt>{column.title}</dt>
              <dd>{show(column)}</dd>
            </div>
          ))}
      </dl>
      {all.length > 0 && (
        <div className={styles.actions}>
          {all.slice(0, WORDS).map((action) => (
            <button key={action.code} type="button" onClick={() => onAction(action, row)}>
              {action.title}
            </button>
          ))}
          {all.length > WORDS && (
            <MoreButton row={row} rest={(now) => offered(now, actions).slice(WORDS)} onMenu={onMenu} />
          )}
        </div>
      )}
    </>
  );
};
