/** antd Table over Form.List, every row in the page: the usual hand-written sub-table. */
import { Button, Form, Input, Table } from 'antd';
import type { FormInstance } from 'antd/es/form';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { COLUMNS, expose, type SubRow, subRows } from './data';

let show: (rows: SubRow[] | null) => void = () => undefined;
let form: FormInstance | undefined;

function Rows({ rows }: { readonly rows: SubRow[] }) {
  const [own] = Form.useForm();
  form = own;
  return (
    <Form form={own} initialValues={{ list: rows }}>
      <Form.List name="list">
        {(fields, { add }) => (
          <>
            <Table
              size="small"
              bordered
              pagination={false}
              dataSource={fields}
              rowKey="key"
              scroll={{ x: 2200, y: 560 }}
              columns={COLUMNS.map(([code, title]) => ({
                title,
                width: 140,
                render: (_: unknown, field: { name: number }) => (
                  <Form.Item name={[field.name, code]} noStyle>
                    <Input data-col={code} />
                  </Form.Item>
                ),
              }))}
            />
            <Button data-add="" onClick={() => add({})}>
              添加
            </Button>
          </>
        )}
      </Form.List>
    </Form>
  );
}
function App() {
  const [rows, set] = useState<SubRow[] | null>(null);
  show = set;
  return rows === null ? null : <Rows rows={rows} />;
}
createRoot(document.getElementById('root')!).render(<App />);
const count = (): number => document.querySelectorAll('.ant-table-tbody .ant-table-row').length;
expose({
  mount(n) {
    const rows = subRows(n);
    const begun = performance.now();
    flushSync(() => show(rows));
    return begun;
  },
  ready: (n) => count() >= n,
  input: (k) => document.querySelectorAll<HTMLElement>('input[data-col=qty]')[k] ?? null,
  addTarget: '[data-add]',
  count,
  paste(n) {
    const rows = subRows(n);
    const begun = performance.now();
    form?.setFieldsValue({ list: rows });
    return begun;
  },
});
