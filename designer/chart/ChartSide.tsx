/** The right side: the chosen chart with its roles and keys, or the panel and where it is published. */

import workspace from '../desk/desk.module.css';
import { InspectorPanel } from '../desk/InspectorPanel';
import type { Seat } from '../desk/seat';
import { useProperties } from '../desk/use-properties';
import { Inspector } from '../inspector/index';
import { ChartCard } from './ChartCard';
import styles from './chart.module.css';
import { moreKeys, SHOWN_ABOVE } from './keys';
import { PanelCard, PlacesCard } from './PanelCard';
import type { Charting } from './use-charting';

export const ChartSide = ({ charting }: { readonly charting: Charting }) => {
  const { seat, isBoard, chosen, keys, report, own, datasets } = charting;
  const { desk, view } = seat;
  const { selection } = view;
  return (
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
                        .map((dataset) => ({ value: dataset.dataset, label: dataset.title }))
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
  );
};

interface KeysProps {
  readonly seat: Seat;
  readonly address: string;
  readonly isWords: boolean;
}
/** The keys of a chart that no card above shows; of words only those words have. */
const ChartKeysPanel = ({ seat: { desk, view, onSteps }, address, isWords }: KeysProps) => (
  <Inspector
    {...useProperties(desk, view, onSteps)}
    addresses={[address]}
    {...(address === '' ? {} : { called: isWords ? '文字' : '图表' })}
    without={isWords ? moreKeys : SHOWN_ABOVE}
  />
);
