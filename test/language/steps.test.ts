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
  $schema: 'object/2',
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

/** One thing after another that the key tables say, and what it becomes when `from` is called otherwise. */
describe('rename follows what the key tables name', () => {
  const order = {
    $schema: 'object/2',
    object: 'order',
    title: '订单',
    fields: {
      nbr: { title: '单号', kind: 'autoCode', rule: 'DD{day:yyyyMMdd}{kind.code}-{level|A=1}{seq:4}' },
      batch: { title: '批号', kind: 'autoCode', rule: [{ when: 'level == 1', rule: '{level}{seq:2}' }] },
      day: { title: '日期', kind: 'date' },
      level: { title: '等级' },
      days: { title: '天数', type: 'int' },
      state: { title: '状态', dict: 'state' },
      kind: { title: '分类', ref: 'kind' },
      lines: {
        title: '明细',
        kind: 'tabTable',
        fields: { days: { title: '行天数', type: 'int' }, qty: { title: '数量', type: 'decimal' } },
        rows: { fixed: 'days', lock: 'days > 0' },
      },
    },
    checks: { one: { that: 'days > 0', say: '天数', ways: ['split', { title: '看', page: 'other' }] } },
    list: {
      as: ['table', 'board:state', 'calendar:day'],
      charts: {
        load: {
          report: 'load',
          chart: 'bar',
          x: 'days',
          y: ['qty'],
          where: 'days > 3',
          drill: { page: 'other', map: { x: 'days' } },
        },
      },
    },
    edit: { groups: { base: { title: '基本', fields: ['nbr', 'days'] } } },
    floor: { hide: ['days', 'fields.level', 'edit.groups.base'], discard: 'split' },
    actions: {
      split: {
        title: '拆分',
        ask: { number: { title: '数', type: 'int' } },
        push: {
          to: 'order',
          rows: 'lines',
          after: 'split',
          into: 'lines',
          head: { days: 1 },
          map: { qty: '=qty' },
          qty: 'qty',
        },
      },
      other: { title: '推', push: { to: 'other', rows: 'lines', head: { days: 1 }, map: { qty: '=qty' }, qty: 'qty' } },
    },
    views: { late: { title: '逾期', actions: { split: { title: '再拆' } } } },
    examples: {
      one: {
        given: { days: 3, lines: [{ days: 1, qty: 2 }] },
        do: [['split', { number: 2 }]],
        expect: { days: 3, lines: [{ qty: 2 }] },
      },
    },
  } as unknown as StepDoc;
  const report = {
    $schema: 'report/1',
    report: 'load',
    title: '负荷',
    from: 'order',
    params: { since: { title: '起', kind: 'date' } },
    dims: { day: {}, level: {} },
    measures: { days: { title: '天', of: 'sum(days)' }, share: { title: '比', of: 'pct(min(days, 5), days)' } },
    list: {
      summary: ['days'],
      charts: { a: { chart: 'bar', x: 'day', y: ['days'], where: 'days > 3', thresholds: { days: [1, 0] } } },
    },
    views: { low: { title: '低', with: { level: '1', since: '=today()' } } },
    drill: { page: 'order', map: { day: 'day', level: false, since: 'day' } },
  } as unknown as StepDoc;

  it.each<readonly [string, StepDoc, string, string, { readonly [address: string]: unknown }]>([
    [
      'parts of automatic numbers',
      order,
      'fields.level',
      'grade',
      {
        'fields.nbr.rule': 'DD{day:yyyyMMdd}{kind.code}-{grade|A=1}{seq:4}',
        'fields.batch.rule': [{ when: 'grade == 1', rule: '{grade}{seq:2}' }],
      },
    ],
    [
      'dates and paths in automatic numbers',
      order,
      'fields.day',
      'bizDate',
      { 'fields.nbr.rule': 'DD{bizDate:yyyyMMdd}{kind.code}-{level|A=1}{seq:4}' },
    ],
    [
      'the field of another look of the list',
      order,
      'fields.state',
      'status',
      { 'list.as': ['table', 'board:status', 'calendar:day'] },
    ],
    [
      'the number of rows, which the head says, and not what the rows or others say',
      order,
      'fields.days',
      'span',
      {
        'fields.lines.rows.fixed': 'span',
        'fields.lines.rows.lock': 'days > 0',
        'list.charts.load.where': 'days > 3',
        'list.charts.load.drill': { page: 'other', map: { x: 'days' } },
      },
    ],
    [
      'what the floor leaves out',
      order,
      'fields.level',
      'grade',
      { 'floor.hide': ['days', 'fields.grade', 'edit.groups.base'] },
    ],
    [
      'parts the floor leaves out',
      order,
      'edit.groups.base',
      'main',
      { 'floor.hide': ['days', 'fields.level', 'edit.groups.main'] },
    ],
    [
      'what a push into the object itself makes',
      order,
      'fields.days',
      'span',
      { 'actions.split.push.head': { span: 1 }, 'actions.other.push.head': { days: 1 } },
    ],
    [
      'rows that a push into the object itself makes',
      order,
      'fields.lines.fields.qty',
      'amount',
      {
        'actions.split.push.map': { amount: '=amount' },
        'actions.split.push.qty': 'amount',
        'actions.other.push.map': { qty: '=amount' },
        'actions.other.push.qty': 'qty',
      },
    ],
    [
      'sub-tables that a push into the object itself fills',
      order,
      'fields.lines',
      'items',
      { 'actions.split.push.into': 'items', 'actions.split.push.rows': 'items' },
    ],
    [
      'records of examples',
      order,
      'fields.days',
      'span',
      {
        'examples.one': {
          given: { span: 3, lines: [{ days: 1, qty: 2 }] },
          do: [['split', { number: 2 }]],
          expect: { span: 3, lines: [{ qty: 2 }] },
        },
      },
    ],
    [
      'rows of examples',
      order,
      'fields.lines.fields.days',
      'span',
      {
        'examples.one': {
          given: { days: 3, lines: [{ span: 1, qty: 2 }] },
          do: [['split', { number: 2 }]],
          expect: { days: 3, lines: [{ qty: 2 }] },
        },
      },
    ],
    [
      'answers in examples',
      order,
      'actions.split.ask.number',
      'count',
      {
        'examples.one': {
          given: { days: 3, lines: [{ days: 1, qty: 2 }] },
          do: [['split', { count: 2 }]],
          expect: { days: 3, lines: [{ qty: 2 }] },
        },
      },
    ],
    [
      'actions: after which a push runs, the floor discards, a way out, a view changes, an example does',
      order,
      'actions.split',
      'part',
      {
        'actions.part.push.after': 'part',
        'floor.discard': 'part',
        'checks.one.ways': ['part', { title: '看', page: 'other' }],
        'views.late.actions': { part: { title: '再拆' } },
        'examples.one': {
          given: { days: 3, lines: [{ days: 1, qty: 2 }] },
          do: [['part', { number: 2 }]],
          expect: { days: 3, lines: [{ qty: 2 }] },
        },
      },
    ],
    [
      'an action of a view stays in it',
      order,
      'views.late.actions.split',
      'part',
      {
        'actions.split.push.after': 'split',
        'floor.discard': 'split',
        'checks.one.ways': ['split', { title: '看', page: 'other' }],
      },
    ],
    [
      'measures: limits of colours and sums of measures, not the fields that are added up',
      report,
      'measures.days',
      'span',
      {
        'measures.span.of': 'sum(days)',
        'measures.share.of': 'pct(min(span, 5), span)',
        'list.summary': ['span'],
        'list.charts.a': { chart: 'bar', x: 'day', y: ['span'], where: 'span > 3', thresholds: { span: [1, 0] } },
      },
    ],
    [
      'dims that a view fixes and a drill hands on',
      report,
      'dims.level',
      'grade',
      {
        'views.low.with': { grade: '1', since: '=today()' },
        'drill.map': { day: 'day', grade: false, since: 'day' },
      },
    ],
    [
      'params that a view fixes and a drill hands on',
      report,
      'params.since',
      'from',
      {
        'views.low.with': { level: '1', from: '=today()' },
        'drill.map': { day: 'day', level: false, from: 'day' },
      },
    ],
  ])('%s', (_, doc, rename, to, expected) => {
    const done = must(applyStep(doc, { rename, to }));
    for (const [address, value] of Object.entries(expected)) expect(valueAt(done, address), address).toEqual(value);
    expect(text(must(applyStep(done, invertStep({ rename, to }))))).toBe(text(doc));
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
