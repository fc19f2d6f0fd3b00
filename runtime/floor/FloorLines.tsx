/** Rows to work off on touch: each a large line, green when it is done; the one in front has the pad. */
import { type RefObject, useMemo } from 'react';
import type { Row } from '../../schemas/language/value';
import { useSignal } from '../data/signal';
import type { GridColumn } from '../grid/types';
import { Icon } from '../page/Icon';
import { useMedia } from '../page/view';
import { LinePad } from './LinePad';
import type { LineDesk } from './line-desk';
import styles from './lines.module.css';
import type { Pad } from './NumberPad';

export interface FloorLinesProps {
  readonly desk: LineDesk;
  readonly pad: RefObject<Pad | undefined>;
  readonly onRefused: (text: string) => void;
}

export function FloorLines({ desk, pad, onRefused }: FloorLinesProps) {
  const { host, rows, current, number } = desk;
  useSignal(desk.signal);
  useSignal(host.store.list);
  useSignal(host.store.values);
  const isWide = useMedia('(min-width: 900px)');
  const facts = useMemo(() => factsOf(host.columns, number), [host.columns, number]);
  const front =
    current === undefined ? null : (
      <LinePad key={current.id} desk={desk} row={current} pad={pad} onRefused={onRefused} />
    );
  return (
    <section className={styles.lines} aria-label={host.title} data-wide={isWide}>
      <div>
        <p className={styles.count} role="status">
          {host.title} <b>{desk.done}</b> / {rows.length}
        </p>
        <ul>
          {rows.map((row, n) => (
            <li key={row.id} data-done={desk.isDone(row)} aria-current={row.id === current?.id}>
              <button type="button" onClick={() => desk.choose(row.id)}>
                <Line desk={desk} row={row} at={n} facts={facts} />
              </button>
              {!isWide && row.id === current?.id && front}
            </li>
          ))}
        </ul>
      </div>
      {isWide && front}
    </section>
  );
}

interface LineProps {
  readonly desk: LineDesk;
  readonly row: Row;
  readonly at: number;
  readonly facts: readonly GridColumn[];
}
function Line({ desk, row, at, facts }: LineProps) {
  const { host, number } = desk;
  const { hidden } = host.state(row);
  const [name = '', ...others] = facts
    .filter(({ code }) => !hidden.has(code))
    .flatMap((column) => {
      const text = host.shown?.(row, column).text ?? host.text(row, column);
      // a number says nothing without its name
      return text === '' ? [] : column.field.type === 'decimal' ? `${column.title} ${text}` : text;
    });
  const unit = host.columns.find(({ code }) => code === number.field.unit);
  return (
    <>
      <i>{host.number(row, at)}</i>
      <span>
        <b>{name}</b>
        <small>{others.join(' · ')}</small>
      </span>
      <output>
        {host.text(row, number) || '—'} <em>{unit === undefined ? '' : host.text(row, unit)}</em>
      </output>
      {desk.isDone(row) && <Icon name="check" />}
    </>
  );
}

/** Names and numbers that tell one row from another; money and the unit stand elsewhere. */
const factsOf = (columns: readonly GridColumn[], number: GridColumn): readonly GridColumn[] =>
  columns
    .filter(({ code, field }) => code !== number.code && code !== number.field.unit && field.grant === undefined)
    .filter(({ field }) => ['ref', 'text', 'dict', 'decimal', 'date'].includes(field.type))
    .filter(({ field }) => field.dict !== undefined || field.type !== 'decimal' || field.readonly === true)
    .slice(0, MOST);
const MOST = 9;
