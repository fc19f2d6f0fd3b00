/** The world of a flow from the tables of an organisation: who is asked for a purchase order, and which flow it takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseBind, compileFlow, type FlowDoc, submit } from '../../../schemas/language/flow/index';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { loadDirectory } from '../../../server/workflow/directory';
import { loadWorld } from '../../../server/workflow/world';
import { ask, flowOf } from '../../support/flow';
import { type Factory, openFactory } from '../../support/records';

const flow = (name: string): FlowDoc =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../schemas/flows', `${name}.json`), 'utf8')) as FlowDoc;
const poBig = flow('po-big');
const poNormal = flow('po-normal');
const at = Object.fromEntries(
  [
    'all',
    'buy',
    'shop',
    'team',
    'gm',
    'super',
    'xumin',
    'zhoumin',
    'zhangwei',
    'gone',
    'late',
    'wang',
    'sun',
    'worker',
  ].map((name) => [name, newId()]),
) as { readonly [name: string]: string };
const id = (name: string): string => at[name] as string;

let factory: Factory;
let ctx: EngineCtx;
const order = (more: Rec = {}): Rec => ({
  id: newId(),
  nbr: 'CGDD202601150002',
  dept: id('buy'),
  createdBy: id('xumin'),
  orderType: '1',
  needBy: '2026-02-01',
  amount: 126_500,
  items: [],
  ...more,
});
const world = (doc: FlowDoc, record: Rec) =>
  loadWorld(ctx, doc, ctx.registry.find('purchaseOrder') as never, record, {
    facts: { starter: id('xumin'), round: 1, startAt: ctx.now, dept: id('buy') },
    autoPass: false,
    maxRounds: 20,
    isPosting: false,
  });

beforeAll(async () => {
  factory = await openFactory();
  const dept = (name: string, title: string, more: object = {}) => ({
    id: id(name),
    code: name,
    name: title,
    type: '20',
    is_disabled: '0',
    ...more,
  });
  const user = (name: string, title: string, of: string, more: object = {}) => ({
    id: id(name),
    login_name: name,
    name: title,
    dept_id: id(of),
    is_disabled: '0',
    ...more,
  });
  await factory.insert('dept', [
    dept('all', '示例工厂'),
    dept('buy', '采购部', { parent_id: id('all') }),
    dept('shop', '机加车间', { parent_id: id('all'), type: '30' }),
    dept('team', '一班', { parent_id: id('shop'), type: '40' }),
  ]);
  await factory.insert('role', [
    { id: id('gm'), code: 'gm', name: '总经理', is_disabled: '0', data_scope: '1' },
    { id: id('super'), code: 'root', name: '超级管理员', is_super: true, is_disabled: '0', data_scope: '1' },
  ]);
  await factory.insert('user', [
    user('zhoumin', '周敏', 'buy'),
    user('xumin', '许敏', 'buy', { supervisor_id: id('zhoumin') }),
    user('zhangwei', '张伟', 'all', { roles: [id('gm'), id('super')] }),
    user('gone', '走了', 'buy', { is_disabled: '1', roles: [id('gm'), id('super')] }),
    user('late', '到期', 'buy', { valid_to: '2026-01-14' }),
    user('wang', '王强', 'team'),
    user('sun', '孙浩', 'team'),
  ]);
  for (const [dept, leader] of Object.entries({ all: 'zhangwei', buy: 'zhoumin', team: 'wang' }))
    await factory.db
      .withSchema(factory.org.schema)
      .updateTable('dept')
      .set({ leader_id: id(leader) })
      .where('id', '=', id(dept))
      .execute();
  await factory.insert('employee', [
    { id: id('worker'), code: 'E1', name: '孙浩', dept_id: id('team'), user_id: id('sun'), emp_status: '1' },
  ]);
  ctx = await factory.root();
});
afterAll(() => factory.close());

describe('directory', () => {
  it('knows people, also those who left or whose account has expired', async () => {
    const people = await loadDirectory(ctx, { [id('zhoumin')]: id('sun') });
    expect(people.person(id('xumin'))).toEqual({ id: id('xumin'), name: '许敏', dept: id('buy') });
    expect(people.person(id('gone'))?.isDisabled).toBe(true);
    expect(people.person(id('late'))?.isDisabled).toBe(true);
    expect(people.person(newId())).toBeUndefined();
    expect([people.login('xumin'), people.login('nobody')]).toEqual([id('xumin'), undefined]);
    expect(people.agent(id('zhoumin'))).toBe(id('sun'));
  });
  it('knows roles, departments, superiors and team leaders', async () => {
    const people = await loadDirectory(ctx);
    expect(people.role('gm').title).toBe('总经理');
    expect([...people.role('gm').users].sort()).toEqual([id('zhangwei'), id('gone')].sort());
    expect(people.rolesOf(id('zhangwei'))).toEqual(['gm', 'root']);
    expect(people.dept(id('buy'))).toEqual({ title: '采购部', parent: id('all'), head: id('zhoumin') });
    expect([people.superior(id('xumin')), people.superior(id('zhoumin'))]).toEqual([id('zhoumin'), null]);
    expect([people.teamLeader(id('sun')), people.teamLeader(id('xumin'))]).toEqual([id('wang'), null]);
    expect(people.supers()).toEqual([id('zhangwei')]);
  });
});

describe('world of a purchase order', () => {
  it('chooses the flow by the amount', async () => {
    const of = async (amount: number): Promise<string | undefined> => {
      const big = await world(poBig, order({ amount }));
      const binds = [poNormal, poBig].flatMap((doc) => (doc.binds ?? []).map((bind) => ({ ...bind, flow: doc.flow })));
      return chooseBind(binds, big.bindTest)?.flow;
    };
    expect([await of(126_500), await of(7700), await of(100_000)]).toEqual(['poBig', 'poNormal', 'poNormal']);
  });
  it('asks the head of the starter’s department first', async () => {
    const loaded = await world(poBig, order());
    expect(loaded.title).toBe('采购订单 CGDD202601150002');
    expect(loaded.document.keys()).toMatchObject([
      { field: 'amount', title: '金额', text: '126500.00' },
      { field: 'supplier' },
    ]);
    const result = submit(compileFlow(poBig), loaded, {
      starter: id('xumin'),
      dept: id('buy'),
      revision: 1,
      auditStatus: '1',
    });
    expect(result.state?.tasks.map((task) => [task.node, task.user, task.dueAt])).toEqual([
      ['head', id('zhoumin'), '2026-01-16 10:00:00'],
    ]);
  });
  it('reads people, days and conditions over references from the record', async () => {
    const doc = flowOf([
      ask('a', '', { who: [{ by: 'field', field: 'buyer' }], limit: { field: 'needBy' } }),
      {
        node: 'x',
        title: 'x',
        sort: 'branch',
        ways: [
          { when: "starter.name == '许敏' && flow.round == 1 && dept.name == '采购部'", title: '一' },
          { title: '二' },
        ],
      },
    ]);
    const loaded = await world(doc, order({ buyer: id('worker') }));
    expect(loaded.document.users('buyer')).toEqual([id('sun')]);
    expect(loaded.document.day('needBy')).toBe('2026-02-01');
    expect(loaded.document.fieldTitle('needBy')).toBe('最迟到货');
    expect(loaded.document.dept).toBe(id('buy'));
    const [when = ''] = doc.nodes[1]?.ways?.map((way) => way.when) ?? [];
    expect(loaded.test(when, { starter: id('xumin'), round: 1, startAt: ctx.now, dept: null })).toBe(true);
    expect(loaded.test('orderType == 9', { starter: '', round: 1, startAt: ctx.now, dept: null })).toBe(false);
  });
});
