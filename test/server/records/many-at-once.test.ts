/** Actions that are a save with given values: moving in a tree, the same values for many records. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { PASSWORD, type TestApp, testApp } from '../../support/app';
import { systemRegistry } from '../../support/registry';

type Data = Record<string, unknown>;
let at: TestApp;
let token = '';
const post = (path: string, body: unknown) => at.call<Data>('POST', path, { token, body });
const made = async (page: string, record: Data): Promise<{ id: string; version: number }> => {
  const { msg, data } = await post(`/lcdp/data/${page}/save`, { record, token: newId() });
  expect(msg).toBe('success');
  return { id: String(data.id), version: Number(data.version) };
};
const read = async (page: string, id: string) =>
  (await at.call<Data>('GET', `/lcdp/data/${page}/getOne`, { token, query: { id } })).data;

beforeAll(async () => {
  const admin = { loginName: 'boss', name: '老板', password: PASSWORD };
  at = await testApp({ registry: systemRegistry(), engine: true, org: { code: 'many', name: '小厂', admin } });
  token = (await at.signIn('boss')).data.access_token;
});
afterAll(() => at?.close());

describe('move', () => {
  const move = async (node: { id: string }, parentId: string | null, version?: number, tree = 'demoTree') => {
    const now = await read(tree, node.id);
    return post(`/lcdp/data/${tree}/act/move`, {
      targets: [{ id: node.id, version: version ?? now.version }],
      ask: { parentId },
      token: newId(),
    });
  };
  it('puts a node below another, and at the top', async () => {
    const [a, b] = [await made('demoTree', { name: '甲' }), await made('demoTree', { name: '乙' })];
    expect((await move(b, a.id)).msg).toBe('success');
    expect(await read('demoTree', b.id)).toMatchObject({ parentId: a.id });
    expect((await move(b, null)).msg).toBe('success');
    expect(await read('demoTree', b.id)).toMatchObject({ parentId: null });
  });
  it('is refused into itself, below itself and too deep', async () => {
    const add = (name: string, parentId?: string) => made('faultType', { name, ...(parentId ? { parentId } : {}) });
    const below = (node: { id: string }, parentId: string) => move(node, parentId, undefined, 'faultType');
    const chain = [await add('一')];
    for (let n = 1; n < 9; n++) chain.push(await add(`层${n}`, chain.at(-1)?.id));
    const [top = { id: '' }, next = { id: '' }] = chain;
    const last = chain.at(-1) as { id: string };
    expect((await below(top, top.id)).msg).toBe('上级不能是本节点或其下级');
    expect((await below(top, next.id)).msg).toBe('上级不能是本节点或其下级');
    const pair = await add('对');
    await add('对下', pair.id);
    expect((await below(pair, last.id)).msg).toBe('层级不能超过10级');
    expect((await below(top, newId())).code).toBe(203);
  });
  it('compares the version', async () => {
    const node = await made('demoTree', { name: '旧' });
    expect(await move(node, null, 0)).toMatchObject({ code: 203, data: { rule: 'record.stale' } });
  });
});

describe('batchEdit', () => {
  const edit = (targets: readonly { id: string; version: number }[], ask: Data) =>
    post('/lcdp/data/demoDoc/act/batchEdit', { targets, ask, token: newId() });
  it('sets the ticked fields and leaves the others', async () => {
    const docs = [
      await made('demoDoc', { title: '批一', note: '留', state: '1', qty: 5 }),
      await made('demoDoc', { title: '批二', note: '留', state: '1', qty: 5 }),
    ];
    const { data } = await edit(docs, { state: '3', needBy: null });
    expect(data).toMatchObject({ done: docs.map(({ id }) => id).sort(), failed: [] });
    for (const { id } of docs) expect(await read('demoDoc', id)).toMatchObject({ note: '留', qty: 5, state: '3' });
  });
  it('is refused without a field, with a required one emptied, with one nobody asked for', async () => {
    const doc = await made('demoDoc', { title: '批三', state: '1' });
    expect(await edit([doc], {})).toMatchObject({ code: 203, data: { rule: 'ask.empty' } });
    expect((await edit([doc], { state: null })).code).toBe(203);
    expect(await edit([doc], { title: '改名' })).toMatchObject({ code: 203, data: { rule: 'ask.empty' } });
    expect(await read('demoDoc', doc.id)).toMatchObject({ title: '批三', state: '1' });
  });
  it('says which records it could not change, and why', async () => {
    const free = await made('demoDoc', { title: '批四' });
    const held = await made('demoDoc', { title: '批五', needBy: '2099-01-02' });
    const { data } = await edit([free, held], { needBy: '2000-01-01' });
    expect(data.done).toEqual([]);
    const text = '要求日期不能早于日期';
    const named = (await Promise.all([free, held].map(({ id }) => read('demoDoc', id)))).map(({ nbr }) => nbr);
    expect(data.failed).toMatchObject([
      { label: expect.stringContaining(String(named[0])), text },
      { label: expect.stringContaining(String(named[1])), text },
    ]);
  });
});
