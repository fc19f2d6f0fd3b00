/** Lists of 综合看板: what is being made by its date, what runs out, what customers wait for, and why pieces were bad. */
import type { BadShare, DueDelivery, OrderLine, StockAlert } from '../../../../schemas/language/wire-synthesis';
import { pageOf } from '../layout';
import styles from '../wall.module.css';
import { count } from '../words';

export const ORDERS_A_PAGE = 5;
/** '2026-01-17' as people say it, or how long it is over */
const dueText = (due: string, late: number): string => (late > 0 ? `逾期 ${late} 天` : due.slice(5));

export const Orders = ({ rows, page }: { readonly rows: readonly OrderLine[]; readonly page: number }) => (
  <ul className={styles.lined}>
    {pageOf(rows, ORDERS_A_PAGE, page).map(({ nbr, product, done, plan, due, late, isHeld }) => (
      <li key={nbr} className={styles.order}>
        <p>
          <b>{product}</b>
          <small>
            {nbr}
            {isHeld && ' 已暂停'}
          </small>
        </p>
        <span className={styles.bar}>
          <i data-fill="main" style={{ width: `${plan > 0 ? Math.min(100, (done / plan) * 100) : 0}%` }} />
        </span>
        <span>
          <b>{count(done)}</b> / {count(plan)}
        </span>
        <span data-tone={late > 0 ? 'bad' : undefined}>{dueText(due, late)}</span>
      </li>
    ))}
  </ul>
);

export const Alerts = ({ rows }: { readonly rows: readonly StockAlert[] }) => (
  <ul className={styles.lined}>
    {rows.slice(0, ORDERS_A_PAGE).map(({ code, name, available, safety, shortage, unit }) => (
      <li key={code} className={styles.pair}>
        <b>{name}</b>
        <b data-tone={available <= 0 ? 'bad' : 'warn'}>
          缺 {count(shortage)} {unit}
        </b>
        <small>{code}</small>
        <small>
          {count(available)} / {count(safety)}
        </small>
      </li>
    ))}
  </ul>
);

export const Deliveries = ({ rows }: { readonly rows: readonly DueDelivery[] }) => (
  <ul className={styles.lined}>
    {rows.slice(0, ORDERS_A_PAGE).map(({ nbr, customer, product, open, due, late }, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an order may have the same product twice
      <li key={`${nbr} ${n}`} className={styles.pair}>
        <b>{product}</b>
        <b data-tone={late > 0 ? 'bad' : undefined}>{dueText(due, late)}</b>
        <small>{customer}</small>
        <small>{count(open)} 待发</small>
      </li>
    ))}
  </ul>
);

export const BadReasons = ({ rows }: { readonly rows: readonly BadShare[] }) => {
  const most = Math.max(1, ...rows.map(({ qty }) => qty));
  return (
    <ul className={styles.bars}>
      {rows.map(({ reason, qty, cumulative }) => (
        <li key={reason}>
          <span>{reason}</span>
          <b>
            {count(qty)} 件 <small>累计 {cumulative === null ? '--' : `${Math.round(cumulative)} %`}</small>
          </b>
          <span className={styles.bar}>
            <i data-fill="bad" style={{ width: `${(qty / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
};
