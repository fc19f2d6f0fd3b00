/** One meter: its day, what was read of it, its alerts; who may reads it here. */
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Tabs } from 'antd';
import { useState } from 'react';
import { useActions } from '../../../runtime/actions/index';
import { type Page, useHost, usePage } from '../../../runtime/page/index';
import { useRooms } from '../../../runtime/page/rooms';
import { rem } from '../../../runtime/page/scale';
import type { EnergyLive, MeterLive } from '../../../schemas/language/wire-energy';
import drawer from '../device-wall/drawer.module.css';
import { energyCalls } from './calls';
import { HourBars } from './HourBars';
import { LoadCurve } from './LoadCurve';
import { lastOf } from './MeterTree';
import styles from './monitor.module.css';
import { MANUAL, number, UNITS, VIRTUAL } from './words';

interface Props {
  readonly screen: string;
  readonly meter: MeterLive;
  readonly energyType: string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}
const WIDTH = 760;
const AGAIN_MS = 30_000;
const READINGS = {
  ...{ code: 'readings', title: '抄表记录', list: 'meterReading', where: 'meter == doc.id' },
  fields: [
    ...[{ field: 'readAt', width: 160 }, { field: 'value' }, { field: 'delta' }, { field: 'source' }],
    ...[{ field: 'note' }, { field: 'createdBy' }],
  ],
};
const ALERTS = {
  ...{ code: 'alerts', title: '预警', list: 'energyAlert', where: 'meter == doc.id' },
  fields: [
    ...[{ field: 'openAt', width: 160 }, { field: 'text', width: 260 }, { field: 'level' }, { field: 'docStatus' }],
    ...[{ field: 'peak' }, { field: 'overUse' }, { field: 'ackBy' }],
  ],
};

export const MeterDrawer = ({ screen, meter, energyType, onChanged, onClose }: Props) => {
  const { active, session } = useHost();
  const { PartList } = useRooms();
  // a reading of this drawer is seen in its lists at once
  const [read, setRead] = useState(0);
  const [tab, setTab] = useState('curve');
  const doc = { id: meter.id };
  const changed = (): void => {
    setRead((times) => times + 1);
    onChanged();
  };
  const tabs = [
    { key: 'curve', label: '曲线', children: <Curve screen={screen} meter={meter} energyType={energyType} /> },
    ...(session.can('meterReading:view')
      ? [
          {
            ...{ key: 'readings', label: '抄表记录' },
            children: (
              <div className={drawer.tab}>
                {session.can('meterReading:add') && meter.readMode !== VIRTUAL && (
                  <AddReading meter={meter} onChanged={changed} />
                )}
                <div className={drawer.rows} data-tall>
                  <PartList key={read} part={READINGS} doc={doc} />
                </div>
              </div>
            ),
          },
        ]
      : []),
    ...(session.can('energyAlert:view')
      ? [
          {
            ...{ key: 'alerts', label: '预警' },
            children: (
              <div className={drawer.tab}>
                <div className={drawer.rows} data-tall>
                  <PartList part={ALERTS} doc={doc} />
                </div>
              </div>
            ),
          },
        ]
      : []),
  ];
  return (
    <Drawer
      open={active}
      width={`min(${rem(WIDTH)}, 100vw)`}
      title={`${meter.code} ${meter.name}`}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      <Tabs className={drawer.tabs} activeKey={tab} items={tabs} destroyOnHidden onChange={setTab} />
    </Drawer>
  );
};

/** The monitor of this meter alone. */
const Curve = ({ screen, meter, energyType }: Pick<Props, 'screen' | 'meter' | 'energyType'>) => {
  const { active } = useHost();
  const { data, error } = useQuery({
    queryKey: ['energyMonitor', 'drawer', screen, meter.id],
    enabled: active,
    queryFn: ({ signal }) => energyCalls.live(screen, meter.id, signal),
    refetchInterval: active ? AGAIN_MS : false,
  });
  const unit = UNITS[energyType] ?? { use: '', flow: '' };
  return (
    <div className={drawer.tab}>
      <dl className={styles.facts}>
        <div>
          <dt>{meter.readMode === MANUAL ? '人工抄表' : '当前'}</dt>
          <dd>
            <b>
              {meter.readMode === MANUAL
                ? number(meter.lastValue, 2)
                : `${number(meter.flow?.value ?? null)} ${unit.flow}`}
            </b>
            <small>{lastOf(meter)}</small>
          </dd>
        </div>
        <div>
          <dt>今日用量</dt>
          <dd>
            <b>{`${number(meter.today)} ${unit.use}`}</b>
          </dd>
        </div>
      </dl>
      {data === undefined ? (
        <p className={styles.none}>{error?.message ?? '加载中…'}</p>
      ) : (
        <Drawn live={data} unit={unit} />
      )}
    </div>
  );
};
const Drawn = ({ live, unit }: { readonly live: EnergyLive; readonly unit: { use: string; flow: string } }) =>
  live.kind === 'use' ? (
    <LoadCurve curve={live.curve} unit={unit.flow} limit={live.demandLimit} />
  ) : live.hours.length === 0 ? (
    <p className={styles.none}>暂无数据</p>
  ) : (
    <HourBars hours={live.hours} isCost={live.mayAmount} unit={live.mayAmount ? '元' : unit.use} />
  );

interface Added {
  readonly meter: MeterLive;
  readonly onChanged: () => void;
}
const AddReading = (props: Added) => {
  const state = usePage('meterReading');
  return state.status === 'ready' ? <AddTo {...props} page={state.page} /> : null;
};
const AddTo = ({ meter, onChanged, page }: Added & { readonly page: Page }) => {
  const actions = useActions(page, onChanged);
  const { add } = page.object.actions;
  if (add === undefined) return null;
  return (
    <div>
      <Button size="small" onClick={() => void actions.run(add, [], { with: { meter: meter.id } })}>
        {add.title}
      </Button>
      {actions.outlet}
    </div>
  );
};
