/** ArrayTable of @formily/antd-v5 without paging, as its documentation makes it. */
import { ArrayTable, FormItem, Input } from '@formily/antd-v5';
import { createForm, type Form } from '@formily/core';
import { createSchemaField, FormProvider, type ISchema } from '@formily/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { COLUMNS, expose, subRows } from './data';

const SchemaField = createSchemaField({ components: { FormItem, Input, ArrayTable } });
const SCHEMA: ISchema = {
  type: 'object',
  properties: {
    list: {
      type: 'array',
      'x-component': 'ArrayTable',
      'x-component-props': { pagination: false, scroll: { x: 2200, y: 560 } },
      items: {
        type: 'object',
        properties: Object.fromEntries(
          COLUMNS.map(([code, title]) => [
            `col_${code}`,
            {
              type: 'void',
              'x-component': 'ArrayTable.Column',
              'x-component-props': { width: 140, title },
              properties: {
                [code]: {
                  type: 'string',
                  'x-decorator': 'FormItem',
                  'x-component': 'Input',
                  'x-component-props': { 'data-col': code },
                },
              },
            },
          ]),
        ),
      },
      properties: { add: { type: 'void', title: '添加', 'x-component': 'ArrayTable.Addition' } },
    },
  },
};
let show: (form: Form | null) => void = () => undefined;
let form: Form | undefined;
function App() {
  const [now, set] = useState<Form | null>(null);
  show = set;
  return now === null ? null : (
    <FormProvider form={now}>
      <SchemaField schema={SCHEMA} />
    </FormProvider>
  );
}
createRoot(document.getElementById('root')!).render(<App />);
const count = (): number => document.querySelectorAll('.ant-table-tbody .ant-table-row').length;
expose({
  mount(n) {
    const list = subRows(n);
    const begun = performance.now();
    const made = createForm({ initialValues: { list } });
    form = made;
    flushSync(() => show(made));
    return begun;
  },
  ready: (n) => count() >= n,
  input: (k) => document.querySelectorAll<HTMLElement>('input[data-col=qty]')[k] ?? null,
  addTarget: '.ant-formily-array-base-addition',
  count,
  paste(n) {
    const list = subRows(n);
    const begun = performance.now();
    form?.setValues({ list }, 'overwrite');
    return begun;
  },
});
