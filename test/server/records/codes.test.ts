import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { codeRuleCall } from '../../../server/records/codes/preview-call';
import { openWorld, order, refusal, type Wire, type World } from '../../support/writes';

let world: World;
let clock = new Date('2026-01-15T02:00:00Z');
beforeAll(async () => {
  world = await openWorld({ clock: () => clock });
});
afterAll(() => world?.close());

/** a ctx of this moment: `now` stands still within one */
const at = (): ReturnType<World['as']> => world.as([{ isSuper: true }], { id: world.admin.session.me.id });
const fresh = async (more: Wire = {}): Promise<string> =>
  ((await world.save('purchaseOrder', order(world, more), {}, await at())).record as Wire).nbr as string;
const material = async (more: Wire = {}): Promise<string> =>
  (
    (
      await world.save('material', {
        name: newId(),
        materialCategoryId: world.ids.category,
        materialType: '1',
        unitId: world.ids.pcs,
        ...more,
      })
    ).record as Wire
  ).code as string;

describe('numbers', () => {
  it('of 64 clients at once are distinct and without gaps', async () => {
    const first = await fresh();
    const numbers = await Promise.all(Array.from({ length: 64 }, () => fresh()));
    const serials = numbers.map((nbr) => Number(nbr.slice(-4))).sort((a, b) => a - b);
    const start = Number(first.slice(-4));
    expect(serials).toEqual(Array.from({ length: 64 }, (_, index) => start + 1 + index));
  });
  it('start anew each day', async () => {
    clock = new Date('2026-01-16T02:00:00Z');
    expect(await fresh()).toBe('CGDD202601160001');
    clock = new Date('2026-01-15T02:00:00Z');
  });
  it('of a refused save come again', async () => {
    const before = await fresh();
    await refusal(world.save('purchaseOrder', order(world, { supplierId: newId() })));
    expect(Number((await fresh()).slice(-4))).toBe(Number(before.slice(-4)) + 1);
  });
  it('pass over one that was typed by hand', async () => {
    const first = await material();
    expect(first).toMatch(/^FJ\d{5}$/);
    const taken = `FJ${String(Number(first.slice(2)) + 1).padStart(5, '0')}`;
    expect(await material({ code: taken })).toBe(taken);
    expect(await material()).toBe(`FJ${String(Number(first.slice(2)) + 2).padStart(5, '0')}`);
  });
  it('need the field they are made of', async () => {
    const bare = newId();
    await world.insert('material_category', [{ id: bare, code: bare.slice(-8), name: '无简码', is_disabled: '0' }]);
    const answer = await refusal(
      world.save('material', { name: newId(), materialCategoryId: bare, materialType: '1', unitId: world.ids.pcs }),
    );
    expect(answer.text).toBe('编码规则需要「物料分类」，请先填写');
  });
  it('end with 9999 and never wrap', async () => {
    clock = new Date('2026-01-17T02:00:00Z');
    await world.insert('mw_counter', [{ rule: 'purchaseOrder.nbr', scope: 'CGDD20260117#20260117', value: 9998 }]);
    expect(await fresh()).toBe('CGDD202601179999');
    const answer = await refusal(world.save('purchaseOrder', order(world), {}, await at()));
    expect(answer.text).toBe('编码规则「采购订单」流水号已用完（4位，最大9999），请加长或改变重置周期');
    clock = new Date('2026-01-15T02:00:00Z');
  });
  it('are shown before the save without being taken', async () => {
    const ctx = await at();
    const ask = (): Promise<Wire> => codeRuleCall(ctx, { object: 'purchaseOrder', field: 'nbr', values: {} });
    const seen = await ask();
    expect(seen).toMatchObject({ manual: false, ruleCode: 'purchaseOrder.nbr' });
    expect(await ask()).toEqual(seen);
    expect(await fresh()).toBe(seen.preview);
    expect(await codeRuleCall(ctx, { object: 'material', values: {} })).toMatchObject({
      preview: null,
      manual: true,
      reads: ['materialCategory'],
    });
  });
  it('are shown to who may add by a right of its own, and to nobody else', async () => {
    const { add } = world.admin.registry.find('prdStart')!.actions;
    const ask = async (functions: readonly string[]): Promise<Wire> =>
      codeRuleCall(await world.as([{ functions }]), { object: 'prdStart', values: {} });
    expect(add!.right).toBe('prdStart:start');
    expect(await ask([add!.right])).toMatchObject({ manual: false });
    await expect(ask(['prdStart:view'])).rejects.toThrow('没有权限');
  });
});

describe('rules of the organisation', () => {
  const seg = (more: Wire): Wire => ({ text: null, inScope: true, ...more });
  const serial = (more: Wire = {}): Wire => seg({ segType: '4', len: 4, startVal: 1, step: 1, reset: '3', ...more });
  const rule = async (more: Wire): Promise<Wire> =>
    (
      await world.save(
        'codeRule',
        { name: '生产订单', docType: 'purchaseOrder', priority: 10, dateSource: '0', ...more },
        {},
        await at(),
      )
    ).record as Wire;
  const head = async (id: unknown): Promise<Wire> =>
    world.db
      .withSchema(world.org.schema)
      .selectFrom('code_rule')
      .selectAll()
      .where('id', '=', id as string)
      .executeTakeFirstOrThrow();
  const SCDD = [seg({ segType: '1', text: 'SCDD' }), seg({ segType: '2', dateFormat: 'yyyyMMdd' }), serial()];
  let own: Wire;

  it('stand there as the product ships them', async () => {
    const { rows } = {
      rows: await world.db.withSchema(world.org.schema).selectFrom('code_rule').selectAll().execute(),
    };
    expect(rows.find((row) => row.doc_type === 'purchaseOrder')).toMatchObject({
      origin: '1',
      shipped: 'CGDD{yyyyMMdd}{seq:4}',
      sample: 'CGDD202601150001',
      reset_by: '3',
      max_len: '16',
    });
    expect(rows.find((row) => row.doc_type === 'material')).toMatchObject({ sample: 'XX00001', reset_by: '0' });
  });
  it('are asked before those of the documents: two at once, the next day, 9999', async () => {
    own = await rule({ segments: SCDD });
    expect(own).toMatchObject({ sample: 'SCDD202601150001', origin: '0', usage: '1', maxLen: 16, resetBy: '3' });
    await world.insert('mw_counter', [{ rule: 'purchaseOrder.nbr', scope: 'SCDD20260115#20260115', value: 12 }]);
    expect((await Promise.all([fresh(), fresh()])).sort()).toEqual(['SCDD202601150013', 'SCDD202601150014']);
    clock = new Date('2026-01-15T16:00:01Z');
    expect(await fresh()).toBe('SCDD202601160001');
    clock = new Date('2026-01-19T02:00:00Z');
    await world.insert('mw_counter', [{ rule: 'purchaseOrder.nbr', scope: 'SCDD20260119#20260119', value: 9999 }]);
    const before = await world.count('purchase_order');
    const answer = await refusal(world.save('purchaseOrder', order(world), {}, await at()));
    expect(answer.text).toBe('编码规则「生产订单」流水号已用完（4位，最大9999），请加长或改变重置周期');
    expect(await world.count('purchase_order')).toBe(before);
    clock = new Date('2026-01-15T02:00:00Z');
  });
  it('take the first whose condition holds, by priority', async () => {
    await rule({
      name: '样品',
      condition: 'orderType == 3',
      priority: 5,
      segments: [seg({ segType: '1', text: 'YP' }), serial({ len: 3, reset: '0' })],
    });
    expect(await fresh({ orderType: '3', remark: '样品' })).toBe('YP001');
    expect(await fresh()).toBe('SCDD202601150015');
    const twice = await refusal(rule({ name: '再来', segments: SCDD }));
    expect(twice.text).toBe('「采购订单」条件相同的规则已存在');
  });
  it('are tried without taking a number', async () => {
    const form = { name: '生产订单', docType: 'purchaseOrder', priority: 10, dateSource: '0', segments: SCDD };
    const ctx = await at();
    const record = { ...form, segments: SCDD.map((row) => ({ ...row, id: newId() })) };
    const { patch } = (await world.act('codeRule', 'test', [], { record }, ctx)) as { patch: Wire };
    expect(patch.sample).toBe('SCDD202601150016、SCDD202601150017、SCDD202601150018');
    const known = { id: own.id, version: own.version, segments: record.segments };
    expect(((await world.act('codeRule', 'test', [], { record: known }, ctx)) as { patch: Wire }).patch.sample).toBe(
      patch.sample,
    );
    expect(await fresh()).toBe('SCDD202601150016');
  });
  it('have counters that only go up', async () => {
    const adjust = async (scope: string, value: number): Promise<Wire> =>
      world.act('codeRule', 'adjust', [{ id: own.id, version: own.version }], { ask: { scope, value } }, await at());
    expect((await refusal(adjust('SCDD20260115', 16))).text).toBe('流水号只能调大，当前为16');
    expect((await refusal(adjust('SCDD20200101', 5))).text).toContain('没有流水范围「SCDD20200101」');
    expect((await refusal(adjust('SCDD20260115', 10_000))).text).toBe('流水号最多4位，最大9999');
    await adjust('SCDD20260115', 100);
    expect(await fresh()).toBe('SCDD202601150101');
  });
  it('are the organisation’s own once changed, and the product’s again when restored', async () => {
    const shipped = await world.db
      .withSchema(world.org.schema)
      .selectFrom('code_rule')
      .selectAll()
      .where('code', '=', 'supplier')
      .executeTakeFirstOrThrow();
    const ctx = await at();
    const supplier = async (): Promise<unknown> =>
      ((await world.save('supplier', { name: newId(), kinds: ['1'] }, {}, await at())).record as Wire).code;
    expect(await supplier()).toMatch(/^GYS\d{4}$/);
    const changed = (
      await world.save(
        'codeRule',
        {
          id: shipped.id,
          version: shipped.version,
          code: 'supplier',
          name: '供应商',
          docType: 'supplier',
          priority: 10,
          dateSource: '0',
          segments: [seg({ segType: '1', text: 'VE' }), serial({ len: 5, reset: '0' })],
        },
        {},
        ctx,
      )
    ).record as Wire;
    expect(await supplier()).toBe('VE00001');
    expect(await head(shipped.id)).toMatchObject({ origin: '2' });
    await world.act('codeRule', 'restore', [{ id: shipped.id, version: changed.version }], {}, await at());
    expect(await head(shipped.id)).toMatchObject({ origin: '1', sample: 'GYS0001' });
    expect(await supplier()).toMatch(/^GYS\d{4}$/);
  });
});

describe('an object whose rules all have a condition', () => {
  it('is not numbered where none holds, and not written', async () => {
    const own = await openWorld({
      documents: [
        {
          $schema: 'object/2',
          object: 'parcel',
          title: '包裹',
          label: 'nbr',
          route: '/test/parcel/list',
          fields: {
            nbr: { title: '单号', kind: 'autoCode', rule: [{ when: 'size == 1', rule: 'BG{seq:4}' }] },
            size: { title: '大小', type: 'int' },
          },
          list: { columns: ['nbr'] },
          actions: { add: {}, view: {} },
        },
      ],
    });
    expect((await own.save('parcel', { size: 1 })).record).toMatchObject({ nbr: 'BG0001' });
    const answer = await refusal(own.save('parcel', { size: 2 }));
    expect([answer.code, answer.text]).toEqual([203, '「包裹」没有可用的编码规则']);
    expect(await own.count('parcel')).toBe(1);
    await own.close();
  });
});
