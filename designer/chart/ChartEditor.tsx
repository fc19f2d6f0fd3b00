/** Reports and boards: datasets at the left, the real page on its sheet, the chosen chart's roles and keys at the right. */
import {
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Button, Dropdown } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { ChartKeys } from '../../schemas/language/document-report';
import { isNode } from '../../schemas/language/resolve/merge';
import { valueAt } from '../../schemas/language/steps/index';
import { DesignQueries } from '../canvas/design-queries';
import {
  addChart,
  addWords,
  duplicateChart,
  moveBy,
  moveEntries,
  placeCell,
  removeDataset,
  removeEntries,
  retitle,
  setDataset,
  setProperty,
  takeField,
} from '../commands/index';
import type { Command } from '../document/state';
import { Inspector } from '../inspector/index';
import { Outline } from '../outline/Outline';
import { documentOutline } from '../outline/outline-of-document';
import {
  type Area,
  areaOf,
  areaRefusal,
  cellsIn,
  cellsOf,
  codeOfDim,
  freeArea,
  panelOf,
  shownBy,
} from '../rules/charts';
import { InspectorPanel } from '../workspace/InspectorPanel';
import { LeftPanel, type LeftTabOf } from '../workspace/LeftPanel';
import type { Seat } from '../workspace/seat';
import { AT_POINTER } from '../workspace/sides';
import { Tools } from '../workspace/Tools';
import workspace from '../workspace/workspace.module.css';
import { answersOver, Numbers } from './answers';
import { ChartCanvas } from './ChartCanvas';
import { ChartCard } from './ChartCard';
import styles from './chart.module.css';
import { DatasetTree } from './DatasetTree';
import { fieldsOf, useDatasets } from './datasets';
import { drawnPage, reportOf } from './drawn';
import { type ChartBox, cellAt, chartAt, rectOf } from './grid';
import { moreKeys, SHOWN_ABOVE } from './keys';
import { PanelCard, PlacesCard } from './PanelCard';
import { SearchTab } from './SearchTab';
import { SourceFields } from './SourceFields';
import { type Aim, ChartStage } from './stage';

type Tab = 'datasets' | 'source' | 'outline' | 'search';
const IS_CHART = /^(cells|list\.charts)\.[^.]+$/;
const code = (address: string): string => address.slice(address.lastIndexOf('.') + 1);

export const ChartEditor = ({ seat }: { readonly seat: Seat }) => {
  const { desk, view } = seat;
  const { doc, library, selection } = view;
  const { session } = useHost();
  const isBoard = doc.$schema === 'board/1';
  const list = isBoard ? 'cells' : 'list.charts';
  const [tab, setTab] = useState<Tab>('datasets');
  const [slot, setSlot] = useState<Area>();
  const [stage] = useState(() => new ChartStage());
  const [numbers] = useState(() => new Numbers({ draft: () => desk.draft, send: () => desk.send() }));
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  const [carried, setCarried] = useState<string>();

  const own = useMemo(() => (isBoard ? undefined : reportOf(doc, library)), [isBoard, doc, library]);
  const page = useMemo(() => drawnPage(doc, library, session), [doc, library, session]);
  const queries = useMemo(() => new DesignQueries(answersOver(numbers, seat.rows)), [numbers, seat.rows]);
  useEffect(() => () => queries.clear(), [queries]);
  useFresh(queries, isBoard ? library.reports : countingPart(doc));
  const datasets = useDatasets(library, view.documents);
  const shownDatasets =
    isBoard || own === undefined
      ? datasets
      : {
          ...datasets,
          state: 'ready' as const,
          groups: [{ title: '这个报表', datasets: [{ dataset: own.report, title: own.title, fields: fieldsOf(own) }] }],
        };

  const [chosen] = selection.filter((address) => IS_CHART.test(address));
  const node = chosen === undefined ? undefined : valueAt(doc, chosen);
  const keys = (isNode(node) ? node : {}) as ChartKeys & { readonly report?: string; readonly at?: unknown };
  const current = chosen === undefined ? undefined : isBoard ? keys.report : own?.report;
  const report = isBoard ? library.reports.get(current?.split('.')[0] ?? '')?.report : own;
  const shown = shownBy(keys);
  const used = new Set([...shown.dims.map(codeOfDim), ...shown.measures]);
  const reports = useMemo(
    () =>
      own !== undefined
        ? [own]
        : [
            ...new Set(
              Object.values((doc.cells ?? {}) as { readonly [code: string]: { readonly report?: string } }).map(
                (cell) => cell.report?.split('.')[0] ?? '',
              ),
            ),
          ].flatMap((one) => library.reports.get(one)?.report ?? []),
    [own, doc, library],
  );
  const outline = useMemo(() => {
    const titles = new Map(
      reports
        .flatMap((one) => [...Object.values(one.dims), ...Object.values(one.measures)])
        .map((field) => [field.code, field.title]),
    );
    return documentOutline(doc, library, (address) =>
      /^(dims|measures|search|list\.(search|columns))\./.test(address) ? titles.get(code(address)) : undefined,
    );
  }, [doc, library, reports]);
  if (page === undefined)
    return (
      <>
        <aside className={workspace.left} aria-label="数据集" />
        <div className={workspace.middle}>
          {seat.conflicts}
          <p className={styles.none}>文本的结构有误，改好「源码」后才能画出来。</p>
          {seat.bottom}
        </div>
        <aside className={workspace.right} aria-label="属性" />
      </>
    );

  const select = (address: string, add: boolean): void => {
    setSlot(undefined);
    if (!add) desk.select([address]);
    else
      desk.select(selection.includes(address) ? selection.filter((one) => one !== address) : [...selection, address]);
  };
  const put = (dataset: string, field: string | undefined, area: Area | undefined): boolean => {
    const done = seat.run(addChart, {
      ...(area === undefined ? {} : { area }),
      ...(isBoard ? { report: dataset } : {}),
      ...(field === undefined ? {} : { field }),
      ...titleOf(dataset, field),
    });
    if (done) setSlot(undefined);
    return done;
  };
  const titleOf = (dataset: string, field: string | undefined): { readonly title?: string } => {
    const of = library.reports.get(dataset)?.report ?? own;
    const dim = field === undefined ? undefined : of?.dims[field];
    const first = Object.values(of?.measures ?? {})[0];
    return dim === undefined || first === undefined ? {} : { title: `各${dim.title}${first.title}` };
  };
  /** a click in the tree: onto what is chosen, else as a chart of its own */
  const use = (dataset: string, field: string | undefined): void => {
    if (slot !== undefined || chosen === undefined || current !== dataset || field === undefined)
      put(dataset, field, slot);
    else seat.run(takeField, { address: chosen, field });
  };
  const dropAt = (id: string, x: number, y: number): (Aim & { readonly run: () => void }) | undefined => {
    const point = stage.at(x, y);
    if (point === undefined) return undefined;
    const [sort, dataset = '', field] = id.split(':');
    const box = chartAt(stage.geometry, point.x, point.y);
    const { tracks } = stage.geometry;
    if (box !== undefined) {
      const target = valueAt(doc, box.address) as { readonly report?: string } | undefined;
      const over = isBoard ? target?.report : own?.report;
      const make = <A,>(command: Command<A>, args: A, words: string) => ({
        rect: box,
        words,
        refused: seat.asked(command, args),
        run: () => {
          if (seat.run(command, args)) desk.select([box.address]);
        },
      });
      if (sort === 'dataset') return make(setDataset, { address: box.address, report: dataset }, '换成这个数据集');
      if (over !== dataset)
        return {
          rect: box,
          words: '',
          refused: `这格的数据集是「${library.reports.get(over ?? '')?.report.title ?? '文字'}」`,
          run: () => undefined,
        };
      return make(takeField, { address: box.address, field: field ?? '' }, '放到这个图表');
    }
    if (tracks === undefined) {
      if (isBoard) return undefined;
      const { cover } = stage;
      const width = (cover?.clientWidth ?? 0) / stage.scale;
      return {
        rect: { x: 8, y: 8, w: width - 16, h: 64 },
        words: '新增图表',
        run: () => void put(dataset, field, undefined),
      };
    }
    const cell = { ...cellAt(tracks, point.x, point.y), rows: 1, columns: 1 };
    const area = slot !== undefined && cellsIn(doc, cell).length === 0 && isIn(slot, cell) ? slot : cell;
    const rect = rectOf(tracks, area);
    return (
      rect && {
        rect,
        words: '在这里新增图表',
        refused: areaRefusal(doc, area),
        run: () => void put(dataset, field, area),
      }
    );
  };
  const pointOf = (event: DragMoveEvent | DragEndEvent): { readonly x: number; readonly y: number } => {
    const from = event.activatorEvent as globalThis.PointerEvent;
    return { x: from.clientX + event.delta.x, y: from.clientY + event.delta.y };
  };
  const handleKey = (event: KeyboardEvent): void => {
    const done = (): void => event.preventDefault();
    const [row, column] = STEPS[event.key] ?? [0, 0];
    const isArrow = row !== 0 || column !== 0;
    if (event.target !== event.currentTarget) return;
    if (slot !== undefined) {
      if (event.key === 'Escape') setSlot(undefined);
      else if (event.key === 'Enter') document.querySelector<HTMLElement>('[data-chosen-slot] button')?.focus();
      else if (isArrow) {
        const next = event.shiftKey
          ? { ...slot, rows: slot.rows + row, columns: slot.columns + column }
          : { ...slot, row: slot.row + row, column: slot.column + column };
        if (areaRefusal(doc, next) === undefined) setSlot(next);
      } else return;
      done();
      return;
    }
    if (event.key === 'Enter' && chosen === undefined && isBoard) {
      setSlot(freeArea(doc));
      done();
      return;
    }
    if (chosen === undefined) return;
    if (event.key === 'Escape') desk.select([]);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(selection);
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey))
      seat.run(duplicateChart, { address: chosen });
    else if (isArrow && isBoard && (event.altKey || event.shiftKey)) {
      const now = areaOf(keys.at);
      const area = event.altKey
        ? { ...now, row: now.row + row, column: now.column + column }
        : { ...now, rows: Math.max(1, now.rows + row), columns: Math.max(1, now.columns + column) };
      seat.run(placeCell, { code: code(chosen), area });
    } else if (isArrow && event.altKey) seat.run(moveBy, { address: chosen, by: row + column < 0 ? -1 : 1 });
    else if (isArrow && event.shiftKey && column !== 0) widen(column > 0);
    else return;
    done();
  };
  const widen = (wide: boolean): void =>
    void (
      chosen !== undefined && seat.run(setProperty, { addresses: [chosen], key: 'span', ...(wide ? { to: 2 } : {}) })
    );
  const remove = (addresses: readonly string[]): void => {
    const [first] = addresses;
    if (first !== undefined && /^(dims|measures)\.[^.]+$/.test(first)) seat.run(removeDataset, { address: first });
    else if (addresses.length > 0) seat.run(removeEntries, { addresses });
  };
  const tabs: readonly LeftTabOf<Tab>[] = [
    { code: 'datasets', title: isBoard ? '数据集' : '指标', hint: '搜索数据集、维度、指标' },
    ...(isBoard ? [] : [{ code: 'source' as const, title: '字段', hint: '搜索来源字段' }]),
    { code: 'outline', title: '大纲', hint: '搜索大纲' },
    { code: 'search', title: '筛选', hint: '搜索查询条件' },
  ];
  return (
    <DndContext
      sensors={sensors}
      onDragStart={({ active }) =>
        setCarried(String((active.data.current as { readonly title?: string } | undefined)?.title ?? ''))
      }
      onDragMove={(event) => {
        const { x, y } = pointOf(event);
        stage.setAim(dropAt(String(event.active.id), x, y));
      }}
      onDragEnd={(event) => {
        const { x, y } = pointOf(event);
        const aim = dropAt(String(event.active.id), x, y);
        setCarried(undefined);
        stage.setAim(undefined);
        if (aim !== undefined && aim.refused === undefined) aim.run();
      }}
      onDragCancel={() => {
        setCarried(undefined);
        stage.setAim(undefined);
      }}
    >
      <LeftPanel tab={tab} onTab={setTab} tabs={tabs} search={seat.search}>
        {(query) =>
          tab === 'datasets' ? (
            <DatasetTree
              datasets={shownDatasets}
              query={query}
              current={isBoard ? current : own?.report}
              used={used}
              onUse={use}
            />
          ) : tab === 'source' && own !== undefined ? (
            <SourceFields seat={seat} report={own} library={library} query={query} />
          ) : tab === 'search' ? (
            <SearchTab
              seat={seat}
              list={isBoard ? 'search' : 'list.search'}
              items={(isBoard ? page.board?.search : own?.list.search) ?? []}
              reports={reports}
              query={query}
            />
          ) : (
            <Outline
              nodes={outline}
              query={query}
              selection={selection}
              onSelect={(addresses) => desk.select(addresses)}
              onMove={(address, by) => seat.run(moveBy, { address, by })}
              onRename={(address, title) => seat.run(retitle, { address, title })}
              addable={() => false}
              onAdd={() => undefined}
              onMenu={() => undefined}
            />
          )
        }
      </LeftPanel>
      <div className={workspace.middle}>
        {seat.conflicts}
        <ChartCanvas
          page={page}
          session={session}
          queries={queries}
          width={seat.width}
          stage={stage}
          selection={selection}
          slot={slot}
          areas={cellsOf(doc).map((cell) => cell.area)}
          areaOf={(address) => (valueAt(doc, address) as { readonly at?: unknown } | undefined)?.at}
          isDragging={carried !== undefined}
          onSelect={select}
          onSlot={(area) => {
            desk.select([]);
            setSlot(area);
          }}
          refusal={(address, area) =>
            address === '' ? areaRefusal(doc, area) : seat.asked(placeCell, { code: code(address), area })
          }
          onPlace={(address, area) => seat.run(placeCell, { code: code(address), area })}
          onOrder={(address, at, isBefore) => {
            const all = Object.keys((valueAt(doc, list) ?? {}) as object);
            const before = all[all.indexOf(code(at)) - 1];
            seat.run(moveEntries, {
              addresses: [address],
              spot: { list, after: isBefore ? (before ?? null) : code(at) },
            });
          }}
          onKey={handleKey}
          onOpen={() =>
            document.querySelector<HTMLElement>('[data-key=title] input, [data-key=title] textarea')?.focus()
          }
          tools={(box: ChartBox) => (
            <Tools
              box={{ title: sizeWords(doc, box.address, isBoard), address: box.address }}
              onWiden={isBoard ? undefined : () => widen((keys as { readonly span?: number }).span !== 2)}
              onDuplicate={() => seat.run(duplicateChart, { address: box.address })}
              onRemove={() => remove([box.address])}
            />
          )}
          offer={
            <Offer
              datasets={datasets.groups
                .flatMap((group) => group.datasets)
                .map((one) => ({ key: one.dataset, label: one.title }))}
              onChart={(dataset) => put(dataset, undefined, slot)}
              onWords={() => {
                if (seat.run(addWords, { ...(slot === undefined ? {} : { area: slot }), title: '文字' }))
                  setSlot(undefined);
              }}
            />
          }
        />
        {seat.bottom}
      </div>
      <aside className={workspace.right} aria-label="属性">
        <div className={styles.scroll}>
          {chosen !== undefined && selection.length === 1 ? (
            <>
              {(keys.report !== undefined || !isBoard) && (
                <ChartCard
                  seat={seat}
                  address={chosen}
                  keys={keys}
                  report={report}
                  datasets={
                    isBoard
                      ? datasets.groups
                          .flatMap((group) => group.datasets)
                          .map((one) => ({ value: one.dataset, label: one.title }))
                      : undefined
                  }
                />
              )}
              <ChartKeysPanel seat={seat} address={chosen} isWords={isBoard && keys.report === undefined} />
            </>
          ) : selection.length === 0 ? (
            <>
              {isBoard && <PanelCard seat={seat} />}
              <PlacesCard seat={seat} report={own} />
              <ChartKeysPanel seat={seat} address="" isWords={false} />
            </>
          ) : (
            <InspectorPanel desk={desk} view={view} page={undefined} sample={undefined} onSteps={seat.onSteps} />
          )}
        </div>
      </aside>
      <DragOverlay dropAnimation={null} modifiers={AT_POINTER}>
        {carried !== undefined && <span className={workspace.ghost}>{carried}</span>}
      </DragOverlay>
    </DndContext>
  );
};

const STEPS: { readonly [key: string]: readonly [number, number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const isIn = (slot: Area, cell: Area): boolean =>
  cell.row >= slot.row &&
  cell.row < slot.row + slot.rows &&
  cell.column >= slot.column &&
  cell.column < slot.column + slot.columns;
/** What of a report decides its numbers: looks and titles ask nothing anew. */
function countingPart(doc: Seat['view']['doc']): string {
  const { from, service, where, params, dims, measures, time, views } = doc;
  return JSON.stringify([from, service, where, params, dims, measures, time, views]);
}
/** Numbers already shown are asked anew when what they are made of is another. */
function useFresh(queries: DesignQueries, of: unknown): void {
  const last = useRef(of);
  useEffect(() => {
    if (last.current === of) return;
    last.current = of;
    void queries.invalidateQueries();
  }, [queries, of]);
}
function sizeWords(doc: Seat['view']['doc'], address: string, isBoard: boolean): string {
  const node = valueAt(doc, address) as { readonly title?: string; readonly at?: unknown } | undefined;
  const title = node?.title ?? code(address);
  if (!isBoard) return title;
  const { rows, columns } = areaOf(node?.at);
  const { rows: all, columns: wide } = panelOf(doc);
  return rows === 1 && columns === 1 ? title : `占 ${Math.min(rows, all)} 行 ${Math.min(columns, wide)} 列`;
}

interface KeysProps {
  readonly seat: Seat;
  readonly address: string;
  readonly isWords: boolean;
}
/** The keys of a chart that no card above shows; of words only those words have. */
const ChartKeysPanel = ({ seat: { desk, view, onSteps }, address, isWords }: KeysProps) => (
  <Inspector
    doc={view.doc}
    library={view.library}
    problems={view.problems
      .filter((one) => one.document === view.open?.id)
      .map(({ code: name, address: path, text, level }) => ({ code: name, path, text, level }))}
    standard={view.open === undefined || view.open.own ? undefined : view.base}
    onSelect={(to) => desk.select(to === '' ? [] : [to])}
    onSteps={onSteps}
    addresses={[address]}
    {...(address === '' ? {} : { called: isWords ? '文字' : '图表' })}
    without={isWords ? moreKeys : SHOWN_ABOVE}
  />
);

interface OfferProps {
  readonly datasets: readonly { readonly key: string; readonly label: string }[];
  readonly onChart: (dataset: string) => void;
  readonly onWords: () => void;
}
/** What may stand in the chosen free cells. */
const Offer = ({ datasets, onChart, onWords }: OfferProps) => (
  <div className={styles.offer}>
    <Dropdown
      trigger={['click']}
      disabled={datasets.length === 0}
      menu={{
        items: [...datasets],
        onClick: ({ key }) => onChart(key),
        style: { maxHeight: '24rem', overflow: 'auto' },
      }}
    >
      <Button size="small" type="primary">
        放图表
      </Button>
    </Dropdown>
    <Button size="small" onClick={onWords}>
      放文字
    </Button>
  </div>
);
