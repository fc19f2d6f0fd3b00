/** A board in its frame of 16:9, whatever room it has: header, blocks in their bands, ticker. Everything in it is measured by its width. */
import type { CSSProperties } from 'react';
import type {
  Idle,
  Kpi,
  LongStop,
  OpenWarning,
  Ranked,
  StateCount,
  StateHours,
  StopShare,
  Strip,
  Tile,
  UnitUse,
  WallAnswer,
  WallBlock,
} from '../../../schemas/language/wire-wall';
import { Longest } from './blocks/Longest';
import { Numbers } from './blocks/Numbers';
import { Ranking } from './blocks/Ranking';
import { Hours, Idles, Pareto, StateCounts, Units, Warnings } from './blocks/Sides';
import { Strips } from './blocks/Strips';
import { Tiles } from './blocks/Tiles';
import { bandsOf, type Column, pagesOf, type Size, stacksOf } from './layout';
import styles from './wall.module.css';

const SIZES: Readonly<Record<string, Size>> = {
  kpi: { columns: 24, rows: 2 },
  strips: { columns: 24, rows: 7 },
  ranking: { columns: 12, rows: 3 },
  longest: { columns: 12, rows: 3 },
};
/** boards of columns; all others are bands */
const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  deviceOperation: [
    { columns: 5, blocks: ['stateCount', 'stateHours', 'unitUtilisation'] },
    { columns: 14, blocks: ['deviceTiles'] },
    { columns: 5, blocks: ['openWarnings', 'stopPareto', 'idle'] },
  ],
};
/** blocks that turn their pages */
const PAGED: ReadonlySet<string> = new Set(['strips', 'deviceTiles']);
const sizeOf = (code: string): Size => SIZES[code] ?? { columns: 12, rows: 3 };

interface Props {
  readonly answer: WallAnswer;
  /** factory time now, 'YYYY-MM-DD HH:mm:ss' */
  readonly clock: string;
  readonly page?: number;
  readonly isHeld?: boolean;
  readonly isLive?: boolean;
  /** sentence over the board, about its age or its right */
  readonly over?: string | undefined;
  readonly isOld?: boolean;
}
export const Stage = ({ answer, clock, page = 0, isHeld = false, isLive = true, over, isOld = false }: Props) => {
  const { theme, title, orgName, asOf, span, notice, blocks } = answer;
  const columns = COLUMNS[answer.board];
  const stacks = stacksOf(blocks, columns ?? []);
  const bands = bandsOf(blocks, sizeOf);
  const now = Date.parse(`${clock.replace(' ', 'T')}+08:00`) / 1000;
  const rows: CSSProperties = { gridTemplateRows: bands.map((band) => `minmax(0, ${band.rows}fr)`).join(' ') };
  const look = theme === '3' ? { 'data-light': '' } : { 'data-dark': '' };
  return (
    <div className={styles.frame} data-theme={theme} {...look}>
      <main className={styles.stage} aria-label={title} data-old={isOld || undefined}>
        <header className={styles.head}>
          <span className={styles.org}>{orgName}</span>
          <h1>{title}</h1>
          <span className={styles.grow} />
          {isHeld && <span>已暂停翻页</span>}
          <span className={styles.dot} data-live={isLive || undefined}>
            {isLive ? '实时' : '连接中断'}，截至 {asOf.slice(11, 19)}
          </span>
          <span>
            {clock.slice(0, 10)} {weekday(clock)}
          </span>
          {span.shift !== null && <span>{span.shift}</span>}
          <strong className={styles.clock}>{clock.slice(11, 16)}</strong>
        </header>
        {over !== undefined && (
          <p className={styles.over} role="alert">
            {over}
          </p>
        )}
        {columns === undefined ? (
          <div className={styles.body} style={rows}>
            {bands.map((band) => (
              <div key={band.blocks.map(({ block }) => block.code).join()} className={styles.band}>
                {band.blocks.map(({ block, columns }) => (
                  <section
                    key={block.code}
                    className={block.code === 'kpi' ? styles.plain : styles.card}
                    style={{ gridColumn: `span ${columns}` }}
                    aria-label={block.title}
                  >
                    <Block block={block} answer={answer} page={page} now={now} />
                  </section>
                ))}
              </div>
            ))}
          </div>
        ) : (
          <div
            className={styles.body}
            style={{ gridTemplateColumns: stacks.map(({ columns }) => `minmax(0, ${columns}fr)`).join(' ') }}
          >
            {stacks.map((stack) => (
              <div key={stack.blocks.map(({ code }) => code).join()} className={styles.stack}>
                {stack.blocks.map((block) => (
                  <section key={block.code} className={styles.card} aria-label={block.title}>
                    <Block block={block} answer={answer} page={page} now={now} />
                  </section>
                ))}
              </div>
            ))}
          </div>
        )}
        <footer className={styles.foot}>
          <b>通知</b>
          <span className={styles.ticker}>{notice === '' ? '无' : notice}</span>
        </footer>
      </main>
    </div>
  );
};

interface BlockProps {
  readonly block: WallBlock;
  readonly answer: WallAnswer;
  readonly page: number;
  /** seconds since 1970 */
  readonly now: number;
}
const Block = ({ block, answer, page, now }: BlockProps) => {
  const rows = answer.data[block.code];
  if (rows === null || rows === undefined)
    return (
      <>
        <h2>{block.title}</h2>
        <p className={styles.none}>加载失败，重试中</p>
      </>
    );
  const empty = Array.isArray(rows) && rows.length === 0;
  const pages = PAGED.has(block.code) && Array.isArray(rows) ? pagesOf(rows.length, answer.pageSize) : 1;
  return (
    <>
      {block.code !== 'kpi' && (
        <h2>
          {block.title}
          {pages > 1 && (
            <small>
              第 {(((page % pages) + pages) % pages) + 1} / {pages} 页
            </small>
          )}
        </h2>
      )}
      {empty ? (
        <p className={styles.none}>暂无数据</p>
      ) : (
        <Rows code={block.code} rows={rows} answer={answer} page={page} now={now} />
      )}
    </>
  );
};

interface RowsProps {
  readonly code: string;
  readonly rows: unknown;
  readonly answer: WallAnswer;
  readonly page: number;
  readonly now: number;
}
/** the server answers each block in the shape of its name */
const Rows = ({ code, rows, answer, page, now }: RowsProps) => {
  const { targets, span, pageSize } = answer;
  if (code === 'kpi') return <Numbers kpi={rows as Kpi} targets={targets} />;
  if (code === 'strips') return <Strips rows={rows as readonly Strip[]} span={span} size={pageSize} page={page} />;
  if (code === 'ranking') return <Ranking rows={rows as readonly Ranked[]} target={targets.utilisation} />;
  if (code === 'longest') return <Longest rows={rows as readonly LongStop[]} />;
  if (code === 'deviceTiles') return <Tiles rows={rows as readonly Tile[]} size={pageSize} page={page} now={now} />;
  if (code === 'stateCount') return <StateCounts rows={rows as readonly StateCount[]} />;
  if (code === 'stateHours') return <Hours rows={rows as readonly StateHours[]} />;
  if (code === 'unitUtilisation') return <Units rows={rows as readonly UnitUse[]} />;
  if (code === 'openWarnings') return <Warnings rows={rows as readonly OpenWarning[]} now={now} />;
  if (code === 'stopPareto') return <Pareto rows={rows as readonly StopShare[]} />;
  return <Idles rows={rows as readonly Idle[]} />;
};

const weekday = (time: string): string =>
  `周${'日一二三四五六'[new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? ''}`;
