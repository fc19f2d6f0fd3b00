/** Numbers of a draft's report before it is published, and who gets them; where the codes of a dictionary stand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRights } from '../../../server/auth/rights';
import type { Drawn } from '../../../server/design/preview';
import { rightsOver } from '../../../server/design/preview';
import { newId } from '../../../server/ids';
import { type TestApp, testApp } from '../../support/app';
import { note } from '../../support/design';

let server: TestApp;
let token = '';
// biome-ignore lint/suspicious/noExplicitAny: answers are looked at by key
type Data = Record<string, any>;
const post = (path: string, body: object = {}): Promise<{ code: number; msg: string; data: Data }> =>
  server.app
    .inject({
      method: 'POST',
      url: `/v2/api/mes${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { token: newId(), ...body },
    })
    .then((answer) => answer.json());
const must = async (path: string, body: object = {}): Promise<Data> => {
  const answer = await post(path, body);
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data;
};
const report = {
  $schema: 'report/1',
  report: 'xNoteStat',
  title: '说明统计',
  route: '/app/xNoteStat/stat',
  from: 'xNote',
  dims: { grade: {} },
  measures: { number: { title: '条数', type: 'int', of: 'count()' }, size: { title: '大小', of: 'sum(size)' } },
  list: { columns: ['$group', 'number', 'size'] },
};
let draft = '';
let seq = 0;
const steps = async (...list: readonly object[]): Promise<void> => {
  const answer = await must('/lcdp/design/steps', { draft, seq, steps: list });
  seq = answer.seq;
};
const cell = (chart: object) =>
  must('/lcdp/design/preview', { draft, cells: [{ key: 'a', report: 'xNoteStat', chart }] });

beforeAll(async () => {
  server = await testApp({ engine: true });
  token = (await server.signIn('admin')).data.access_token;
  await must('/lcdp/design/apps/save', { code: 'xApp', title: '便签' });
  const first = await must('/lcdp/design/open', { app: 'xApp', documents: [] });
  draft = first.draft.id;
  await steps(
    {
      document: 'dictionaries:xApp',
      step: {
        set: '',
        to: {
          $schema: 'dictionaries/1',
          area: 'xApp',
          dicts: {
            xGrade: {
              title: '等级',
              items: [
                { code: '10', title: '甲' },
                { code: '20', title: '乙' },
              ],
            },
          },
        },
      },
    },
    {
      document: 'object:xNote',
      step: {
        set: '',
        to: note(
          { grade: { title: '等级', dict: 'xGrade' }, size: { title: '大小', type: 'decimal' } },
          { list: { columns: ['code', 'grade'] } },
        ),
      },
    },
  );
  await must('/lcdp/design/publish', { draft, note: '一' });
  for (const [code, grade, size] of [
    ['A', '10', 2],
    ['B', '10', 3],
    ['C', '20', 7],
  ] as const)
    await must('/lcdp/data/xNote/save', { record: { code, grade, size } });
  draft = (await must('/lcdp/design/open', { app: 'xApp', documents: ['object:xNote'] })).draft.id;
  seq = 0;
  await steps({ document: 'report:xNoteStat', step: { set: '', to: report } });
});
afterAll(() => server.close());

it('answers cells and rows of a report that only the draft has', async () => {
  const [answer] = (await cell({ chart: 'bar', x: 'grade', y: ['number', 'size'] })) as unknown as Data[];
  expect(answer).toMatchObject({ key: 'a', code: 200 });
  expect(answer?.data.rows.map((row: Data) => [row.k[0], row.v.number, row.v.size])).toEqual([
    ['10', 2, 5],
    ['20', 1, 7],
  ]);
  const rows = await must('/lcdp/design/preview', { draft, page: 'xNoteStat', body: { size: 10 } });
  expect(rows.records).toMatchObject([{ number: 2 }, { number: 1 }]);
  // the next step is seen at once, and nothing of it is published
  await steps({ document: 'report:xNoteStat', step: { set: 'where', to: 'grade == 20' } });
  const [next] = (await cell({ chart: 'number', y: ['number'] })) as unknown as Data[];
  expect(next?.data.total.number).toBe(1);
  expect(await post('/chartdesign/query', { cells: [{ key: 'a', report: 'xNoteStat', chart: {} }] })).toMatchObject({
    data: [{ key: 'a', code: 400 }],
  });
});

it('reads as a role with the rights that role and implementer both have', async () => {
  const roles = [
    { code: 'counter', name: '看数', functions: ['xNote:view'], dataScope: '1' },
    { code: 'blind', name: '不看', functions: ['unit:view'], dataScope: '1' },
  ];
  for (const record of roles) await must('/lcdp/data/role/save', { record });
  const ask = (as: object) =>
    must('/lcdp/design/preview', {
      draft,
      as,
      cells: [{ key: 'a', report: 'xNoteStat', chart: { chart: 'number', y: ['number'] } }],
    }) as unknown as Promise<Data[]>;
  expect((await ask({ role: 'counter' }))[0]?.code).toBe(200);
  expect((await ask({ role: 'blind' }))[0]?.code).toBe(403);
  expect(await post('/lcdp/design/preview', { draft, as: { role: 'nobody' }, cells: [] })).toMatchObject({ code: 203 });
  expect(await post('/lcdp/design/preview', { draft, as: { user: 'x' }, cells: [] })).toMatchObject({ code: 400 });
});

it('says why there are no numbers', async () => {
  await steps(
    {
      document: 'object:xNote',
      step: { insert: 'fields.weight', value: { title: '重量', type: 'decimal' }, after: 'size' },
    },
    {
      document: 'report:xNoteStat',
      step: { insert: 'measures.weight', value: { title: '重量', of: 'sum(weight)' }, after: 'size' },
    },
  );
  const [answer] = (await cell({ chart: 'number', y: ['weight'] })) as unknown as Data[];
  expect(answer).toEqual({ key: 'a', code: 203, msg: '它的对象有还没发布的字段，发布后才有数据' });
  expect((await post('/lcdp/design/preview', { draft: newId(), cells: [] })).msg).toBe('草稿已发布或已删除');
  expect((await post('/lcdp/design/preview', { draft, page: 'xNote', body: {} })).code).toBe(400);
});

it('counts where a code of a dictionary is used', async () => {
  expect(await must('/lcdp/design/usage', { dict: 'xGrade' })).toEqual([
    { code: '10', place: '「便签」等级', rows: 2 },
    { code: '20', place: '「便签」等级', rows: 1 },
  ]);
  expect(await must('/lcdp/design/usage', { dict: 'nobody' })).toEqual([]);
});

it('shows a report of the draft to those who may see all of its source, and to nobody else', () => {
  const change = { id: 'report:xNoteStat', sort: 'report', code: 'xNoteStat', after: report } as never;
  const objects = new Map([['xNote', { object: 'xNote', title: '便签', fields: {} }]]);
  const registry = {
    reports: new Map([['xNoteStat', { from: 'xNote' }]]),
    objects,
    find: (code: string) => objects.get(code),
  } as unknown as Drawn['registry'];
  const over = (functions: readonly string[], scope: string) =>
    rightsOver(
      makeRights(
        [
          {
            id: '1',
            code: 'a',
            isSuper: false,
            functions,
            fieldGroups: [],
            scope: { scope, depts: [] },
            scopes: new Map(),
          },
        ],
        false,
      ),
      { registry, changes: [change] },
    );
  const may = over(['xNote:view'], '1');
  expect([may.has('xNoteStat:view'), may.scopes('xNoteStat:view', 'xNote')]).toEqual([
    true,
    [{ scope: '1', depts: [] }],
  ]);
  expect(over(['xNote:view'], '4').has('xNoteStat:view')).toBe(false);
  // a right of what is published is none of what the draft makes of it
  const changed = over(['xNoteStat:view'], '1');
  expect([changed.has('xNoteStat:view'), changed.scopes('xNoteStat:view', 'xNote')]).toEqual([false, []]);
});
