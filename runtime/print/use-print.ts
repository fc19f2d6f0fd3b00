/** A print job being prepared: its pages, which of them, how often, where on the form; sent to the printer or as PDF, and logged. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { HttpError, ruleOf } from '../data/http';
import { newToken } from '../data/ids';
import { printClient } from '../data/print-client';
import type { PrintBody, PrintData } from '../data/print-types';
import { useHost } from '../page/host';
import { readPages } from './pages';
import { printSheets } from './paper';
import { forPrinter, keepShift, keptShift, type Shift } from './preprinted';

export interface PrintOf {
  readonly page: string;
  readonly action: string;
  /** records, or a list with its filter, order and columns */
  readonly of: Pick<PrintBody, 'ids' | 'list'>;
}
export type PrintJob = ReturnType<typeof usePrint>;

/** `sheets` is where the pages are drawn: what is there goes to the printer. */
export function usePrint({ page, action, of }: PrintOf, sheets: RefObject<HTMLElement | null>) {
  const { feedback } = useHost();
  const [chosen, choose] = useState<string>();
  const [start, setStart] = useState(1);
  const [range, setRange] = useState('');
  const [copies, setCopies] = useState<number>();
  const [reason, setReason] = useState('');
  const [needsReason, setNeedsReason] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const printed = useRef(false);
  const token = useRef(newToken());
  const { data, failure, retry } = usePrintData({ page, action, of }, chosen, start);
  const ground = useGround(data);

  const picked = data ? readPages(range, data.pages.length) : undefined;
  const count = copies ?? data?.layout.copies ?? 1;

  /** counts and logs first: a paper without its entry would be worse than an entry without its paper */
  const done = async (how: (data: PrintData) => Promise<unknown>): Promise<void> => {
    if (!data || isBusy || picked === null) return;
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
  const print = (): Promise<void> =>
    done(async ({ pages, width, height }) => {
      if (!sheets.current) return;
      const paper = document.createElement('div');
      paper.className = 'print-root';
      const drawn = [...sheets.current.querySelectorAll('svg')];
      const shown = picked ?? pages.map((_, i) => i);
      for (let copy = 0; copy < count; copy++)
        for (const i of shown) {
          const svg = drawn[i]?.cloneNode(true) as SVGElement | undefined;
          if (svg) paper.append(forPrinter(svg, ground.isOn, ground.shift));
        }
      await printSheets(paper, width, height);
    });
  const pdf = (): Promise<void> =>
    done(() =>
      printClient.pdf(page, action, {
        ...of,
        ...(chosen === undefined ? {} : { print: chosen }),
        start,
        copies: count,
        ...(picked === undefined || picked === null ? {} : { pages: picked.map((at) => at + 1) }),
        ...(ground.form === undefined ? {} : { ground: ground.isOn, shift: ground.shift }),
      }),
    );

  return {
    data,
    failure,
    retry,
    choose,
    start,
    setStart,
    range,
    setRange,
    /** pages of the range; null = it names none */
    picked,
    count,
    setCopies,
    reason,
    setReason,
    needsReason,
    isBusy,
    ground,
    print,
    pdf,
    /** something was printed */
    hasPrinted: () => printed.current,
  };
}

/** Preprinted forms: whether their ground is printed too, and how far the printer is off. Kept on this device for each form. */
function useGround(data: PrintData | undefined) {
  const [isOn, setOn] = useState(false);
  const [moved, setMoved] = useState<{ readonly layout: string; readonly shift: Shift }>();
  const form = data?.pages.some(({ ground }) => ground !== undefined) === true ? data.layout.code : undefined;
  const shift: Shift =
    form === undefined ? [0, 0] : moved?.layout === form ? moved.shift : keptShift(localStorage, form);
  const move = (at: 0 | 1, value: number | null): void => {
    if (form === undefined) return;
    const next: Shift = at === 0 ? [value ?? 0, shift[1]] : [shift[0], value ?? 0];
    keepShift(localStorage, form, next);
    setMoved({ layout: form, shift: next });
  };
  return { form, isOn, setOn, shift, move };
}

function usePrintData({ page, action, of }: PrintOf, print: string | undefined, start: number) {
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
