/** The chosen orders: which of them are printed, how often they were, and why one is not there. */
import { Checkbox } from 'antd';
import styles from './index-print.module.css';
import type { Order } from './orders';
import type { IndexDesk } from './use-index-print';

export const OrderList = ({ desk, orders }: { readonly desk: IndexDesk; readonly orders: readonly Order[] }) => (
  <ul className={styles.orders} aria-label="采购订单">
    {orders.map((order, i) => {
      const failure = desk.papers.get(order.id)?.failure;
      const name = order.nbr === '' ? `第${i + 1}张` : order.nbr;
      return (
        <li key={order.id} data-front={desk.at === i || undefined} data-failed={failure !== undefined || undefined}>
          <Checkbox
            aria-label={`打印${name}`}
            checked={!desk.isOff(order.id) && failure === undefined}
            disabled={failure !== undefined}
            onChange={() => desk.toggle(order.id)}
          />
          <button type="button" aria-current={desk.at === i ? 'true' : undefined} onClick={() => desk.goTo(i)}>
            <b>{name}</b>
            {order.supplier !== '' && <span>{order.supplier}</span>}
            {failure === undefined ? (
              <small>
                {order.printCount === 0 ? '未打印' : `已打印${order.printCount}次`}
                {!order.isAudited && <em>未审核</em>}
              </small>
            ) : (
              <small>{failure}</small>
            )}
          </button>
        </li>
      );
    })}
  </ul>
);
