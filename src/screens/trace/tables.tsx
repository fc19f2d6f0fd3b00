/** The lists below the graph: what each column shows of a row. */
import type { WireRow } from '../../../runtime/data/types';
import { factoryTime, useHost } from '../../../runtime/page/index';
import { DataTable, type TableColumn } from '../../../runtime/table/index';
import type {
  TraceBatch,
  TraceEvent,
  TraceFreeze,
  TraceOperation,
  TraceOrder,
  TracePath,
  TraceReport,
  TraceShipped,
  TraceStock,
} from '../../../schemas/language/wire-trace';
import { qtyText } from './layout';

interface Shown<T> {
  readonly title: string;
  readonly width: number;
  readonly of: (row: T) => string | number | null;
}
export interface List<T = unknown> {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly T[];
  readonly columns: readonly Shown<T>[];
  /** node of the graph a row stands for */
  readonly node?: (row: T) => string;
}
/** A list among others, whatever its rows are. */
export interface AnyList {
  readonly key: string;
  readonly title: string;
  readonly count: number;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly WireRow[];
}

export const listOf = <T,>({ key, title, rows, columns, node }: List<T>): AnyList => ({
  key,
  title,
  count: rows.length,
  columns: columns.map((column, at): TableColumn => {
    const isNumber = rows.some((row) => typeof column.of(row) === 'number');
    return {
      key: `c${at}`,
      title: column.title,
      width: column.width,
      minWidth: 60,
      align: isNumber ? 'right' : 'left',
      headerAlign: isNumber ? 'right' : 'left',
      pin: at === 0 ? 'left' : undefined,
      sortable: false,
      grows: column.width >= 150,
      overflow: true,
      required: false,
      text: (row) => String(row[`c${at}`] ?? ''),
    };
  }),
  rows: rows.map((row, n) => ({
    id: node === undefined ? String(n) : node(row),
    ...Object.fromEntries(columns.map((column, at) => [`c${at}`, column.of(row)])),
  })),
});

const word = <T,>(title: string, width: number, of: (row: T) => string | null): Shown<T> => ({ title, width, of });
const count = <T,>(title: string, of: (row: T) => number): Shown<T> => ({
  title,
  width: title.length > 3 ? 88 : 72,
  of,
});

export const batchList = (key: string, title: string, rows: readonly TraceBatch[]): AnyList =>
  listOf<TraceBatch>({
    key,
    title,
    rows,
    node: ({ id }) => id,
    columns: [
      word('批次、序列号', 150, ({ nbr }) => nbr),
      word('物料', 150, ({ materialName }) => materialName),
      word('单位', 60, ({ unit }) => unit),
      count('产出', ({ made }) => made),
      count('合格', ({ good }) => good),
      count('待检', ({ pending }) => pending),
      count('不合格', ({ bad }) => bad),
      count('冻结', ({ frozen }) => frozen),
      count('在途', ({ transit }) => transit),
      count('供应商处', ({ supplierQty }) => supplierQty),
      count('耗用', ({ used }) => used),
      count('已发', ({ shipped }) => shipped),
      count('退回', ({ returned }) => returned),
      count('报废', ({ scrapped }) => scrapped),
      count('其他', ({ other }) => other),
      count('差异', ({ difference }) => difference),
      word('供应商', 150, ({ supplier }) => supplier),
      word('供应商批号', 120, ({ supplierBatch }) => supplierBatch),
      word('来源单号', 150, ({ srcNbr }) => srcNbr),
      word('召回冻结', 140, ({ freezeNbr }) => freezeNbr),
    ],
  });
export const orderList = (title: string, rows: readonly TraceOrder[]): AnyList =>
  listOf<TraceOrder>({
    key: 'orders',
    title,
    rows,
    node: ({ id }) => id,
    columns: [
      word('工单', 160, ({ nbr }) => nbr),
      word('生产订单', 160, ({ prdOrder }) => prdOrder),
      word('产品', 150, ({ materialName }) => materialName),
      word('状态', 80, ({ docStatus }) => docStatus),
      count('计划', ({ planQty }) => planQty),
      count('合格', ({ qualifiedQty }) => qualifiedQty),
      count('报废', ({ scrapQty }) => scrapQty),
      count('已入库', ({ receivedQty }) => receivedQty),
    ],
  });
export const stockList = (rows: readonly TraceStock[]): AnyList =>
  listOf<TraceStock>({
    key: 'stock',
    title: '在库分布',
    rows,
    columns: [
      word('仓库', 150, ({ warehouse }) => warehouse),
      word('库位', 100, ({ position }) => position),
      word('物料', 150, ({ materialName }) => materialName),
      word('批次、序列号', 150, ({ batchNbr }) => batchNbr),
      word('质量状态', 90, ({ qualityStatus }) => qualityStatus),
      count('数量', ({ qty }) => qty),
      word('单位', 60, ({ unit }) => unit),
    ],
  });
export const shippedList = (title: string, rows: readonly TraceShipped[]): AnyList =>
  listOf<TraceShipped>({
    key: 'shipped',
    title,
    rows,
    columns: [
      word('客户', 150, ({ customer }) => customer),
      word('通知状态', 90, ({ notice }) => notice),
      word('联系人', 90, ({ contact }) => contact),
      word('电话', 120, ({ phone }) => phone),
      word('单据', 160, ({ docNbr }) => docNbr),
      word('日期', 104, ({ bizDate }) => bizDate),
      word('物料', 150, ({ materialName }) => materialName),
      count('批次数', ({ batches }) => batches.length),
      count('已发', ({ shipped }) => shipped),
      count('退回', ({ returned }) => returned),
      count('净发', ({ net }) => net),
    ],
  });
export const freezeList = (rows: readonly TraceFreeze[]): AnyList =>
  listOf<TraceFreeze>({
    key: 'freezes',
    title: '冻结记录',
    rows,
    columns: [
      word('冻结单号', 160, ({ nbr }) => nbr),
      word('类型', 90, ({ kind }) => kind),
      word('日期', 104, ({ bizDate }) => bizDate),
      word('原因', 200, ({ reason }) => reason),
      word('状态', 90, ({ docStatus }) => docStatus),
      count('批次数', ({ lots }) => lots),
      count('冻结', ({ frozen }) => frozen),
      count('已解冻', ({ released }) => released),
    ],
  });
export const suppliersList = (batches: readonly TraceBatch[]): AnyList => {
  const bySupplier = new Map<string, TraceBatch[]>();
  for (const lot of batches)
    if (lot.supplier !== null) bySupplier.set(lot.supplier, [...(bySupplier.get(lot.supplier) ?? []), lot]);
  return listOf<{ readonly name: string; readonly lots: readonly TraceBatch[] }>({
    key: 'suppliers',
    title: '供应商',
    rows: [...bySupplier].map(([name, lots]) => ({ name, lots })),
    columns: [
      word('供应商', 200, ({ name }) => name),
      word('物料', 240, ({ lots }) => [...new Set(lots.map(({ materialName }) => materialName ?? ''))].join('、')),
      count('批次数', ({ lots }) => lots.length),
    ],
  });
};
export const operationList = (rows: readonly TraceOperation[]): AnyList =>
  listOf<TraceOperation>({
    key: 'ops',
    title: '工序',
    rows,
    columns: [
      word('工单', 160, ({ workOrder }) => workOrder),
      count('工序号', ({ opNbr }) => opNbr),
      word('工序', 110, ({ process }) => process),
      word('状态', 80, ({ docStatus }) => docStatus),
      count('计划', ({ planQty }) => planQty),
      count('转入', ({ inQty }) => inQty),
      count('合格', ({ good }) => good),
      count('返工', ({ rework }) => rework),
      count('报废', ({ scrap }) => scrap),
      count('待判', ({ pending }) => pending),
      count('外协', ({ outQty }) => outQty),
      word('开始', 200, ({ from }) => from),
      word('结束', 200, ({ to }) => to),
      word('人员', 150, ({ employees }) => employees.join('、')),
      word('设备', 150, ({ equipment }) => equipment.join('、')),
      word('作业指导书', 180, ({ sop }) => sop),
    ],
  });
export const reportList = (title: string, rows: readonly TraceReport[], key = 'reports'): AnyList =>
  listOf<TraceReport>({
    key,
    title,
    rows,
    node: ({ id }) => id,
    columns: [
      word('报工单', 160, ({ nbr }) => nbr),
      word('工单', 160, ({ workOrder }) => workOrder),
      count('工序号', ({ opNbr }) => opNbr),
      count('合格', ({ qualifiedQty }) => qualifiedQty),
      count('返工', ({ reworkQty }) => reworkQty),
      count('报废', ({ scrapQty }) => scrapQty),
      word('开始', 200, ({ from }) => from),
      word('结束', 200, ({ to }) => to),
      word('人员', 150, ({ employees }) => employees.join('、')),
      word('设备', 150, ({ equipment }) => equipment),
    ],
  });
const SORTS: Readonly<Record<TraceEvent['sort'], string>> = {
  feed: '上料',
  out: '外协发出',
  back: '外协收回',
  check: '检验',
  stop: '停机',
};
export const eventList = (
  title: string,
  events: readonly TraceEvent[],
  ...sorts: readonly TraceEvent['sort'][]
): AnyList =>
  listOf<TraceEvent>({
    key: sorts.join('-'),
    title,
    rows: events.filter(({ sort }) => sorts.includes(sort)),
    columns: [
      word('时间', 200, ({ at }) => at),
      ...(sorts.length > 1 ? [word<TraceEvent>('类型', 90, ({ sort }) => SORTS[sort])] : []),
      word('单据', 160, ({ nbr }) => nbr),
      word('工单', 160, ({ workOrder }) => workOrder),
      word('工序号', 72, ({ opNbr }) => (opNbr === null ? null : String(opNbr))),
      word('内容', 200, ({ what }) => what),
      word('数量', 90, ({ qty, unit }) => (qty === null ? null : qtyText(qty, unit))),
      word('结果', 100, ({ result }) => result),
      word('人员', 120, ({ who }) => who),
      word('设备', 120, ({ equipment }) => equipment),
      word('结束', 200, ({ to }) => to),
    ],
  });

interface Moment {
  readonly at: string;
  readonly sort: string;
  readonly nbr: string | null;
  readonly text: string;
}
/** 时间线: everything that happened, in its order. */
export const timeline = ({ reports, events, shipped }: TracePath): AnyList => {
  const moments: readonly Moment[] = [
    ...reports.map(({ to, nbr, workOrder, opNbr, qualifiedQty, scrapQty }) => ({
      at: to,
      sort: '报工',
      nbr,
      text: `${workOrder} 工序${opNbr} 合格${qualifiedQty}${scrapQty > 0 ? `，报废${scrapQty}` : ''}`,
    })),
    ...events.map(({ at, sort, nbr, what, qty, unit, result }) => ({
      at,
      sort: SORTS[sort],
      nbr,
      text: [what, qty === null ? null : qtyText(qty, unit), result].filter(Boolean).join(' '),
    })),
    ...shipped.map(({ bizDate, docNbr, customer, shipped: out, returned }) => ({
      at: bizDate,
      sort: out > 0 ? '发货' : '退货',
      nbr: docNbr,
      text: `${customer ?? '客户'} ${out > 0 ? out : returned}`,
    })),
  ];
  return listOf<Moment>({
    key: 'timeline',
    title: '时间线',
    rows: [...moments].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    columns: [
      word('时间', 200, ({ at }) => at),
      word('类型', 90, ({ sort }) => sort),
      word('单据', 160, ({ nbr }) => nbr),
      word('内容', 300, ({ text }) => text),
    ],
  });
};

interface Props {
  readonly list: AnyList;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}
export const ListTable = ({ list, chosen, onChoose }: Props) => {
  const { session } = useHost();
  return (
    <DataTable
      label={list.title}
      columns={list.columns}
      rows={list.rows}
      context={{ now: () => factoryTime(session.now()) }}
      activeId={chosen ?? undefined}
      onActive={(row) => onChoose(String(row.id))}
    />
  );
};
