/** The same list as antd's Table, which ProTable draws with, every row in the page: pinned columns, tags, bars, selection, sums. */
import { Progress, Table, type TableColumnType, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { rowsOf, sums } from '../../../src/screens/bench/table-data';
import { expose } from './data';

type Row = ReturnType<typeof rowsOf>[number];
const STATUS = ['待审核', '已审核', '审核驳回', '执行中'];
const colour = (value: number): string => (value <= 50 ? '#c53030' : value <= 70 ? '#b7791f' : '#1f8a4c');
const COLUMNS: TableColumnType<Row>[] = [
  { key: '$index', title: '序号', width: 70, fixed: 'left', render: (_, _row, at) => at + 1 },
  { dataIndex: 'code', title: '单据编号', width: 150, fixed: 'left', render: (code) => <a href="#x">{code}</a> },
  { dataIndex: 'name', title: '物料名称', width: 160, fixed: 'left', ellipsis: true },
  { dataIndex: 'status', title: '状态', width: 100, render: (value) => <Tag>{STATUS[Number(value)]}</Tag> },
  {
    dataIndex: 'rate',
    title: '完成率',
    width: 140,
    render: (value) => <Progress size="small" percent={Number(value)} strokeColor={colour(Number(value))} />,
  },
  ...Array.from({ length: 25 }, (_, at) => ({
    dataIndex: `f${at}`,
    title: `字段${at}`,
    width: 120,
    ellipsis: true,
  })),
  { key: '$do', title: '操作', width: 110, fixed: 'right', render: () => <a href="#x">编辑 删除</a> },
];

let show: (rows: readonly Row[]) => void = () => undefined;
const List = () => {
  const [rows, setRows] = useState<readonly Row[]>([]);
  show = setRows;
  const total = useMemo(() => sums(rows), [rows]);
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={[...rows]}
      columns={COLUMNS}
      rowSelection={{}}
      scroll={{ x: 4000, y: 560 }}
      summary={() => (
        <Table.Summary fixed>
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} />
            {COLUMNS.map(({ key, dataIndex }, at) => (
              <Table.Summary.Cell key={String(key ?? dataIndex)} index={at + 1}>
                {key === '$index' ? '合计' : total[String(dataIndex)]}
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        </Table.Summary>
      )}
    />
  );
};
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<List />);

const drawn = (): number => document.querySelectorAll('.ant-table-tbody .ant-table-row').length;
expose({
  mount(n) {
    const rows = rowsOf(n);
    const begun = performance.now();
    flushSync(() => show(rows));
    return begun;
  },
  ready: (n) => drawn() >= n,
});
