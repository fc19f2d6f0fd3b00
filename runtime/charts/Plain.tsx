/** Marks without a canvas: one number, lists of progress and rank. */

import { useRef } from 'react';
import type { ChartKeys } from '../../schemas/language/document-report';
import type { ChartData, ChartMeasure } from '../../schemas/language/wire';
import { progressTone } from '../table/features/progress';
import styles from './charts.module.css';
import { shownMeasures } from './points';
import { changeText, dimText, numberText, shortText, type Tone, toneOf } from './text';
import type { Words } from './types';
import { useTurning } from './use-turning';

interface Props {
  readonly data: ChartData;
  readonly keys: ChartKeys;
  readonly words: Words;
  readonly onPick?: ((index: number) => void) | undefined;
  /** nobody scrolls it: what does not fit is shown in turn */
  readonly turns?: boolean;
}

export const NumberCard = ({ data, keys, onPick }: Props) => {
  const [main, ...more] = shownMeasures(data, keys);
  if (main === undefined) return null;
  const beside = [...more, ...data.measures.filter(({ code }) => code === keys.size && !keys.y?.includes(code))];
  const value = data.total[main.code] ?? null;
  const change = keys.compare === undefined ? undefined : changeText(main, value, data.before?.[main.code]);
  const target =
    typeof keys.target === 'number'
      ? keys.target
      : typeof keys.target === 'string'
        ? data.total[keys.target]
        : undefined;
  const tone = toneOfCard(main, keys, value);
  const body = (
    <>
      <span className={styles.big} data-tone={tone}>
        {shortText(main, value)}
        {main.suffix !== undefined && value !== null && <small>{main.suffix}</small>}
      </span>
      <span className={styles.sub}>
        {change !== undefined && (
          <span data-good={change.good === undefined ? undefined : String(change.good)}>
            {keys.compare === 'yoy' ? '同比' : '环比'} {change.text}
          </span>
        )}
        {target !== undefined && target !== null && <span>目标 {numberText(main, target)}</span>}
        {beside.map((measure) => (
          <span key={measure.code}>
            {measure.title} {numberText(measure, data.total[measure.code])}
            {measure.suffix}
          </span>
        ))}
      </span>
      {data.dims.length > 0 && <Spark values={data.rows.map((row) => row.v[main.code] ?? null)} />}
    </>
  );
  return onPick === undefined ? (
    <div className={styles.card}>{body}</div>
  ) : (
    <button type="button" className={styles.card} onClick={() => onPick(-1)}>
      {body}
    </button>
  );
};
const SPARK = { width: 100, height: 24 } as const;
/** The way a number went over its dim: a line without an axis, broken where nothing is known. */
const Spark = ({ values }: { readonly values: readonly (number | null)[] }) => {
  const known = values.filter((value) => value !== null);
  const least = Math.min(...known);
  const spread = Math.max(...known) - least || 1;
  const step = SPARK.width / Math.max(1, values.length - 1);
  const path = values
    .map((value, at) => {
      if (value === null) return '';
      const isFirst = at === 0 || values[at - 1] === null;
      const y = SPARK.height - ((value - least) / spread) * SPARK.height;
      return `${isFirst ? 'M' : 'L'}${(at * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
  if (known.length < 2) return null;
  return (
    <svg
      className={styles.spark}
      viewBox={`0 -1 ${SPARK.width} ${SPARK.height + 2}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
};
/** By the limits of the cell, else by its target. */
const toneOfCard = (
  measure: ChartMeasure,
  { thresholds, target }: ChartKeys,
  value: number | null,
): Tone | undefined => {
  if (thresholds?.[measure.code] !== undefined) return toneOf(thresholds[measure.code], value);
  if (typeof target !== 'number') return undefined;
  return toneOf([target * (measure.better === 'down' ? 1.1 : 0.9), target], value);
};

const TONES = { success: 'ok', warning: 'warn', danger: 'bad' } as const;
export const ProgressList = ({ data, keys, words, onPick, turns = false }: Props) => {
  const list = useRef<HTMLOListElement>(null);
  useTurning(list, turns);
  const [first, second] = shownMeasures(data, keys);
  const [dim] = data.dims;
  if (first === undefined || dim === undefined) return null;
  const isRank = keys.chart === 'rank';
  const most = Math.max(1, ...data.rows.map((row) => row.v[first.code] ?? 0));
  return (
    <ol ref={list} className={styles.bars}>
      {data.rows.slice(0, isRank ? 50 : 20).map((row, index) => {
        // what cannot be told has no place among the others
        const known = row.v[first.code] ?? null;
        const value = known ?? 0;
        const of = isRank ? most : second === undefined ? 100 : (row.v[second.code] ?? 0);
        const share = of === 0 ? 0 : Math.min(100, Math.max(0, (value / of) * 100));
        const name = dimText(dim, row, 0, words);
        const limits = keys.thresholds?.[first.code];
        const tone = limits !== undefined ? toneOf(limits, value) : isRank ? undefined : TONES[progressTone(share)];
        return (
          <li key={JSON.stringify([row.k, row.rest])}>
            <button type="button" disabled={onPick === undefined} onClick={() => onPick?.(index)}>
              {isRank && (
                <b
                  className={styles.place}
                  data-medal={row.rest || known === null || index > 2 ? undefined : index + 1}
                >
                  {row.rest || known === null ? '' : index + 1}
                </b>
              )}
              <span className={styles.name}>{name}</span>
              <progress className={styles.bar} max={100} value={share} data-tone={tone} aria-label={name} />
              <span className={styles.value}>
                {numberText(first, known)}
                {known === null ? '' : first.suffix}
                {second !== undefined && (
                  <small>
                    {' '}
                    {isRank ? second.title : '/'} {numberText(second, row.v[second.code])}
                    {isRank && second.suffix}
                  </small>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
};
