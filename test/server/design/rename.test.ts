/** A published field gets another code: its data stays, what names it in any document follows, and a rollback takes it all back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyDoc } from '../../../schemas/language/document';
import type { Step, StepDoc } from '../../../schemas/language/steps';
import { stepsElsewhere } from '../../../schemas/language/steps/elsewhere';
import { newId } from '../../../server/ids';
import { type TestApp, testApp } from '../../support/app';

let server: TestApp;
let token = '';
let app = '';
// biome-ignore lint/suspicious/noExplicitAny: answers are looked at by key
type Data = Record<string, any>;
const ask = async (path: string, body: object = {}): Promise<Data> => {
  const answer = await server.call<Data>('POST', path, { token, body: { token: newId(), ...body } });
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data;
};
const call = (name: string, body: object = {}): Promise<Data> => ask(`/lcdp/design/${name}`, body);
beforeAll(async () => {
  server = await testApp({ engine: true });
  token = (await server.signIn('admin')).data.access_token;
  app = (await call('apps/save', { title: '量具室', icon: 'tool' })).code;
});
afterAll(() => server.close());

const docs = {
  'object:xGauge': {
    $schema: 'object/2',
    object: 'xGauge',
    title: '量具',
    label: 'code',
    fields: {
      code: { title: '编号', kind: 'input', required: true },
      spec: { title: '规格', kind: 'input' },
      limit: { title: '量程', type: 'decimal' },
      twice: { title: '两倍', type: 'decimal', formula: 'limit * 2' },
      marks: {
        title: '刻度',
        kind: 'tabTable',
        fields: { at: { title: '位置', type: 'decimal', required: true } },
      },
    },
    checks: { small: { that: 'empty(limit) || limit < 500', at: 'limit', say: '量程{limit}太大' } },
    list: { columns: ['code', 'spec', 'limit', 'twice'], sort: '-limit' },
    edit: { groups: { base: { title: '基本', fields: ['code', 'spec', 'limit', 'marks'] } } },
    actions: { add: {}, edit: {}, del: {} },
  },
  'object:xGaugeUse': {
    $schema: 'object/2',
    object: 'xGaugeUse',
    title: '量具使用',
    label: 'code',
    fields: {
      code: { title: '单号', kind: 'input', required: true },
      limit: { title: '自己的上限', type: 'decimal' },
      gauge: {
        title: '量具',
        kind: 'dialogSelect',
        ref: 'xGauge',
        fill: { limit: 'limit' },
        pick: { where: 'limit > 0' },
      },
      rest: { title: '余量', type: 'decimal', formula: 'gauge.limit - limit' },
      all: { title: '全部', type: 'decimal', formula: 'sum(xGauge.limit, limit > doc.limit)' },
    },
    list: { columns: ['code', 'gauge', 'gauge.limit', 'limit'] },
    edit: { groups: { base: { title: '基本', fields: ['code', 'gauge', 'limit'] } } },
    actions: { add: {}, edit: {}, del: {} },
  },
  'report:xGauges': {
    $schema: 'report/1',
    report: 'xGauges',
    title: '量具统计',
    from: 'xGauge',
    where: 'limit > 0',
    dims: { limit: { title: '量程' } },
    measures: { limits: { title: '合计', of: 'sum(limit)' }, n: { title: '数', of: 'count()' } },
  },
  'print:xGaugeCard': {
    $schema: 'print/1',
    print: 'xGaugeCard',
    title: '量具卡',
    page: 'xGauge',
    bands: {
      docHeader: {
        height: 10,
        items: {
          limit: { field: 'limit', x: 0, y: 0, w: 30, h: 8 },
          more: { text: '量程{limit}', when: 'limit > 1', x: 40, y: 0, w: 30, h: 8 },
        },
      },
    },
  },
} as unknown as Readonly<Record<string, AnyDoc>>;

/** a text as it is published now */
const text = async (id: string): Promise<string> =>
  JSON.stringify((await call('compare', { document: id, from: 1 })).to);
const rows = async (): Promise<readonly Data[]> => {
  const answer = await server.call<Data>('POST', '/lcdp/data/xGauge/getPageList', { token, body: { size: 10 } });
  return answer.data.records;
};
const fieldsOf = (limit: string) => (object: string) => {
  const gauge = { code: {}, spec: {}, [limit]: {}, twice: {}, marks: { sub: { at: {} } } };
  const use = { code: {}, limit: {}, gauge: { ref: 'xGauge' }, rest: {}, all: {} };
  return object === 'xGauge' ? gauge : object === 'xGaugeUse' ? use : undefined;
};
/** as the designer sends it: the step of the object, and those of the others */
const renamed = (): readonly { readonly document: string; readonly step: Step }[] => [
  { document: 'object:xGauge', step: { rename: 'fields.limit', to: 'range' } },
  ...Object.entries(docs)
    .filter(([id]) => id !== 'object:xGauge')
    .flatMap(([document, doc]) =>
      stepsElsewhere(
        doc as unknown as StepDoc,
        { object: 'xGauge', from: 'limit', to: 'range' },
        fieldsOf('range'),
      ).map((step) => ({ document, step })),
    ),
];

it('keeps the data, follows in every document, says so before the publish', async () => {
  const first = await call('open', { app, title: '第一版' });
  const whole = Object.entries(docs).map(([document, to]) => ({ document, step: { set: '', to }, gesture: '新建' }));
  expect(await call('steps', { draft: first.draft.id, seq: 0, steps: whole })).toMatchObject({ conflicts: [] });
  await call('publish', { draft: first.draft.id, note: '第一版' });
  await ask('/lcdp/data/xGauge/save', { record: { code: 'LJ1', limit: '30' } });

  const { draft } = await call('open', { app, title: '改编码' });
  expect(await call('steps', { draft: draft.id, seq: 0, steps: renamed() })).toMatchObject({ conflicts: [] });
  const plan = await call('plan', { draft: draft.id });
  expect([plan.refusal, plan.hidden]).toEqual(['', []]);
  expect(plan.steps.map((step: Data) => step.text)).toContain('「量具」列 量程 改名为 range，数据保留');
  const words = Object.fromEntries(plan.words.map((word: Data) => [word.document, word.words]));
  expect(words['object:xGauge']).toEqual(['改编码 字段 「量程」：limit → range']);
  expect(words['report:xGauges']).toEqual(['「量程」的编码跟着改：limit → range（3处）']);
  expect(words['print:xGaugeCard']).toEqual(['「量程」的编码跟着改：limit → range（3处）']);
  expect(words['object:xGaugeUse']).toEqual([expect.stringMatching(/^「量程」的编码跟着改：limit → range（\d处）$/)]);
  await call('publish', { draft: draft.id, note: '改编码' });
  expect(await rows()).toMatchObject([{ code: 'LJ1', range: 30, twice: 60 }]);
  const use = await text('object:xGaugeUse');
  expect(use).toContain('"gauge.range - limit"');
  expect(use).toContain('"sum(xGauge.range, range > doc.limit)"');
  expect(use).toContain('"fill":{"limit":"range"}');
  expect(use).toContain('"where":"range > 0"');
  expect(use).toContain('"gauge.range"');
  const report = await text('report:xGauges');
  expect(report).toContain('"where":"range > 0"');
  expect(report).toContain('"sum(range)"');
  // the dim keeps its code: charts and links name it
  expect(report).toMatch(/"limit":\{[^}]*"of":"range"/);
  expect(await text('print:xGaugeCard')).toContain('"text":"量程{range}"');
});

it('is taken back by a rollback, in the other documents too', async () => {
  const back = { document: 'object:xGauge', version: 1 };
  const plan = await call('rollback', { ...back, dryRun: true });
  expect([plan.refusal, plan.confirm]).toEqual(['', '']);
  expect(plan.words.map((word: Data) => word.document).sort()).toEqual(Object.keys(docs).sort());
  await call('rollback', back);
  expect(await rows()).toMatchObject([{ code: 'LJ1', limit: 30, twice: 60 }]);
  expect(await text('object:xGaugeUse')).toContain('"gauge.limit - limit"');
  expect(await text('report:xGauges')).toContain('"sum(limit)"');
  expect(await text('print:xGaugeCard')).toContain('"text":"量程{limit}"');
});
