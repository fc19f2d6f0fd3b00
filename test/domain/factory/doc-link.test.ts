/** 上下游配置 (20 §7, §10.15): what is set of a push holds at its next use, for the organisation that set it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Ctx } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { pullsOf } from '../../../server/records/push/pulls';
import type { ActionOf } from '../../../server/rows';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const byCode = async (ctx: Ctx, object: string, code: string): Promise<Rec> => {
  const [head] = await ctx.records.find(object, 'code == param.code', { param: { code } });
  return (await ctx.records.get(object, head!.id as string)) as Rec;
};
const RECEIVE = 'purchaseOrder.receive';
const link = (code = RECEIVE): Promise<Rec> => factory.as('admin', (ctx) => byCode(ctx, 'docLink', code));
const set = (change: Rec, code = RECEIVE): Promise<Rec> =>
  factory.as('admin', async (ctx) => {
    const { id, version } = await byCode(ctx, 'docLink', code);
    return ctx.records.save('docLink', { id: String(id), version: Number(version), ...change });
  });
const act = (action: ActionOf<'docLink'>, code = RECEIVE): Promise<Rec> =>
  factory.as('admin', async (ctx) =>
    ctx.records.act('docLink', action, (await byCode(ctx, 'docLink', code)).id as string),
  );
const order = (nbr: string): Promise<Rec> =>
  factory.as('admin', async (ctx) => {
    const [head] = await ctx.records.find('purchaseOrder', 'nbr == param.nbr', { param: { nbr } });
    return (await ctx.records.get('purchaseOrder', head!.id as string)) as Rec;
  });
const [FIRST, SECOND] = ['CGDD202601090001', 'CGDD202601150001'];
/** what a push leaves, rolled back with its transaction unless it is kept */
const push = async (nbrs: readonly string[], qty?: number, action = 'receive') => {
  const orders = await Promise.all(nbrs.map(order));
  return factory.as('admin', async (ctx) => {
    const engine = ctx as EngineCtx;
    const targets = orders.map(({ id, items }) => ({
      id: id as string,
      ...(qty === undefined ? {} : { rows: [{ id: (items as readonly Row[])[0]!.id, ask: { qty } }] }),
    }));
    const { pushed } = await runAction(engine, engine.registry.find('purchaseOrder')!, action, {
      targets,
      engine: true,
    });
    return pushed!;
  });
};

describe('links of the product', () => {
  it('stand there as records that cannot be changed but where the product lets them', async () => {
    expect(await link()).toMatchObject({
      name: '采购订单→采购入库',
      srcDoc: 'purchaseOrder',
      dstDoc: 'purchaseIn',
      mode: '3',
      isSystem: true,
      changed: false,
      qtyControl: '1',
    });
    const { lines } = await link();
    const rows = lines as readonly Row[];
    expect(rows.map(({ dst, isSystem }) => [dst, isSystem])).toEqual([
      ['qty', true],
      ['orderQty', true],
      ['openQty', true],
    ]);
    const fixed = '系统预置的映射不能修改';
    expect(await refusal(set({ lines: rows.map((row) => ({ ...row, expr: '1' })) }))).toContain(fixed);
    expect(await refusal(set({ lines: rows.slice(1) }))).toBe(fixed);
    const more = { id: newId(), lineNo: 40, dst: 'remark', expr: 'doc.remark' };
    expect(await refusal(set({ lines: [...rows, more] }))).toBe(fixed);
    expect(await refusal(set({ qtyControl: '0' }))).toContain(fixed);
  });
  it('are refused when switched off, and offered to nobody', async () => {
    const offered = () =>
      factory.as('admin', async (ctx) =>
        pullsOf(ctx as EngineCtx, (ctx as EngineCtx).registry.page('purchaseIn')!).map(({ action }) => action),
      );
    expect(await offered()).toContain('receive');
    await act('disable');
    expect(await refusal(push([FIRST]))).toBe('未启用从「采购订单」生成「采购入库」');
    expect(await offered()).not.toContain('receive');
    await act('enable');
    expect((await push([FIRST])).drafts).toHaveLength(1);
  });
  it('let so much more through as is set', async () => {
    expect(await refusal(push([FIRST], 105))).toBe(`「${FIRST}」第10行可下推数量100，本次105`);
    await set({ overRate: 10 });
    expect((await link()).changed).toBe(true);
    expect((await push([FIRST], 105)).drafts).toHaveLength(1);
    expect(await refusal(push([FIRST], 115))).toBe(`「${FIRST}」第10行可下推数量110，本次115`);
    // 60 and 30 more are taken already, as drafts too: 20 of the 110 are left
    const kept: string[] = [];
    for (const qty of [60, 30]) {
      const [draft] = (await push([FIRST], qty)).drafts;
      kept.push(
        await factory.as('admin', async (ctx) => {
          const warehouse = (await byCode(ctx, 'warehouse', 'CK01')).id as string;
          const items = (draft!.items as readonly Row[]).map((row) => ({ ...row, warehouse }));
          return (await ctx.records.save('purchaseIn', { ...draft!, warehouse, items } as Rec)).id as string;
        }),
      );
    }
    expect(await refusal(push([FIRST], 25))).toBe(`「${FIRST}」第10行可下推数量20，本次25`);
    expect((await push([FIRST], 20)).drafts).toHaveLength(1);
    for (const id of kept) await factory.as('admin', (ctx) => ctx.records.act('purchaseIn', 'del', id));
  });
  it('share a target as is set, and hold under a condition', async () => {
    expect((await push([FIRST, SECOND])).drafts).toHaveLength(2);
    await set({ merge: '1' });
    expect((await push([FIRST, SECOND])).drafts).toHaveLength(1);
    await set({ merge: '0', condition: "auditStatus == 2 && supplier.code == 'GYS0002'" });
    expect(await refusal(push([FIRST]))).not.toBe('done');
    expect(await refusal(set({ condition: 'nonsense == 1' }))).toContain('上游条件不正确');
    expect(await refusal(set({ mode: '4', saveMode: '2' }))).toBe('自动方式请选择触发事件');
  });
  it('go back to what the product says', async () => {
    await act('restore');
    expect(await link()).toMatchObject({ changed: false, overRate: 0, merge: '0' });
    expect(await refusal(push([FIRST], 105))).toBe(`「${FIRST}」第10行可下推数量100，本次105`);
  });
  it('carry extension fields over', async () => {
    await factory.as('admin', async (ctx) => {
      const head = await byCode(ctx, 'extendHead', 'purchaseIn.items');
      const field = { id: newId(), lineNo: 10, label: '来源供应商', prop: 'from', type: 'STRING' as const };
      const wide = { id: newId(), lineNo: 20, label: '厚度', prop: 'thick', type: 'DECIMAL' as const };
      await ctx.records.save('extendHead', {
        id: String(head.id),
        version: Number(head.version),
        details: [field, wide],
      });
    });
    const rows = (await link()).lines as readonly Row[];
    const wrong = { id: newId(), lineNo: 50, dst: 'ext_thick', expr: 'doc.nbr' };
    expect(await refusal(set({ lines: [...rows, wrong] }))).toBe('映射字段「厚度」类型不一致');
    const more = { id: newId(), lineNo: 50, dst: 'ext_from', expr: 'doc.supplier.name' };
    await set({ lines: [...rows, more] });
    const { drafts } = await push([FIRST]);
    const supplier = await factory.as('admin', async (ctx) => {
      const [found] = await ctx.records.many('supplier', [(await order(FIRST)).supplier as string]);
      return found!.name;
    });
    expect((drafts[0]!.items as readonly Row[])[0]!.ext_from).toBe(supplier);
    await act('restore');
  });
});

describe('links of the organisation', () => {
  const own = (more: Rec = {}): Promise<Rec> =>
    factory.as('admin', (ctx) =>
      ctx.records.save('docLink', {
        id: newId(),
        name: '转示例单据',
        srcDoc: 'purchaseOrder',
        dstDoc: 'demoDoc',
        mode: '1',
        condition: 'auditStatus == 2',
        qtyControl: '2',
        srcQty: 'qty',
        overRate: 20,
        merge: '0',
        saveMode: '1',
        heads: [{ id: newId(), lineNo: 10, dst: 'title', expr: 'doc.nbr' }],
        ...more,
      }),
    );
  it('are refused when they lead nowhere', async () => {
    expect(await refusal(own({ dstDoc: 'purchaseOrder' }))).toContain('上下游单据不能相同');
    expect(await refusal(own({ overRate: 0 }))).toBe('按比例超请填写比例');
    expect(await refusal(own({ srcQty: 'many' }))).toContain('上游数量不正确');
  });
  it('push like those of the product', async () => {
    const made = await own();
    const code = String(made.code);
    const { drafts } = await push([FIRST], undefined, 'xToDemoDoc');
    expect(drafts).toMatchObject([{ title: FIRST }]);
    expect((drafts[0]!.rows as readonly Row[])[0]).toMatchObject({ srcNbr: FIRST, srcType: 'purchaseOrder' });
    expect(await refusal(push([FIRST], 121, 'xToDemoDoc'))).toBe(`「${FIRST}」第10行可下推数量120，本次121`);
    await act('disable', code);
    expect(await refusal(push([FIRST], undefined, 'xToDemoDoc'))).toContain('未启用从「采购订单」生成');
    await act('del', code);
    expect(await refusal(push([FIRST], undefined, 'xToDemoDoc'))).not.toBe('done');
  });
});
