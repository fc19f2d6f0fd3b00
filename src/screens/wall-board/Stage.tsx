/** A board in its frame of 16:9, whatever room it has: header, blocks in their bands, ticker. Everything in it is measured by its width. */
import type { CSSProperties } from 'react';
import type { WallAnswer, WallBlock } from '../../../schemas/language/wire-wall';
import { drawRows, NOTES, PAGES, PLAIN } from './blocks/rows';
import { bandsOf, type Column, pagesOf, type Size, stacksOf } from './layout';
import styles from './wall.module.css';

const SIZES: Readonly<Record<string, Size>> = {
  kpi: { columns: 24, rows: 2 },
  strips: { columns: 24, rows: 7 },
  ranking: { columns: 12, rows: 3 },
  longest: { columns: 12, rows: 3 },
  lineCards: { columns: 24, rows: 9 },
  lineNext: { columns: 24, rows: 4 },
  headline: { columns: 24, rows: 2 },
  weekOutput: { columns: 8, rows: 4.5 },
  qualityTrend: { columns: 6, rows: 4.5 },
  stateRing: { columns: 5, rows: 4.5 },
  energyDay: { columns: 5, rows: 4.5 },
  orderLines: { columns: 8, rows: 4.5 },
  openWarnings: { columns: 4, rows: 4.5 },
  badReasons: { columns: 4, rows: 4.5 },
  stockAlerts: { columns: 4, rows: 4.5 },
  deliveries: { columns: 4, rows: 4.5 },
  stationState: { columns: 24, rows: 2 },
  stationWork: { columns: 9, rows: 7 },
  stationCount: { columns: 15, rows: 7 },
  stationNext: { columns: 24, rows: 3 },
};
/** boards of columns; all others are bands */
const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  deviceRealtime: [
    { columns: 6, blocks: ['realtimeDevice'] },
    { columns: 11, blocks: ['realtimeGauges', 'realtimeCurves'] },
    { columns: 7, blocks: ['realtimeCount', 'realtimeHours', 'realtimeAlarms'] },
  ],
  deviceOperation: [
    { columns: 5, blocks: ['stateCount', 'stateHours', 'unitUtilisation'] },
    { columns: 14, blocks: ['deviceTiles'] },
    { columns: 5, blocks: ['openWarnings', 'stopPareto', 'idle'] },
  ],
};
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
  const { theme, title, orgName, asOf, span, turn, notice, blocks } = answer;
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
          {turn !== undefined && turn.pages > 1 && (
            <span>
              第 {turn.page + 1} / {turn.pages} 台
            </span>
          )}
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
        {blocks.length === 0 ? (
          <div className={styles.nothing}>没有可以查看的内容，请联系管理员</div>
        ) : turn?.pages === 0 ? (
          <div className={styles.nothing}>看板范围内没有您可以查看的设备</div>
        ) : columns === undefined ? (
          <div className={styles.body} style={rows}>
            {bands.map((band) => (
              <div key={band.blocks.map(({ block }) => block.code).join()} className={styles.band}>
                {band.blocks.map(({ block, columns }) => (
                  <section
                    key={block.code}
                    className={PLAIN.has(block.code) ? styles.plain : styles.card}
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
  const size = PAGES[block.code]?.(answer);
  const pages = size !== undefined && Array.isArray(rows) ? pagesOf(rows.length, size) : 1;
  const note = NOTES[block.code];
  return (
    <>
      {!PLAIN.has(block.code) && (
        <h2>
          {block.title}
          {note !== undefined && <small>{note}</small>}
          {pages > 1 && (
            <small>
              第 {(((page % pages) + pages) % pages) + 1} / {pages} 页
            </small>
          )}
        </h2>
      )}
      {empty ? <p className={styles.none}>暂无数据</p> : drawRows(block.code, { rows, answer, page, now })}
    </>
  );
};

const weekday = (time: string): string =>
  `周${'日一二三四五六'[new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? ''}`;
