/** A cell of a board: a chart in its place, narrowed by the search and by what the others send; or the rows of a list. */
import type { Part } from '../../schemas/language/resolved';
import type { Json, Rec } from '../../schemas/language/value';
import { type Again, type CellAsk, ChartPanel, chartKeys, partAsk } from '../charts/index';
import type { BoardItem, SearchValues } from '../data/types';
import { PartList } from '../list/index';
import { factoryTime, type Page, useHost, usePage } from '../page/index';
import { searchOf } from '../report/query';
import styles from './board.module.css';
import { everyOf, placeOf, reached, received, type Sent } from './layout';
import { searchPage } from './search';

interface CellProps {
  readonly page: Page;
  readonly board: BoardItem;
  readonly cell: BoardItem['cells'][number];
  readonly search: SearchValues;
  readonly large: boolean;
  readonly sent: readonly Sent[];
  readonly onSend?: (sent: Omit<Sent, 'cell'> | null) => void;
  /** nobody operates it: no records behind its numbers */
  readonly alone?: boolean;
  readonly again?: Again | undefined;
}

/** What a cell asks; undefined where it is words only. */
export const cellAsk = (
  board: BoardItem,
  cell: BoardItem['cells'][number],
  search: SearchValues,
  sent: readonly Sent[],
): CellAsk | undefined => {
  const own = cell.report === undefined ? undefined : partAsk(cell);
  if (own === undefined) return undefined;
  const narrowed = reached(board, cell, search);
  const values = Object.fromEntries(narrowed.values.map((code) => [code, search[code] as Json]));
  const wheres = [...(cell.where === undefined ? [] : [cell.where]), ...narrowed.wheres];
  const where = wheres.length < 2 ? wheres[0] : wheres.map((text) => `(${text})`).join(' && ');
  return {
    ...own,
    chart: { ...chartKeys(cell), ...(where === undefined ? {} : { where }) },
    search: { ...own.search, ...values, ...received(board, cell, sent) },
  };
};

export const Cell = ({ page, board, cell, search, large, sent, onSend, alone = false, again }: CellProps) => {
  const place = placeOf(cell.at);
  const { missed } = reached(board, cell, search);
  const ask = cellAsk(board, cell, search, sent);
  return (
    <div
      className={styles.cell}
      style={{ gridRow: place.row, gridColumn: place.column }}
      data-cell={cell.code}
      data-kind={cell.chart ?? 'text'}
      data-large={large || undefined}
    >
      {cell.list !== undefined ? (
        <ListCell cell={cell} missed={missed} />
      ) : ask === undefined ? (
        <p className={styles.words}>{cell.title}</p>
      ) : (
        <ChartPanel
          title={cell.title ?? cell.code}
          ask={ask}
          words={{ dict: (code) => page.dicts.get(code) }}
          font={large ? 14 : 12}
          isPlain={large}
          canDrill={!alone}
          every={everyOf(cell)}
          again={again}
          onEmit={onSend}
          emitted={sent.find((sent) => sent.cell === cell.code)?.label}
          remark={missed.length === 0 ? undefined : missedText(missed)}
        />
      )}
    </div>
  );
};

/** Rows of a list: its own condition stands, what the board is searched by does not reach it. */
const ListCell = ({
  cell,
  missed,
}: {
  readonly cell: BoardItem['cells'][number];
  readonly missed: readonly string[];
}) => (
  <section className={styles.rows} aria-label={cell.title ?? cell.code}>
    <header>
      <h3>{cell.title}</h3>
      {missed.length > 0 && <span>{missedText(missed)}</span>}
    </header>
    <PartList part={cell as Part} doc={NO_RECORD} rowHeight={34} every={everyOf(cell) || undefined} />
  </section>
);
const NO_RECORD: Rec = {};
const missedText = (missed: readonly string[]): string => `未受「${missed.join('、')}」筛选`;

/** One cell of a board by itself: with what the search of the board begins with. */
export const BoardCell = ({ code, cell: wanted }: { readonly code: string; readonly cell: string }) => {
  const host = useHost();
  const state = usePage(code);
  if (state.status === 'loading') return <p className={styles.none}>加载中…</p>;
  if (state.status === 'error') return <CellFailed text={state.error.msg} onRetry={state.retry} />;
  const { page } = state;
  const cell = page.board?.cells.find((cell) => cell.code === wanted);
  if (page.board === undefined || cell === undefined) return <p className={styles.none}>看板里已没有这张图</p>;
  const now = `${factoryTime(host.session.now()).slice(0, 10)} 12:00:00`;
  const search = searchOf(searchPage(page, page.board), new URLSearchParams(), now);
  return (
    <div className={styles.single}>
      <Cell page={page} board={page.board} cell={cell} search={search} large={false} sent={[]} />
    </div>
  );
};

const CellFailed = ({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) => (
  <p className={styles.none}>
    {text}{' '}
    <button type="button" onClick={onRetry}>
      重试
    </button>
  </p>
);
