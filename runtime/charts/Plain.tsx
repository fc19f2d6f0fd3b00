/** Marks without a canvas: one number, lists of progress and rank, a table. */

import { Fragment, useState } from 'react';
import type { ChartKeys } from '../../schemas/language/document-report';
import type { ChartData, ChartMeasure } from '../../schemas/language/wire';
import { progressTone } from '../table/features/progress';
import styles from './charts.module.css';
import { shownMeasures } from './points';
import { changeText, dimText, numberText, shortText, valueText } from './text';
import type { Words } from './types';

interface Props {
  readonly data: ChartData;
  readonly keys: ChartKeys;
  readonly words: Words;
  readonly onPick?: ((index: number) => void) | undefined;
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
  const tone = toneOf(main, keys, value);
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
  const known = values.filter((one) => one !== null);
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
/** Good, doubtful or bad by the limits of the cell, else by its target. */
const toneOf = (measure: ChartMeasure, keys: ChartKeys, value: number | null): string | undefined => {
  const limits = keys.thresholds?.[measure.code];
  const [warn, good] = limits ?? (typeof keys.target === 'number' ? [keys.target * 0.9, keys.target] : []);
  if (value === null || warn === undefined || good === undefined) return undefined;
  const up = measure.better !== 'down';
  if (up ? value >= good : value <= good) return 'ok';
  return (up ? value >= warn : value <= warn) ? 'warn' : 'bad';
};

const TONES = { success: 'ok', warning: 'warn', danger: 'bad' } as const;
export const ProgressList = ({ data, keys, words, onPick }: Props) => {
  const [first, second] = shownMeasures(data, keys);
  const [dim] = data.dims;
  if (first === undefined || dim === undefined) return null;
  const isRank = keys.chart === 'rank';
  const most = Math.max(1, ...data.rows.map((row) => row.v[first.code] ?? 0));
  return (
    <ol className={styles.bars}>
      {data.rows.slice(0, isRank ? 50 : 20).map((row, index) => {
        const value = row.v[first.code] ?? 0;
        const of = isRank ? most : second === undefined ? 100 : (row.v[second.code] ?? 0);
        const share = of === 0 ? 0 : Math.min(100, Math.max(0, (value / of) * 100));
        const name = dimText(dim, row, 0, words);
        const tone = isRank
          ? undefined
          : keys.thresholds?.[first.code]
            ? toneOf(first, keys, value)
            : TONES[progressTone(share)];
        return (
          <li key={JSON.stringify(row.k)}>
            <button type="button" disabled={onPick === undefined} onClick={() => onPick?.(index)}>
              {isRank && <b className={styles.place}>{index + 1}</b>}
              <span className={styles.name}>{name}</span>
              <progress className={styles.bar} max={100} value={share} data-tone={tone} aria-label={name} />
              <span className={styles.value}>
                {numberText(first, value)}
                {first.suffix}
                {!isRank && second !== undefined && <small> / {numberText(second, row.v[second.code])}</small>}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
};

const MAX_ROWS = 200;
/** The same numbers as a table: the mark of that name, and what stands behind every picture for those who cannot see it. */
export const NumberTable = ({ data, words, onPick }: Omit<Props, 'keys'>) => {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? data.rows : data.rows.slice(0, MAX_ROWS);
  // what a chart is compared with stands beside each of its numbers
  const isCompared = data.before !== undefined;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {data.dims.map((dim) => (
              <th key={dim.code} scope="col">
                {dim.title}
              </th>
            ))}
            {data.measures.map((measure) => (
              <Fragment key={measure.code}>
                <th scope="col" className={styles.right}>
                  {measure.title}
                  {measure.suffix !== undefined && ` ${measure.suffix}`}
                </th>
                {isCompared && (
                  <th scope="col" className={styles.right}>
                    对比
                  </th>
                )}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={JSON.stringify([row.k, row.rest])}>
              {data.dims.map((dim, at) => (
                <td key={dim.code}>{dimText(dim, row, at, words)}</td>
              ))}
              {data.measures.map((measure, at) => (
                <Fragment key={measure.code}>
                  <td className={styles.right}>
                    {at === 0 && onPick !== undefined ? (
                      <button type="button" className={styles.link} onClick={() => onPick(index)}>
                        {valueText(measure, row.v[measure.code], words)}
                      </button>
                    ) : (
                      valueText(measure, row.v[measure.code], words)
                    )}
                  </td>
                  {isCompared && (
                    <td className={styles.right}>
                      {changeText(measure, row.v[measure.code] ?? null, row.p?.[measure.code]).text}
                    </td>
                  )}
                </Fragment>
              ))}
            </tr>
          ))}
          {data.dims.length > 0 && (
            <tr className={styles.sum}>
              {data.dims.map((dim, at) => (
                <td key={dim.code}>{at === 0 ? '合计' : ''}</td>
              ))}
              {data.measures.map((measure) => (
                <Fragment key={measure.code}>
                  <td className={styles.right}>
                    {measure.dict === undefined && numberText(measure, data.total[measure.code])}
                  </td>
                  {isCompared && (
                    <td className={styles.right}>
                      {changeText(measure, data.total[measure.code] ?? null, data.before?.[measure.code]).text}
                    </td>
                  )}
                </Fragment>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      {rows.length < data.rows.length && (
        <button type="button" className={styles.whole} onClick={() => setWhole(true)}>
          只显示前{MAX_ROWS}行，查看全部{data.rows.length}行
        </button>
      )}
    </>
  );
};
