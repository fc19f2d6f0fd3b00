/** What was asked about (left) and what is known of the card that was touched (right). */
import { Button } from 'antd';
import type { TraceBatch, TraceOrder } from '../../../schemas/language/wire-trace';
import styles from './trace.module.css';
import type { Found, Trace } from './use-trace';

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
        {found.answer.orders.slice(0, 5).map((order) => (
          <OrderFacts key={order.id} order={order} />
        ))}
      </aside>
    );
  const { roots, batches, orders } = found.answer;
  const [root] = roots;
  return (
    <aside className={styles.side}>
      {root === undefined ? (
        orders.slice(0, 1).map((order) => <OrderFacts key={order.id} order={order} />)
      ) : (
        <BatchFacts lot={root} count={roots.length} />
      )}
      <Products batches={batches.filter((lot) => !roots.includes(lot))} />
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
  return [...byMaterial].slice(0, 4).map(([name, lots]) => {
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
  readonly trace: Trace;
  readonly found: Found;
}
export const Facts = ({ trace, found }: FactsProps) => {
  const { chosen } = trace;
  if (chosen === null || found.kind !== 'graph') return null;
  const card = trace.scene.cards.find(({ id }) => id === chosen);
  const lot = found.answer.batches.find(({ id }) => id === chosen);
  const order = found.answer.orders.find(({ id }) => id === chosen);
  return (
    <aside className={styles.drawer} aria-label="详情">
      {lot !== undefined && <BatchFacts lot={lot} count={1} />}
      {order !== undefined && <OrderFacts order={order} />}
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
          <Button size="small" onClick={() => void trace.ask(lot?.nbr ?? order?.nbr ?? '')}>
            追溯此项
          </Button>
        )}
        <Button size="small" onClick={() => trace.choose(null)}>
          关闭
        </Button>
      </div>
    </aside>
  );
};

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
