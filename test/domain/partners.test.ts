import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../schemas/language/value';
import type { Ctx } from '../../server/ctx';
import { newId } from '../../server/ids';
import { exportList } from '../../server/records/export/export';
import type { EngineCtx } from '../../server/records/host';
import { getPageList } from '../../server/records/list/list';
import { getOne } from '../../server/records/read/read';
import { saveRecord } from '../../server/records/save/save';
import { sheetRows } from '../support/sheets';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const save = (object: string, rec: Rec, login = 'admin'): Promise<Rec> =>
  factory.as(login, (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept: [] }));
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
type Stored = Rec & { readonly id: string; readonly version: number };
const find = async (ctx: Ctx, object: string, code: string): Promise<Stored> => {
  const [head] = await ctx.records.find(object, 'code == param.code', { param: { code } });
  return (await ctx.records.get(object, head!.id as string)) as Stored;
};
const byCode = (object: string, code: string): Promise<Stored> => factory.as('admin', (ctx) => find(ctx, object, code));
const edit = async (object: string, code: string, change: Rec): Promise<Rec> => {
  const { id, version } = await byCode(object, code);
  return save(object, { id, version, ...change });
};
const row = (values: Rec) => ({ id: newId(), lineNo: 10, ...values });

describe('tax numbers', () => {
  it('carry their check digit', async () => {
    expect(await refusal(edit('customer', 'KH0001', { taxNo: '91320500MA1EXAMP03' }))).toBe(
      '统一社会信用代码校验不通过',
    );
    expect(await refusal(edit('customer', 'KH0001', { taxNo: '91320500MA1EXAMP0Y' }))).toBe('done');
    expect(await refusal(edit('supplier', 'GYS0001', { taxNo: '91350100M000100Y44' }))).toBe(
      '统一社会信用代码校验不通过',
    );
    expect(await refusal(edit('supplier', 'GYS0001', { taxNo: '91350100M000100Y43' }))).toBe('done');
    expect((await byCode('supplier', 'GYS0001')).taxNo).toBe('91350100M000100Y43');
  });
});

describe('customers', () => {
  it('take the department of their seller', async () => {
    const [seller] = await factory.as('admin', (ctx) => ctx.records.find('employee', "code == 'YG0015'"));
    const saved = await save('customer', { name: '新客户', seller: seller!.id! });
    expect(saved).toMatchObject({ code: 'KH0004', dept: seller!.dept, level: 'C', payDays: 30, currency: 'CNY' });
  });
  it('have one default contact and prices that do not overlap', async () => {
    const contact = (name: string) => row({ name, phone: '1', isDefault: true });
    expect(await refusal(edit('customer', 'KH0003', { contacts: [contact('甲'), contact('乙')] }))).toBe(
      '默认联系人只能有一个',
    );
    const material = (await byCode('material', 'LA-100')).id;
    const price = (validFrom: string, minQty: number) => row({ material, price: 1, minQty, validFrom });
    expect(
      await refusal(edit('customer', 'KH0003', { prices: [price('2026-01-01', 0), price('2026-02-01', 0)] })),
    ).toBe('价格有效期重叠：电动推杆 2026-01-01');
    expect(
      await refusal(edit('customer', 'KH0003', { prices: [price('2026-01-01', 0), price('2026-02-01', 9)] })),
    ).toBe('done');
  });
});

describe('suppliers of outside operations', () => {
  it('come with a warehouse of their own', async () => {
    const supplier = await byCode('supplier', 'GYS0004');
    const [store] = await factory.as('admin', (ctx) => ctx.records.many('warehouse', [supplier.warehouse as string]));
    expect(store).toMatchObject({ name: '恒镀表面处理外协仓', kind: '7', isVirtual: true, supplier: supplier.id });
    expect((await byCode('supplier', 'GYS0001')).warehouse ?? null).toBeNull();
    const next = await edit('supplier', 'GYS0001', { kinds: ['1', '2'], shortName: '恒力' });
    const made = await byCode('warehouse', 'WX-GYS0001');
    expect(made).toMatchObject({ name: '恒力外协仓', id: (await byCode('supplier', 'GYS0001')).warehouse });
    expect(next.kinds).toEqual(['1', '2']);
    // a second save makes no second one
    await edit('supplier', 'GYS0001', { remark: '又改' });
    expect(
      await factory.as('admin', (ctx) => ctx.records.find('warehouse', "starts(code, 'WX-GYS0001')")),
    ).toHaveLength(1);
  });
  it('are virtual like those of the organisation, which nobody makes or turns into others', async () => {
    for (const [code, kind] of [
      ['ZT01', '8'],
      ['BF01', '9'],
    ] as const)
      expect(await byCode('warehouse', code)).toMatchObject({ kind, isVirtual: true });
    expect(await refusal(save('warehouse', { name: '假', kind: '7' }))).toBe(
      '系统仓库（外协）由系统维护，不能新增或删除',
    );
    expect(await refusal(edit('warehouse', 'CK05', { kind: '9' }))).toBe('系统仓库（报废）由系统维护，不能新增或删除');
    expect(await refusal(edit('warehouse', 'ZT01', { kind: '1' }))).toBe(
      '系统仓库（在途）由系统维护，不能修改「类型」',
    );
  });
});

describe('carriers', () => {
  it('are tracked by an address over https with the number in it', async () => {
    const say = '查询地址必须以https开头并包含{no}';
    expect(await refusal(edit('carrier', 'WL001', { trackUrl: 'http://x.example/{no}' }))).toBe(say);
    expect(await refusal(edit('carrier', 'WL001', { trackUrl: 'https://x.example/' }))).toBe(say);
    expect(await refusal(edit('carrier', 'WL001', { trackUrl: 'https://x.example/{no}' }))).toBe('done');
  });
});

describe('a keeper without price, who sees his own customers only', () => {
  const page = (ctx: Ctx, code: string) => (ctx as EngineCtx).registry.page(code)!;
  const as = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
    factory.as('zhoutao', (ctx) => work(ctx as EngineCtx));

  it('finds no customer of another in lists, pickers, exports and by id', async () => {
    const other = await byCode('customer', 'KH0001');
    const list = () => as((ctx) => getPageList(ctx, page(ctx, 'customer'), { scheme: '', size: 50 }));
    expect((await list()).records).toEqual([]);
    await edit('customer', 'KH0002', { seller: (await byCode('employee', 'YG0012')).id });
    const { records } = await list();
    expect(records.map((record) => record.code)).toEqual(['KH0002']);
    expect(Object.keys(records[0]!)).not.toContain('creditLimit');
    expect(await refusal(as((ctx) => getOne(ctx, page(ctx, 'customer'), { id: other.id })))).toBe(
      '数据不存在或无权查看',
    );
    const own = await as(async (ctx) => {
      const [found] = await ctx.records.find('customer', "code == 'KH0002'");
      return getOne(ctx, page(ctx, 'customer'), { id: found!.id });
    });
    for (const code of ['creditLimit', 'bank', 'bankNo', 'prices']) expect(Object.keys(own)).not.toContain(code);
    expect(own.contacts).toHaveLength(1);
    const role = await byCode('role', 'keeper');
    await edit('role', 'keeper', { functions: [...(role.functions as readonly string[]), 'customer:export'] });
    const sheet = await as(async (ctx) =>
      sheetRows((await exportList(ctx, page(ctx, 'customer'), { scheme: '' })).stream),
    );
    expect(sheet).toHaveLength(2);
    expect(sheet[0]).toContain('销售员');
    expect(sheet[0]).not.toContain('信用额度');
    expect(sheet[1]).toContain('KH0002');
  });
});
