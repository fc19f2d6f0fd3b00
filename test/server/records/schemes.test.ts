import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { inWrite } from '../../../server/records/context';
import type { EngineCtx } from '../../../server/records/host';
import { fieldSearchOf, saveFieldSearch } from '../../../server/records/list/field-search';
import { getPageList } from '../../../server/records/list/list';
import { countSchemes, countsOf } from '../../../server/records/list/scheme-counts';
import {
  cancelDefault,
  deleteScheme,
  listSchemes,
  saveScheme,
  setDefault,
} from '../../../server/records/schemes/schemes';
import type { Page } from '../../../server/registry/pages';
import { type Factory, openFactory } from '../../support/records';
import { ids, seedToys, TOYS } from '../../support/toys';

let factory: Factory;
let page: Page;
const anna = newId();
const bert = newId();
const VIEW = ['toy:view'];

beforeAll(async () => {
  factory = await openFactory({ documents: TOYS });
  page = factory.registry.page('toy')!;
  await seedToys(factory);
});
afterAll(() => factory?.close());

const as = (id: string, roles: readonly string[] = [], functions = VIEW, fieldGroups: readonly string[] = []) =>
  factory.as([{ functions, fieldGroups: [...fieldGroups] }], { id, roles: [...roles] });
const save = (ctx: EngineCtx, given: object) =>
  inWrite(ctx, (inner) => saveScheme(inner, { type: 'toy', ...given } as Record<string, unknown>));
const names = async (ctx: EngineCtx): Promise<string> =>
  (await listSchemes(ctx, { type: 'toy' }))
    .map((scheme) => (scheme.isDefault ? `*${scheme.name}` : scheme.name))
    .join(',');
const codes = async (ctx: EngineCtx, body: object): Promise<string> =>
  (await getPageList(ctx, page, body)).records.map((record) => record.code).join(',');

describe('schemes', () => {
  it('keeps canonical text of a condition given as tree or text, applies where, search, sort and columns', async () => {
    const ctx = await as(anna);
    const tree = { all: [{ f: 'kind', op: 'in', v: ['1', '2'] }, { all: [] }] };
    const { id } = await save(ctx, {
      name: '木铁',
      content: { where: tree, search: { qty: [1, null] }, sort: '-qty', columns: ['code', 'qty', 'nope'] },
    });
    const own = (await listSchemes(ctx, { type: 'toy' })).find((scheme) => scheme.id === id);
    expect(own).toMatchObject({ name: '木铁', from: 'personal', readonly: false, isDefault: 0, version: 1 });
    expect(own?.content.where).toBe('kind in [1, 2]');
    const { records } = await getPageList(ctx, page, { scheme: id });
    expect(records.map((record) => record.code).join()).toBe('A2,A1');
    expect(Object.keys(records[0] ?? {})).not.toContain('made');
    // the row of search values is the user's: what he empties searches nothing
    expect(await codes(ctx, { scheme: id, search: { qty: null } })).toBe('A2,A1,B1');
    expect(await codes(ctx, { scheme: id, search: { qty: [10, null] } })).toBe('A2');
    expect(await codes(ctx, { scheme: id, sort: 'code' })).toBe('A1,A2');
  });

  it('is everybody’s own; a shared address applies it, with the rights of who opens it', async () => {
    const { id } = await save(await as(anna), { name: '安娜的', content: { where: 'qty > 10' } });
    const other = await as(bert);
    expect(await names(other)).toBe('大量,我的');
    expect(await codes(other, { scheme: id })).toBe('A2');
    const shared = (await listSchemes(other, { type: 'toy', id })).find((scheme) => scheme.id === id);
    expect(shared).toMatchObject({ from: 'shared', readonly: true, name: '安娜的' });
    await expect(save(other, { id, name: '改名', content: {} })).rejects.toMatchObject({ code: 203 });
    await expect(inWrite(other, (ctx) => deleteScheme(ctx, id))).rejects.toMatchObject({ code: 203 });
  });

  it('refuses names twice, none, too long, and changes of shipped schemes', async () => {
    const ctx = await as(newId());
    await save(ctx, { name: '一', content: {} });
    await expect(save(ctx, { name: ' 一 ', content: {} })).rejects.toThrow('方案名称已存在');
    await expect(save(ctx, { name: '大量', content: {} })).rejects.toThrow('方案名称已存在');
    await expect(save(ctx, { name: '', content: {} })).rejects.toThrow('请填写方案名称');
    await expect(save(ctx, { name: '长'.repeat(31), content: {} })).rejects.toThrow('最多30个字');
    await expect(save(ctx, { id: 's:big', name: '别的', content: {} })).rejects.toThrow('系统方案不可修改');
    await expect(inWrite(ctx, (inner) => deleteScheme(inner, 's:big'))).rejects.toThrow('系统方案不可删除');
  });

  it('refuses what is not the user’s when it is written, and when it is read', async () => {
    const rich = await as(newId(), [], VIEW, ['price']);
    const poor = await as(anna);
    const { id } = await save(rich, { name: '贵', content: { where: 'price > 10' } });
    expect(await codes(rich, { scheme: id })).toBe('A1');
    const sentence = '方案含无权字段，请修改';
    await expect(save(poor, { name: '贵', content: { where: 'price > 10' } })).rejects.toThrow(sentence);
    await expect(save(poor, { name: '贵', content: { search: { price: [1, 2] } } })).rejects.toThrow(sentence);
    await expect(save(poor, { name: '无', content: { where: 'nope > 10' } })).rejects.toThrow(sentence);
    await expect(save(poor, { name: '别人的行', content: { where: 'count(maker) > 1' } })).rejects.toThrow(sentence);
    await expect(codes(poor, { scheme: id })).rejects.toMatchObject({ code: 203, message: sentence });
    await expect(codes(poor, { q: { f: 'price', op: 'gt', v: 1 } })).rejects.toMatchObject({ code: 203 });
    // in the request itself it is a mistake of the caller
    await expect(codes(poor, { where: { f: 'price', op: 'gt', v: 1 } })).rejects.toMatchObject({ code: 400 });
    // a right that was taken away: the scheme stays, marked, until it is mended
    await factory.db
      .withSchema('org_test')
      .updateTable('mw_scheme')
      .set({ owner_id: anna, name: '旧的' })
      .where('id', '=', id)
      .execute();
    const mine = (await listSchemes(poor, { type: 'toy' })).find((scheme) => scheme.id === id);
    expect(mine?.broken).toBe(true);
    expect(await countSchemes(poor, page, { schemes: [id, 'big'] })).toEqual({ big: { total: 1 } });
  });

  it('saves again with the version that was read', async () => {
    const ctx = await as(newId());
    const { id } = await save(ctx, { name: '二', content: { where: 'qty > 1' } });
    await save(ctx, { id, name: '二改', content: { where: 'qty > 2' }, version: 1 });
    await expect(save(ctx, { id, name: '二旧', content: {}, version: 1 })).rejects.toThrow('方案已被修改');
    expect(await names(ctx)).toBe('大量,我的,二改');
  });
});

describe('defaults', () => {
  it('personal before role before shipped; setting one clears the other; cancelling falls back', async () => {
    const admin = await as(newId(), [], [...VIEW, 'role:edit']);
    const ctx = await as(newId(), ['buyer']);
    expect(await names(ctx)).toBe('大量,我的');
    const shared = await save(admin, { name: '采购看', role: 'buyer', isDefault: 1, content: { where: 'qty > 5' } });
    expect(shared.id).toMatch(/^r:/);
    expect(await names(ctx)).toBe('*采购看,大量,我的');
    expect(await names(await as(newId(), ['keeper']))).toBe('大量,我的');
    const { id } = await save(ctx, { name: '自己', content: {}, isDefault: 1 });
    expect(await names(ctx)).toBe('*自己,大量,我的,采购看');
    await inWrite(ctx, (inner) => setDefault(inner, 's:mine', 'toy'));
    expect(await names(ctx)).toBe('*我的,大量,采购看,自己');
    await inWrite(ctx, (inner) => cancelDefault(inner, 's:mine', 'toy'));
    expect(await names(ctx)).toBe('*采购看,大量,我的,自己');
    await inWrite(ctx, (inner) => cancelDefault(inner, shared.id, undefined));
    expect(await names(ctx)).toBe('大量,我的,采购看,自己');
    await inWrite(ctx, (inner) => setDefault(inner, id, undefined));
    await inWrite(ctx, (inner) => deleteScheme(inner, id));
    expect(await names(ctx)).toBe('*采购看,大量,我的');
    await expect(save(ctx, { id: shared.id, name: '抢', content: {} })).rejects.toMatchObject({ code: 403 });
    await expect(inWrite(ctx, (inner) => deleteScheme(inner, shared.id))).rejects.toMatchObject({ code: 403 });
  });

  it('is for people who may see the list, of pages that are there', async () => {
    const stranger = await as(newId(), [], []);
    await expect(listSchemes(stranger, { type: 'toy' })).rejects.toMatchObject({ code: 403 });
    await expect(listSchemes(stranger, { type: 'nope' })).rejects.toMatchObject({ code: 404 });
    await expect(listSchemes(stranger, {})).rejects.toMatchObject({ code: 400 });
  });
});

describe('conditions of an address', () => {
  it('narrow like the tree they are', async () => {
    const ctx = await as(anna);
    expect(await codes(ctx, { q: { all: [{ f: 'qty', op: 'gt', v: 1 }] }, where: "kind == '2'" })).toBe('A2');
    expect(await codes(ctx, { q: { f: 'parts', op: 'row', v: { f: 'size', op: 'ge', v: 4 } } })).toBe('A1');
    expect(await codes(ctx, { q: { f: 'area', op: 'sub', v: ['110000'] } })).toBe('A1');
    expect(await codes(ctx, { q: { f: 'shelf', op: 'sub', v: [ids.top] } })).toBe('A1,A2');
    expect(await codes(ctx, { q: { f: 'tags', op: 'has', v: ['b'] } })).toBe('A2');
    expect(await codes(ctx, { q: { f: 'span', op: 'overlaps', v: ['2026-01-04', null] } })).toBe('A1');
    expect(await codes(ctx, { q: { f: 'made', op: 'rel', v: { rel: 'nextDays', n: 30 } } })).toBe('A2');
    expect(
      await codes(ctx, { q: { f: 'maker', op: 'in', v: Array.from({ length: 999 }, newId).concat(ids.west) } }),
    ).toBe('A2');
    await expect(codes(ctx, { q: { f: 'maker', op: 'in' } })).rejects.toMatchObject({ code: 203 });
    await expect(codes(ctx, { where: { f: 'maker', op: 'in' } })).rejects.toMatchObject({ code: 400 });
  });
  it('longer than a text may be are kept as the tree', async () => {
    const ctx = await as(anna);
    const many = Array.from({ length: 45 }, (_, n) => ({ f: 'name', op: 'ne', v: `${'长'.repeat(60)}${n}` }));
    const { id } = await save(ctx, {
      temporary: 1,
      content: { where: { all: [...many, { f: 'qty', op: 'gt', v: 10 }] } },
    });
    expect(await codes(ctx, { q: `~${id}` })).toBe('A2');
  });
  it('too long for it are kept under one id, for everybody who may see the page', async () => {
    const content = { where: { f: 'qty', op: 'gt', v: 10 } };
    const item = await save(await as(anna), { temporary: 1, content });
    const two = await save(await as(bert), { temporary: 1, content });
    expect(two.id).toBe(item.id);
    expect(await codes(await as(bert), { q: `~${item.id}` })).toBe('A2');
    await expect(codes(await as(bert), { q: `~${newId()}` })).rejects.toThrow('链接中的查询条件已失效');
    const listed = async (id?: string) =>
      (await listSchemes(await as(anna), { type: 'toy', id })).find((row) => row.id === item.id);
    expect(await listed()).toBeUndefined();
    expect(await listed(`~${item.id}`)).toMatchObject({ from: 'temporary', content: { where: 'qty > 10' } });
  });
});

describe('counts', () => {
  it('are those of the lists', async () => {
    const ctx = await as(anna);
    expect(await countSchemes(ctx, page, { schemes: ['big', 's:mine'] })).toEqual({
      big: { total: 1 },
      's:mine': { total: 0 },
    });
    await expect(countSchemes(ctx, page, { schemes: 'big' })).rejects.toMatchObject({ code: 400 });
    await expect(countsOf(ctx, page, { nodes: { ids: [1] } })).rejects.toMatchObject({ code: 400 });
    await expect(countsOf(ctx, page, { nodes: { ids: Array(61).fill('') } })).rejects.toMatchObject({ code: 400 });
  });
});

describe('column settings', () => {
  const content = {
    columns: { list: ['code', 'qty', 'gone'] },
    all: { list: ['qty', 'code'] },
    width: { list: { qty: 120, gone: 5 } },
  };
  it('are kept per person and page, unknown columns dropped; empty content takes them back', async () => {
    const ctx = await as(newId());
    expect(await fieldSearchOf(ctx, { type: 'toy' })).toBeNull();
    const { id } = await saveFieldSearch(ctx, { type: 'toy', content: JSON.stringify(content) });
    const row = await fieldSearchOf(ctx, { type: 'toy' });
    expect(row).toMatchObject({ id, from: 'personal', version: 1 });
    expect(JSON.parse(row?.content ?? '')).toEqual({
      columns: { list: ['code', 'qty'] },
      all: { list: ['qty', 'code'] },
      width: { list: { qty: 120 } },
      pin: {},
    });
    await saveFieldSearch(ctx, { id, type: 'toy', content: { columns: { list: ['name'] } } });
    expect((await fieldSearchOf(ctx, { type: 'toy' }))?.version).toBe(2);
    expect(await fieldSearchOf(await as(bert), { type: 'toy' })).toBeNull();
    await saveFieldSearch(ctx, { type: 'toy', content: null });
    expect(await fieldSearchOf(ctx, { type: 'toy' })).toBeNull();
  });
  it('of a role stand until somebody has his own', async () => {
    const admin = await as(newId(), [], [...VIEW, 'role:edit']);
    await saveFieldSearch(admin, { type: 'toy', role: 'buyer', content });
    const ctx = await as(newId(), ['buyer']);
    expect((await fieldSearchOf(ctx, { type: 'toy' }))?.from).toBe('role');
    await saveFieldSearch(ctx, { type: 'toy', content: { columns: { list: ['name'] } } });
    expect((await fieldSearchOf(ctx, { type: 'toy' }))?.from).toBe('personal');
    await expect(saveFieldSearch(ctx, { type: 'toy', role: 'buyer', content })).rejects.toMatchObject({ code: 403 });
    await expect(saveFieldSearch(ctx, { type: 'toy', content: '{' })).rejects.toMatchObject({ code: 400 });
    await expect(saveFieldSearch(ctx, { type: 'toy', content: { columns: [] } })).rejects.toMatchObject({ code: 400 });
  });
});
