/** The write side over the shipped documents: a buyer's little world, and the calls as the routes make them. */
import { functions, modulesOf } from '../../server/domain';
import type { AppError } from '../../server/errors';
import { newId } from '../../server/ids';
import { allServices as services } from '../../server/modules';
import type { EngineCtx } from '../../server/records/host';
import { actCall, previewCall, saveCall } from '../../server/records/save/write-calls';
import { writes } from '../../server/records/save/writes';
import { flows } from '../../server/workflow/instance-acts';
import { type Factory, type FactoryOptions, openFactory } from './records';
import { systemRegistry } from './registry';

export type Wire = Record<string, unknown>;
export interface World extends Factory {
  readonly ids: Record<
    'pcs' | 'kg' | 'seal' | 'rod' | 'old' | 'supplier' | 'paused' | 'gone' | 'store' | 'category',
    string
  >;
  /** a ctx with a token of its own */
  call(ctx?: EngineCtx, token?: string): EngineCtx;
  save(page: string, record: Wire, more?: Wire, ctx?: EngineCtx): Promise<Wire>;
  act(page: string, action: string, targets: readonly Wire[], more?: Wire, ctx?: EngineCtx): Promise<Wire>;
  preview(page: string, action: string, targets: readonly Wire[], more?: Wire, ctx?: EngineCtx): Promise<Wire>;
  count(table: string): Promise<number>;
  readonly admin: EngineCtx;
}

export const openWorld = async (options: FactoryOptions = {}): Promise<World> => {
  const factory = await openFactory({
    writes,
    flows,
    modules: modulesOf(systemRegistry().objects.values()),
    services,
    functions,
    ...options,
  });
  const ids = Object.fromEntries(
    ['pcs', 'kg', 'seal', 'rod', 'old', 'supplier', 'paused', 'gone', 'store', 'category'].map((name) => [
      name,
      newId(),
    ]),
  ) as World['ids'];
  await seed(factory, ids);
  const userId = newId();
  await factory.insert('user', [{ id: userId, login_name: 'admin', name: '测试员' }]);
  const admin = await factory.as([{ isSuper: true }], { id: userId });
  const { registry } = factory;
  const pageOf = (code: string) => {
    const page = registry.page(code);
    if (!page) throw new Error(`no page ${code}`);
    return page;
  };
  const call: World['call'] = (ctx = admin, token) => (token === undefined ? ctx : { ...ctx, token });
  return {
    ...factory,
    ids,
    admin,
    call,
    save: (page, record, more = {}, ctx = admin) => saveCall(ctx, pageOf(page), json({ record, ...more })),
    act: (page, action, targets, more = {}, ctx = admin) =>
      actCall(ctx, pageOf(page), action, json({ targets, ...more })),
    preview: (page, action, targets, more = {}, ctx = admin) =>
      previewCall(ctx, pageOf(page), action, json({ targets, ...more })),
    async count(table) {
      const row = await factory.db
        .withSchema(factory.org.schema)
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
  };
};

const seed = async ({ insert }: Factory, ids: World['ids']): Promise<void> => {
  await insert('unit', [
    { id: ids.pcs, code: 'pcs', name: '件', symbol: 'pcs', unit_group: '1', decimals: 0, factor: 1, is_disabled: '0' },
    { id: ids.kg, code: 'kg', name: '千克', symbol: 'kg', unit_group: '2', decimals: 3, factor: 1, is_disabled: '0' },
  ]);
  await insert('material_category', [
    { id: ids.category, code: 'FJ', name: '辅件', short_code: 'FJ', is_disabled: '0' },
  ]);
  const material = {
    material_category_id: ids.category,
    material_type: '1',
    make_type: '2',
    trace_mode: '0',
    shelf_life_days: 0,
  };
  await insert('material', [
    {
      ...material,
      id: ids.seal,
      code: 'SR-08',
      name: '密封圈',
      spec: 'φ8',
      unit_id: ids.pcs,
      tax_rate: 13,
      is_disabled: '0',
    },
    {
      ...material,
      id: ids.rod,
      code: 'LS-100',
      name: '圆钢',
      spec: '45#',
      unit_id: ids.kg,
      tax_rate: 13,
      is_disabled: '0',
    },
    { ...material, id: ids.old, code: 'OLD-1', name: '旧料', unit_id: ids.pcs, is_disabled: '1' },
  ]);
  const supplier = { kinds: ['1'], currency: 'CNY', is_disabled: '0' };
  await insert('supplier', [
    {
      ...supplier,
      id: ids.supplier,
      code: 'GYS0001',
      name: '苏州密封',
      contact: '王工',
      phone: '13800000000',
      qual_status: '1',
      over_rate: 5,
    },
    { ...supplier, id: ids.paused, code: 'GYS0002', name: '停用厂', qual_status: '3', over_rate: 0 },
    { ...supplier, id: ids.gone, code: 'GYS0003', name: '旧厂', qual_status: '1', is_disabled: '1' },
  ]);
  await insert('warehouse', [
    {
      id: ids.store,
      code: 'CK01',
      name: '原材料仓',
      kind: '1',
      is_disabled: '0',
      use_position: false,
      allow_status: ['1', '2', '3', '4'],
    },
  ]);
};

/** As it arrives: without undefined keys. */
const json = (body: Wire): Wire => JSON.parse(JSON.stringify(body)) as Wire;

export const row = (more: Wire): Wire => ({ id: newId(), ...more });
/** An order of 100 seals that audits cleanly. */
export const order = (world: World, more: Wire = {}, rows: readonly Wire[] = [{}]): Wire => ({
  supplierId: world.ids.supplier,
  needBy: '2026-02-01',
  items: rows.map((record) => row({ materialId: world.ids.seal, qty: 100, price: 0.35, ...record })),
  ...more,
});
/** Code, sentence and data of the refusal that a call ends in. */
export const refusal = async (call: Promise<unknown>): Promise<{ code: number; text: string; data: Wire }> => {
  try {
    const answer = await call;
    throw new Error(`not refused: ${JSON.stringify(answer)}`);
  } catch (error) {
    const { code, message, data } = error as AppError;
    if (typeof code !== 'number') throw error;
    return { code, text: message, data: (data ?? {}) as Wire };
  }
};
