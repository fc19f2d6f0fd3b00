/** /bench/sub: a document with one sub-table of 15 columns, a formula in each row, a summary and a total of the head. */

import { FormHost, FormModel, layoutOf } from '../../../runtime/form/index';
import { createPickDesk } from '../../../runtime/pick/index';
import { OBJECT_SCHEMA, type ObjectDoc } from '../../../schemas/language/document';
import { benchHost, benchPage, type Start } from './host';

const TEXTS = 9;
const DOC: ObjectDoc = {
  $schema: OBJECT_SCHEMA,
  object: 'benchOrder',
  title: '订单',
  label: 'nbr',
  route: '/bench/order/list',
  fields: {
    nbr: { title: '编号', kind: 'input' },
    rate: { title: '折扣', type: 'decimal', scale: 2 },
    total: { title: '合计', type: 'decimal', scale: 2, formula: 'sum(items.amount)' },
    items: {
      title: '明细',
      kind: 'tabTable',
      fields: {
        code: { title: '编码', kind: 'input', required: true },
        name: { title: '名称', kind: 'input' },
        qty: { title: '数量', type: 'decimal', required: true },
        price: { title: '单价', type: 'decimal' },
        amount: { title: '金额', type: 'decimal', scale: 2, formula: 'round(qty * price, 2)' },
        day: { title: '日期', kind: 'date' },
        ...Object.fromEntries(
          Array.from({ length: TEXTS }, (_, n) => [`t${n}`, { title: `列${n}`, kind: 'input' as const }]),
        ),
      },
      rows: { max: 20_000 },
      checks: { qty: { that: 'qty > 0', at: 'qty', say: '第{lineNo}行数量必须大于0' } },
      columns: [
        'code:pin',
        'name',
        'qty',
        'price',
        'amount',
        'day',
        ...Array.from({ length: TEXTS }, (_, n) => `t${n}`),
      ],
      summary: { qty: 'sum', amount: 'sum' },
    },
  },
  edit: { groups: { base: { title: '基本信息', fields: ['nbr', 'rate'] }, items: { fields: ['items', 'total'] } } },
};
const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const rowsOf = (n: number) =>
  Array.from({ length: n }, (_, at) => ({
    id: idOf(at),
    lineNo: (at + 1) * 10,
    code: `WL-${at}`,
    name: `物料${at % 97}`,
    qty: (at % 90) + 1,
    price: 2 + (at % 17) / 4,
    amount: ((at % 90) + 1) * (2 + (at % 17) / 4),
    day: '2026-01-15',
    ...Object.fromEntries(Array.from({ length: TEXTS }, (_c, c) => [`t${c}`, `列${c}-${at}`])),
  }));

export const start: Start = (draw) => {
  const page = benchPage(DOC);
  let model: FormModel | undefined;
  const sub = () => model?.subs.get('items');
  window.bench = {
    mount(n) {
      const items = rowsOf(n);
      const total = items.reduce((sum, row) => sum + row.amount, 0);
      const begun = performance.now();
      const wire = { id: idOf(0), version: 1, nbr: 'DD1', rate: 100, total, items } as never;
      model = new FormModel({ page, wire, fresh: false, feedback: benchHost.feedback, desk: createPickDesk() });
      draw(
        <div style={{ display: 'flex', flexDirection: 'column', height: '90vh' }}>
          <FormHost
            key={model.key}
            model={model}
            layout={layoutOf(page.object, page.object.edit.groups)}
            labelWidth={120}
            tab={0}
            onTab={() => undefined}
          />
        </div>,
      );
      return begun;
    },
    ready: (n) => document.querySelectorAll('[data-grid-cell]').length > Math.min(n, 10) * 5,
    scroller: '[data-grid]',
    input: (k) => document.querySelectorAll<HTMLElement>('[data-grid-cell$=":qty"]')[k] ?? null,
    addTarget: '[data-add]',
    count: () => sub()?.store.rows.length ?? 0,
    paste(n) {
      const text = Array.from({ length: n }, (_, at) => `P-${at}\t名${at}\t${(at % 50) + 1}\t3.5`).join('\n');
      const begun = performance.now();
      const control = sub()?.control;
      control?.goTo(0, 0);
      control?.paste(text);
      return begun;
    },
    total: () => model?.value('total'),
  };
};
