/** The bare reference of the form: antd controls in a grid, each with a state of its own, all of them mounted. */
import { DatePicker, Input, InputNumber, Select } from 'antd';
import { memo, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CHOICES, expose, type FormField, formFields } from './data';

const Control = ({ type }: { readonly type: FormField['type'] }) => {
  const [value, set] = useState<string>('');
  const [other, setOther] = useState<unknown>(null);
  const full = { width: '100%' };
  if (type === 'number') return <InputNumber style={full} value={other as number} onChange={setOther} />;
  if (type === 'select') return <Select style={full} options={CHOICES} value={other} onChange={setOther} />;
  if (type === 'date') return <DatePicker style={full} value={other as never} onChange={setOther} />;
  if (type === 'textarea') return <Input.TextArea value={value} onChange={(event) => set(event.target.value)} />;
  return <Input data-text="" value={value} onChange={(event) => set(event.target.value)} />;
};
const Field = memo(({ field }: { readonly field: FormField }) => (
  <div className="field" style={{ display: 'flex' }}>
    <label htmlFor={field.name} style={{ width: 120, flex: 'none' }}>
      {field.required && '*'}
      {field.title}
    </label>
    <div style={{ flex: 1 }}>
      <Control type={field.type} />
    </div>
  </div>
));
let show: (fields: FormField[]) => void = () => undefined;
function App() {
  const [fields, set] = useState<FormField[]>([]);
  show = set;
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 16 }}>
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
    </div>
  );
}
createRoot(document.getElementById('root')!).render(<App />);
expose({
  mount(n) {
    const fields = formFields(n);
    const begun = performance.now();
    flushSync(() => show(fields));
    return begun;
  },
  ready: (n) => document.querySelectorAll('.field').length >= n,
  input: (k) => document.querySelectorAll<HTMLElement>('input[data-text]')[k] ?? null,
});
