/** The price of now, what today and the month cost so far, and where the month ends. */
import { Button } from 'antd';
import { useHost } from '../../../runtime/page/index';
import type { EnergyCostLive } from '../../../schemas/language/wire-energy';
import { useNow } from '../device-wall/use-now';
import { Alerts } from './Alerts';
import { HourBars } from './HourBars';
import styles from './monitor.module.css';
import { Fact, Part, Rows } from './parts';
import { countdown, momentOf, money, NONE, number, PERIODS, percent, UNITS } from './words';

interface Props {
  readonly live: EnergyCostLive;
  readonly onOpen: (meter: string) => void;
}
export const CostView = ({ live, onOpen }: Props) => {
  const now = useNow();
  const { openPage, urlOf } = useHost();
  const { mayAmount, forecast, budget } = live;
  const unit = UNITS[live.energyType]?.use ?? '';
  const settings = urlOf('tariff');
  const over = forecast.cost !== null && budget.cost !== null ? forecast.cost - budget.cost : 0;
  const both = ({ use, cost }: { readonly use: number | null; readonly cost: number | null }) =>
    mayAmount ? { text: money(cost), note: `${number(use)} ${unit}` } : { text: `${number(use)} ${unit}` };
  return (
    <>
      {live.now === null && (
        <p className={styles.lost} role="alert">
          未设置有效电价，请到费用设置维护
          {settings !== undefined && (
            <Button type="link" size="small" onClick={() => openPage(settings)}>
              费用设置
            </Button>
          )}
        </p>
      )}
      {over > 0 && <p className={styles.over} role="alert">{`预计超支${number(over, 2)}元`}</p>}
      <dl className={styles.facts}>
        <Fact
          title="当前价格"
          text={
            [PERIODS[live.now?.period ?? ''], live.now?.price == null ? undefined : `${live.now.price} 元`]
              .filter(Boolean)
              .join(' ') || NONE
          }
          note={live.now?.until == null ? undefined : `剩余 ${countdown(momentOf(live.now.until) - now)}`}
        />
        <Fact title="今日" {...both(live.today)} />
        <Fact title="本月累计" {...both(live.month)} />
        <Fact title="本月定额" {...both(budget)} />
        <Fact title="本月预计" {...both(forecast)} />
        {live.energyType === '1' && (
          <>
            <Fact title="尖峰占比" text={percent(mayAmount ? live.peakShare.cost : live.peakShare.use)} />
            <Fact title="今日待机" {...both(live.standby)} />
            {live.demand.limit !== null && (
              <Fact
                title="本月最大需量 / 限值"
                text={`${number(live.demand.value)} / ${number(live.demand.limit)} kW`}
                note={live.demand.atRisk === null ? undefined : `超出部分电费 ${money(live.demand.atRisk)}`}
                isBad={(live.demand.value ?? 0) > live.demand.limit}
              />
            )}
          </>
        )}
      </dl>
      {live.hours.length > 0 && (
        <Part title={mayAmount ? '今日各小时费用（元）' : `今日各小时用量（${unit}）`}>
          <HourBars hours={live.hours} isCost={mayAmount} unit={mayAmount ? '元' : unit} />
        </Part>
      )}
      <div className={styles.pair}>
        <Part title="今日分时">
          <Rows
            titles={['时间', '时段', unit, ...(mayAmount ? ['元'] : [])]}
            rows={live.hours.map(({ hour, period, use, cost }) => ({
              id: `${hour} ${period}`,
              cells: [
                `${String(hour).padStart(2, '0')}:00`,
                PERIODS[period ?? ''] ?? NONE,
                number(use),
                ...(mayAmount ? [number(cost, 2)] : []),
              ],
            }))}
          />
        </Part>
        <Alerts alerts={live.alerts} onOpen={onOpen} />
        <Part title="本月各单元">
          <Rows
            titles={['用能单元', unit, ...(mayAmount ? ['元'] : [])]}
            rows={live.unitCosts.map(({ unit: id, name, use, cost }) => ({
              id,
              cells: [name, number(use), ...(mayAmount ? [number(cost, 2)] : [])],
            }))}
          />
        </Part>
      </div>
    </>
  );
};
