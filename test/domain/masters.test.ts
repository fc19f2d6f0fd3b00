import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../schemas/language/value';
import type { Ctx } from '../../server/ctx';
import { newId } from '../../server/ids';
import { runAction } from '../../server/records/act/actions';
import type { EngineCtx } from '../../server/records/host';
import { saveRecord } from '../../server/records/save/save';
import { historyOf } from '../../server/records/trail/history';
import { postStock } from '../../server/stock/posting';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const save = (object: string, rec: Rec, login = 'admin', accept: readonly string[] = []): Promise<Rec> =>
  factory.as(login, (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept }));
const act = (
  object: string,
  action: string,
  rec: Rec,
  ask: Rec = {},
  login = 'admin',
  accept: readonly string[] = [],
) =>
  factory.as(login, async (ctx) => {
    const targets = [{ id: rec.id as string, version: rec.version as number }];
    return (await runAction(ctx as EngineCtx, ctx.records.object(object), action, { targets, ask, accept }))
      .records[0]!;
  });
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
const edit = async (object: string, code: string, change: Rec, login?: string): Promise<Rec> => {
  const { id, version } = await byCode(object, code);
  return save(object, { id: id!, version: version!, ...change }, login);
};

describe('trees', () => {
  it('refuse a loop, also over several levels', async () => {
    const [yard, press] = [await byCode('materialCategory', 'YCL'), await byCode('materialCategory', 'DJ')];
    expect(await refusal(edit('materialCategory', 'YCL', { parent: press.id }))).toBe('上级不能是本节点或其下级');
    expect(await refusal(edit('materialCategory', 'YCL', { parent: yard.id }))).toBe('上级不能是本节点或其下级');
    const dept = await byCode('dept', '111');
    expect(await refusal(edit('dept', '11', { parent: dept.id }))).toBe('上级部门不能是本部门或其下级');
  });
  it('refuse an eleventh level', async () => {
    let parent: string | null = null;
    for (let level = 1; level <= 10; level++)
      parent = (
        await save('materialCategory', { code: `L${level}`, name: `层${level}`, shortCode: `L${level}`, parent })
      ).id as string;
    expect(await refusal(save('materialCategory', { code: 'L11', name: '层11', shortCode: 'L11', parent }))).toBe(
      '层级不能超过10级',
    );
    const top = await save('materialCategory', { code: 'TOP', name: '顶', shortCode: 'TOP' });
    expect(await refusal(edit('materialCategory', 'L1', { parent: top.id! }))).toBe('层级不能超过10级');
  });
  it('let only one of two crossing moves pass', async () => {
    const [a, b] = await Promise.all(
      ['A', 'B'].map((code) => save('materialCategory', { code: `X${code}`, name: code, shortCode: `X${code}` })),
    );
    const outcome = await Promise.allSettled([
      edit('materialCategory', 'XA', { parent: b!.id! }),
      edit('materialCategory', 'XB', { parent: a!.id! }),
    ]);
    expect(outcome.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
  it('switch off a node with all that is below it, after a question; departments one by one', async () => {
    const add = (code: string, parent: string | null) =>
      save('materialCategory', { code, name: code, shortCode: code, parent });
    const top = (await add('D0', null)).id as string;
    const middle = (await add('D1', top)).id as string;
    await add('D2', middle);
    await act('materialCategory', 'disable', await byCode('materialCategory', (await add('D3', top)).code as string));
    const states = async () =>
      Promise.all(['D0', 'D1', 'D2', 'D3'].map(async (code) => (await byCode('materialCategory', code)).isDisabled));
    const off = async (accept: readonly string[] = []) =>
      act('materialCategory', 'disable', await byCode('materialCategory', 'D0'), {}, 'admin', accept);
    await expect(off()).rejects.toMatchObject({
      data: { warnings: [{ code: 'tree.below', text: '将同时停用2个下级，是否继续？' }] },
    });
    expect(await states()).toEqual(['0', '0', '0', '1']);
    await off(['tree.below']);
    expect(await states()).toEqual(['1', '1', '1', '1']);
  });
  it('keep a node that has something below it', async () => {
    expect(await refusal(act('materialCategory', 'del', await byCode('materialCategory', 'YCL')))).toMatch(
      /「原材料」(下有\d+个下级，不能删除|已被引用，不可删除，可改为停用)/,
    );
    expect(await refusal(act('dept', 'del', await byCode('dept', '11')))).toMatch(/部门存在下级，不可删除|已被引用/);
    expect(await refusal(act('dept', 'disable', await byCode('dept', '11')))).toBe(
      '「生产部」下有3个启用的下级，请先停用下级',
    );
  });
});

describe('units', () => {
  it('let decimals only grow and have one base in a group', async () => {
    expect(await refusal(edit('unit', 'KG', { decimals: 3 }))).toBe('小数位只能增加');
    expect(
      await refusal(save('unit', { code: 'Q1', name: '新', symbol: '新', unitGroup: '2', isBase: true, factor: 1 })),
    ).toBe('单位组「重量」只能有一个基准单位');
    expect(
      await refusal(save('unit', { code: 'Q2', name: '新', symbol: '新', unitGroup: '7', isBase: true, factor: 2 })),
    ).toBe('基准单位的换算系数必须为1');
    expect(await refusal(save('unit', { code: 'Q3', name: '新', symbol: '新', unitGroup: '7', factor: 0 }))).toBe(
      '换算系数必须大于0',
    );
  });
  it('are asked by documents', async () => {
    const order = async (unit: string, qty: number) => {
      const [supplier, material, stored] = [
        await byCode('supplier', 'GYS0003'),
        await byCode('material', 'SR-08'),
        await byCode('unit', unit),
      ];
      return save(
        'purchaseOrder',
        {
          supplier: supplier.id,
          needBy: '2026-02-01',
          items: [{ id: newId(), lineNo: 10, material: material.id, unit: stored.id, qty, price: 1 }],
        },
        'xumin',
      );
    };
    expect(await refusal(order('PCS', 2.5))).toBe('单位「件」最多0位小数');
    expect(await refusal(order('KG', 1))).toMatch(/不在可选范围内|没有单位/);
    // a box of twenty pieces (20 §13.5)
    const [seal, box] = [await byCode('material', 'SR-08'), await byCode('unit', 'XIANG')];
    const units = [{ id: newId(), lineNo: 10, unit: box.id, factor: 20, usage: ['1'] }];
    await save('material', { id: seal.id, version: seal.version, units });
    expect(await refusal(order('XIANG', 1.01))).toBe('换算后为20.2件，单位「件」最多0位小数');
    expect((await order('XIANG', 1.05)).items).toMatchObject([{ qty: 1.05 }]);
  });
});

describe('materials', () => {
  it('are numbered by their category, each counting for itself', async () => {
    const [motors, screws, pieces] = [
      await byCode('materialCategory', 'DJ'),
      await byCode('materialCategory', 'SG'),
      await byCode('unit', 'PCS'),
    ];
    const made = async (category: Rec, n: number): Promise<unknown> =>
      (
        await save('material', {
          name: `编号料${n}`,
          materialCategory: category.id!,
          materialType: '3',
          makeType: '2',
          unit: pieces.id!,
          traceMode: '0',
        })
      ).code;
    const codes: unknown[] = [];
    for (let n = 1; n <= 4; n++) codes.push(await made(motors, n));
    codes.push(await made(screws, 5));
    expect(codes).toEqual(['DJ00001', 'DJ00002', 'DJ00003', 'DJ00004', 'SG00001']);
  });
});

describe('masters with stock', () => {
  it('keep their unit and tracing, and their warehouse stays enabled', async () => {
    const pieces = await byCode('unit', 'GE');
    expect(await refusal(edit('material', 'SR-08', { unit: pieces.id }))).toBe(
      '「密封圈」已有业务数据，不能修改「基本单位」',
    );
    expect(await refusal(edit('material', 'SR-08', { traceMode: '0' }))).toBe(
      '「密封圈」已有业务数据，不能修改「追溯方式」',
    );
    expect(await refusal(act('material', 'del', await byCode('material', 'SR-08')))).toBe(
      '「密封圈」已被引用，不可删除，可改为停用',
    );
    expect(await refusal(act('warehouse', 'disable', await byCode('warehouse', 'CK01')))).toBe(
      '仓库「原材料仓」仍有库存，不能停用',
    );
    expect(await refusal(save('warehouse', { name: '在途', kind: '8' }))).toBe(
      '系统仓库（在途）由系统维护，不能新增或删除',
    );
  });
  it('say when a document names a disabled one', async () => {
    const material = await act('material', 'disable', await byCode('material', 'CNMG'));
    const [supplier, unit] = [await byCode('supplier', 'GYS0003'), await byCode('unit', 'PCS')];
    const rec: Rec = {
      supplier: supplier.id,
      needBy: '2026-02-01',
      items: [{ id: newId(), lineNo: 10, material: material.id as string, unit: unit.id, qty: 1, price: 1 }],
    };
    expect(await refusal(save('purchaseOrder', rec, 'xumin'))).toBe('「车刀片」已停用，请重新选择');
  });
});

describe('suppliers', () => {
  it('pause: no new order, until resumed', async () => {
    const paused = await act('supplier', 'pause', await byCode('supplier', 'GYS0006'), { reason: '质量问题' });
    const [material, unit] = [await byCode('material', 'PA66'), await byCode('unit', 'KG')];
    const rec: Rec = {
      supplier: paused.id!,
      needBy: '2026-02-01',
      items: [{ id: newId(), lineNo: 10, material: material.id, unit: unit.id, qty: 1, price: 18 }],
    };
    expect(await refusal(save('purchaseOrder', rec, 'xumin'))).toBe('供应商「联塑新材」已暂停，不能下单');
    await act('supplier', 'resume', paused);
    expect(await refusal(save('purchaseOrder', rec, 'xumin', ['checks.rise', 'checks.least']))).toMatch(
      /^done$|是否继续/,
    );
  });
  it('share a material up to 100 %', async () => {
    const material = await byCode('material', 'SR-08');
    const share = (percent: number) => [
      { id: newId(), lineNo: 10, material: material.id, share: percent, validFrom: '2026-01-01' },
    ];
    await edit('supplier', 'GYS0003', { materials: share(70) });
    expect(await refusal(edit('supplier', 'GYS0002', { materials: share(31) }))).toBe(
      '物料「密封圈」配额合计101%，不能超过100%',
    );
    expect(await refusal(edit('supplier', 'GYS0002', { materials: share(30) }))).toBe('done');
  });
  it('give their price of the day and quantity, net', async () => {
    const [supplier, material] = [await byCode('supplier', 'GYS0006'), await byCode('material', 'PA66')];
    const row = (minQty: number, price: number, more: Rec = {}) => ({
      id: newId(),
      lineNo: 10,
      material: material.id,
      minQty,
      price,
      taxIncluded: false,
      validFrom: '2026-01-01',
      ...more,
    });
    await edit('supplier', 'GYS0006', {
      materials: [
        row(0, 18),
        row(1000, 17),
        row(0, 15, { validFrom: '2025-01-01', validTo: '2025-12-31' }),
        row(5000, 16.95, { taxIncluded: true }),
      ],
    });
    const prices = await factory.as('admin', (ctx) =>
      (ctx as EngineCtx).host.functions.get('priceOf')!.run(
        [
          [supplier.id, material.id, 10],
          [supplier.id, material.id, 1000],
          [supplier.id, material.id, 5000],
        ],
        ctx,
      ),
    );
    expect(prices).toEqual([18, 17, 15]);
    const other = await byCode('supplier', 'GYS0003');
    const seal = await byCode('material', 'SR-08');
    // no price row: the last audited order, then the reference price
    const more = await factory.as('admin', (ctx) =>
      (ctx as EngineCtx).host.functions.get('priceOf')!.run(
        [
          [other.id, seal.id, 10],
          [other.id, material.id, 10],
          [null, seal.id, 1],
        ],
        ctx,
      ),
    );
    expect(more).toEqual([0.35, 18, 0.35]);
  });
});

const warnings = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => [],
    (error: { data?: { warnings?: { text: string }[] } }) => error.data?.warnings?.map(({ text }) => text),
  );

describe('people', () => {
  it('cannot sign in after they left', async () => {
    const left = await act('employee', 'leave', await byCode('employee', 'YG0007'), { leaveDate: '2026-01-15' });
    expect(left).toMatchObject({ empStatus: '3', leaveDate: '2026-01-15' });
    const state = await factory.as('admin', (ctx) =>
      ctx.trx
        .selectFrom('user')
        .select('is_disabled')
        .where('employee_id', '=', left.id as string)
        .execute(),
    );
    expect(state.every((user) => user.is_disabled === '1')).toBe(true);
  });
  it('leave on the form as by the action: asked first, then no crew and no account', async () => {
    const fang = await byCode('employee', 'YG0008');
    const state = () =>
      factory.as('admin', async (ctx) => {
        const param = { id: fang.id! };
        const crews = await ctx.records.find('team', 'exists(members, employee == param.id && empty(toDate))', {
          param,
        });
        const accounts = await ctx.records.find('user', 'employee == param.id && isDisabled == 0', { param });
        const [{ version, empStatus } = {}] = await ctx.records.find('employee', 'id == param.id', { param });
        return { crews: crews.length, accounts: accounts.length, version, empStatus };
      });
    const before = await state();
    expect(before).toMatchObject({ crews: 1, accounts: 1, empStatus: '1' });
    const change = (more: Rec, login = 'admin', accept: readonly string[] = ['employee.leave']) =>
      save('employee', { id: fang.id!, version: fang.version!, empStatus: '3', ...more }, login, accept);
    const leaveDate = '2026-01-15';
    expect(await warnings(change({ leaveDate }, 'admin', []))).toEqual([
      '办理离职后该员工的账号停用、班组成员到期，是否继续？',
    ]);
    expect(await refusal(change({}))).toBe('请填写离职日期');
    expect(await refusal(change({ leaveDate }, 'liuqiang'))).toBe('没有办理离职的权限，不能将「周芳」改为离职');
    expect(await state()).toEqual(before);
    const left = await change({ leaveDate });
    expect(left).toMatchObject({ empStatus: '3', leaveDate });
    expect(await state()).toEqual({ crews: 0, accounts: 0, version: left.version, empStatus: '3' });
    // what is changed later of one who left is asked no more
    expect(await edit('employee', 'YG0008', { remark: '已交接' })).toMatchObject({ empStatus: '3' });
  });
  it('cannot hand on rights they do not have', async () => {
    const role: Rec = {
      code: 'mine',
      name: '我的角色',
      dataScope: '3',
      functions: ['purchaseOrder:view', 'stock:close'],
      fieldGroups: [],
    };
    expect(await refusal(save('role', role))).toBe('done');
    const helper = await save('role', {
      code: 'helper',
      name: '助理',
      dataScope: '3',
      functions: ['role:view', 'role:add', 'role:edit', 'purchaseOrder:view'],
      fieldGroups: [],
    });
    const [user] = await factory.as('admin', (ctx) => ctx.records.find('user', `loginName == 'xumin'`));
    const { id, version, roles } = (await factory.as('admin', (ctx) => ctx.records.get('user', user!.id as string)))!;
    await save('user', { id: id!, version: version!, roles: [...(roles as string[]), helper.id as string] });
    expect(await refusal(save('role', { ...role, code: 'more', name: '更多' }, 'xumin'))).toBe(
      '不能授予自己没有的权限：stock:close',
    );
    expect(
      await refusal(
        save(
          'role',
          { ...role, code: 'wide', name: '更宽', functions: ['purchaseOrder:view'], dataScope: '1' },
          'xumin',
        ),
      ),
    ).toBe('不能授予自己没有的权限：purchaseOrder:view');
    expect(
      await refusal(save('role', { ...role, code: 'same', name: '一样', functions: ['purchaseOrder:view'] }, 'xumin')),
    ).toBe('done');
  });
  it('cannot hand them on by a wider scope, chosen departments, a department or what was switched off', async () => {
    const dept = async (code: string): Promise<string> => {
      const [found] = await factory.as('admin', (ctx) =>
        ctx.records.find('dept', 'code == param.code', { param: { code } }),
      );
      return found!.id as string;
    };
    const reload = async (object: string, id: unknown): Promise<Rec> =>
      (await factory.as('admin', (ctx) => ctx.records.get(object, id as string)))!;
    const [own, other] = [await dept('12'), await dept('111')];
    const orders: Rec = { dataScope: '5', functions: ['purchaseOrder:view'], fieldGroups: [] };
    const say = '不能授予自己没有的权限：purchaseOrder:view';
    expect(await refusal(save('role', { ...orders, code: 'd1', name: '本部', depts: [own] }, 'xumin'))).toBe('done');
    expect(await refusal(save('role', { ...orders, code: 'd2', name: '别部', depts: [own, other] }, 'xumin'))).toBe(
      say,
    );
    // a role that holds a right he lacks is not his to change, wider or narrower
    const closes = await save('role', {
      code: 'd3',
      name: '结账',
      dataScope: '3',
      functions: ['stock:close'],
      fieldGroups: [],
    });
    const at = await reload('role', closes.id);
    expect(await refusal(save('role', { id: at.id!, version: at.version!, dataScope: '1' }, 'xumin'))).toBe(
      '不能授予自己没有的权限：stock:close',
    );
    expect(await refusal(save('role', { id: at.id!, version: at.version!, dataScope: '4' }, 'xumin'))).toBe(
      '不能授予自己没有的权限：stock:close',
    );
    // who joins a department gets what it gives its members
    const [helper] = await factory.as('admin', (ctx) => ctx.records.find('role', "code == 'helper'"));
    const rights = await reload('role', helper!.id);
    await save('role', {
      id: rights.id!,
      version: rights.version!,
      functions: [...(rights.functions as string[]), 'user:view', 'user:add', 'user:edit', 'role:disable'],
    });
    await save('deptRole', { dept: other, role: closes.id as string, withChildren: true, dataScope: '0' });
    const person = (code: string, where: string): Rec => ({ loginName: code, name: code, dept: where });
    expect(await refusal(save('user', person('joins1', own), 'xumin'))).toBe('done');
    expect(await refusal(save('user', person('joins2', other), 'xumin'))).toBe('不能授予自己没有的权限：stock:close');
    // switched off for everybody, and on again only by who holds it
    await act('role', 'disable', await reload('role', closes.id));
    expect(await refusal(act('role', 'enable', await reload('role', closes.id), {}, 'xumin'))).toBe(
      '不能授予自己没有的权限：stock:close',
    );
    expect(await refusal(save('user', person('joins2', other), 'xumin'))).toBe('done');
    // who comes back brings his roles, and those of his department
    await act('role', 'enable', await reload('role', closes.id));
    await save('role', {
      id: rights.id!,
      version: (await reload('role', rights.id)).version!,
      functions: [
        ...(rights.functions as string[]),
        'user:view',
        'user:add',
        'user:edit',
        'user:disable',
        'role:disable',
      ],
    });
    // the history of a role says what was given and taken, not all it holds
    const told = await factory.as('admin', (ctx) =>
      historyOf(ctx as EngineCtx, (ctx as EngineCtx).registry.page('role')!, { id: rights.id }),
    );
    expect(told.records[0]?.changes).toEqual([
      { field: 'functions', title: '功能权限', before: null, after: '增加：用户：停用' },
    ]);
    const gone = await save('user', { ...person('gone1', own), roles: [closes.id as string] });
    await act('user', 'disable', await reload('user', gone.id));
    expect(await refusal(act('user', 'enable', await reload('user', gone.id), {}, 'xumin'))).toBe(
      '不能授予自己没有的权限：stock:close',
    );
    expect(await reload('user', gone.id)).toMatchObject({ isDisabled: '1' });
    const harmless = await save('user', person('gone3', own));
    await act('user', 'disable', await reload('user', harmless.id));
    expect(await refusal(act('user', 'enable', await reload('user', harmless.id), {}, 'xumin'))).toBe('done');
  });
  it('leave one administrator', async () => {
    const [admin] = await factory.as('admin', (ctx) => ctx.records.find('user', `loginName == 'admin'`));
    const full = (await factory.as('admin', (ctx) => ctx.records.get('user', admin!.id as string)))!;
    expect(await refusal(act('user', 'disable', full))).toBe('不能停用自己');
    expect(await refusal(save('user', { id: full.id!, version: full.version!, roles: [] }))).toBe(
      '至少保留一名启用的超级管理员',
    );
  });
});

describe('stock periods', () => {
  const keeperPost = () =>
    factory.as('admin', async (ctx) => {
      const [material, warehouse] = [await find(ctx, 'material', 'LS-100'), await find(ctx, 'warehouse', 'CK01')];
      return postStock(ctx, {
        docType: 'purchaseIn',
        docId: newId(),
        docNbr: 'T',
        bizDate: '2025-12-20',
        legs: [
          {
            rowId: newId(),
            leg: 1,
            moveKind: '50',
            qty: 1,
            key: { material: material.id as string, warehouse: warehouse.id as string },
            cost: { by: 'amount', amount: 1 },
          },
        ],
      });
    });
  it('close on the close day, after a question, and open again from the newest', async () => {
    const december = await save('stockPeriod', { month: '2025-12-01' });
    expect(december.ym).toBe('2025-12');
    const november = await save('stockPeriod', { month: '2025-11-01' });
    factory.setNow('2026-01-04 10:00:00');
    expect(await refusal(act('stockPeriod', 'closeMonth', december))).toBe('2025-12期间要到2026-01-05才能关闭');
    factory.setNow('2026-01-15 10:00:00');
    const closed = await act('stockPeriod', 'closeMonth', december);
    expect(closed).toMatchObject({ status: '60', closedAt: '2026-01-15 10:00:00' });
    expect(await refusal(keeperPost())).toBe('2025-12期间已关闭，业务日期不能早于2026-01-01');
    const older = await act('stockPeriod', 'closeMonth', november);
    expect(await refusal(act('stockPeriod', 'openMonth', older, { reason: '补录' }))).toBe(
      '只能重新打开最近关闭的期间2025-12',
    );
    expect(await refusal(act('stockPeriod', 'openMonth', closed, {}))).toMatch(/原因/);
    await act('stockPeriod', 'openMonth', closed, { reason: '补录' });
    expect(await refusal(keeperPost())).toBe('done');
    expect(await refusal(act('stockPeriod', 'closeMonth', december, {}, 'zhoutao'))).toBe('没有权限，请联系管理员');
  });
});

describe('what a form refuses', () => {
  const materialOf = (more: Rec) => async (): Promise<Rec> => ({
    code: `TX-${newId().slice(-6)}`,
    name: '试料',
    materialCategory: (await byCode('materialCategory', 'XC')).id,
    materialType: '3',
    makeType: '2',
    unit: (await byCode('unit', 'PCS')).id,
    traceMode: '0',
    ...more,
  });
  const own = (object: string, code: string, change: Rec) => async (): Promise<Rec> => {
    const { id, version } = await byCode(object, code);
    return { id, version, ...change };
  };
  const person = (more: Rec) => own('employee', 'YG0019', more);
  /** sub-rows keep the rest of the record out of it */
  const boxOf = (unit: string, factor: number) => async (): Promise<Rec> => ({
    ...(await materialOf({})()),
    units: [{ id: newId(), lineNo: 10, unit: (await byCode('unit', unit)).id, factor }],
  });
  const CASES: readonly (readonly [object: string, record: () => Promise<Rec>, sentence: string])[] = [
    ['material', materialOf({ code: '料 1' }), '编码只能包含字母、数字和「-_./」'],
    ['material', materialOf({ minStock: 5, maxStock: 1 }), '最低库存不能大于最高库存'],
    ['material', materialOf({ barcode: '6901234567893' }), '商品条码校验位不正确'],
    [
      'material',
      async () => ({ ...(await materialOf({ traceMode: '2' })()), unit: (await byCode('unit', 'KG')).id }),
      '序列号管理的物料基本单位必须为整数单位',
    ],
    ['material', boxOf('PCS', 20), '辅助单位不能与基本单位相同'],
    ['materialCategory', async () => ({ code: 'JM', name: '简码', shortCode: 'A-1' }), '简码只能为大写字母和数字'],
    ['employee', person({ leaveDate: '2000-01-01' }), '离职日期不能早于入职日期'],
    ['employee', person({ idNo: '110105194912310021' }), '身份证号校验位不正确，请核对'],
    ['employee', person({ phone: '0512-666666' }), '手机号应为11位数字'],
  ];
  const count = (object: string) =>
    factory.as('admin', async (ctx) =>
      JSON.stringify((await ctx.records.find(object, 'true', { sort: 'id' })).map(({ id, version }) => [id, version])),
    );
  it.each(CASES)('%s: nothing is written', async (object, record, sentence) => {
    const before = await count(object);
    expect(await refusal(save(object, await record()))).toBe(sentence);
    expect(await count(object)).toBe(before);
  });
  it('a material of the same name and form is asked about, or refused by the setting', async () => {
    const like = await materialOf({ name: '密封圈', spec: (await byCode('material', 'SR-08')).spec })();
    const asked = await save('material', like).catch(
      (error: { data: { warnings: { code: string; text: string }[] } }) => error.data.warnings,
    );
    expect(asked).toMatchObject([{ text: '已存在同名同规格物料「SR-08」' }]);
  });
  it('a kind of short lists and an attribute have each value once', async () => {
    const kind = await byCode('supportInfor', 'payTerm');
    const value = (code: string): Rec => ({ code, name: code, kind: kind.id, isDefault: true });
    const first = await refusal(save('supportInfor', value('T1')));
    const before = await count('supportInfor');
    expect(await refusal(save('supportInfor', value('T2')))).toBe('每个类别只能有一个默认值');
    expect(first).toMatch(/^(done|每个类别只能有一个默认值)$/);
    expect(await count('supportInfor')).toBe(before);
    const attr = (await byCode('supportAttr', 'COLOR')).id;
    expect(await refusal(save('supportAttrVal', { attr, code: 'BK2', name: '黑色' }))).toBe(
      '属性「颜色」已有值「黑色」',
    );
  });
  it('departments are ten levels deep, in their own words', async () => {
    let parent = (await byCode('dept', '111')).id as string;
    const add = (n: number) => save('dept', { code: `C${n}`, name: `层${n}`, type: '40', parent });
    // 示例工厂 › 生产部 › 机加车间 are three
    for (let n = 4; n <= 10; n++) parent = (await add(n)).id as string;
    const before = await count('dept');
    expect(await refusal(add(11))).toBe('部门层级不能超过10级');
    expect(await count('dept')).toBe(before);
  });
});
