/** At the left of a report or board: datasets and fields to carry, the outline, the search of the page. */
import { useState } from 'react';
import type { Page } from '../../runtime/page/index';
import { moveBy, retitle } from '../commands/index';
import { LeftPanel, type LeftTabOf } from '../desk/LeftPanel';
import { Outline } from '../outline/Outline';
import { codeOfDim, shownBy } from '../rules/charts';
import { DatasetTree } from './DatasetTree';
import { SearchTab } from './SearchTab';
import { SourceFields } from './SourceFields';
import type { Charting } from './use-charting';

type Tab = 'datasets' | 'source' | 'outline' | 'search';

export const ChartLeft = ({ charting, page }: { readonly charting: Charting; readonly page: Page }) => {
  const { seat, isBoard, own, keys, current, tree, use } = charting;
  const [tab, setTab] = useState<Tab>('datasets');
  const shown = shownBy(keys);
  const used = new Set([...shown.dims.map(codeOfDim), ...shown.measures]);
  const tabs: readonly LeftTabOf<Tab>[] = [
    { code: 'datasets', title: isBoard ? '数据集' : '指标', hint: '搜索数据集、维度、指标' },
    ...(isBoard ? [] : [{ code: 'source' as const, title: '字段', hint: '搜索来源字段' }]),
    { code: 'outline', title: '大纲', hint: '搜索大纲' },
    { code: 'search', title: '筛选', hint: '搜索查询条件' },
  ];
  return (
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
          <SourceFields seat={seat} report={own} library={seat.view.library} query={query} />
        ) : tab === 'search' ? (
          <SearchTab
            seat={seat}
            list={isBoard ? 'search' : 'list.search'}
            items={(isBoard ? page.board?.search : own?.list.search) ?? []}
            reports={charting.reports}
            query={query}
          />
        ) : (
          <Outline
            nodes={charting.outline}
            query={query}
            selection={seat.view.selection}
            onSelect={(addresses) => seat.desk.select(addresses)}
            onMove={(address, by) => seat.run(moveBy, { address, by })}
            onRename={(address, title) => seat.run(retitle, { address, title })}
            addable={() => false}
            onAdd={() => undefined}
            onMenu={() => undefined}
          />
        )
      }
    </LeftPanel>
  );
};
