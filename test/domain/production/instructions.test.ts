/** 作业指导书 of an operation (20 §10.16, 30 P7): what was named for it first, then by scope; who works there sees it and must have read it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { sopMatch } from '../../../server/domain/document/sop-match';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { type Floor, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const published = async (name: string, scope: Rec, more: Rec = {}): Promise<Rec> =>
  floor.factory.as('admin', async (ctx) => {
    const saved = await ctx.records.save('sopDoc', {
      id: newId(),
      name,
      docClass: (await ctx.records.find('docClass', "code == 'ZYZD'"))[0]!.id,
      kind: '1',
      effectDate: '2026-01-01',
      isDefault: true,
      revision: 'V1.0',
      steps: [{ id: newId(), lineNo: 10, stepNo: 10, title: '第一步' } as Row],
      scope: [{ id: newId(), lineNo: 10, ...scope } as Row],
      ...more,
    });
    await ctx.records.act('sopDoc', 'publish', saved.id as string, { effectDate: '2026-01-01' });
    return { ...saved, object: 'sopDoc' };
  });
const shown = async (login: string, operation: Value) =>
  floor.factory.as(login, async (ctx) => {
    const rows = (await sopMatch.run({ operation }, ctx)) as readonly Rec[];
    const sops = await ctx.asSystem().records.many(
      'sopDoc',
      rows.map(({ sop }) => sop as string),
      { stored: true },
    );
    return rows.map(({ sop, score, scopeText }) => [sops.find(({ id }) => id === sop)?.name, score, scopeText]);
  });

it('shows what was named for the operation, then what its scope finds; operators see it, and a start waits for who has not read it', async () => {
  const packing = await floor.idOf('process', 'ZP');
  const other = await published('包装单页', { process: packing }, { mustRead: true });
  const work = await floor.workOrder(10, [{ opNbr: 10, process: 'CX' }]);
  const op = await floor.op(work, 10);
  expect(await shown('admin', op.id as string)).toEqual([['车削作业指导书', 4, '车削']]);
  await floor.save('orderProcess', { id: op.id, version: op.version, sopDoc: other.id });
  const both = [
    ['包装单页', 64, '工序指定'],
    ['车削作业指导书', 4, '车削'],
  ];
  expect(await shown('admin', op.id as string)).toEqual(both);
  const rights = await floor.factory.as('sunhao', async (ctx) => ctx.session.rights);
  expect(rights.has('sopMatch:view')).toBe(true);
  expect(await shown('sunhao', op.id as string)).toEqual(both);
  await floor.factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [['sop.mustRead', true]]));
  const employee = await floor.idOf('employee', 'YG0007');
  const workers = [{ id: newId(), employee }];
  expect(await refusal(floor.start(work, 10, 5, { workers }))).toBe('请先阅读并确认「包装单页」V1.0');
  expect(await floor.find('prdStart', 'workOrderNbr == param.id', { id: work.id })).toEqual([]);
  await floor.factory.as('sunhao', (ctx) => ctx.records.act('sopDoc', 'confirmRead', other.id as string));
  expect(await floor.start(work, 10, 5, { workers })).toMatchObject({ docStatus: '30', sopConfirm: true });
  await floor.factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [['sop.mustRead', null]]));
  // one of two has not read what is shown
  const mixed = [employee, await floor.idOf('employee', 'YG0020')].map((each) => ({ id: newId(), employee: each }));
  expect(await floor.start(work, 10, 5, { workers: mixed })).toMatchObject({ docStatus: '30', sopConfirm: false });
});

it('an operation of an order keeps what its row names; a scope of route and operation number is found by the route of the order', async () => {
  const named = await published('试制说明', { process: await floor.idOf('process', 'ZP') });
  const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL' }], { orderKind: '20' });
  const order = await floor.read('prdOrder', work.prdOrderNbr as string);
  await published('路线单页', { route: order.route as string, opNbr: 10 });
  const op = await floor.op(work, 10);
  expect(await shown('admin', op.id as string)).toEqual([['路线单页', 16, expect.any(String)]]);
  expect(await shown('admin', newId())).toEqual([]);
  const [row] = order.ops as readonly Row[];
  await floor.factory.as('admin', (ctx) =>
    ctx.records.patch('prdOrder', order.id as string, { rows: { ops: [{ id: row!.id, sopDoc: named.id as string }] } }),
  );
  await floor.factory.as('admin', (ctx) =>
    ctx.records.patch('prdOrder', order.id as string, { head: { planQty: 20 } }),
  );
  const latest = await floor.read('prdOrder', order.id as string);
  await floor.act('release', latest, { qty: 10, lotQty: 0 });
  const second = (await floor.find('orderProcess', 'prdOrderNbr == param.id', { id: order.id })).find(
    ({ id }) => id !== op.id,
  );
  expect(second).toMatchObject({ sopDoc: named.id });
  expect(await shown('admin', second!.id as string)).toEqual([
    ['试制说明', 64, '工序指定'],
    ['路线单页', 16, expect.any(String)],
  ]);
});
