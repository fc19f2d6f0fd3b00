/** The designer's calls as a browser makes them: a draft of two editors, its plan, publish, versions, roll back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { type TestApp, testApp } from '../../support/app';
import { note } from '../../support/design';

let server: TestApp;
let token = '';
// biome-ignore lint/suspicious/noExplicitAny: answers are looked at by key
type Data = Record<string, any>;
const call = (name: string, body: object = {}) =>
  server.call<Data>('POST', `/lcdp/design/${name}`, { token, body: { token: newId(), ...body } });
const must = async (name: string, body: object = {}): Promise<Data> => {
  const answer = await call(name, body);
  if (answer.code !== 200) throw new Error(`${name}: ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data;
};
const set = (document: string, step: object, gesture = '试') => ({ document, step, gesture });

beforeAll(async () => {
  server = await testApp({ engine: true });
  token = (await server.signIn('admin')).data.access_token;
});
afterAll(() => server.close());

it('builds an app of several documents, publishes and uses it', async () => {
  const app = await must('apps/save', { title: '工装管理', icon: 'tool' });
  expect(app).toMatchObject({ code: 'xGongZhuangGuanLi', title: '工装管理', version: 1 });
  const { draft } = await must('open', { app: app.code, title: '借用' });
  const doc = note({ state: { title: '状态', dict: 'xNoteState' } }, { menu: 'xNote' });
  const menus = {
    $schema: 'menus/1',
    area: app.code,
    title: '工装管理',
    items: { xNote: { title: '便签', page: 'xNote' } },
  };
  const dicts = {
    $schema: 'dictionaries/1',
    area: app.code,
    dicts: { xNoteState: { title: '状态', items: [{ code: '10', title: '在库' }] } },
  };
  const sent = await must('steps', {
    draft: draft.id,
    seq: 0,
    steps: [
      set('object:xNote', { set: '', to: doc }),
      set(`menus:${app.code}`, { set: '', to: menus }),
      set(`dictionaries:${app.code}`, { set: '', to: dicts }),
      set('object:xNote', { insert: 'fields.remark', value: { title: '说明' }, after: 'state' }),
    ],
  });
  expect(sent).toMatchObject({ seq: 4, conflicts: [], others: [] });
  const tree = await must('tree');
  expect(tree.apps[0]).toMatchObject({ code: app.code, origin: 'own', mayEdit: true });
  expect(tree.apps[0].documents.map((row: Data) => row.id).sort()).toEqual([
    `dictionaries:${app.code}`,
    `menus:${app.code}`,
    'object:xNote',
  ]);
  expect((await must('lint', { draft: draft.id })).problems.filter((row: Data) => row.level !== 'warn')).toEqual([]);
  const plan = await must('plan', { draft: draft.id });
  expect(plan).toMatchObject({ refusal: '', empty: false });
  const done = await must('publish', { draft: draft.id, seq: 4, note: '第一版' });
  expect(done.versions.map((row: Data) => row.id).sort()).toEqual([
    `dictionaries:${app.code}`,
    `menus:${app.code}`,
    'object:xNote',
  ]);
  const saved = await server.call<Data>('POST', '/lcdp/data/xNote/save', {
    token,
    body: { record: { code: 'A', state: '10', remark: '一' }, token: newId() },
  });
  expect(saved.code).toBe(200);
  expect((await call('plan', { draft: draft.id })).msg).toBe('草稿已发布或已删除');
});

it('refuses an app that is not there, and works no further in a draft whose app has gone', async () => {
  const gone = { code: 203, msg: '应用不存在或已删除', data: { rule: 'app.gone' } };
  for (const join of [true, false]) expect(await call('open', { app: 'xNowhere', join })).toMatchObject(gone);
  expect(await call('drafts/read', { app: 'xNowhere' })).toMatchObject(gone);
  // what the shipped documents are filed under
  for (const app of ['purchase', 'system', 'blocks']) expect((await call('drafts/read', { app })).code).toBe(200);

  const { code } = await must('apps/save', { title: '一时' });
  const { draft } = await must('open', { app: code });
  await must('steps', { draft: draft.id, seq: 0, steps: [set('object:xTemp', { set: '', to: note({}) })] });
  const { schema } = server.org;
  await server.database.db.withSchema(schema).deleteFrom('mw_app').where('code', '=', code).execute();
  expect(await call('steps', { draft: draft.id, seq: 1, steps: [] })).toMatchObject(gone);
  expect(await call('open', { draft: draft.id })).toMatchObject(gone);
  expect(await call('plan', { draft: draft.id })).toMatchObject(gone);
  expect(await call('publish', { draft: draft.id })).toMatchObject(gone);
  const restored = { draft: draft.id, document: 'object:xTemp', address: 'fields.name' };
  expect(await call('restore', restored)).toMatchObject(gone);
  expect((await must('drafts/read', { draft: draft.id })).documents).toHaveLength(1);
  expect(await must('discard', { draft: draft.id })).toBe(true);
});

it('merges the drafts of two editors, or names what they both changed', async () => {
  const { draft } = await must('open', { app: 'xGongZhuangGuanLi', documents: ['object:xNote'] });
  const row = await must('steps', {
    draft: draft.id,
    seq: 0,
    steps: [set('object:xNote', { set: 'fields.remark.title', to: '备注', was: '说明' })],
  });
  expect(row.seq).toBe(1);
  // the other has not seen it: another place is taken, the same one is a conflict in words
  const two = await must('steps', {
    draft: draft.id,
    seq: 0,
    steps: [
      set('object:xNote', { set: 'title', to: '便条', was: '便签' }),
      set('object:xNote', { set: 'fields.remark.title', to: '描述', was: '说明' }),
    ],
  });
  expect(two.taken).toEqual([{ n: 0, seq: 2 }]);
  expect(two.others).toHaveLength(1);
  expect(two.conflicts[0]).toMatchObject({
    n: 1,
    text: expect.stringContaining('已被系统管理员修改，请选择保留哪一个'),
  });
  const opened = await must('drafts/read', { draft: draft.id });
  expect(opened.documents[0].doc).toMatchObject({ title: '便条', fields: { remark: { title: '备注' } } });
  // what is published meanwhile lies below
  const other = await must('open', { app: 'xGongZhuangGuanLi', documents: ['object:xNote'] });
  await must('steps', {
    draft: other.draft.id,
    seq: 0,
    steps: [set('object:xNote', { set: 'fields.remark.title', to: '附注', was: '说明' })],
  });
  await must('publish', { draft: other.draft.id, note: '先' });
  const late = await must('drafts/read', { draft: draft.id });
  expect(late.conflicts).toMatchObject([{ seq: 1, document: 'object:xNote', address: 'fields.remark.title' }]);
  expect((await call('publish', { draft: draft.id })).msg).toBe('存在1处冲突，请先选择保留哪一个');
  await must('steps', { draft: draft.id, seq: 2, steps: [], keep: [1] });
  expect((await must('drafts/read', { draft: draft.id })).documents[0].doc.fields.remark.title).toBe('备注');
  await must('publish', { draft: draft.id, note: '后' });
});

it('lists, compares and rolls back versions; hidden fields come back', async () => {
  const versions = await must('versions', { document: 'object:xNote' });
  expect(versions.map((row: Data) => [row.version, row.note])).toEqual([
    [3, '后'],
    [2, '先'],
    [1, '第一版'],
  ]);
  const compared = await must('compare', { document: 'object:xNote', from: 1, to: 3 });
  expect(compared.words.length).toBe(2);
  const { draft } = await must('open', { app: 'xGongZhuangGuanLi', documents: ['object:xNote'] });
  await must('steps', {
    draft: draft.id,
    seq: 0,
    steps: [set('object:xNote', { insert: 'fields.extra', value: { title: '更多' }, after: 'remark' })],
  });
  await must('publish', { draft: draft.id, note: '加列' });
  const look = await must('rollback', { document: 'object:xNote', version: 3, dryRun: true });
  expect(look.confirm).toBe('回退将隐藏1个字段，数据保留30天');
  expect((await call('rollback', { document: 'object:xNote', version: 3 })).msg).toBe(
    '回退将隐藏1个字段，数据保留30天',
  );
  const done = await must('rollback', { document: 'object:xNote', version: 3, accept: true });
  expect(done.versions).toEqual([{ id: 'object:xNote', version: 5 }]);
  const again = await must('open', { app: 'xGongZhuangGuanLi', documents: ['object:xNote'] });
  await must('restore', { draft: again.draft.id, document: 'object:xNote', address: 'fields.extra' });
  const plan = await must('plan', { draft: again.draft.id });
  expect(plan.steps.map((row: Data) => row.kind)).toEqual(['renameColumn']);
});

it('gives the library once and says when it is the same', async () => {
  const library = await must('library');
  expect(library.documents.map((row: Data) => row.id)).toEqual(
    expect.arrayContaining(['object:xNote', 'object:material', 'block:document']),
  );
  expect(await must('library', { hash: library.hash })).toEqual({ hash: library.hash, same: true });
});

it('takes an overlay over a shipped document and nothing that loosens it', async () => {
  const { draft, documents } = await must('open', { app: 'factory', documents: ['object:supplier'] });
  expect(documents[0]).toMatchObject({ origin: 'shipped', version: 0 });
  await must('steps', {
    draft: draft.id,
    seq: 0,
    steps: [
      set('object:supplier', { set: 'title', to: '供方', was: '供应商' }),
      set('object:supplier', { insert: 'fields.xGrade', value: { title: '评级' } }),
      set('object:supplier', { set: 'fields.leadDays.type', to: 'text', was: 'int' }),
    ],
  });
  const { problems } = await must('lint', { draft: draft.id });
  expect(problems.filter((row: Data) => row.code === 'overlay.loosen').map((row: Data) => row.path)).toEqual([
    'fields.leadDays.type',
  ]);
  await must('steps', {
    draft: draft.id,
    seq: 3,
    steps: [set('object:supplier', { set: 'fields.leadDays.type', to: 'int', was: 'text' })],
  });
  await must('publish', { draft: draft.id, note: '评级' });
  const tree = await must('tree');
  const supplier = tree.apps.flatMap((app: Data) => app.documents).find((row: Data) => row.id === 'object:supplier');
  expect(supplier).toMatchObject({ origin: 'overlay', version: 1, title: '供方' });
});

it('answers the fixed calls of modellers from the same documents', async () => {
  const get = async (path: string, query: Record<string, string> = {}) =>
    (await server.call<Data>('GET', path, { token, query })).data;
  const apps = await get('/lcdp/apps/getlist', { source: '20' });
  expect(apps).toMatchObject([{ code: 'xGongZhuangGuanLi', models: [{ code: 'xNote' }] }]);
  expect(await get('/functionModel/getAppName')).toEqual(
    expect.arrayContaining([{ id: 'xGongZhuangGuanLi', name: '工装管理' }]),
  );
  const names = (await get('/functionModel/getAppName')) as readonly { readonly id: string; readonly name: string }[];
  expect(names).toContainEqual({ id: 'device', name: '设备管理' });
  // a folder of the source is no name
  expect(names.filter(({ name }) => !/[\u4e00-\u9fff]/.test(name))).toEqual([]);
  expect(await get('/functionModel/getModelName', { appId: 'xGongZhuangGuanLi' })).toEqual([
    { id: 'xNote', code: 'xNote', name: '便条' },
  ]);
  expect(await get('/functionModel/getPageName', { modelId: 'xNote' })).toEqual([
    { id: 'xNote', code: 'xNote', name: '便条', route: '/app/xNote/list' },
  ]);
  const fields = await get('/functionModel/getFieldWithType', { modelId: 'xNote' });
  expect(fields).toContainEqual({
    field: 'state',
    title: '状态',
    type: 'dict',
    kind: 'default',
    kindNo: 0,
    dict: 'xNoteState',
  });
  expect(
    await get('/lcdp/appdata/checkFormula', { object: 'xNote', expr: "code + '!'", sample: '{"code":"A"}' }),
  ).toMatchObject({ ok: true, value: 'A!', deps: { fields: ['code'] } });
  expect(await get('/lcdp/appdata/checkFormula', { object: 'xNote', expr: 'nope + 1' })).toMatchObject({
    ok: false,
    errors: [{ pos: 0 }],
  });
});

it('declares every fixed call of the low-code and functional-model areas', () => {
  const calls = `GET /lcdp/apps/getlist
POST /application/appdata/cascade
GET /lcdp/apppage/fields
GET /lcdp/apppage/getSyncTables
GET /lcdp/apppage/getSyncTablesDetail
GET /lcdp/apppage/getPageItem
POST /lcdp/apppage/SaveSyncTables
POST /lcdp/apppage/delSyncTable
POST /lcdp/appdata/related
POST /application/appdata/codeRule
GET /lcdp/appdata/checkFormula
GET /lcdp/appdata/getProcess
GET /application/appdata/getFirstTreeData
GET /application/appdata/getTreeData
GET /chartdesign/getFirstTreeData
GET /functionModel/getAppName
GET /functionModel/getModelName
GET /functionModel/getPageName
GET /functionModel/getFieldWithType`;
  const declared = server.declared.map(({ method, url }) => `${method} ${url.replace('/v2/api/mes', '')}`);
  expect(calls.split('\n').filter((call) => !declared.includes(call))).toEqual([]);
});

it('says before anybody asks which app has something to export, and refuses the others', async () => {
  const empty = await must('apps/save', { title: '还没有内容' });
  const { apps } = await must('tree');
  const exports = new Map(apps.map((row: Data) => [row.code, row.exports]));
  expect([exports.get('xGongZhuangGuanLi'), exports.get(empty.code), exports.get('stock')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await call('package/export', { app: empty.code })).toMatchObject({ code: 203, msg: '没有可导出的内容' });
});

it('carries an app as files: the same bytes after an import, whatever was changed is refused', async () => {
  const bytes = async (app: string): Promise<Buffer> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/v2/api/mes/lcdp/design/package/export',
      headers: { authorization: `Bearer ${token}` },
      payload: { app },
    });
    expect(answer.headers['content-type']).toBe('application/zip');
    return answer.rawPayload;
  };
  const first = await bytes('xGongZhuangGuanLi');
  const content = first.toString('base64');
  const same = await must('package/check', { content });
  expect(same.rows.map((row: Data) => [row.id, row.state])).toEqual([
    ['dictionaries:xGongZhuangGuanLi', 'same'],
    ['menus:xGongZhuangGuanLi', 'same'],
    ['object:xNote', 'same'],
  ]);
  // another factory takes it whole and gives it on unchanged
  const other = await testApp({ engine: true });
  try {
    const there = (await other.signIn('admin')).data.access_token;
    const into = (name: string, body: object) =>
      other.call<Data>('POST', `/lcdp/design/package/${name}`, { token: there, body: { token: newId(), ...body } });
    const done = await into('import', { content });
    expect(done.data.rows.map((row: Data) => row.state)).toEqual(['new', 'new', 'new']);
    const again = await other.app.inject({
      method: 'POST',
      url: '/v2/api/mes/lcdp/design/package/export',
      headers: { authorization: `Bearer ${there}` },
      payload: { app: 'xGongZhuangGuanLi' },
    });
    expect(again.rawPayload.equals(first)).toBe(true);
    const broken = Buffer.from(first);
    broken[60]! ^= 1;
    for (const wrong of [broken.toString('base64'), 'AAAA', first.subarray(0, 200).toString('base64')])
      expect((await into('check', { content: wrong })).msg).toBe('应用包已损坏或版本过高');
  } finally {
    await other.close();
  }
  // changed here and there since: ours holds where both did
  const { draft } = await must('open', { app: 'xGongZhuangGuanLi', documents: ['object:xNote'] });
  await must('steps', {
    draft: draft.id,
    seq: 0,
    steps: [set('object:xNote', { set: 'title', to: '我的便条', was: '便条' })],
  });
  await must('publish', { draft: draft.id, note: '改' });
  const check = await must('package/check', { content, policy: { 'object:xNote': 'merge' } });
  expect(check.rows[2]).toMatchObject({ state: 'conflict', policy: 'merge' });
  await must('package/import', { content, policy: { 'object:xNote': 'replace' } });
  expect((await bytes('xGongZhuangGuanLi')).equals(first)).toBe(true);
});

it('reads no more answers than a publish can ask', async () => {
  const { draft } = await must('open', { app: 'xGongZhuangGuanLi', title: '答' });
  const said = Array.from({ length: 501 }, (_, n) => [`fields.f${n}`, { required: 'new' }]);
  const answers = { 'object:xNote': Object.fromEntries(said) };
  expect(await call('plan', { draft: draft.id, answers })).toMatchObject({ code: 400, msg: '一次最多回答500个问题' });
});

it('says of a step that holds too much what to do', async () => {
  const { draft } = await must('open', { app: 'xGongZhuangGuanLi', title: '大' });
  const items = Array.from({ length: 20_000 }, (_, n) => ({ code: String(n), title: `项${n}` }));
  const doc = { $schema: 'dictionaries/1', area: 'xBig', dicts: { xBig: { title: '大', items } } };
  const steps = [set('dictionaries:xBig', { set: '', to: doc })];
  const answer = await call('steps', { draft: draft.id, seq: 0, steps });
  expect(answer).toMatchObject({ code: 400, msg: '一次修改的内容过多，请分成几次' });
});

it('begins one draft for all who join at once', async () => {
  for (let n = 0; n < 5; n++) {
    const app = await must('apps/save', { title: `并发${n}` });
    const opened = await Promise.all(Array.from({ length: 4 }, () => must('open', { app: app.code, join: true })));
    expect(new Set(opened.map(({ draft }) => draft.id)).size).toBe(1);
  }
});
