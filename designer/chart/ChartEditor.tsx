/** Reports and boards: datasets at the left, the real page on its sheet, the chosen chart's roles and keys at the right. */
import { useState } from 'react';
import { valueAt } from '../../schemas/language/steps/index';
import { addWords, duplicateChart, moveBy, moveEntries, placeCell, retitle } from '../commands/index';
import workspace from '../desk/desk.module.css';
import { LeftPanel, type LeftTabOf } from '../desk/LeftPanel';
import type { Seat } from '../desk/seat';
import { Tools } from '../desk/Tools';
import { Outline } from '../outline/Outline';
import { Dragging } from '../parts/Dragging';
import { areaOf, areaRefusal, cellsOf, codeOfDim, panelOf, shownBy } from '../rules/charts';
import { ChartCanvas } from './ChartCanvas';
import { ChartSide } from './ChartSide';
import styles from './chart.module.css';
import { handleChartKey } from './chart-keys';
import { DatasetTree } from './DatasetTree';
import { dropAt } from './drops';
import type { ChartBox } from './grid';
import { Offer } from './Offer';
import { SearchTab } from './SearchTab';
import { SourceFields } from './SourceFields';
import { codeAt, useCharting } from './use-charting';

type Tab = 'datasets' | 'source' | 'outline' | 'search';

export const ChartEditor = ({ seat }: { readonly seat: Seat }) => {
  const { desk, view } = seat;
  const { doc, library, selection } = view;
  const charting = useCharting(seat);
  const { isBoard, list, page, session, queries, stage, own, reports, outline, datasets, tree } = charting;
  const { keys, current, slot, setSlot, select, put, use, remove, widen } = charting;
  const [tab, setTab] = useState<Tab>('datasets');
  const [isCarrying, setCarrying] = useState(false);
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

  const shown = shownBy(keys);
  const used = new Set([...shown.dims.map(codeOfDim), ...shown.measures]);
  const tabs: readonly LeftTabOf<Tab>[] = [
    { code: 'datasets', title: isBoard ? '数据集' : '指标', hint: '搜索数据集、维度、指标' },
    ...(isBoard ? [] : [{ code: 'source' as const, title: '字段', hint: '搜索来源字段' }]),
    { code: 'outline', title: '大纲', hint: '搜索大纲' },
    { code: 'search', title: '筛选', hint: '搜索查询条件' },
  ];
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
      <LeftPanel tab={tab} onTab={setTab} tabs={tabs} search={seat.search}>
        {(query) =>
          tab === 'datasets' ? (
            <DatasetTree
              datasets={tree}
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
          isDragging={isCarrying}
          onSelect={select}
          onSlot={(area) => {
            desk.select([]);
            setSlot(area);
          }}
          refusal={(address, area) =>
            address === '' ? areaRefusal(doc, area) : seat.asked(placeCell, { code: codeAt(address), area })
          }
          onPlace={(address, area) => seat.run(placeCell, { code: codeAt(address), area })}
          onOrder={(address, at, isBefore) => {
            const all = Object.keys((valueAt(doc, list) ?? {}) as object);
            const before = all[all.indexOf(codeAt(at)) - 1];
            seat.run(moveEntries, {
              addresses: [address],
              spot: { list, after: isBefore ? (before ?? null) : codeAt(at) },
            });
          }}
          onKey={(event) => handleChartKey(charting, event)}
          onOpen={() =>
            document.querySelector<HTMLElement>('[data-key=title] input, [data-key=title] textarea')?.focus()
          }
          tools={(box: ChartBox) => (
            <Tools
              box={{ title: sizeWords(doc, box.address, isBoard), address: box.address }}
              onWiden={isBoard ? undefined : () => widen(keys.span !== 2)}
              onDuplicate={() => seat.run(duplicateChart, { address: box.address })}
              onRemove={() => remove([box.address])}
            />
          )}
          offer={
            <Offer
              datasets={datasets.groups
                .flatMap((group) => group.datasets)
                .map((dataset) => ({ key: dataset.dataset, label: dataset.title }))}
              onChart={(dataset) => void put(dataset, undefined, slot)}
              onWords={() => {
                if (seat.run(addWords, { ...(slot === undefined ? {} : { area: slot }), title: '文字' }))
                  setSlot(undefined);
              }}
            />
          }
        />
        {seat.bottom}
      </div>
      <ChartSide charting={charting} />
    </Dragging>
  );
};

function sizeWords(doc: Seat['view']['doc'], address: string, isBoard: boolean): string {
  const node = valueAt(doc, address) as { readonly title?: string; readonly at?: unknown } | undefined;
  const title = node?.title ?? codeAt(address);
  if (!isBoard) return title;
  const { rows, columns } = areaOf(node?.at);
  const { rows: all, columns: wide } = panelOf(doc);
  return rows === 1 && columns === 1 ? title : `占 ${Math.min(rows, all)} 行 ${Math.min(columns, wide)} 列`;
}
