/** The form of @formily/antd-v5 with the same fields; `?rules=n` puts n reactions on the first field. */
import { DatePicker, FormGrid, FormItem, FormLayout, Input, NumberPicker, Select } from '@formily/antd-v5';
import { createForm, type Form } from '@formily/core';
import { createSchemaField, FormProvider, type ISchema } from '@formily/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CHOICES, expose, formFields } from './data';

const SchemaField = createSchemaField({
  components: { FormItem, Input, NumberPicker, Select, DatePicker, FormLayout, FormGrid, TextArea: Input.TextArea },
});
const COMPONENT = {
  input: 'Input',
  number: 'NumberPicker',
  select: 'Select',
  date: 'DatePicker',
  textarea: 'TextArea',
};
const rules = Number(new URLSearchParams(location.search).get('rules') ?? 0);
const schemaOf = (n: number): ISchema => ({
  type: 'object',
  properties: {
    layout: {
      type: 'void',
      'x-component': 'FormLayout',
      'x-component-props': { labelWidth: 120 },
      properties: {
        grid: {
          type: 'void',
          'x-component': 'FormGrid',
          'x-component-props': { minColumns: 3, maxColumns: 3 },
          properties: Object.fromEntries(
            formFields(n).map((field) => [
              field.name,
              {
                type: 'string',
                title: field.title,
                required: field.required,
                'x-decorator': 'FormItem',
                'x-component': COMPONENT[field.type],
                ...(field.type === 'select' ? { enum: CHOICES } : {}),
              },
            ]),
          ),
        },
      },
    },
  },
});
/** reactions as functions: the compiler of expressions in schemas needs eval */
const watch = (form: Form): void => {
  for (let at = 0; at < rules; at += 1)
    form.addEffects(`r${at}`, () => {
      form.subscribe(({ type, payload }) => {
        if (type !== 'onFieldValueChange' || payload.address?.toString().endsWith('k0') !== true) return;
        form
          .query(`*.k${at + 1}`)
          .take()
          ?.setDisplay(payload.value === `no${at}` ? 'none' : 'visible');
      });
    });
};
let show: (state: { form: Form; schema: ISchema } | null) => void = () => undefined;
function App() {
  const [now, set] = useState<{ form: Form; schema: ISchema } | null>(null);
  show = set;
  return now === null ? null : (
    <FormProvider form={now.form}>
      <SchemaField schema={now.schema} />
    </FormProvider>
  );
}
createRoot(document.getElementById('root')!).render(<App />);
expose({
  mount(n) {
    const schema = schemaOf(n);
    const begun = performance.now();
    const form = createForm();
    watch(form);
    flushSync(() => show({ form, schema }));
    return begun;
  },
  ready: (n) => document.querySelectorAll('.ant-formily-item').length >= n,
  input: (k) => document.querySelectorAll<HTMLElement>('input.ant-input')[k] ?? null,
});
