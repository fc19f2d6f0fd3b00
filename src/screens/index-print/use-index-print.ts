/** The desk of 采购单打印 (40 §8.6): which orders, how their papers look, what went out. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { HttpError, ruleOf } from '../../../runtime/data/http';
import { newToken } from '../../../runtime/data/ids';
import { printClient } from '../../../runtime/data/print-client';
import { useHost } from '../../../runtime/page/host';
import { printSheets } from '../../../runtime/print/index';
import {
  ACTION,
  byLayout,
  mailOf,
  type Order,
  PAGE,
  type Paper,
  readOrders,
  readPaper,
  said,
  type Wish,
} from './orders';

/** What a switch takes off the paper: a group of fields, or fields by name. */
const OPTIONS = { price: ['price'], tax: ['taxRate', 'taxAmount'], remark: ['remark', 'rowRemark'] } as const;
export type Option = keyof typeof OPTIONS;
/** papers asked for at once */
const AT_ONCE = 4;

export type IndexDesk = ReturnType<typeof useIndexPrint>;

/** `drawn` is where the pages of what goes to the printer are drawn. */
export function useIndexPrint(ids: readonly string[], maySeePrices: boolean, drawn: RefObject<HTMLElement | null>) {
  const { feedback } = useHost();
  const [turn, setTurn] = useState(0);
  const { orders, fault } = useOrders(ids, turn);
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState(0);
  const [print, choose] = useState<string>();
  const [options, setOptions] = useState({ price: maySeePrices, tax: maySeePrices, remark: true });
  const [copies, setCopies] = useState(1);
  const [reason, setReason] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const token = useRef(newToken());
  const wish = useMemo((): Wish => {
    const without = (Object.keys(OPTIONS) as Option[]).flatMap((option) => (options[option] ? [] : OPTIONS[option]));
    return { without, ...(print === undefined ? {} : { print }) };
  }, [options, print]);
  const papers = usePapers(orders, wish);
  const chosen = (orders ?? []).filter(({ id }) => !off.has(id) && papers.get(id)?.data !== undefined);
  const current = orders?.[at];
  const first = [...papers.values()].find(({ data }) => data !== undefined)?.data;

  const run = async (task: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await task();
    } catch (error) {
      if (error instanceof HttpError && ruleOf(error) === 'print.once') setReason((now) => now ?? '');
      feedback.error(said(error));
    } finally {
      setBusy(false);
      setTurn((now) => now + 1);
    }
  };
  /** counts and logs first: a paper without its entry would be worse than an entry without its paper */
  const out = async (
    of: readonly Order[],
    how: (group: ReturnType<typeof byLayout>[number]) => Promise<unknown>,
  ): Promise<void> => {
    for (const group of byLayout(of, papers)) {
      const said = reason?.trim() ?? '';
      const body = { ids: group.orders.map(({ id }) => id), print: group.print, copies, token: token.current };
      await printClient.done(PAGE, ACTION, said === '' ? body : { ...body, reason: said });
      token.current = newToken();
      await how(group);
    }
  };
  const toPrinter = ({ print: layout, sheets }: ReturnType<typeof byLayout>[number]): Promise<void> => {
    const paper = document.createElement('div');
    paper.className = 'print-root';
    const all = [...(drawn.current?.querySelectorAll(`[data-layout="${CSS.escape(layout)}"] svg`) ?? [])];
    for (let copy = 0; copy < copies; copy++) for (const svg of all) paper.append(svg.cloneNode(true));
    const [{ width, height } = { width: 0, height: 0 }] = sheets;
    return printSheets(paper, width, height);
  };
  const toFile = ({ print: layout, orders: of }: ReturnType<typeof byLayout>[number]): Promise<unknown> =>
    printClient.pdf(PAGE, ACTION, { ids: of.map(({ id }) => id), print: layout, copies, without: wish.without });

  return {
    orders,
    fault,
    retry: () => setTurn((now) => now + 1),
    papers,
    at: Math.min(at, Math.max(0, (orders?.length ?? 1) - 1)),
    goTo: (to: number) => setAt(Math.min(Math.max(to, 0), Math.max(0, ids.length - 1))),
    current,
    isOff: (id: string) => off.has(id),
    toggle: (id: string): void =>
      setOff((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id])),
    chosen,
    groups: byLayout(chosen, papers),
    choices: first?.choices ?? [],
    layout: print ?? first?.layout.code,
    choose,
    maySeePrices,
    options,
    setOption: (option: Option, on: boolean) => setOptions((now) => ({ ...now, [option]: on })),
    copies,
    setCopies,
    /** asked for by a layout that is printed once; undefined = nobody asks */
    reason,
    setReason,
    isBusy,
    print: () => run(() => out(chosen, toPrinter)),
    pdf: () => run(() => out(chosen, toFile)),
    /** the PDF beside a letter to the contact of the supplier, for the mail program of the reader */
    send: () =>
      run(async () => {
        if (current === undefined) return;
        if (!current.isAudited) throw new Error(`${current.nbr}未审核，不能发送供应商`);
        const to = await mailOf(current.supplierId);
        await out([current], toFile);
        window.location.assign(`mailto:${to}?subject=${encodeURIComponent(`采购订单 ${current.nbr}`)}`);
      }),
  };
}

function useOrders(ids: readonly string[], turn: number) {
  const [orders, setOrders] = useState<readonly Order[]>();
  const [fault, setFault] = useState<Error>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` reads the counts again
  useEffect(() => {
    if (ids.length === 0) return;
    let gone = false;
    readOrders(ids).then(
      (found) => {
        if (gone) return;
        setOrders(found);
        setFault(undefined);
      },
      (error: unknown) => gone || setFault(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      gone = true;
    };
  }, [ids, turn]);
  return { orders, fault };
}

const NO_PAPERS: ReadonlyMap<string, Paper> = new Map();
/** Papers as they come, each for itself: one that fails leaves the others alone. None of another wish is ever shown. */
function usePapers(orders: readonly Order[] | undefined, wish: Wish): ReadonlyMap<string, Paper> {
  const [read, setRead] = useState({ wish, papers: NO_PAPERS });
  useEffect(() => {
    if (orders === undefined) return;
    let gone = false;
    const waiting = orders.map(({ id }) => id);
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined && !gone; id = waiting.shift()) {
        const one = id;
        const paper = await readPaper(one, wish);
        if (gone) return;
        setRead((now) => ({ wish, papers: new Map([...(now.wish === wish ? now.papers : NO_PAPERS), [one, paper]]) }));
      }
    };
    for (let worker = 0; worker < AT_ONCE; worker++) void work();
    return () => {
      gone = true;
    };
  }, [orders, wish]);
  return read.wish === wish ? read.papers : NO_PAPERS;
}
