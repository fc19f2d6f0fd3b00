/** 数据复制 (domain 10 §6.8, acceptance 15): the example with its numbers, undo, and what is refused. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rec, Row } from '../../schemas/language/value';
import { loadRights, rightsSource } from '../../server/auth/rights';
import { runCopies } from '../../server/copy/run';
import type { OrgInfo, Session } from '../../server/ctx';
import { runAction } from '../../server/records/act/actions';
import { byOwner, inWrite, makeCtx, nobody } from '../../server/records/context';
import type { EngineCtx } from '../../server/records/host';
import { copyable, inOrder } from '../../server/registry/copyable';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
let root: Session;
let second: OrgInfo;
beforeAll(async () => {
  factory = await demoFactory();
  const { db } = factory.database;
  const user = await db
    .withSchema('org_demo')
    .selectFrom('user')
    .select('id')
    .where('login_name', '=', 'admin')
    .executeTakeFirstOrThrow();
  const found = await loadRights(
    rightsSource(db, factory.engine.registries),
    { ...factory.org, isPlatform: true },
    user.id,
  );
  if (!found) throw new Error('no admin');
  root = { id: 'test', org: factory.org, me: found.me, loginName: 'admin', rights: found.rights };
  const asOwner = byOwner(await makeCtx(factory.engine.host, root, { requestId: 'test' }));
  const made = await inWrite(asOwner, (ctx) =>
    ctx.records.save('org', { code: 'demo2', name: '示例工厂二厂', contact: '王芳', mobile: '13900000002' }),
  );
  second = { id: made.id as string, code: 'demo2', name: '示例工厂二厂', schema: 'org_demo2', rightsVersion: 1 };
});
afterAll(() => factory?.database.drop());

const asRoot = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.engine.runAs(root, (ctx) => work(ctx as EngineCtx));
const there = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.engine.runAs(nobody(second), (ctx) => work((ctx as EngineCtx).asSystem()));
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(factory.database.db)).rows;
const act = (action: string, id: string): Promise<unknown> =>
  asRoot(async (ctx) => {
    const rec = await ctx.records.get('dataCopyJob', id);
    const targets = [{ id, version: rec?.version as number }];
    return runAction(ctx, ctx.records.object('dataCopyJob'), action, { targets, ask: {} });
  });
const told: unknown[] = [];
const work = () =>
  runCopies({ asSystem: factory.engine.asSystem, alarm: (text, data) => told.push([text, data]) }, factory.org);
const jobOf = (id: string): Promise<Rec> => asRoot(async (ctx) => (await ctx.records.get('dataCopyJob', id)) ?? {});
const part = (object: string, more: Record<string, unknown> = {}): Row =>
  ({ id: crypto.randomUUID(), object, policy: 'skip', ...more }) as Row;
const inCodes = (codes: readonly string[]): string => `code in [${codes.map((code) => `'${code}'`).join(', ')}]`;
const preview = async (parts: readonly Row[]): Promise<Rec> => {
  const saved = await asRoot((ctx) =>
    ctx.records.save('dataCopyJob', { targets: [second.id], parts: [...parts] } as unknown as Rec),
  );
  return jobOf(saved.id as string);
};
const countsOf = (job: Rec) =>
  Object.fromEntries(
    (job.parts as Row[]).map((row) => [row.object, [row.total, row.fresh, row.same, row.conflict, row.lost]]),
  );

const UNITS = ['PCS', 'KG', 'M', 'XIANG', 'GE', 'TAO'];
const MATERIALS = [
  'KIT-01',
  'SC-M4',
  'NT-M4',
  'SG-100',
  'SG-200',
  'RB-12',
  'SR-08',
  'LS-100',
  'GEAR-32',
  'BR-608',
  'TB-30',
  'GR-01',
];
const EXAMPLE = () => [
  part('bom', { where: inCodes(['BOM-KIT-01', 'BOM-SG-100']) }),
  part('material', { where: inCodes(MATERIALS), missing: 'empty' }),
  part('materialCategory', { where: inCodes(['BCP', 'SG', 'CD', 'XC', 'MF']), missing: 'empty' }),
  part('unit', { where: inCodes(UNITS) }),
];

test('what can be copied is told by the documents, each after what it needs', () => {
  const objects = [...factory.engine.registries.shipped.objects.values()].filter(copyable);
  const codes = objects.map(({ object }) => object);
  for (const code of [
    'unit',
    'materialCategory',
    'material',
    'bom',
    'route',
    'process',
    'shift',
    'badReason',
    'role',
    'formula',
    'codeRule',
    'supportInfor',
  ])
    expect(codes).toContain(code);
  for (const code of [
    'user',
    'employee',
    'piecePrice',
    'purchaseOrder',
    'otherReceipt',
    'stockBalance',
    'org',
    'message',
    'operLog',
    'demoDoc',
  ])
    expect(codes).not.toContain(code);
  const order = inOrder(objects).map(({ object }) => object);
  expect(order).toHaveLength(objects.length);
  for (const [first, then] of [
    ['unit', 'material'],
    ['materialCategory', 'material'],
    ['material', 'bom'],
    ['process', 'route'],
  ] as const)
    expect(order.indexOf(first)).toBeLessThan(order.indexOf(then));
});

test('示例工厂 → 示例工厂二厂: preview, copy, undo', async () => {
  // the second factory has its own ways
  await run(`DELETE FROM org_demo2.unit WHERE code IN ('GE', 'TAO')`);
  await there(async (ctx) => {
    const category = await ctx.records.save('materialCategory', {
      code: 'WGJ',
      name: '外购件',
      shortCode: 'WGJ',
      materialType: '3',
    });
    const [pcs] = await ctx.records.find('unit', "code == 'PCS'");
    const [kg] = await ctx.records.find('unit', "code == 'KG'");
    const own = { materialCategory: category.id, materialType: '3', makeType: '2' } as Rec;
    await ctx.records.save('material', { ...own, code: 'NT-M4', name: '六角螺母', unit: pcs?.id ?? null });
    await ctx.records.save('material', { ...own, code: 'RB-12', name: '圆钢', spec: 'φ12 45#', unit: kg?.id ?? null });
  });
  // one of the twelve is there as it is here
  const first = await preview([
    part('unit', { where: "code == 'KG'" }),
    part('materialCategory', { where: "code == 'FL'" }),
    part('material', { where: "code == 'GR-01'", missing: 'empty' }),
  ]);
  expect(countsOf(first)).toEqual({
    unit: [1, 0, 1, 0, 0],
    materialCategory: [1, 1, 0, 0, 0],
    material: [1, 1, 0, 0, 0],
  });
  expect(await done(first)).toMatchObject({ docStatus: '60', added: 2, same: 1, skipped: 0 });

  const job = await preview(EXAMPLE());
  expect(countsOf(job)).toEqual({
    unit: [6, 2, 4, 0, 0],
    materialCategory: [5, 5, 0, 0, 0],
    material: [12, 9, 1, 2, 0],
    bom: [2, 2, 0, 0, 0],
  });
  expect((job.parts as Row[])[0]?.note).toBe('需要同时复制：物料、计量单位、物料分类');
  // looking writes nothing
  const masters = () =>
    run(`SELECT (SELECT count(*) FROM org_demo2.material WHERE is_deleted = 0) AS m, (SELECT count(*) FROM org_demo2.bom WHERE is_deleted = 0) AS b,
    (SELECT count(*) FROM org_demo2.unit WHERE is_deleted = 0) AS u, (SELECT count(*) FROM org_demo2.material_category WHERE is_deleted = 0) AS c`);
  const before = await masters();
  const result = await done(job);
  expect(result).toMatchObject({
    docStatus: '60',
    added: 18,
    same: 5,
    changed: 0,
    skipped: 2,
    failed: 0,
    progress: 100,
  });
  expect(told).toEqual([]);
  // rows of the skipped materials point to the target's own
  const rows =
    await run(`SELECT b.code, b.doc_status, m.code AS child, m.name FROM org_demo2.bom b JOIN org_demo2.bom_items i ON i.head_id = b.id
    JOIN org_demo2.material m ON m.id = i.material_id WHERE b.is_deleted = 0 ORDER BY 1, 3`);
  expect(rows).toEqual([
    { code: 'BOM-KIT-01', doc_status: '60', child: 'NT-M4', name: '六角螺母' },
    { code: 'BOM-KIT-01', doc_status: '60', child: 'SC-M4', name: '螺钉' },
    { code: 'BOM-SG-100', doc_status: '60', child: 'RB-12', name: '圆钢' },
  ]);
  // ids are new
  expect(await run('SELECT 1 FROM org_demo2.material a JOIN org_demo.material b USING (id)')).toEqual([]);
  expect((await preview(EXAMPLE())).parts).toMatchObject([
    { same: 2 },
    { same: 10, conflict: 2 },
    { same: 5 },
    { same: 6 },
  ]);

  await act('undo', job.id as string);
  expect(await jobOf(job.id as string)).toMatchObject({ docStatus: '90' });
  expect(await masters()).toEqual(before);
  expect(await refusal(act('undo', job.id as string))).not.toBe('done');
});

test('what is used or changed since stays, and all of the rest with it', async () => {
  const job = await preview(EXAMPLE());
  await done(job);
  const id = job.id as string;
  const seal = await there(async (ctx) => (await ctx.records.find('material', "code == 'SR-08'"))[0]);
  await there((ctx) =>
    ctx.records.save('material', { id: seal?.id as string, version: seal?.version ?? null, spec: 'φ8 新' }),
  );
  expect(await refusal(act('undo', id))).toBe('物料「SR-08」复制后已修改，不能撤销复制');
  await run(`UPDATE org_demo2.material SET version = version - 1, spec = 'φ8' WHERE code = 'SR-08'`);
  const nbr = await there(async (ctx) => {
    const house = await ctx.records.save('warehouse', { code: 'CKA', name: '辅料仓', kind: '1' });
    const [pcs] = await ctx.records.find('unit', "code == 'PCS'");
    const doc = await ctx.records.save('otherReceipt', {
      kind: '6',
      reason: '样品',
      warehouse: house.id,
      items: [
        {
          id: ctx.newId(),
          material: seal?.id ?? null,
          qty: 10,
          unit: pcs?.id ?? null,
          price: 0.35,
          produceDate: '2026-01-10',
        },
      ],
    } as unknown as Rec);
    return String(doc.nbr);
  });
  expect(await refusal(act('undo', id))).toBe(`物料「SR-08」已被其他入库「${nbr}」引用，不能撤销复制`);
  expect(await jobOf(id)).toMatchObject({ docStatus: '60' });
  await run(`UPDATE org_demo2.other_receipt SET is_deleted = 1`);
  factory.setNow('2026-01-23 10:00:00');
  expect(await refusal(act('undo', id))).toBe('完成已超过7天，不能撤销复制');
  factory.setNow('2026-01-15 11:00:00');
  await act('undo', id);
  expect(await there(async (ctx) => ctx.records.find('material', "code == 'SR-08'"))).toEqual([]);
});

test('a reference that leads nowhere refuses all, stays empty or leaves its record behind', async () => {
  const parts = (missing: string | null) => [
    part('unit', { where: "code == 'M'" }),
    part('materialCategory', { where: inCodes(['YCL', 'XC']), missing: 'empty' }),
    part('material', { where: inCodes(['TB-30', 'RB-12']), missing }),
  ];
  const count = () => run('SELECT count(*) AS n FROM org_demo2.material_category WHERE is_deleted = 0');
  const before = await count();
  const [unit] = await run(`SELECT u.name FROM org_demo.material_units r JOIN org_demo.material m ON m.id = r.head_id
    JOIN org_demo.unit u ON u.id = r.unit_id WHERE m.code = 'TB-30' ORDER BY r.line_no LIMIT 1`);
  await run(`UPDATE org_demo2.unit SET is_deleted = 1 WHERE name = '${String(unit?.name)}'`);
  const job = await preview(parts('empty'));
  const says = `缺少引用：物料TB-30的计量单位「${String(unit?.name)}」不存在，请先复制计量单位`;
  expect((job.results as Row[])[0]?.message).toBe(says);
  expect(await refusal(act('run', job.id as string))).toBe(says);
  expect(await count()).toEqual(before);
  expect(await done(await preview(parts('skip')))).toMatchObject({ added: 2, skipped: 2 });
  await run(`UPDATE org_demo2.unit SET is_deleted = 0 WHERE name = '${String(unit?.name)}'`);
});

test('over, blanks only and another code; what was there comes back', async () => {
  const own = () =>
    there(async (ctx) =>
      (await ctx.records.find('material', "starts(code, 'RB-12')", { sort: 'code' })).map(
        ({ code, name, spec, drawingNo }) => [code, name, spec, drawingNo],
      ),
    );
  const parts = (policy: string, more = {}) => [
    part('unit', { where: "code == 'KG'" }),
    part('materialCategory', { where: inCodes(['YCL', 'XC']), missing: 'empty' }),
    part('material', { where: "code == 'RB-12'", missing: 'empty', policy, ...more }),
  ];
  const before = await own();
  const blank = await preview(parts('blank'));
  await asRoot(async (ctx) => {
    const [rod] = await ctx.records.find('material', "code == 'RB-12'");
    await ctx.records.patch('material', rod?.id as string, { head: { drawingNo: 'T-12' } });
  });
  expect(await done(blank)).toMatchObject({ changed: 1 });
  expect(await own()).toEqual([['RB-12', '圆钢', 'φ12 45#', 'T-12']]);
  const over = await preview(parts('over'));
  expect(await done(over)).toMatchObject({ changed: 1 });
  expect(await own()).toEqual([['RB-12', '圆钢', 'φ12', 'T-12']]);
  await act('undo', over.id as string);
  expect(await own()).toEqual([['RB-12', '圆钢', 'φ12 45#', 'T-12']]);
  expect(before).toEqual([['RB-12', '圆钢', 'φ12 45#', null]]);
  expect(await done(await preview(parts('rename', { suffix: '-D' })))).toMatchObject({ added: 1 });
  expect(await own()).toEqual([
    ['RB-12', '圆钢', 'φ12 45#', 'T-12'],
    ['RB-12-D', '圆钢', 'φ12', 'T-12'],
  ]);
});

test('who may not copy, and what goes nowhere', async () => {
  const own = { id: crypto.randomUUID(), object: 'unit', policy: 'skip' };
  const save = (rec: unknown) => asRoot((ctx) => ctx.records.save('dataCopyJob', rec as Rec));
  expect(await refusal(save({ targets: [factory.org.id], parts: [own] }))).toBe('目标企业的数据不在可选范围内');
  expect(await refusal(save({ targets: [second.id], parts: [{ ...own, object: 'user' }] }))).toBe('「用户」不能复制');
  expect(await refusal(save({ targets: [second.id], parts: [{ ...own, object: 'bom', policy: 'over' }] }))).toBe(
    '「物料清单」按版本管理，冲突的只能跳过或改编码',
  );
  // `*` of an ordinary organisation does not reach others
  const asAdmin = factory.as('admin', (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object('dataCopyJob'), 'run', { targets: [], ask: {} }),
  );
  expect(await refusal(asAdmin)).toBe('没有权限，请联系管理员');
});

async function done(job: Rec): Promise<Rec> {
  await act('run', job.id as string);
  await work();
  const after = await jobOf(job.id as string);
  expect((after.results as Row[]).map(({ message }) => message ?? null)).toEqual([null]);
  return after;
}
