/** Pickers in dialogs of actions: `ask` is the answers beside them, `doc` the record the dialog is about, as the act judges them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../schemas/language/value';
import type { EngineCtx } from '../../server/records/host';
import { pickRows } from '../../server/records/pick/pick';
import { actsOf, refusal } from '../support/demo-acts';
import { shopOf } from '../support/shop';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const offered = (code: string, path: string, body: object, login = 'admin'): Promise<readonly string[]> =>
  factory.as(login, async (ctx) => {
    const { records } = await pickRows(ctx as EngineCtx, (ctx as EngineCtx).registry.page(code)!, path, body);
    return records.map(({ id }) => String(id));
  });
const place = async (code: string, warehouse: string): Promise<string> =>
  (await acts.save('position', { code, name: code, warehouse, lockStatus: '0', mixRule: '0' })).id;

it('移库 offers the places of the store beside it, and takes no other', async () => {
  const [one, two] = [await acts.id('warehouse', 'CK01'), await acts.id('warehouse', 'CK02')];
  const [here, there] = [await place('DP-01', one), await place('DP-02', two)];
  await shop.beside('CK01', 'SR-08', 4, { batchNbr: 'DP0001' });
  const [balance] = await factory.as('admin', (ctx) =>
    ctx.records.find('stockBalance', "batchNbr == 'DP0001' && qty > 0"),
  );
  const among = [here, there];
  const places = (ask?: Rec) =>
    offered('stockBalance', 'actions.relocate.ask.toPosition', {
      among,
      record: { id: balance!.id },
      ...(ask === undefined ? {} : { ask }),
    });
  expect(await places({ toWarehouseId: one })).toEqual([here]);
  expect(await places({ toWarehouseId: two })).toEqual([there]);
  expect(await places({ toWarehouseId: null })).toEqual([]);
  expect(await places()).toEqual([]);
  const moved = acts.act('stockBalance', 'relocate', balance!, { qty: 1, toWarehouseId: two, toPositionId: here });
  expect(await refusal(moved)).toBe('移入库位的数据不在可选范围内');
  expect((await shop.get('stockBalance', balance!.id as string)).qty).toBe(4);
});

it('a condition reads the stored record of the dialog, whatever of it was sent', async () => {
  const [team, other] = await factory.as('admin', (ctx) => ctx.records.find('team', 'true', { limit: 2 }));
  const among = [team!.id, other!.id];
  const teams = (record: object) => offered('team', 'actions.transfer.ask.team', { among, record });
  expect(await teams({ id: team!.id })).toEqual([other!.id]);
  expect(await teams({ id: other!.id, code: 'X' })).toEqual([team!.id]);
});

it('a record out of reach is not there, and the right of the action is needed', async () => {
  const path = 'actions.transfer.ask.team';
  const unknown = '00000000-0000-7000-8000-000000000001';
  expect(await refusal(offered('team', path, { record: { id: unknown } }))).toBe('数据不存在或无权查看');
  const [team] = await factory.as('admin', (ctx) => ctx.records.find('team', 'true', { limit: 1 }));
  expect(await refusal(offered('team', path, { record: { id: team!.id } }, 'sunhao'))).toBe('没有权限，请联系管理员');
});
