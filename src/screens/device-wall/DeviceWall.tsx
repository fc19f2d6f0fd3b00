/**
 * 设备监控 (50 §5.10): a wall of devices as they are now. Counts by state filter it, what is looked at follows the stream, a device opens
 * with its signals, its states and their reasons, its output and its works.
 */
import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { PageTitle, useHost, useNarrow } from '../../../runtime/page/index';
import { PageFault, PageLoading } from '../../../runtime/page/PageStates';
import type { DeviceLive } from '../../../schemas/language/wire-device';
import { type Filters, grouped, matching, NO_FILTERS, pathsOf, type Sort, stateOf } from './choose';
import { DeviceCard } from './DeviceCard';
import { DeviceDrawer, type DrawerTab } from './DeviceDrawer';
import { DeviceTable } from './DeviceTable';
import { None } from './None';
import { StateTiles } from './StateTiles';
import { UnitTree } from './UnitTree';
import { useDevices } from './use-devices';
import { useSeen } from './use-seen';
import { type View, WallHead } from './WallHead';
import styles from './wall.module.css';
import { RUNNING } from './words';

const NOBODY: readonly string[] = [];

export const DeviceWall = () => {
  const { session } = useHost();
  const wall = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState('');
  const [opened, setOpened] = useState<{ readonly id: string; readonly tab: DrawerTab }>();
  const inSight = useSeen(wall, shown);
  const watched = useMemo(
    () => (opened === undefined || inSight.includes(opened.id) ? inSight : [...inSight, opened.id]),
    [inSight, opened],
  );
  const all = useDevices(watched.length === 0 ? NOBODY : watched);
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const [sort, setSort] = useState<Sort>('code');
  const [view, setView] = useState<View>('cards');
  const narrow = useNarrow();
  const { devices, units } = all;
  const paths = useMemo(() => pathsOf(units), [units]);
  const fitting = useMemo(() => matching(devices, filters, paths), [devices, filters, paths]);
  const left = useMemo(
    () => fitting.filter((device) => filters.state === null || stateOf(device) === filters.state),
    [fitting, filters.state],
  );
  const groups = useMemo(() => grouped(left, sort, units, paths), [left, sort, units, paths]);
  // another order puts the cards into other groups: they are other elements
  const now = `${view} ${sort} ${left.map(({ id }) => id).join(' ')}`;
  if (now !== shown) setShown(now);
  if (all.error !== null) return <PageFault error={all.error} onRetry={all.refetch} />;
  if (all.isLoading) return <PageLoading />;
  const change = (part: Partial<Filters>): void => setFilters((before) => ({ ...before, ...part }));
  const device = devices.find(({ id }) => id === opened?.id);
  return (
    <div className={styles.screen}>
      <PageTitle title="设备监控" />
      <WallHead
        filters={filters}
        onFilter={change}
        sort={sort}
        onSort={setSort}
        view={view}
        onView={setView}
        wall={all}
        onEnter={() => {
          // a scanned code is one device
          const [only, ...others] = left;
          if (only !== undefined && others.length === 0) setOpened({ id: only.id, tab: 'now' });
        }}
      />
      {all.isLost && (
        <p className={styles.lost} role="status">
          网络中断，显示的是之前的数据，恢复后自动更新
        </p>
      )}
      <StateTiles devices={fitting} chosen={filters.state} onChoose={(state) => change({ state })} />
      <div className={styles.body}>
        {!narrow && (
          <UnitTree
            units={units}
            devices={devices}
            paths={paths}
            chosen={filters.unit}
            onChoose={(unit) => change({ unit })}
          />
        )}
        <section className={styles.wall} ref={wall} data-lost={all.isLost || undefined} aria-label="设备" tabIndex={0}>
          {left.length === 0 ? (
            <Nothing isEmpty={devices.length === 0} onClear={() => setFilters(NO_FILTERS)} />
          ) : view === 'list' ? (
            <DeviceTable
              devices={groups.flatMap((group) => group.devices)}
              onOpen={(id) => setOpened({ id, tab: 'now' })}
            />
          ) : (
            groups.map((group) => (
              <div key={group.key} className={styles.group}>
                {group.title !== null && <GroupTitle title={group.title} devices={group.devices} />}
                <Cards devices={group.devices} mayReason={session.can('deviceState:reason')} onOpen={setOpened} />
              </div>
            ))
          )}
        </section>
      </div>
      {device !== undefined && opened !== undefined && (
        <DeviceDrawer
          key={device.id}
          device={device}
          tab={opened.tab}
          onTab={(tab) => setOpened({ id: device.id, tab })}
          onChanged={all.refetch}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
};

interface CardsProps {
  readonly devices: readonly DeviceLive[];
  readonly mayReason: boolean;
  readonly onOpen: (opened: { readonly id: string; readonly tab: DrawerTab }) => void;
}
const Cards = ({ devices, mayReason, onOpen }: CardsProps) => {
  const open = useMemo(
    () =>
      (id: string): void =>
        onOpen({ id, tab: 'now' }),
    [onOpen],
  );
  const reason = useMemo(
    () =>
      (id: string): void =>
        onOpen({ id, tab: 'states' }),
    [onOpen],
  );
  return (
    <div className={styles.cards}>
      {devices.map((device) => (
        <DeviceCard key={device.id} device={device} mayReason={mayReason} onOpen={open} onReason={reason} />
      ))}
    </div>
  );
};

const GroupTitle = ({ title, devices }: { readonly title: string; readonly devices: readonly DeviceLive[] }) => (
  <h2 className={styles.title}>
    {title}
    <small>{`${devices.length} 台，运行 ${devices.filter((device) => stateOf(device) === RUNNING).length}`}</small>
  </h2>
);

const Nothing = ({ isEmpty, onClear }: { readonly isEmpty: boolean; readonly onClear: () => void }) => {
  const { openPage, urlOf } = useHost();
  const boxes = urlOf('cloudBox');
  return (
    <None>
      {isEmpty ? (
        <>
          <b>暂无数据</b>
          <p>设备接入云盒后，这里显示它们的状态和产量</p>
          {boxes !== undefined && <Button onClick={() => openPage(boxes)}>去接入设备</Button>}
        </>
      ) : (
        <>
          <p>没有符合条件的设备</p>
          <Button onClick={onClear}>清空条件</Button>
        </>
      )}
    </None>
  );
};
