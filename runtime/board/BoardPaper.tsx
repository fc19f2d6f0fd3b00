/** A board on paper (80 §7.7): A4 lying, a cell for each third, conditions and time in the head; print, PDF and picture are this drawing. */
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { Part } from '../../schemas/language/resolved';
import { coloursOf } from '../charts/colours';
import { ChartPaper, paint, SHARP, saveCanvas, stripe } from '../charts/index';
import type { BoardItem, SearchValues } from '../data/types';
import { factoryTime, type Page, useHost } from '../page/index';
import { PreviewWindow } from '../print/PreviewWindow';
import { printSheets } from '../print/paper';
import { cellAsk } from './BoardCell';
import { ListPaper } from './ListPaper';
import { inOrder, type Sent, thirds } from './layout';
import styles from './paper.module.css';
import { useConditions } from './use-conditions';

interface Props {
  readonly page: Page;
  readonly board: BoardItem;
  /** the board as the page its row of search is of */
  readonly searched: Page;
  readonly search: SearchValues;
  readonly sent: readonly Sent[];
  /** 2026-01-15 10:21:35 */
  readonly asOf: string;
  readonly onClose: () => void;
}
/** mm */
const A4 = { width: 297, height: 210 } as const;
const PER_SHEET = 3;

export const BoardPaper = ({ page, board, searched, search, sent, asOf, onClose }: Props) => {
  const { feedback, session } = useHost();
  const sheets = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const conditions = useConditions(searched, search);
  const said = [
    ...(conditions ?? []),
    ...sent.map(({ cell, label }) => `${board.cells.find(({ code }) => code === cell)?.title ?? cell}：${label}`),
  ];
  const groups = thirds(inOrder(board.cells));
  const count = Math.ceil(groups.length / PER_SHEET);
  const printedAt = factoryTime(session.now()).slice(0, 16);

  const draw = async (striped: boolean): Promise<readonly HTMLCanvasElement[]> => {
    const frame = sheets.current;
    if (frame === null) return [];
    await drawn(frame);
    return [...frame.children].flatMap((sheet) => {
      const picture = sheet instanceof HTMLElement ? paint(sheet, SHARP) : undefined;
      if (picture === undefined) return [];
      if (striped) stripe(picture, coloursOf(sheet, ''), SHARP);
      return [picture];
    });
  };
  const run = async (act: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await act();
    } catch {
      feedback.error('没有导出，请重试');
    } finally {
      setBusy(false);
    }
  };
  const handlePrint = (): Promise<void> =>
    run(async () => {
      const paper = document.createElement('div');
      paper.className = 'print-root';
      for (const picture of await draw(true)) {
        const image = document.createElement('img');
        image.src = picture.toDataURL('image/png');
        image.alt = page.title;
        await image.decode();
        paper.append(image);
      }
      await printSheets(paper, A4.width, A4.height);
    });
  const handlePicture = (): Promise<void> =>
    run(async () => {
      const picture = stacked(await draw(false));
      if (picture !== undefined) await saveCanvas(picture, page.title);
    });

  return (
    <PreviewWindow onClose={onClose}>
      <div className={styles.frame}>
        <div className={styles.bar}>
          <Button type="primary" loading={busy} disabled={conditions === undefined} onClick={() => void handlePrint()}>
            打印或存为PDF
          </Button>
          <Button disabled={busy || conditions === undefined} onClick={() => void handlePicture()}>
            导出图片
          </Button>
          <span className={styles.grow} />
          <span>A4 横向，共 {count} 页</span>
          <Button onClick={onClose}>关闭</Button>
        </div>
        <div className={styles.pages}>
          <div ref={sheets} className={styles.sheets} data-light>
            {Array.from({ length: count }, (_, at) => (
              <article key={groups[at * PER_SHEET]?.[0]?.code} className={styles.sheet} aria-label={`第 ${at + 1} 页`}>
                <header className={styles.head}>
                  <h2>{page.title}</h2>
                  <p>{said.length === 0 ? '全部数据' : said.join('；')}</p>
                  <p>
                    数据截至 {asOf}，打印 {printedAt}，第 {at + 1} / {count} 页
                  </p>
                </header>
                <div className={styles.thirds}>
                  {groups.slice(at * PER_SHEET, (at + 1) * PER_SHEET).map((group) => (
                    <div key={group[0]?.code} className={styles.third}>
                      {group.map((cell) => {
                        const ask = cellAsk(board, cell, search, sent);
                        return (
                          <div key={cell.code} className={styles.cell}>
                            {cell.list !== undefined ? (
                              <ListPaper title={cell.title ?? cell.code} part={cell as Part} />
                            ) : ask === undefined ? (
                              <p>{cell.title}</p>
                            ) : (
                              <ChartPaper
                                title={cell.title ?? cell.code}
                                ask={ask}
                                words={{ dict: (code) => page.dicts.get(code) }}
                              />
                            )}
                          </div>
                        );
                      })}
                    </div>
                  ))}
                </div>
              </article>
            ))}
          </div>
        </div>
      </div>
    </PreviewWindow>
  );
};

const TRIES = 100;
const STEP_MS = 100;
/** Every chart has its numbers and its picture; one that never gets them is printed as it stands. */
const drawn = async (frame: HTMLElement): Promise<void> => {
  const waits = (): boolean =>
    frame.querySelector('[aria-busy="true"]') !== null ||
    [...frame.querySelectorAll('[role="img"]')].some((plot) => plot.querySelector('canvas') === null);
  for (let at = 0; at < TRIES && waits(); at++) await pause();
  // the first frame of a canvas is empty
  await pause();
  await pause();
};
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, STEP_MS));

const stacked = (pictures: readonly HTMLCanvasElement[]): HTMLCanvasElement | undefined => {
  const [first] = pictures;
  if (first === undefined) return undefined;
  const whole = document.createElement('canvas');
  whole.width = first.width;
  whole.height = pictures.reduce((sum, { height }) => sum + height, 0);
  const pen = whole.getContext('2d');
  let top = 0;
  for (const picture of pictures) {
    pen?.drawImage(picture, 0, top);
    top += picture.height;
  }
  return whole;
};
