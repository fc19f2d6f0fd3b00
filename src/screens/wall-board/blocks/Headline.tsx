import type { SynthesisNumbers } from '../../../../schemas/language/wire-synthesis';
import type { Targets } from '../../../../schemas/language/wire-wall';
import styles from '../wall.module.css';
import { count } from '../words';
import { NumberTile, RateTile, toneOf } from './Numbers';

/** The strip of 综合看板: each number with what makes it good or bad. A part its reader may not see is not there. */
export const Headline = ({ numbers, targets }: { readonly numbers: SynthesisNumbers; readonly targets: Targets }) => {
  const { orders, onTime, output, oee, warnings, energy } = numbers;
  return (
    <ul className={styles.numbers}>
      {orders !== null && (
        <NumberTile
          title="在制订单"
          value={count(orders.running)}
          unit="单"
          note={`今天应完 ${orders.due}，已完 ${orders.done}`}
        />
      )}
      {output !== null && <OutputTile output={output} goal={targets.planReach} />}
      {output !== null && (
        <RateTile title="一次合格率" value={output.firstPass} goal={targets.passRate} empty="今天没有报工" />
      )}
      {onTime !== null && (
        <NumberTile
          title="准时交付"
          value={onTime.rate === null ? '--' : onTime.rate.toFixed(1)}
          unit={onTime.rate === null ? '' : '%'}
          note={
            onTime.timely + onTime.late === 0
              ? '本月没有到期订单'
              : `本月 ${onTime.timely + onTime.late} 单，逾期 ${onTime.late}`
          }
          tone={onTime.late > 0 ? 'warn' : undefined}
        />
      )}
      <RateTile title="OEE" value={oee} goal={targets.oee} empty="还没有计划时间或产量" />
      {energy !== null && (
        <NumberTile
          title="今日用电"
          value={count(Math.round(energy.use))}
          unit="kWh"
          note={[
            ...(energy.perPiece === null ? [] : [`单耗 ${energy.perPiece} kWh/件`]),
            ...(energy.fee === null ? [] : [`${energy.fee.toFixed(2)} 元`]),
          ].join('，')}
        />
      )}
      <NumberTile
        title="未关闭报警"
        value={count(warnings.open)}
        unit="条"
        note={warnings.unanswered > 0 ? `${warnings.unanswered} 条未确认` : '全部已确认'}
        tone={warnings.unanswered > 0 ? 'bad' : undefined}
      />
    </ul>
  );
};

interface OutputProps {
  readonly output: NonNullable<SynthesisNumbers['output']>;
  readonly goal: Targets[string] | undefined;
}
const OutputTile = ({ output: { qty, plan }, goal }: OutputProps) => {
  const reach = plan > 0 ? (qty / plan) * 100 : null;
  return (
    <NumberTile
      title="今日产量"
      value={count(qty)}
      unit="件"
      note={reach === null ? '今天没有排产计划' : `计划的 ${reach.toFixed(1)} %`}
      tone={reach === null ? undefined : toneOf(reach, goal)}
    />
  );
};
