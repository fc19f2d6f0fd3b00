/** Load and use of now: numbers, the day's curve over its periods, meters, who uses most, what stands and draws. */
import type { EnergyUseLive } from '../../../schemas/language/wire-energy';
import { useNow } from '../device-wall/use-now';
import { Alerts, Leaks } from './Alerts';
import { LoadCurve } from './LoadCurve';
import { lastOf } from './MeterTree';
import styles from './monitor.module.css';
import { Fact, Part, Rows } from './parts';
import { countdown, isLossy, loss, momentOf, money, number, percent, UNITS } from './words';

const POWER = '1';
const WATER = '2';

export const UseView = ({ live }: { readonly live: EnergyUseLive }) => {
  const now = useNow();
  const { energyType } = live;
  const unit = UNITS[energyType] ?? { use: '', flow: '' };
  const isPower = energyType === POWER;
  return (
    <>
      <dl className={styles.facts}>
        <Fact title={isPower ? '当前功率' : '当前流量'} text={`${number(live.flow)} ${unit.flow}`} />
        <Fact title="今日用量" text={`${number(live.today)} ${unit.use}`} note={`昨日同时 ${number(live.before)}`} />
        {isPower && (
          <>
            <Fact
              title={live.demandLimit === null ? '本月最大需量' : '本月最大需量 / 限值'}
              text={`${number(live.demand)}${live.demandLimit === null ? '' : ` / ${number(live.demandLimit)}`} kW`}
              note={live.demandAt?.slice(5, 16)}
              isBad={isOver(live.demand, live.demandLimit)}
            />
            <Fact
              title="本时段平均"
              text={`${number(live.running)} kW`}
              note={`剩余 ${countdown(momentOf(live.slotEnd) - now).slice(3)}`}
              isBad={isOver(live.running, live.demandLimit)}
            />
            <Fact title="功率因数" text={number(live.pf, 3)} />
          </>
        )}
        <Fact title="损耗率" text={loss(live.loss)} isBad={isLossy(live.loss)} />
      </dl>
      {!isPower && <Leaks alerts={live.alerts} />}
      <Part title={`${isPower ? '负荷' : '流量'}曲线（${unit.flow}）`}>
        <LoadCurve curve={live.curve} unit={unit.flow} limit={live.demandLimit} />
      </Part>
      <Part title="计量表">
        <Rows
          titles={
            isPower
              ? ['表', '电压', '电流', 'kW', 'kvar', '功率因数', '今日', '最近']
              : ['表', '流量', '压力', '温度', '今日', '最近']
          }
          rows={live.meters.map((meter) => {
            const { id, code, name, flow, volts, amps, pf, kvar, pressure, temp, today } = meter;
            const own = isPower
              ? [
                  number(volts?.value ?? null),
                  number(amps?.value ?? null),
                  number(flow?.value ?? null),
                  number(kvar),
                  number(pf?.value ?? null, 3),
                ]
              : [number(flow?.value ?? null, 2), number(pressure?.value ?? null), number(temp?.value ?? null)];
            return { id, isStale: meter.stale, cells: [`${code} ${name}`, ...own, number(today), lastOf(meter)] };
          })}
        />
      </Part>
      <div className={styles.pair}>
        <Alerts alerts={live.alerts} />
        <Part title="今日用量排名">
          <Rows
            titles={['表', unit.use, '占比']}
            rows={live.top.map(({ id, code, name, use, share }) => ({
              id,
              cells: [`${code} ${name}`, number(use), percent(share)],
            }))}
          />
        </Part>
        <Part title="平衡">
          <Rows
            titles={['表', '本表', '下级合计', '损耗率']}
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
const isOver = (load: number | null, limit: number | null): boolean => load !== null && limit !== null && load > limit;
