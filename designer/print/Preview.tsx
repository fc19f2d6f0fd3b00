/** The pages as they come out of the printer: small below the paper, and over the whole window to turn them. */
import { Button, Select, Spin } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { PreviewWindow } from '../../runtime/print/PreviewWindow';
import { Sheet } from '../../runtime/print/Sheet';
import { Choices } from '../parts/Choices';
import type { Sampling } from '../trial/index';
import styles from './print.module.css';
import type { RowCount } from './sample';
import { zoomed } from './scale';
import type { PagesShown } from './use-pages';

export type RowChoice = 'own' | 'none' | 'one' | 'many';
export const ROWS_OF: Readonly<Record<RowChoice, RowCount>> = { own: undefined, none: 0, one: 1, many: 200 };
const CHOICES = [
  { code: 'own', title: '单据' },
  { code: 'none', title: '0 行' },
  { code: 'one', title: '1 行' },
  { code: 'many', title: '200 行' },
] as const;

interface SourceProps {
  readonly sampling: Sampling;
  readonly rows: RowChoice;
  readonly onRows: (rows: RowChoice) => void;
}
/** What the pages are made of. */
export const Source = ({ sampling, rows, onRows }: SourceProps) => (
  <>
    <Choices role="radio" look="bar" label="预览的数据" choices={CHOICES} value={rows} onChoose={onRows} />
    {rows === 'own' && sampling.rows.length > 0 && (
      <Select
        showSearch
        size="small"
        filterOption={false}
        className={styles.pick ?? ''}
        aria-label="预览的单据"
        value={sampling.id}
        options={sampling.rows.map(({ id, title }) => ({ value: id, label: title }))}
        onSearch={sampling.search}
        onChange={sampling.choose}
      />
    )}
    {rows === 'own' && sampling.rows.length === 0 && !sampling.pending && (
      <small className={styles.hint}>{sampling.problem}，用示例数据</small>
    )}
  </>
);

interface StripProps {
  readonly pages: PagesShown;
  readonly source: SourceProps;
  readonly onOpen: (page: number) => void;
}
/** The pages side by side. */
export const PageStrip = ({ pages: { shown, pending, problem }, source, onOpen }: StripProps) => (
  <div className={styles.strip}>
    <div className={styles.source}>
      <Source {...source} />
      {pending && <Spin size="small" />}
      <span className={styles.grow} />
      {shown !== undefined && <span>共 {shown.pages.length} 页</span>}
    </div>
    {problem !== '' ? (
      <p className={styles.none} role="alert">
        {problem}
      </p>
    ) : (
      <div className={styles.thumbs}>
        {shown?.pages.slice(0, MOST).map((page, i) => (
          <button key={i} type="button" title="打开预览" onClick={() => onOpen(i)}>
            <Sheet page={page} width={shown.width} height={shown.height} label={`第 ${i + 1} 页`} />
            {i + 1}
          </button>
        ))}
      </div>
    )}
  </div>
);
/** more pages than anybody looks at side by side */
const MOST = 40;

interface PreviewProps extends Omit<StripProps, 'onOpen'> {
  readonly title: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** the real document as PDF */
  readonly onPdf: (() => Promise<void>) | undefined;
  readonly onClose: () => void;
}

export const Preview = ({ title, pages, source, page, onPage, onPdf, onClose }: PreviewProps) => {
  const { shown, pending, problem } = pages;
  const [zoom, setZoom] = useState(100);
  const [busy, setBusy] = useState(false);
  const count = shown?.pages.length ?? 0;
  const at = Math.max(0, Math.min(page, count - 1));
  const turn = (to: number): void => onPage(Math.max(0, Math.min(to, count - 1)));
  const handleKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    const to = TURNS[event.key]?.(at, count);
    if (to === undefined) return;
    event.preventDefault();
    turn(to);
  };
  const current = shown?.pages[at];
  return (
    <PreviewWindow onClose={onClose}>
      <div className={styles.preview} onKeyDown={handleKey}>
        <div className={styles.bar}>
          <b>{title}</b>
          <Source {...source} />
          {pending && <Spin size="small" />}
          <span className={styles.grow} />
          <Button size="small" aria-label="上一页" disabled={at === 0} onClick={() => turn(at - 1)}>
            ‹
          </Button>
          <span role="status" aria-label="页码">
            {count === 0 ? '没有页' : `第 ${at + 1} / ${count} 页`}
          </span>
          <Button size="small" aria-label="下一页" disabled={at >= count - 1} onClick={() => turn(at + 1)}>
            ›
          </Button>
          <Button size="small" aria-label="缩小" onClick={() => setZoom(zoomed(zoom, -1))}>
            −
          </Button>
          <span>{zoom}%</span>
          <Button size="small" aria-label="放大" onClick={() => setZoom(zoomed(zoom, 1))}>
            ＋
          </Button>
          {onPdf !== undefined && (
            <Button
              loading={busy}
              onClick={() => {
                setBusy(true);
                void onPdf().finally(() => setBusy(false));
              }}
            >
              导出PDF
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
        </div>
        {shown !== undefined && current !== undefined && problem === '' ? (
          <>
            <nav className={styles.side} aria-label="页">
              {shown.pages.slice(0, MOST * 5).map((page, i) => (
                <button key={i} type="button" aria-current={i === at ? 'page' : undefined} onClick={() => turn(i)}>
                  <Sheet page={page} width={shown.width} height={shown.height} label={`缩略图 ${i + 1}`} />
                  {i + 1}
                </button>
              ))}
            </nav>
            <div className={styles.pages}>
              <div style={{ width: `${(shown.width * zoom) / 100}mm` }}>
                <Sheet page={current} width={shown.width} height={shown.height} label={`第 ${at + 1} 页`} />
              </div>
            </div>
          </>
        ) : (
          <p className={styles.empty}>{problem !== '' ? problem : pending ? '正在排版…' : '没有可以预览的内容'}</p>
        )}
      </div>
    </PreviewWindow>
  );
};
const TURNS: Readonly<Record<string, (at: number, count: number) => number>> = {
  PageDown: (at) => at + 1,
  PageUp: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};
