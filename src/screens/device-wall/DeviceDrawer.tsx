/** One device: what it says now, what it did and why, what came of it, what it works on. */
import { Drawer, Tabs } from 'antd';
import { useHost } from '../../../runtime/page/index';
import { rem } from '../../../runtime/page/scale';
import type { DeviceLive } from '../../../schemas/language/wire-device';
import styles from './drawer.module.css';
import { OutputTab } from './OutputTab';
import { PointsTab } from './PointsTab';
import { Dot, edge, Since, StateWord } from './State';
import { StatesTab } from './StatesTab';
import { WorksTab } from './WorksTab';

export type DrawerTab = 'now' | 'states' | 'output' | 'works';
interface Props {
  readonly device: DeviceLive;
  readonly tab: DrawerTab;
  readonly onTab: (tab: DrawerTab) => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}
const WIDTH = 760;

export const DeviceDrawer = ({ device, tab, onTab, onChanged, onClose }: Props) => {
  const { active, session } = useHost();
  const may = (right: string): boolean => session.can(right);
  const tabs = [
    { key: 'now', label: '实时', children: <PointsTab device={device} /> },
    ...(may('deviceState:view')
      ? [{ key: 'states', label: '状态', children: <StatesTab device={device} onChanged={onChanged} /> }]
      : []),
    ...(may('outputStat:view') || may('badStat:view')
      ? [{ key: 'output', label: '产量', children: <OutputTab device={device} onChanged={onChanged} /> }]
      : []),
    ...(may('deviceWork:view') ? [{ key: 'works', label: '工单', children: <WorksTab device={device} /> }] : []),
  ];
  return (
    <Drawer
      open={active}
      width={`min(${rem(WIDTH)}, 100vw)`}
      title={
        <span className={styles.drawerTitle} style={edge(device.state)}>
          {`${device.code} ${device.name}`}
          <Dot />
          <StateWord state={device.state} />
          <Since since={device.since} />
        </span>
      }
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      <Tabs
        className={styles.tabs}
        activeKey={tabs.some(({ key }) => key === tab) ? tab : 'now'}
        items={tabs}
        destroyOnHidden
        // the keys are those of the list above
        onChange={(key) => onTab(key as DrawerTab)}
      />
    </Drawer>
  );
};
