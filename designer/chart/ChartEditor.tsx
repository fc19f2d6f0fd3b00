/** Reports and boards: datasets at the left, the real page on its sheet, the chosen chart's roles and keys at the right. */
import { useState } from 'react';
import type { Page } from '../../runtime/page/index';
import { valueAt } from '../../schemas/language/steps/index';
import { addWords, duplicateChart, moveEntries, placeCell } from '../commands/index';
import workspace from '../desk/desk.module.css';
import type { Seat } from '../desk/seat';
import { Tools } from '../desk/Tools';
import { Dragging } from '../parts/Dragging';
import { type Area, areaOf, areaRefusal, cellsOf, panelOf } from '../rules/charts';
import { ChartCanvas } from './ChartCanvas';
import { ChartLeft } from './ChartLeft';
import { ChartSide } from './ChartSide';
import styles from './chart.module.css';
import { handleChartKey } from './chart-keys';
import { dropAt } from './drops';
import { Offer } from './Offer';
import { type Charting, codeAt, useCharting } from './use-charting';

export const ChartEditor = ({ seat }: { readonly seat: Seat }) => {
  const charting = useCharting(seat);
  const { page, stage } = charting;
  const [isCarrying, setCarrying] = useState(false);
  if (page === undefined) return <Unreadable seat={seat} />;
  const stop = (): void => {
    setCarrying(false);
    stage.setAim(undefined);
  };
  return (
    <Dragging
      onStart={({ title = '' }) => {
        setCarrying(true);
        return { title };
      }}
      onMove={({ id }, { x, y }) => stage.setAim(dropAt(charting, id, x, y))}
      onEnd={({ id }, { x, y }) => {
        const aim = dropAt(charting, id, x, y);
        stop();
        if (aim !== undefined && aim.refused === undefined) aim.run();
      }}
      onCancel={stop}
    >
      <ChartLeft charting={charting} page={page} />
      <div className={workspace.middle}>
        {seat.conflicts}
        <ChartSheet charting={charting} page={page} isCarrying={isCarrying} />
        {seat.bottom}
      </div>
      <ChartSide charting={charting} />
    </Dragging>
  );
};

const Unreadable = ({ seat }: { readonly seat: Seat }) => (
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

interface SheetProps {
  readonly charting: Charting;
  readonly page: Page;
  readonly isCarrying: boolean;
}
/** The page on its sheet: what gestures over it mean to the document. */
const ChartSheet = ({ charting, page, isCarrying }: SheetProps) => {
  const { seat, isBoard, list, session, queries, stage, keys, slot, setSlot, select, remove, widen } = charting;
  const { desk, view } = seat;
  const { doc, selection } = view;
  const order = (address: string, at: string, isBefore: boolean): void => {
    const all = Object.keys((valueAt(doc, list) ?? {}) as object);
    const before = all[all.indexOf(codeAt(at)) - 1];
    const after = isBefore ? (before ?? null) : codeAt(at);
    seat.run(moveEntries, { addresses: [address], spot: { list, after } });
  };
  const slotted = (area: Area | undefined): void => {
    desk.select([]);
    setSlot(area);
  };
  return (
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
      isDragging={isCarrying}
      onSelect={select}
      onSlot={slotted}
      refusal={(address, area) =>
        address === '' ? areaRefusal(doc, area) : seat.asked(placeCell, { code: codeAt(address), area })
      }
      onPlace={(address, area) => seat.run(placeCell, { code: codeAt(address), area })}
      onOrder={order}
      onKey={(event) => handleChartKey(charting, event)}
      onOpen={() => document.querySelector<HTMLElement>('[data-key=title] input, [data-key=title] textarea')?.focus()}
      tools={({ address }) => (
        <Tools
          box={{ title: sizeWords(doc, address, isBoard), address }}
          onWiden={isBoard ? undefined : () => widen(keys.span !== 2)}
          onDuplicate={() => seat.run(duplicateChart, { address })}
          onRemove={() => remove([address])}
        />
      )}
      offer={<SlotOffer charting={charting} />}
    />
  );
};

/** What can be put into the free cells that are chosen. */
const SlotOffer = ({ charting: { seat, datasets, put, slot, setSlot } }: { readonly charting: Charting }) => (
  <Offer
    datasets={datasets.groups
      .flatMap((group) => group.datasets)
      .map((dataset) => ({ key: dataset.dataset, label: dataset.title }))}
    onChart={(dataset) => void put(dataset, undefined, slot)}
    onWords={() => {
      if (seat.run(addWords, { ...(slot === undefined ? {} : { area: slot }), title: '文字' })) setSlot(undefined);
    }}
  />
);

function sizeWords(doc: Seat['view']['doc'], address: string, isBoard: boolean): string {
  const node = valueAt(doc, address) as { readonly title?: string; readonly at?: unknown } | undefined;
  const title = node?.title ?? codeAt(address);
  if (!isBoard) return title;
  const { rows, columns } = areaOf(node?.at);
  const { rows: all, columns: wide } = panelOf(doc);
  return rows === 1 && columns === 1 ? title : `占 ${Math.min(rows, all)} 行 ${Math.min(columns, wide)} 列`;
}
