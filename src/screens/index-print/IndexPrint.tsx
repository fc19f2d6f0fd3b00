/** 采购单打印 (40 §8.6): papers of the chosen orders beside their list, to the printer, as PDF, to the supplier. */
import { Button, Spin } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { PageTitle, useHost, usePage } from '../../../runtime/page/index';
import { PageFault } from '../../../runtime/page/PageStates';
import { Sheet } from '../../../runtime/print/index';
import styles from './index-print.module.css';
import { OrderList } from './OrderList';
import { PAGE } from './orders';
import { PrintOptions } from './PrintOptions';
import { type IndexDesk, useIndexPrint } from './use-index-print';

export const IndexPrint = () => {
  const { params } = useHost();
  const given = params.get('ids') ?? '';
  const ids = useMemo(() => [...new Set(given.split(',').filter((id) => id !== ''))], [given]);
  const order = usePage(PAGE);
  return (
    <div className={styles.screen}>
      <PageTitle title="采购单打印" />
      {ids.length === 0 ? (
        <p className={styles.state} role="status">
          请先在采购订单列表选择单据
        </p>
      ) : order.status === 'error' ? (
        <PageFault error={order.error} onRetry={order.retry} />
      ) : order.status === 'loading' ? (
        <Loading />
      ) : (
        // a reader without prices is sent a page without them
        <Desk key={given} ids={ids} maySeePrices={order.page.object.fields.totalAmount !== undefined} />
      )}
    </div>
  );
};

const Loading = () => (
  <div className={styles.state}>
    <Spin />
    加载中…
  </div>
);

function Desk({ ids, maySeePrices }: { readonly ids: readonly string[]; readonly maySeePrices: boolean }) {
  const { active } = useHost();
  const drawn = useRef<HTMLDivElement>(null);
  const desk = useIndexPrint(ids, maySeePrices, drawn);
  const [zoom, setZoom] = useState(100);
  useKeys(active, desk);
  if (desk.orders === undefined)
    return desk.fault === undefined ? <Loading /> : <PageFault error={desk.fault} onRetry={desk.retry} />;
  return (
    <>
      <PrintOptions desk={desk} zoom={zoom} onZoom={setZoom} />
      <div className={styles.body}>
        <OrderList desk={desk} orders={desk.orders} />
        <Pages desk={desk} zoom={zoom} />
      </div>
      <div ref={drawn} className={styles.drawn} aria-hidden>
        {desk.groups.map(({ print, sheets }) => (
          <div key={print} data-layout={print}>
            {sheets.flatMap(({ pages, width, height }, of) =>
              pages.map((page, i) => <Sheet key={`${of}.${i}`} page={page} width={width} height={height} label="" />),
            )}
          </div>
        ))}
      </div>
    </>
  );
}

function Pages({ desk, zoom }: { readonly desk: IndexDesk; readonly zoom: number }) {
  const { current, papers } = desk;
  const paper = current === undefined ? undefined : papers.get(current.id);
  if (paper === undefined) return <Loading />;
  if (paper.data === undefined)
    return (
      <div className={styles.state} role="alert">
        <p>{paper.failure}</p>
        <Button onClick={desk.retry}>重试</Button>
      </div>
    );
  const { pages, width, height } = paper.data;
  return (
    <div className={styles.pages}>
      {pages.map((page, i) => (
        <figure key={i} style={{ width: `${(width * zoom) / 100}mm` }}>
          <div className={styles.paper}>
            <Sheet page={page} width={width} height={height} label={`第 ${i + 1} 页`} />
          </div>
          <figcaption>
            {i + 1} / {pages.length}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** ← → between orders, Ctrl+P prints; not while something is typed or chosen. */
function useKeys(active: boolean, desk: IndexDesk): void {
  const latest = useRef(desk);
  latest.current = desk;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent): void => {
      const { at, goTo, print } = latest.current;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p') {
        event.preventDefault();
        void print();
        return;
      }
      if (
        event.target instanceof Element &&
        event.target.closest('input, textarea, [role="combobox"], [role="dialog"]')
      )
        return;
      if (event.key === 'ArrowLeft') goTo(at - 1);
      if (event.key === 'ArrowRight') goTo(at + 1);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [active]);
}
