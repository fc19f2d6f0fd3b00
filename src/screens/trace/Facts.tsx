/** What was asked about (left) and what is known of the card that was touched (right). */
import { Button } from 'antd';
import { useHost } from '../../../runtime/page/index';
import type { TraceBatch, TraceEvent, TraceGraph, TraceOrder } from '../../../schemas/language/wire-trace';
import { qtyText } from './layout';
import type { Mode } from './modes';
import styles from './trace.module.css';
import type { Found, Trace } from './use-trace';

const MOST_ORDERS = 5;
const MOST_PRODUCTS = 4;
type Fact = readonly [title: string, value: string | number | null];

export const RootCard = ({ found }: { readonly found: Found }) => {
  if (found.kind === 'resource')
    return (
      <aside className={styles.side}>
        <Head title={found.answer.name} />
        <FactList
          facts={[['报工', found.answer.lanes.length] as const, ['产出批次', found.answer.outputs.length] as const]}
        />
      </aside>
    );
  if (found.kind === 'path')
    return (
      <aside className={styles.side}>
        {found.answer.orders.slice(0, MOST_ORDERS).map((order) => (
          <OrderFacts key={order.id} order={order} />
        ))}
        {found.answer.orders.length > MOST_ORDERS && <p>共{found.answer.orders.length}个工单，其余见清单</p>}
      </aside>
    );
  const { roots, batches, orders, nodes } = found.answer;
  const [root] = roots;
  const own = new Set(roots.map(({ id }) => id));
  const isForward = nodes.every(({ level, aside }) => aside || level >= 0);
  return (
    <aside className={styles.side}>
      {root === undefined ? (
        orders.slice(0, 1).map((order) => <OrderFacts key={order.id} order={order} />)
      ) : (
        <BatchFacts lot={root} count={roots.length} />
      )}
      {isForward && <Products batches={batches.filter(({ id }) => !own.has(id))} />}
    </aside>
  );
};

/** 追到…: where all of each product that was met is; what is not told is red. */
const Products = ({ batches }: { readonly batches: readonly TraceBatch[] }) => {
  const byMaterial = new Map<string, TraceBatch[]>();
  for (const lot of batches) {
    const name = lot.materialName ?? '';
    byMaterial.set(name, [...(byMaterial.get(name) ?? []), lot]);
  }
  return [...byMaterial].slice(0, MOST_PRODUCTS).map(([name, lots]) => {
    const sum = (of: (lot: TraceBatch) => number): number =>
      Number(lots.reduce((total, lot) => total + of(lot), 0).toFixed(4));
    const unit = lots[0]?.unit ?? '';
    const difference = sum((lot) => lot.difference);
    return (
      <section key={name}>
        <h3>
          追到 {sum((lot) => lot.made)} {unit} {name}
        </h3>
        <FactList
          facts={[
            ['在库，合格', sum((lot) => lot.good)],
            ['在库，待检', sum((lot) => lot.pending)],
            ['在库，冻结', sum((lot) => lot.frozen)],
            ['已发，净', sum((lot) => lot.shipped - lot.returned)],
            ['已耗用', sum((lot) => lot.used)],
          ]}
        />
        <p data-alarm={difference !== 0 || undefined} className={styles.sum}>
          差异 {difference}
        </p>
      </section>
    );
  });
};

interface FactsProps {
  readonly mode: Mode;
  readonly trace: Trace;
  readonly found: Found;
}
export const Facts = ({ trace, found, mode }: FactsProps) => {
  const { chosen } = trace;
  if (chosen === null || found.kind !== 'graph') return null;
  const card = trace.scene.cards.find(({ id }) => id === chosen);
  const lot = found.answer.batches.find(({ id }) => id === chosen);
  const order = found.answer.orders.find(({ id }) => id === chosen);
  return (
    <aside className={styles.drawer} aria-label="详情">
      {lot !== undefined && <BatchFacts lot={lot} count={1} />}
      {order !== undefined && (
        <>
          <OrderFacts order={order} />
          <Work answer={found.answer} work={order.nbr} />
        </>
      )}
      {lot !== undefined && <Checks events={found.answer.events.filter((event) => event.lot === lot.nbr)} />}
      {lot === undefined && order === undefined && card !== undefined && (
        <>
          <Head title={card.title} />
          <FactList facts={[['说明', card.sub] as const, ['数量', card.qty] as const]} />
        </>
      )}
      <div className={styles.acts}>
        {card !== undefined && card.members.length > 0 && (
          <Button size="small" onClick={() => trace.open(card)}>
            展开
          </Button>
        )}
        {(lot !== undefined || order !== undefined) && (
          <>
            <Button size="small" onClick={() => void trace.ask(lot?.nbr ?? order?.nbr ?? '')}>
              追溯此项
            </Button>
            <Links
              page={order === undefined ? 'batch' : 'workOrder'}
              id={chosen}
              nbr={lot?.nbr ?? order?.nbr ?? ''}
              back={mode.reverse}
            />
          </>
        )}
        <Button size="small" onClick={() => trace.choose(null)}>
          关闭
        </Button>
      </div>
    </aside>
  );
};

/** Its record, and the same number followed the other way: each where the user has that page. */
const Links = ({
  page,
  id,
  nbr,
  back,
}: {
  readonly page: string;
  readonly id: string;
  readonly nbr: string;
  readonly back: string | undefined;
}) => {
  const { urlOf, openPage } = useHost();
  const record = urlOf(`${page}#detail`) ?? urlOf(`${page}#edit`);
  const other = back === undefined ? undefined : urlOf(back);
  return (
    <>
      {record !== undefined && (
        <Button size="small" onClick={() => openPage(`${record}?id=${id}`)}>
          打开{page === 'workOrder' ? '工单' : '批次'}
        </Button>
      )}
      {other !== undefined && nbr !== '' && (
        <Button size="small" onClick={() => openPage(`${other}?nbr=${encodeURIComponent(nbr)}`)}>
          反向追溯
        </Button>
      )}
    </>
  );
};

/** 工序、上料、检验 of a work order. */
const Work = ({ answer, work }: { readonly answer: TraceGraph; readonly work: string }) => {
  const ops = answer.ops.filter(({ workOrder }) => workOrder === work);
  const own = answer.events.filter(({ workOrder }) => workOrder === work);
  return (
    <>
      <Lines
        title="工序"
        lines={ops.map(({ opNbr, process, equipment, employees, inQty, good }) => [
          `${opNbr} ${process ?? ''}`,
          [equipment[0], employees.length > 1 ? `${employees.length}人` : employees[0]].filter(Boolean).join('，'),
          `${inQty} → ${good}`,
        ])}
      />
      <Lines
        title="上料"
        lines={own
          .filter(({ sort }) => sort === 'feed')
          .map(({ at, what, qty, unit }) => [at.slice(5, 16), what ?? '', qty === null ? '' : qtyText(qty, unit)])}
      />
      <Checks events={own} />
    </>
  );
};
const Checks = ({ events }: { readonly events: readonly TraceEvent[] }) => (
  <Lines
    title="检验"
    lines={events
      .filter(({ sort }) => sort === 'check')
      .map(({ nbr, at, result, who }) => [nbr ?? at.slice(0, 10), who ?? '', result ?? ''])}
  />
);
const MOST_LINES = 12;
const Lines = ({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly (readonly [string, string, string])[];
}) =>
  lines.length === 0 ? null : (
    <section className={styles.lines} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {lines.slice(0, MOST_LINES).map(([first, second, third], n) => (
          <li key={n}>
            <span>{first}</span>
            <span title={second}>{second}</span>
            <span>{third}</span>
          </li>
        ))}
      </ul>
      {lines.length > MOST_LINES && <p>还有{lines.length - MOST_LINES}条</p>}
    </section>
  );

const Head = ({
  title,
  tag,
}: {
  readonly title: string;
  readonly tag?: { readonly text: string; readonly bad: boolean };
}) => (
  <h2>
    {title}
    {tag !== undefined && (
      <small className={styles.tag} data-tone={tag.bad ? 'bad' : 'ok'}>
        {tag.text}
      </small>
    )}
  </h2>
);
const BatchFacts = ({ lot, count }: { readonly lot: TraceBatch; readonly count: number }) => (
  <section>
    <Head
      title={`${lot.materialCode ?? ''} ${lot.materialName ?? ''}`}
      tag={lot.holdFlag ? { text: '召回冻结', bad: true } : { text: '未冻结', bad: false }}
    />
    <FactList
      facts={[
        ['批次', count > 1 ? `${lot.nbr} 等${count}个` : lot.nbr],
        ['数量', `${lot.made} ${lot.unit ?? ''}`],
        ['供应商', lot.supplier],
        ['供应商批号', lot.supplierBatch],
        ['来源', lot.srcNbr],
        ['生产日期', lot.produceDate],
        ['失效日期', lot.expireDate],
        ['冻结单', lot.freezeNbr],
        ['合格', lot.good],
        ['待检', lot.pending],
        ['冻结', lot.frozen],
        ['已耗用', lot.used],
        ['已发，净', lot.shipped - lot.returned],
      ]}
    />
  </section>
);
const OrderFacts = ({ order }: { readonly order: TraceOrder }) => (
  <section>
    <Head title={order.nbr} tag={{ text: order.docStatus, bad: false }} />
    <FactList
      facts={[
        ['产品', `${order.materialCode ?? ''} ${order.materialName ?? ''}`],
        ['生产订单', order.prdOrder],
        ['计划', order.planQty],
        ['合格', order.qualifiedQty],
        ['报废', order.scrapQty],
        ['已入库', order.receivedQty],
      ]}
    />
  </section>
);
const FactList = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(([, value]) => value !== null && value !== '')
      .map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd title={String(value)}>{value}</dd>
        </div>
      ))}
  </dl>
);
