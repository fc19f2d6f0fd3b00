/** Print preview over the whole window: pages as they come out of the printer, thumbnails, range, copies, 打印 and PDF. */
import { Button, Checkbox, Input, InputNumber, Select, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { HttpError, ruleOf } from '../data/http';
import { newToken } from '../data/ids';
import { printClient } from '../data/print-client';
import type { PrintBody, PrintData } from '../data/print-types';
import { useHost } from '../page/host';
import { rem } from '../page/scale';
import { PreviewWindow } from './PreviewWindow';
import { readPages } from './pages';
import { printSheets } from './paper';
import { forPrinter, keepShift, keptShift, MAX_SHIFT, type Shift } from './preprinted';
import styles from './print.module.css';
import { Sheet } from './Sheet';

export interface PrintDialogProps {
  readonly page: string;
  readonly action: string;
  /** records, or a list with its filter, order and columns */
  readonly of: Pick<PrintBody, 'ids' | 'list'>;
  /** true = something was printed */
  readonly onClose: (printed: boolean) => void;
}

const ZOOMS = [50, 75, 100, 125, 150, 200];

export function PrintDialog({ page, action, of, onClose }: PrintDialogProps) {
  const { feedback } = useHost();
  const [chosen, setChosen] = useState<string>();
  const [start, setStart] = useState(1);
  const [zoom, setZoom] = useState(100);
  const [range, setRange] = useState('');
  const [copies, setCopies] = useState<number>();
  const [reason, setReason] = useState('');
  const [needsReason, setNeedsReason] = useState(false);
  const [busy, setBusy] = useState(false);
  const [front, setFront] = useState(0);
  const [hasGround, setGround] = useState(false);
  const [moved, setMoved] = useState<{ readonly layout: string; readonly shift: Shift }>();
  const printed = useRef(false);
  const token = useRef(newToken());
  const sheets = useRef<HTMLDivElement>(null);
  const { data, failure, retry } = usePrintData(page, action, of, chosen, start);

  const picked = data ? readPages(range, data.pages.length) : undefined;
  const shown = data ? (picked ?? data.pages.map((_, i) => i)) : [];
  const count = copies ?? data?.layout.copies ?? 1;
  const form = data?.pages.some(({ ground }) => ground !== undefined) === true ? data.layout.code : undefined;
  const shift: Shift =
    form === undefined ? [0, 0] : moved?.layout === form ? moved.shift : keptShift(localStorage, form);
  const handleShift = (at: 0 | 1, value: number | null): void => {
    if (form === undefined) return;
    const next: Shift = at === 0 ? [value ?? 0, shift[1]] : [shift[0], value ?? 0];
    keepShift(localStorage, form, next);
    setMoved({ layout: form, shift: next });
  };

  /** counts and logs first: a paper without its entry would be worse than an entry without its paper */
  const done = async (how: (data: PrintData) => Promise<unknown>): Promise<void> => {
    if (!data || busy || picked === null) return;
    setBusy(true);
    try {
      const body = { ...of, print: data.layout.code, copies: count, token: token.current };
      await printClient.done(page, action, reason.trim() === '' ? body : { ...body, reason: reason.trim() });
      printed.current = true;
      token.current = newToken();
      await how(data);
    } catch (error) {
      const text = error instanceof Error ? error.message : '打印没有完成，请重试';
      if (error instanceof HttpError && ruleOf(error) === 'print.once') setNeedsReason(true);
      feedback.error(text);
    } finally {
      setBusy(false);
    }
  };
  const handlePrint = (): Promise<void> =>
    done(async ({ width, height }) => {
      if (!sheets.current) return;
      const paper = document.createElement('div');
      paper.className = 'print-root';
      const drawn = [...sheets.current.querySelectorAll('svg')];
      for (let copy = 0; copy < count; copy++)
        for (const i of shown) {
          const svg = drawn[i]?.cloneNode(true) as SVGElement | undefined;
          if (svg) paper.append(forPrinter(svg, hasGround, shift));
        }
      await printSheets(paper, width, height);
    });
  const handlePdf = (): Promise<void> =>
    done(() =>
      printClient.pdf(page, action, {
        ...of,
        ...(chosen === undefined ? {} : { print: chosen }),
        start,
        copies: count,
        ...(picked === undefined || picked === null ? {} : { pages: picked.map((at) => at + 1) }),
        ...(form === undefined ? {} : { ground: hasGround, shift }),
      }),
    );
  const goTo = (i: number): void => {
    setFront(i);
    sheets.current?.children[i]?.scrollIntoView({ block: 'start' });
  };

  return (
    <PreviewWindow onClose={() => onClose(printed.current)}>
      <div className={styles.frame}>
        <div className={styles.bar}>
          <Button type="primary" loading={busy} disabled={!data || picked === null} onClick={() => void handlePrint()}>
            打印
          </Button>
          <Button disabled={!data || busy || picked === null} onClick={() => void handlePdf()}>
            导出PDF
          </Button>
          {data && data.choices.length > 1 && (
            <label>
              模板
              <Select
                aria-label="模板"
                value={data.layout.code}
                onChange={setChosen}
                options={data.choices.map(({ code, title }) => ({ value: code, label: title }))}
                style={{ minWidth: rem(140) }}
              />
            </label>
          )}
          <label>
            份数
            <InputNumber aria-label="份数" min={1} max={99} value={count} onChange={(value) => setCopies(value ?? 1)} />
          </label>
          <label>
            页码
            <Input
              aria-label="页码范围"
              placeholder="全部，如 1-3,5"
              value={range}
              status={picked === null ? 'error' : ''}
              onChange={(event) => setRange(event.target.value)}
              style={{ width: rem(130) }}
            />
          </label>
          {data !== undefined && data.layout.cells > 1 && (
            <label>
              起始格
              <InputNumber
                aria-label="起始格"
                min={1}
                max={data.layout.cells}
                value={start}
                onChange={(value) => setStart(value ?? 1)}
              />
            </label>
          )}
          {form !== undefined && (
            <>
              <Checkbox checked={hasGround} onChange={(event) => setGround(event.target.checked)}>
                打印底图
              </Checkbox>
              {(['右移', '下移'] as const).map((title, at) => (
                <label key={title}>
                  {title}
                  <InputNumber
                    aria-label={`${title}毫米`}
                    min={-MAX_SHIFT}
                    max={MAX_SHIFT}
                    step={0.5}
                    precision={1}
                    suffix="mm"
                    value={shift[at === 0 ? 0 : 1]}
                    onChange={(value) => handleShift(at === 0 ? 0 : 1, value)}
                    style={{ width: rem(96) }}
                  />
                </label>
              ))}
            </>
          )}
          {needsReason && (
            <label>
              补打原因
              <Input
                aria-label="补打原因"
                autoFocus
                value={reason}
                maxLength={200}
                onChange={(event) => setReason(event.target.value)}
              />
            </label>
          )}
          <span className={styles.grow} />
          {data && <span>共 {data.pages.length} 页</span>}
          <Select
            aria-label="缩放"
            value={zoom}
            onChange={setZoom}
            options={ZOOMS.map((value) => ({ value, label: `${value}%` }))}
            style={{ width: rem(90) }}
          />
          <Button onClick={() => onClose(printed.current)}>关闭</Button>
        </div>
        {data ? (
          <>
            <nav className={styles.thumbs} aria-label="页">
              {data.pages.map((page, i) => (
                <button
                  key={i}
                  type="button"
                  className={styles.thumb}
                  aria-current={front === i ? 'page' : undefined}
                  onClick={() => goTo(i)}
                >
                  <Sheet page={page} width={data.width} height={data.height} label={`缩略图 ${i + 1}`} />
                  {i + 1}
                </button>
              ))}
            </nav>
            <div className={styles.pages} ref={sheets}>
              {data.pages.map((page, i) => (
                <div key={i} className={styles.paper} style={{ width: `${(data.width * zoom) / 100}mm` }}>
                  <Sheet page={page} width={data.width} height={data.height} label={`第 ${i + 1} 页`} />
                </div>
              ))}
            </div>
          </>
        ) : (
          <div className={styles.state} style={{ gridColumn: '1 / -1' }}>
            {failure === undefined ? (
              <Spin />
            ) : (
              <div>
                <p>{failure}</p>
                <Button onClick={retry}>重试</Button>
              </div>
            )}
          </div>
        )}
      </div>
    </PreviewWindow>
  );
}

function usePrintData(
  page: string,
  action: string,
  of: PrintDialogProps['of'],
  print: string | undefined,
  start: number,
) {
  const [data, setData] = useState<PrintData>();
  const [failure, setFailure] = useState<string>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again
  useEffect(() => {
    let gone = false;
    const body: PrintBody = { ...of, start, ...(print === undefined ? {} : { print }) };
    printClient
      .pages(page, action, body)
      .then((answer) => {
        if (gone) return;
        setData(answer);
        setFailure(undefined);
      })
      .catch((error: unknown) => {
        if (!gone) setFailure(error instanceof Error ? error.message : '预览没有打开，请重试');
      });
    return () => {
      gone = true;
    };
  }, [page, action, of, print, start, turn]);
  return { data, failure, retry: () => setTurn((now) => now + 1) };
}
