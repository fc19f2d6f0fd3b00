/** Numbers as a table: the mark of that name, and what stands behind every picture for those who cannot see it. */
import { Fragment, type ReactNode, useState } from 'react';
import type { ChartKeys } from '../../schemas/language/document-report';
import type { ChartData, ChartDim, ChartMeasure, ChartRow, ChartSums } from '../../schemas/language/wire';
import styles from './charts.module.css';
import { changeText, dimText, toneOf, valueText } from './text';
import type { Words } from './types';

interface Props {
  readonly data: ChartData;
  readonly keys?: ChartKeys | undefined;
  readonly words: Words;
  readonly onPick?: ((index: number) => void) | undefined;
}
type Measured = Pick<ChartRow, 'v' | 'p'>;

const MAX_ROWS = 200;
const TONE_WORDS = { ok: '达标', warn: '临界', bad: '不达标' } as const;

export const NumberTable = ({ data, keys, words, onPick }: Props) =>
  data.sums === undefined ? (
    <Rows data={data} keys={keys} words={words} onPick={onPick} />
  ) : (
    <Spread data={data} sums={data.sums} keys={keys} words={words} onPick={onPick} />
  );

/** A row for each group. */
const Rows = ({ data, keys, words, onPick }: Props) => {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? data.rows : data.rows.slice(0, MAX_ROWS);
  // what a chart is compared with stands beside each of its numbers
  const isCompared = data.before !== undefined;
  const cells = (row: Measured, pick?: () => void, isSum = false): ReactNode =>
    data.measures.map((measure, at) => (
      <Fragment key={measure.code}>
        <NumberCell
          measure={measure}
          of={row}
          keys={keys}
          words={words}
          onPick={at === 0 ? pick : undefined}
          isSum={isSum}
        />
        {isCompared && (
          <td className={styles.right}>
            {changeText(measure, row.v[measure.code] ?? null, row.p?.[measure.code]).text}
          </td>
        )}
      </Fragment>
    ));
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <DimHeads dims={data.dims} />
            {data.measures.map((measure) => (
              <Fragment key={measure.code}>
                <MeasureHead measure={measure} />
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
              {cells(row, onPick && (() => onPick(index)))}
            </tr>
          ))}
          {data.dims.length > 0 && (
            <tr className={styles.sum} data-sum="">
              <SumHeads dims={data.dims} />
              {cells(totalOf(data), undefined, true)}
            </tr>
          )}
        </tbody>
      </table>
      <More shown={rows.length} all={data.rows.length} onMore={() => setWhole(true)} />
    </>
  );
};

/** The values of the last dim as columns, each number in its place; sums of rows and columns are those of the server. */
const Spread = ({ data, sums, keys, words, onPick }: Props & { readonly sums: ChartSums }) => {
  const [isWhole, setWhole] = useState(false);
  const own = data.dims.slice(0, -1);
  const last = data.dims[own.length] as ChartDim;
  const columns = inOrder(sums.columns, last, words);
  const places = new Map(data.rows.map((row, index) => [placeText(own.length, row), index]));
  const groups = [...new Map(data.rows.map((row) => [groupText(own.length, row), row])).values()];
  const shown = isWhole ? groups : groups.slice(0, MAX_ROWS);
  const totals = new Map(sums.rows.map((row) => [groupText(own.length, row), row]));
  const isMany = data.measures.length > 1;
  const cells = (row: Measured | undefined, pick?: () => void, isSum = false): ReactNode =>
    data.measures.map((measure, at) => (
      <NumberCell
        key={measure.code}
        measure={measure}
        of={row}
        keys={keys}
        words={words}
        onPick={at === 0 ? pick : undefined}
        isCompared={data.before !== undefined}
        isSum={isSum}
      />
    ));
  const titles: readonly string[] = [...columns.map((column) => dimText(last, column, 0, words)), '合计'];
  return (
    <>
      <table className={styles.table} data-spread="">
        <thead>
          <tr>
            <DimHeads dims={own} depth={isMany ? 2 : 1} />
            {titles.map((title, at) => (
              <th
                key={JSON.stringify(columns[at]?.k ?? [])}
                scope="colgroup"
                colSpan={data.measures.length}
                className={isMany ? styles.middle : styles.right}
              >
                {title}
              </th>
            ))}
          </tr>
          {isMany && (
            <tr>
              {titles.map((_, at) => (
                <Fragment key={JSON.stringify(columns[at]?.k ?? [])}>
                  {data.measures.map((measure) => (
                    <MeasureHead key={measure.code} measure={measure} />
                  ))}
                </Fragment>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={groupText(own.length, row)}>
              {own.map((dim, at) => (
                <td key={dim.code}>{dimText(dim, row, at, words)}</td>
              ))}
              {columns.map((column) => {
                const index = places.get(
                  placeText(own.length, { ...row, k: [...row.k.slice(0, -1), column.k[0] ?? null] }),
                );
                const pick = index === undefined || onPick === undefined ? undefined : () => onPick(index);
                return (
                  <Fragment key={JSON.stringify(column.k)}>
                    {cells(index === undefined ? undefined : data.rows[index], pick)}
                  </Fragment>
                );
              })}
              {cells(totals.get(groupText(own.length, row)), undefined, true)}
            </tr>
          ))}
          <tr className={styles.sum} data-sum="">
            <SumHeads dims={own} />
            {columns.map((column) => (
              <Fragment key={JSON.stringify(column.k)}>{cells(column, undefined, true)}</Fragment>
            ))}
            {cells(totalOf(data), undefined, true)}
          </tr>
        </tbody>
      </table>
      <More shown={shown.length} all={groups.length} onMore={() => setWhole(true)} />
    </>
  );
};
const groupText = (own: number, { k, rest }: ChartRow): string => JSON.stringify([k.slice(0, own), rest === true]);
const placeText = (own: number, { k, rest }: ChartRow): string => JSON.stringify([k.slice(0, own + 1), rest === true]);
/** Columns as their dim counts: codes of a dictionary in its order, times and numbers upward, names as they are read. */
const inOrder = (columns: readonly ChartRow[], dim: ChartDim, words: Words): readonly ChartRow[] => {
  const items = dim.dict === undefined ? [] : (words.dict(dim.dict)?.items ?? []);
  const place = ({ k }: ChartRow): number => {
    const at = items.findIndex(({ code }) => code === k[0]);
    return at < 0 ? items.length : at;
  };
  return [...columns].sort((a, b) => {
    const [x, y] = [a.k[0] ?? null, b.k[0] ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    if (typeof x === 'number' && typeof y === 'number') return x - y;
    return place(a) - place(b) || dimText(dim, a, 0, words).localeCompare(dimText(dim, b, 0, words), 'zh');
  });
};
const totalOf = ({ total, before }: ChartData): Measured => ({
  v: total,
  ...(before === undefined ? {} : { p: before }),
});

interface CellProps {
  readonly measure: ChartMeasure;
  readonly of: Measured | undefined;
  readonly keys: ChartKeys | undefined;
  readonly words: Words;
  readonly onPick: (() => void) | undefined;
  /** how far it moved stands below it */
  readonly isCompared?: boolean;
  readonly isSum?: boolean;
}
/** A number, coloured by the limits the chart says for its measure. */
const NumberCell = ({ measure, of, keys, words, onPick, isCompared = false, isSum = false }: CellProps) => {
  const value = of?.v[measure.code] ?? null;
  const tone = toneOf(keys?.thresholds?.[measure.code], value);
  // codes have no sum
  const text = of === undefined || (isSum && measure.dict !== undefined) ? '' : valueText(measure, value, words);
  return (
    <td className={styles.right} data-tone={tone} title={tone && TONE_WORDS[tone]}>
      {onPick === undefined ? (
        text
      ) : (
        <button type="button" className={styles.link} onClick={onPick}>
          {text}
        </button>
      )}
      {isCompared && of !== undefined && (
        <small className={styles.moved}>{changeText(measure, value, of.p?.[measure.code]).text}</small>
      )}
    </td>
  );
};

const DimHeads = ({ dims, depth = 1 }: { readonly dims: readonly ChartDim[]; readonly depth?: number }) =>
  dims.map((dim) => (
    <th key={dim.code} scope="col" rowSpan={depth}>
      {dim.title}
    </th>
  ));
const MeasureHead = ({ measure: { title, suffix } }: { readonly measure: ChartMeasure }) => (
  <th scope="col" className={styles.right}>
    {title}
    {suffix !== undefined && ` ${suffix}`}
  </th>
);
const SumHeads = ({ dims }: { readonly dims: readonly ChartDim[] }) =>
  dims.map((dim, at) => <td key={dim.code}>{at === 0 ? '合计' : ''}</td>);

interface MoreProps {
  readonly shown: number;
  readonly all: number;
  readonly onMore: () => void;
}
const More = ({ shown, all, onMore }: MoreProps) =>
  shown < all && (
    <button type="button" className={styles.whole} onClick={onMore}>
      只显示前{MAX_ROWS}行，查看全部{all}行
    </button>
  );
