/** /bench/form: fields in groups of twenty, six of ten typed texts; `?rules=n` puts n rules on the first typed field. */

import { FormHost, FormModel, layoutOf } from '../../../runtime/form/index';
import { createPickDesk } from '../../../runtime/pick/index';
import { type FieldDoc, OBJECT_SCHEMA, type ObjectDoc } from '../../../schemas/language/document';
import { benchHost, benchPage, type Start } from './host';

const GROUP = 20;
const KINDS: readonly Partial<FieldDoc>[] = [
  { kind: 'input' },
  { kind: 'input' },
  { kind: 'input' },
  { type: 'decimal' },
  { kind: 'input' },
  { options: "split('选项0;选项1;选项2;选项3', ';')" },
  { kind: 'input' },
  { kind: 'date' },
  { kind: 'input' },
  { kind: 'textarea' },
];

const docOf = (n: number, rules: number): ObjectDoc => {
  const codes = Array.from({ length: n }, (_, at) => `k${at}`);
  const groups = Array.from({ length: Math.ceil(n / GROUP) }, (_, at) => [
    `g${at}`,
    { title: `分组${at}`, columns: 3, fields: codes.slice(at * GROUP, (at + 1) * GROUP) },
  ]);
  return {
    $schema: OBJECT_SCHEMA,
    object: `benchForm${rules}`,
    title: '表单',
    label: 'k0',
    route: '/bench/form/list',
    fields: Object.fromEntries(
      codes.map((code, at) => [
        code,
        { title: `字段${at}`, ...KINDS[at % KINDS.length], ...(at % 3 === 0 ? { required: true } : {}) } as FieldDoc,
      ]),
    ),
    // a rule for each of a hundred fields, all of them asking the first one
    rules: Object.fromEntries(
      Array.from({ length: rules }, (_, at) => [
        `r${at}`,
        at % 2 === 0
          ? { when: `k0 == 'no${at}'`, hide: [`k${(at % (n - 1)) + 1}`] }
          : { when: `len(k0) > ${40 + at}`, require: [`k${(at % (n - 1)) + 1}`] },
      ]),
    ),
    edit: { groups: Object.fromEntries(groups) },
  };
};

export const start: Start = (draw) => {
  const rules = Number(new URLSearchParams(location.search).get('rules') ?? 0);
  window.bench = {
    mount(n) {
      const page = benchPage(docOf(n, rules));
      const wire = {} as never;
      const begun = performance.now();
      const model = new FormModel({ page, wire, fresh: true, feedback: benchHost.feedback, desk: createPickDesk() });
      draw(
        <div style={{ height: '100vh', overflow: 'auto' }} data-scroller="">
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
    // groups out of view mount later: what counts is that the window is full
    ready: (n) => document.querySelectorAll('[data-field] input').length >= Math.min(n, GROUP),
    input: (k) => document.querySelectorAll<HTMLElement>('[data-field] input[type=text]')[k] ?? null,
  };
};
