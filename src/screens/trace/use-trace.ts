/** What the workbench knows and does: the question, its answer, the card that was touched. */
import { useMemo, useRef, useState } from 'react';
import { chooseOne, type Feedback, useHost } from '../../../runtime/page/index';
import { useMedia } from '../../../runtime/page/view';
import type {
  TraceFind,
  TraceGraph,
  TracePath,
  TraceResource,
  TraceResourceBody,
  TraceRoot,
} from '../../../schemas/language/wire-trace';
import { said, traceCalls } from './calls';
import type { Mode } from './modes';
import { type Card, HALL, LARGE, type Scene, SMALL, sceneOf } from './scene';
import {
  type AnyList,
  batchList,
  eventList,
  freezeList,
  operationList,
  orderList,
  reportList,
  shippedList,
  stockList,
  suppliersList,
  timeline,
} from './tables';

export type Found =
  | { readonly kind: 'graph'; readonly answer: TraceGraph }
  | { readonly kind: 'path'; readonly answer: TracePath }
  | { readonly kind: 'resource'; readonly answer: TraceResource };
export interface Options {
  readonly weak: boolean;
  readonly narrow: boolean;
}
type Roots = readonly Pick<TraceRoot, 'type' | 'id'>[];
export type Trace = ReturnType<typeof useTrace>;

/** as many as one question may have */
const MOST_ROOTS = 1000;
const EMPTY = '请输入或扫描批次号、序列号';
const NOTHING: Scene = { cards: [], links: [], width: 1, height: 1 };

export const useTrace = (mode: Mode) => {
  const { feedback } = useHost();
  const [found, setFound] = useState<Found>();
  const [status, setStatus] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const [roots, setRoots] = useState<Roots>([]);
  const [asked, setAsked] = useState<TraceResourceBody>();
  const [options, setOptions] = useState<Options>({ weak: true, narrow: false });
  const [chosen, choose] = useState<string | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [big, setBig] = useState(false);
  const isTouch = useMedia('(pointer: coarse)');

  const asking = useRef(0);
  /** What was asked last is shown, whichever answer comes last. A refused question leaves nothing of the one before. */
  const run = async (work: (show: (next: Found) => void) => Promise<void>, isNew = false): Promise<void> => {
    asking.current += 1;
    const mine = asking.current;
    const isLast = (): boolean => mine === asking.current;
    setBusy(true);
    try {
      await work((next) => {
        if (isLast()) setFound(next);
      });
    } catch (error) {
      if (!isLast()) return;
      const text = said(error);
      if (found !== undefined && !isNew) feedback.error(text);
      else {
        setFound(undefined);
        setStatus(text);
      }
    } finally {
      if (isLast()) setBusy(false);
    }
  };
  const load = async (of: Roots, by: Options, show: (next: Found) => void): Promise<void> => {
    setRoots(of);
    show(
      mode.view === 'path'
        ? { kind: 'path', answer: await traceCalls.path({ roots: of }) }
        : { kind: 'graph', answer: await traceCalls.graph({ roots: of, direction: mode.direction, ...by }) },
    );
  };
  const loadResource = async (body: TraceResourceBody, show: (next: Found) => void): Promise<void> => {
    setAsked(body);
    show({ kind: 'resource', answer: await traceCalls.resource(body) });
  };
  const ask = (text: string, by: Omit<TraceFind, 'text'> = {}): Promise<void> =>
    run(async (show) => {
      const { roots: hits } = await traceCalls.find({ text, ...by });
      const of = await oneMaterial(feedback, hits);
      if (of.length === 0) return;
      choose(null);
      setOpened(new Set());
      await load(of, options, show);
    }, true);
  const refresh = (): void => {
    if (asked !== undefined) void run((show) => loadResource(asked, show));
    else if (roots.length > 0) void run((show) => load(roots, options, show));
  };
  const change = (part: Partial<Options>): void => {
    const next = { ...options, ...part };
    setOptions(next);
    if (roots.length > 0) void run((show) => load(roots, next, show));
  };
  const size = big ? HALL : isTouch ? LARGE : SMALL;
  const scene = useMemo(
    () => (found?.kind === 'graph' ? sceneOf(found.answer, opened, size) : NOTHING),
    [found, opened, size],
  );
  const lists = useMemo(() => (found === undefined ? [] : listsOf(found, mode)), [found, mode]);
  return {
    found,
    status,
    busy,
    roots,
    options,
    chosen,
    scene,
    lists,
    size,
    /** for a meeting: larger, and nothing to ask with */
    big,
    setBig,
    ask,
    askResource: (body: TraceResourceBody) => run((show) => loadResource(body, show), true),
    /** of a resource all that came of what it worked on */
    follow: (lots: readonly { readonly id: string }[]): Promise<void> =>
      run(async (show) => {
        setAsked(undefined);
        choose(null);
        await load(
          lots.slice(0, MOST_ROOTS).map(({ id }) => ({ type: '1', id })),
          options,
          show,
        );
      }),
    choose,
    change,
    refresh,
    open: (card: Card): void => {
      if (card.members.length > 0) {
        // the card is gone, its members stand in its place
        choose(null);
        setOpened(new Set([...opened, card.id]));
      } else if (card.kind === 'work' || card.kind === 'batch' || card.kind === 'product') void ask(card.title);
    },
    /** absent: nothing is open */
    fold: opened.size === 0 ? undefined : (): void => setOpened(new Set()),
    exportLists: (): void =>
      void run(async () => {
        await traceCalls.exportData({ roots, direction: mode.direction, ...options });
      }),
  };
};

/** Several materials may have one batch number; a document stands for all of its lots. */
const oneMaterial = async (feedback: Feedback, hits: readonly TraceRoot[]): Promise<readonly TraceRoot[]> => {
  const numbers = new Set(hits.map(({ nbr }) => nbr));
  if (hits.length <= 1 || numbers.size > 1) return hits;
  const hit = await chooseOne(feedback, hits[0]?.nbr ?? '', hits, (root) => ({
    label: root.nbr,
    hint: `${root.materialCode ?? ''} ${root.materialName ?? ''}`,
  }));
  return hit === undefined ? [] : [hit];
};

const listsOf = ({ kind, answer }: Found, { direction }: Mode): readonly AnyList[] => {
  if (kind === 'resource')
    return [
      reportList('加工记录', answer.lanes),
      batchList('outputs', '产出批次', answer.outputs),
      eventList('上料', answer.events, 'feed'),
      eventList('检验', answer.events, 'check'),
      eventList('停机', answer.events, 'stop'),
    ];
  if (kind === 'path')
    return [
      operationList(answer.ops),
      reportList('报工', answer.reports),
      eventList('外协收发', answer.events, 'out', 'back'),
      eventList('上料', answer.events, 'feed'),
      eventList('检验', answer.events, 'check'),
      batchList('inputs', '投入批次', answer.inputs),
      batchList('outputs', '入库批次', answer.outputs),
      shippedList('发货与退货', answer.shipped),
      timeline(answer),
      orderList('工单', answer.orders),
    ];
  const { batches, orders, stock, shipped, freezes, roots, reports, events } = answer;
  const own = new Set(roots.map(({ id }) => id));
  const others = batches.filter(({ id }) => !own.has(id));
  return direction === 'forward'
    ? [
        orderList('受影响工单', orders),
        batchList('batches', '受影响批次', batches),
        stockList(stock),
        shippedList('已发客户', shipped),
        freezeList(freezes),
      ]
    : [
        batchList('inputs', '投入物料批次', others),
        suppliersList(others),
        reportList('工序与人员设备', reports),
        eventList('检验记录', events, 'check'),
        reportList(
          '返工与不合格',
          reports.filter(({ reworkQty, scrapQty }) => reworkQty > 0 || scrapQty > 0),
          'rejects',
        ),
        orderList('生产工单', orders),
        stockList(stock),
        shippedList('出库记录', shipped),
      ];
};
