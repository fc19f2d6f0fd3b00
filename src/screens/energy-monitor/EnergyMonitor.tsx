/** 用电, 用水, 用气监控 and their fees (50 §6.4): one frame, what stands in it follows from the screen. */
import { useState } from 'react';
import { PageTitle } from '../../../runtime/page/index';
import { PageFault, PageLoading } from '../../../runtime/page/PageStates';
import { CostView } from './CostView';
import { titleOf } from './lazy';
import { MeterDrawer } from './MeterDrawer';
import { MeterTree } from './MeterTree';
import styles from './monitor.module.css';
import { UseView } from './UseView';
import { useMonitor } from './use-monitor';

export const EnergyMonitor = ({ screen }: { readonly screen: string }) => {
  const [meter, setMeter] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const { live: data, error, isLost, refetch } = useMonitor(screen, meter);
  if (data === undefined) return error === null ? <PageLoading /> : <PageFault error={error} onRetry={refetch} />;
  const drawn = data.meters.find(({ id }) => id === opened);
  return (
    <div className={styles.screen}>
      <PageTitle title={titleOf(screen)} />
      {isLost && (
        <p className={styles.lost} role="status">
          网络中断，显示的是之前的数据，恢复后自动更新
        </p>
      )}
      <div className={styles.body}>
        <MeterTree meters={data.meters} energyType={data.energyType} chosen={meter} onChoose={setMeter} />
        <section className={styles.view} data-lost={isLost || undefined} aria-label={titleOf(screen)}>
          {data.meters.length === 0 ? (
            <p className={styles.none}>暂无数据</p>
          ) : data.kind === 'use' ? (
            <UseView live={data} onOpen={setOpened} />
          ) : (
            <CostView live={data} onOpen={setOpened} />
          )}
        </section>
      </div>
      {drawn !== undefined && (
        <MeterDrawer
          key={drawn.id}
          screen={screen}
          meter={drawn}
          energyType={data.energyType}
          onChanged={refetch}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
};
