/** Load and use of now: numbers, the day as a curve, lines or a table, what stands open, who uses most, what stands and draws. */
import { Segmented } from 'antd';
import { useState } from 'react';
import type { EnergyUseLive, MeterLive } from '../../../schemas/language/wire-energy';
import { useNow } from '../device-wall/use-now';
import { Alerts, Leaks } from './Alerts';
import { LineDiagram } from './LineDiagram';
import { LoadCurve } from './LoadCurve';
import { lastOf } from './MeterTree';
import styles from './monitor.module.css';
import { Fact, Part, Rows } from './parts';
import { countdown, isLossy, loss, momentOf, money, number, percent, UNITS } from './words';

const POWER = '1';
const WATER = '2';
type View = 'curve' | 'lines' | 'table';
interface Props {
  readonly live: EnergyUseLive;
  readonly onOpen: (meter: string) => void;
}

export const UseView = ({ live, onOpen }: Props) => {
  const { energyType } = live;
  const unit = UNITS[energyType]?.use ?? '';
  const isPower = energyType === POWER;
  return (
    <>
      <Facts live={live} />
      {!isPower && <Leaks alerts={live.alerts} />}
      <Middle live={live} onOpen={onOpen} />
      <div className={styles.pair}>
        <Alerts alerts={live.alerts} onOpen={onOpen} />
        <Part title="今日用量排名">
          <Rows
            titles={['表', unit, '占比']}
            onOpen={onOpen}
            rows={live.top.map(({ id, code, name, use, share }) => ({
              id,
              cells: [`${code} ${name}`, number(use), percent(share)],
            }))}
          />
        </Part>
        <Part title="平衡">
          <Rows
            titles={['表', '本表', '下级合计', '损耗率']}
            onOpen={onOpen}
            rows={live.balances.map(({ id, code, name, own, below, rate, manual }) => ({
              id,
              isBad: isLossy(rate),
              cells: [`${code} ${name}`, number(own), number(below), manual ? '含人工抄表' : loss(rate)],
            }))}
          />
        </Part>
        {isPower && (
          <Part title="当前待机">
            <Rows
              titles={['设备', 'kW', '每小时']}
              rows={live.idle.map(({ id, code, name, kw, perHour }) => ({
                id,
                cells: [`${code} ${name}`, number(kw), money(perHour)],
              }))}
            />
          </Part>
        )}
        {energyType === WATER && (
          <Part title="近7夜最小流量">
            <Rows
              titles={['日期', 'm³/h']}
              rows={live.nights.map(({ day, least }) => ({ id: day, cells: [day, number(least, 3)] }))}
            />
          </Part>
        )}
      </div>
    </>
  );
};

const Facts = ({ live }: Pick<Props, 'live'>) => {
  const now = useNow();
  const { energyType, demand, demandLimit, running } = live;
  const unit = UNITS[energyType] ?? { use: '', flow: '' };
  const isPower = energyType === POWER;
  return (
    <dl className={styles.facts}>
      <Fact title={isPower ? '当前功率' : '当前流量'} text={`${number(live.flow)} ${unit.flow}`} />
      <Fact title="今日用量" text={`${number(live.today)} ${unit.use}`} note={`昨日同时 ${number(live.before)}`} />
      {isPower && (
        <>
          <Fact
            title={demandLimit === null ? '本月最大需量' : '本月最大需量 / 限值'}
            text={`${number(demand)}${demandLimit === null ? '' : ` / ${number(demandLimit)}`} kW`}
            note={live.demandAt?.slice(5, 16)}
            isBad={isOver(demand, demandLimit)}
          />
          <Fact
            title="本时段平均"
            text={`${number(running)} kW`}
            note={`剩余 ${countdown(momentOf(live.slotEnd) - now).slice(3)}`}
            isBad={isOver(running, demandLimit)}
          />
          <Fact title="功率因数" text={number(live.pf, 3)} />
        </>
      )}
      <Fact title="损耗率" text={loss(live.loss)} isBad={isLossy(live.loss)} />
    </dl>
  );
};
const isOver = (load: number | null, limit: number | null): boolean => load !== null && limit !== null && load > limit;

/** The same moment in three ways. */
const Middle = ({ live, onOpen }: Props) => {
  const [view, setView] = useState<View>('curve');
  const isPower = live.energyType === POWER;
  const unit = UNITS[live.energyType]?.flow ?? '';
  const views: readonly { readonly value: View; readonly label: string }[] = [
    { value: 'curve', label: `${isPower ? '负荷' : '流量'}曲线` },
    { value: 'lines', label: '一次图' },
    { value: 'table', label: '表格' },
  ];
  return (
    <Part title={isPower ? `负荷（${unit}）` : `流量（${unit}）`}>
      <Segmented<View>
        aria-label="显示方式"
        size="small"
        value={view}
        options={[...views]}
        onChange={(next) => setView(next)}
      />
      {view === 'curve' && <LoadCurve curve={live.curve} unit={unit} limit={live.demandLimit} />}
      {view === 'lines' && <LineDiagram meters={live.meters} balances={live.balances} unit={unit} onOpen={onOpen} />}
      {view === 'table' && (
        <Rows
          titles={
            isPower
              ? ['表', '电压', '电流', 'kW', 'kvar', '功率因数', '今日', '最近']
              : ['表', '流量', '压力', '温度', '今日', '最近']
          }
          onOpen={onOpen}
          rows={live.meters.map((meter) => ({
            ...{ id: meter.id, isStale: meter.stale },
            cells: [`${meter.code} ${meter.name}`, ...valuesOf(meter, isPower), number(meter.today), lastOf(meter)],
          }))}
        />
      )}
    </Part>
  );
};
const valuesOf = (meter: MeterLive, isPower: boolean): readonly string[] => {
  const { flow, volts, amps, pf, kvar, pressure, temp } = meter;
  if (!isPower) return [number(flow?.value ?? null, 2), number(pressure?.value ?? null), number(temp?.value ?? null)];
  return [
    ...[number(volts?.value ?? null), number(amps?.value ?? null), number(flow?.value ?? null)],
    ...[number(kvar), number(pf?.value ?? null, 3)],
  ];
};
