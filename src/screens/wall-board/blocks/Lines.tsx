/** Blocks of 设备运行大屏二: a card for each line, its hours against their share of the plan, and the work orders that come next. */
import type { LineCard, LineNext } from '../../../../schemas/language/wire-lines';
import type { Targets } from '../../../../schemas/language/wire-wall';
import { pageOf } from '../layout';
import { ticksTo } from '../scale';
import styles from '../wall.module.css';
import { clockOf, count, percent } from '../words';
import { toneOf } from './Numbers';
import { Columns } from './Plot';

export const LINES_A_PAGE = 4;
const seconds = (value: number | null): string => (value === null ? '--' : `${count(value)} 秒`);
const toneFor = (value: number | null, goal: Targets[string] | undefined): 'warn' | 'bad' | undefined =>
  value === null ? undefined : toneOf(value, goal);

interface Props {
  readonly rows: readonly LineCard[];
  readonly targets: Targets;
  readonly page: number;
}
export const LineCards = ({ rows, targets, page }: Props) => (
  <ul className={styles.lineCards}>
    {pageOf(rows, LINES_A_PAGE, page).map((card) => (
      <Card key={card.id} card={card} targets={targets} />
    ))}
  </ul>
);

const Card = ({ card, targets }: { readonly card: LineCard; readonly targets: Targets }) => {
  const { name, head, plan, done, reach, passRate, oee, takt, planTakt, hours } = card;
  const tone = toneFor(reach, targets.planReach);
  const isSlow = takt !== null && planTakt !== null && takt > planTakt;
  const every = Math.max(1, Math.ceil(hours.length / 4));
  return (
    <li aria-label={name}>
      <h3>
        {name}
        {head !== null && <small>{head}</small>}
      </h3>
      <p className={styles.lineDone}>
        <strong>
          {count(done)} <small>{plan > 0 ? `/ ${count(plan)} 件` : '件，今天没有计划'}</small>
        </strong>
        <strong data-tone={tone}>{percent(reach)}</strong>
      </p>
      <span className={styles.bar}>
        <i data-tone={tone} style={{ width: `${Math.min(100, reach ?? 0)}%` }} />
      </span>
      <dl className={styles.lineFacts}>
        <div>
          <dt>实际节拍</dt>
          <dd data-tone={isSlow ? 'warn' : undefined}>{seconds(takt)}</dd>
        </div>
        <div>
          <dt>计划节拍</dt>
          <dd>{seconds(planTakt)}</dd>
        </div>
        <div>
          <dt>合格率</dt>
          <dd data-tone={toneFor(passRate, targets.passRate)}>{percent(passRate)}</dd>
        </div>
        <div>
          <dt>OEE</dt>
          <dd data-tone={toneFor(oee, targets.oee)}>{percent(oee)}</dd>
        </div>
      </dl>
      {hours.length === 0 ? (
        <p className={styles.none}>今天不开工</p>
      ) : (
        <Columns
          ticks={ticksTo(Math.max(...hours.map(({ qty, target }) => Math.max(qty, target))) * 1.1)}
          rows={hours.map(({ at, qty, target }, n) => ({
            ...{ key: String(at), name: n % every === 0 ? clockOf(at) : '', plan: target },
            parts: [{ look: target > 0 && qty < target ? 'short' : 'main', value: qty }],
          }))}
        />
      )}
    </li>
  );
};

export const NextOrders = ({ rows }: { readonly rows: readonly LineNext[] }) => (
  <ul className={styles.nextOrders}>
    {rows.map(({ line, nbr, product, plan, start, due }) => (
      <li key={nbr} className={styles.pair}>
        <b>{product}</b>
        <b>{count(plan)} 件</b>
        <small>
          {line} · {nbr}
        </small>
        <small>{start === null ? `交期 ${due.slice(5)}` : start.slice(5)}</small>
      </li>
    ))}
  </ul>
);
