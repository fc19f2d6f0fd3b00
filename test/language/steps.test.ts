import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnyDoc } from '../../schemas/language/document';
import {
  type Applied,
  applyStep,
  applySteps,
  diffSteps,
  invertStep,
  joinAddress,
  type Step,
  type StepDoc,
  splitAddress,
  valueAt,
} from '../../schemas/language/steps/index';
import { documentsIn, FIXTURES, readDoc, SCHEMAS } from './documents';
import { randomStep, seeded } from './random-steps';

const shipped = documentsIn(SCHEMAS)
  .map(({ path, text }) => ({ path, doc: JSON.parse(text) as StepDoc }))
  .filter(({ path, doc }) => !path.startsWith('language/') && doc.$schema !== 'data/1');
// sorts of which nothing is shipped
const band = (code: string): object => ({ height: 8, items: { [code]: { field: code, x: 0, y: 0, w: 20, h: 8 } } });
const more = [
  { path: 'a flow', doc: readDoc<never>(join(FIXTURES, 'flows/everything.json')) as StepDoc },
  {
    path: 'a print',
    doc: {
      $schema: 'print/1',
      print: 'slip',
      title: '领料单',
      page: 'purchaseOrder',
      bands: {
        pageHeader: band('nbr'),
        details: { items: { rows: 'items', header: band('head'), row: band('qty'), fill: 'last' } },
        summary: band('total'),
      },
    } as StepDoc,
  },
];
const text = (doc: unknown): string => JSON.stringify(doc);
const must = (applied: Applied): StepDoc => {
  if (applied.doc === undefined) throw new Error(`${applied.problem.code} ${applied.problem.text}`);
  return applied.doc;
};
const thing = {
  $schema: 'object/1',
  object: 'thing',
  title: '东西',
  label: ['code', 'name'],
  fields: {
    code: { title: '编码' },
    name: { title: '名称', required: true },
    kind: { title: '分类', ref: 'kind', fill: { name: 'name' }, pick: { where: 'name == doc.name' } },
    total: { title: '合计', type: 'decimal', formula: 'sum(lines, qty * price) + sum(lines.qty)' },
    lines: {
      title: '明细',
      kind: 'tabTable',
      fields: {
        qty: { title: '数量', type: 'decimal' },
        price: { title: '单价', type: 'decimal' },
        name: { title: '行名', default: '=doc.name' },
      },
      checks: {
        some: { that: 'qty > 0 && exists(stock, name == row.name && qty > 1)', say: '第{lineNo}行{qty:0.00}不对' },
      },
      columns: ['qty:sort', { field: 'price', width: 90 }],
      summary: { qty: 'sum' },
    },
  },
  unique: { one: { fields: ['name', 'kind'] } },
  rules: {
    a: { when: "name == 'x'", readonly: ['name', 'lines.qty', '@base', '!close'], except: ['code'] },
    b: { on: 'doc.name', in: 'lines', set: { name: '=doc.name' } },
  },
  list: {
    search: ['name', 'kind.name', { fields: ['code', 'name'] }],
    columns: ['code:pin', { field: 'name', tone: { danger: 'empty(name)' } }, 'lines.qty'],
    sort: '-name,code',
    summary: { total: 'sum' },
  },
  edit: {
    groups: {
      base: { title: '基本', fields: ['code', { field: 'name', span: 2 }, 'kind'] },
      more: { fields: ['lines'] },
    },
  },
  actions: {
    close: {
      title: '关闭',
      when: 'name != old.name',
      ask: { reason: { title: '原因' } },
      set: { name: '=ask.reason' },
      confirm: '关闭{name}？',
    },
  },
} as unknown as StepDoc;

describe('addresses', () => {
  it('join and split, a segment with a dot in brackets', () => {
    for (const [parent, key, address] of [
      ['', 'title', 'title'],
      ['list.columns', 'material.spec', 'list.columns[material.spec]'],
      ['list.columns[material.spec]', 'width', 'list.columns[material.spec].width'],
      ['keys', 'prd.overRate', 'keys[prd.overRate]'],
    ] as const) {
      expect(joinAddress(parent, key)).toBe(address);
      expect(splitAddress(address)).toEqual({ parent, key });
    }
  });
  it('reach entries of lists by their name', () => {
    expect(valueAt(thing, 'list.columns[lines.qty].field')).toBe('lines.qty');
    expect(valueAt(thing, 'edit.groups.base.fields.name.span')).toBe(2);
    expect(valueAt(thing, 'list.search.code+name.fields')).toEqual(['code', 'name']);
    expect(valueAt(thing, 'list.columns.nothing')).toBeUndefined();
  });
});

describe('a step', () => {
  it('makes what holds a new value and takes the last trace away again', () => {
    const step: Step = { set: 'detail.tabs', to: { more: { title: '更多' } } as never };
    const made = must(applyStep(thing, { insert: 'detail.tabs.more', value: { title: '更多' } }));
    expect(made.detail).toEqual({ tabs: { more: { title: '更多' } } });
    expect(must(applyStep(thing, step))).toEqual(made);
    expect(text(must(applyStep(made, { remove: 'detail.tabs.more', was: { title: '更多' } })))).toBe(text(thing));
    // keys stand where the tables put them, however late they came
    expect(Object.keys(made)).toEqual([
      '$schema',
      'object',
      'title',
      'label',
      'fields',
      'unique',
      'rules',
      'list',
      'edit',
      'detail',
      'actions',
    ]);
  });
  it('keeps placements short while flags suffice', () => {
    const wide = must(applyStep(thing, { set: 'list.columns.code.width', to: 90 }));
    expect(valueAt(wide, 'list.columns')).toMatchObject([{ field: 'code', pin: true, width: 90 }, {}, 'lines.qty']);
    expect(text(must(applyStep(wide, { set: 'list.columns.code.width', was: 90 })))).toBe(text(thing));
  });
  it.each<[string, Step]>([
    ['step.gone', { set: 'fields.nothing.title', to: 'x' }],
    ['step.gone', { remove: 'fields.nothing', was: {} }],
    ['step.changed', { set: 'fields.name.title', to: 'x', was: '别的' }],
    ['step.changed', { remove: 'list.columns[lines.qty]', was: 'lines.qty:sort' }],
    ['step.taken', { insert: 'fields.name', value: { title: 'x' } }],
    ['step.taken', { rename: 'fields.name', to: 'code' }],
    ['step.taken', { move: 'edit.groups.more.fields.lines', to: 'list.columns', was: { in: '' } }],
    ['step.value', { set: 'list.columns.name', was: 'name' }],
    ['step.value', { insert: 'list.columns.name2', value: 'other' }],
    ['step.value', { insert: 'list.size', value: 20 }],
    ['step.address', { insert: 'label.code', value: 'x' }],
    ['step.changed', { set: '', to: 1 }],
    ['step.value', { set: '', to: { title: 'x' }, was: thing as never }],
    ['step.address', { rename: 'list.columns.name', to: 'code2' }],
  ])('that does not fit is answered as %s', (code, step) => {
    const applied = applyStep(thing, step);
    // moving to another sort of list is refused before its keys are looked at
    expect([code, 'step.value']).toContain(applied.problem?.code);
    expect(applied.problem?.text).toMatch(/[一-龥]/);
  });
  it('with a lost neighbour goes last, and that is told', () => {
    const applied = applyStep(thing, { insert: 'list.columns.remark', value: 'remark', after: 'gone' });
    expect(valueAt(must(applied), 'list.columns')).toHaveLength(4);
    expect(applied.notice).toMatchObject({ code: 'step.anchor', level: 'warn' });
  });
});

describe('rename', () => {
  it('of a field is followed by everything that names it, and by nothing else', () => {
    const doc = must(applyStep(thing, { rename: 'fields.name', to: 'caption' }));
    expect(valueAt(doc, 'fields.caption')).toEqual({ title: '名称', was: 'name', required: true });
    expect(valueAt(doc, 'fields.kind')).toEqual({
      title: '分类',
      ref: 'kind',
      fill: { caption: 'name' },
      pick: { where: 'name == doc.caption' },
    });
    expect(valueAt(doc, 'fields.lines.fields.name')).toEqual({ title: '行名', default: '=doc.caption' });
    expect(valueAt(doc, 'fields.lines.checks.some.that')).toBe('qty > 0 && exists(stock, name == row.name && qty > 1)');
    expect(valueAt(doc, 'unique.one.fields')).toEqual(['caption', 'kind']);
    expect(valueAt(doc, 'rules.a')).toMatchObject({
      when: "caption == 'x'",
      readonly: ['caption', 'lines.qty', '@base', '!close'],
    });
    expect(valueAt(doc, 'rules.b')).toEqual({ on: 'doc.caption', in: 'lines', set: { name: '=doc.caption' } });
    expect(valueAt(doc, 'list.search')).toEqual(['caption', 'kind.name', { fields: ['code', 'caption'] }]);
    expect(valueAt(doc, 'list.columns.caption.tone')).toEqual({ danger: 'empty(caption)' });
    expect(valueAt(doc, 'list.sort')).toBe('-caption,code');
    expect(valueAt(doc, 'actions.close')).toMatchObject({
      when: 'caption != old.caption',
      set: { caption: '=ask.reason' },
      confirm: '关闭{caption}？',
    });
    expect(text(must(applyStep(doc, invertStep({ rename: 'fields.name', to: 'caption' }))))).toBe(text(thing));
  });
  it('of a row field follows into the rows only', () => {
    const doc = must(applyStep(thing, { rename: 'fields.lines.fields.qty', to: 'amount' }));
    expect(valueAt(doc, 'fields.total.formula')).toBe('sum(lines, amount * price) + sum(lines.amount)');
    expect(valueAt(doc, 'fields.lines.checks.some')).toEqual({
      that: 'amount > 0 && exists(stock, name == row.name && qty > 1)',
      say: '第{lineNo}行{amount:0.00}不对',
    });
    expect(valueAt(doc, 'fields.lines.columns')).toEqual(['amount:sort', { field: 'price', width: 90 }]);
    expect(valueAt(doc, 'fields.lines.summary')).toEqual({ amount: 'sum' });
    expect(valueAt(doc, 'rules.a.readonly')).toEqual(['name', 'lines.amount', '@base', '!close']);
  });
  it('of a sub-table, an action, a part and an answer is followed', () => {
    const rows = must(applyStep(thing, { rename: 'fields.lines', to: 'items' }));
    expect(valueAt(rows, 'fields.total.formula')).toBe('sum(items, qty * price) + sum(items.qty)');
    expect(valueAt(rows, 'rules.b.in')).toBe('items');
    expect(valueAt(rows, 'edit.groups.more.fields')).toEqual(['items']);
    const action = must(applyStep(thing, { rename: 'actions.close', to: 'shut' }));
    expect(valueAt(action, 'rules.a.readonly')).toEqual(['name', 'lines.qty', '@base', '!shut']);
    const part = must(applyStep(thing, { rename: 'edit.groups.base', to: 'main' }));
    expect(valueAt(part, 'rules.a.readonly')).toEqual(['name', 'lines.qty', '@main', '!close']);
    const ask = must(applyStep(thing, { rename: 'actions.close.ask.reason', to: 'why' }));
    expect(valueAt(ask, 'actions.close.set')).toEqual({ name: '=ask.why' });
  });
});

describe.each([...shipped, ...more])('$path', ({ doc }) => {
  const rounds = process.env.LAWS === 'full' ? 300 : 30;
  it('is the same text after random steps and their inverses', () => {
    const random = seeded(text(doc).length);
    let now = doc;
    const back: { readonly step: Step; readonly before: StepDoc }[] = [];
    for (let i = 0; i < rounds; i++) {
      const step = randomStep(now, random);
      if (step === undefined) continue;
      const applied = applyStep(now, step);
      expect(applied.problem, `${JSON.stringify(step)} ${applied.problem?.text}`).toBeUndefined();
      const next = must(applied);
      // JSON round trip, and twice turned round is the step again
      expect(must(applyStep(now, JSON.parse(JSON.stringify(step)) as Step))).toEqual(next);
      expect(invertStep(invertStep(step))).toEqual(step);
      back.push({ step, before: now });
      now = next;
    }
    for (const { step, before } of back.reverse()) {
      now = must(applyStep(now, invertStep(step)));
      expect(text(now), JSON.stringify(step)).toBe(text(before));
    }
  });
  it('is reached by the steps from and to its changed self', () => {
    const random = seeded(text(doc).length + 7);
    for (let round = 0; round < rounds / 6; round++) {
      let changed = doc;
      for (let i = 0; i < 6; i++) {
        const step = randomStep(changed, random);
        if (step !== undefined) changed = applyStep(changed, step).doc ?? changed;
      }
      for (const [a, b] of [
        [doc, changed],
        [changed, doc],
      ] as const) {
        const steps = diffSteps(a, b);
        expect(must(applySteps(a, steps)), JSON.stringify(steps)).toEqual(b);
        const inverse = [...steps].reverse().map(invertStep);
        expect(text(must(applySteps(must(applySteps(a, steps)), inverse)))).toBe(text(a));
      }
    }
  });
  it('needs no step to itself', () => {
    expect(diffSteps(doc, JSON.parse(text(doc)) as AnyDoc as unknown as StepDoc)).toEqual([]);
  });
});
