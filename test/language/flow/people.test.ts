/** Who is asked (domain part 10, 7.5 step 3): sources and the rules after them, in their order. */
import { describe, expect, it } from 'vitest';
import { type FlowNodeDoc, type FlowWhoDoc, mayStart } from '../../../schemas/language/flow/index';
import { ask, flowOf, Player, type WorldParts, worldOf } from '../../support/flow';

const by = (who: FlowWhoDoc, more: Partial<FlowNodeDoc> = {}): FlowNodeDoc => ({
  node: 'a',
  title: 'a',
  sort: 'approve',
  who: [who],
  ...more,
});
const open = (node: FlowNodeDoc, parts: WorldParts = {}, dept = '12', starter = 'xumin'): string =>
  new Player(flowOf([node]), parts, { dept, starter }).open;

describe('sources', () => {
  it.each<[FlowWhoDoc, string]>([
    [{ by: 'user', users: ['sunli', 'zhoutao'] }, 'a:sunli a:zhoutao'],
    [{ by: 'role', roles: ['finance', 'quality'] }, 'a:shenjie a:zhaomin'],
    [{ by: 'deptHead' }, 'a:zhoumin'],
    [{ by: 'deptHead', level: 2 }, 'a:zhangwei'],
    [{ by: 'superior' }, 'a:zhoumin'],
    [{ by: 'field', field: 'buyer' }, 'a:sunhao'],
    [{ by: 'fieldDept', field: 'dept' }, 'a:shenjie'],
    [{ by: 'chosen' }, 'a:sunli'],
  ])('%j', (who, expected) => {
    const parts = { fields: { buyer: ['sunhao'], dept: ['17'] } };
    const chosen = who.by === 'chosen' ? { chosen: { a: ['sunli'] } } : {};
    expect(new Player(flowOf([by(who)]), parts, chosen).open).toBe(expected);
  });
  it('asks managers one after the other, to a level or to a role', () => {
    const run = new Player(
      flowOf([by({ by: 'managers', level: 3 })]),
      { creator: 'sunhao' },
      { dept: '111', starter: 'sunhao' },
    );
    expect(run.open).toBe('a:wangqiang');
    run.agree('wangqiang');
    expect(run.open).toBe('a:liuqiang');
    run.agree('liuqiang').agree('zhangwei');
    expect(run.state.status).toBe('passed');
    const role = new Player(
      flowOf([by({ by: 'managers', roles: ['workshopHead'] })]),
      { creator: 'sunhao' },
      { dept: '111', starter: 'sunhao' },
    );
    role.agree('wangqiang').agree('liuqiang');
    expect(role.state.status).toBe('passed');
  });
  it('takes the team leader of the starter', () => {
    expect(open(by({ by: 'teamLeader' }), { creator: 'sunhao' }, '111', 'sunhao')).toBe('a:wangqiang');
  });
  it('narrows a role to the nearest department upward of the document', () => {
    const roles = { checker: ['sunli', 'sunhao', 'liuqiang', 'zhangwei'] };
    const node = by({ by: 'role', roles: ['checker'] }, { near: true });
    expect(open(node, { roles, dept: '14' })).toBe('a:sunli');
    expect(open(node, { roles, dept: '111' })).toBe('a:sunhao');
    expect(open(node, { roles: { checker: ['sunli', 'liuqiang'] }, dept: '111' })).toBe('a:liuqiang');
    expect(open(node, { roles, dept: '17' })).toBe('a:admin');
    const run = new Player(flowOf([node]), { roles, dept: '14' });
    expect(run.task('sunli').why).toBe('角色就近：质量部');
  });
  it('lets the step before choose, within the scope', () => {
    const doc = flowOf([ask('a', 'zhoumin'), { ...by({ by: 'previous', scope: 'dept' }), node: 'b', title: 'b' }]);
    const run = new Player(doc);
    expect(() => run.agree('zhoumin', { chosen: { b: ['sunli'] } })).toThrow('「孙丽」不在可选范围内');
    run.agree('zhoumin', { chosen: { b: ['zhoumin'] } });
    expect(run.open).toBe('b:zhoumin');
  });
  it('refuses more than 50 people', () => {
    const many = (n: number) => ({ roles: { crowd: Array.from({ length: n }, (_, i) => `u${i}`) } });
    const node = by({ by: 'role', roles: ['crowd'] });
    expect(open(node, many(50)).split(' ').length).toBe(50);
    expect(() => open(node, many(51))).toThrow('处理人超过50人，请缩小范围');
  });
});

describe('rules after the sources', () => {
  it('drops disabled users, then asks agents, then removes doubles', () => {
    const doc = flowOf([ask('a', 'shenjie zhaomin qianli')]);
    const run = new Player(doc, { disabled: ['zhaomin'], agents: { shenjie: 'qianli' } });
    expect(run.open).toBe('a:qianli');
    expect(run.task('qianli').owner).toBe('shenjie');
    run.agree('qianli');
    expect(run.events).toContainEqual(expect.objectContaining({ act: 'agree', actor: 'qianli', owner: 'shenjie' }));
  });
  it('keeps the task with its owner when the agent left, is the starter, or has an agent himself', () => {
    const node = ask('a', 'shenjie');
    expect(open(node, { agents: { shenjie: 'qianli' }, disabled: ['qianli'] })).toBe('a:shenjie');
    expect(open(node, { agents: { shenjie: 'xumin' } })).toBe('a:shenjie');
    expect(open(node, { agents: { shenjie: 'qianli', qianli: 'sunli' } })).toBe('a:qianli');
  });
  it('moves the starter’s own task by the starter rule', () => {
    expect(open(ask('a', 'xumin'), { self: true })).toBe('a:zhoumin');
    expect(open(ask('a', 'xumin', { self: 'do' }), { self: true })).toBe('a:xumin');
    // audit.self = 0 makes every rule the superior
    expect(open(ask('a', 'xumin', { self: 'do' }))).toBe('a:zhoumin');
    expect(open(ask('a', 'xumin', { self: 'pass' }))).toBe('a:zhoumin');
    // who made the document is himself too, and so is his agent
    expect(open(ask('a', 'sunhao', { self: 'do' }), { creator: 'sunhao' })).toBe('a:wangqiang');
    const pass = new Player(flowOf([ask('a', 'xumin zhoutao', { self: 'pass' })]), { self: true });
    expect(pass.state.status).toBe('passed');
    expect(pass.results('a')).toBe('xumin:auto zhoutao:system');
  });
  it('removes doubles again after the starter rule', () => {
    expect(open(ask('a', 'xumin zhoumin', { sign: 'all' }))).toBe('a:zhoumin');
  });
  it('has nobody when the starter has no superior: the empty rule', () => {
    const parts = { creator: 'zhangwei' };
    expect(open(ask('a', 'zhangwei'), parts, '10', 'zhangwei')).toBe('a:admin');
  });
  it.each<[string, Partial<FlowNodeDoc>, string]>([
    ['administrators', {}, 'a:admin'],
    ['another', { empty: 'user', emptyUser: 'zhoutao' }, 'a:zhoutao'],
    ['another who left', { empty: 'user', emptyUser: 'zhaomin' }, 'a:admin'],
    ['nobody', { empty: 'pass' }, ''],
  ])('nobody found: %s', (_, more, expected) => {
    expect(open(ask('a', 'zhaomin', more), { disabled: ['zhaomin'] })).toBe(expected);
  });
  it('nobody found: refused at the submit, the administrators’ later', () => {
    const empty = ask('b', 'zhaomin', { title: '质量', empty: 'refuse' });
    expect(() => open(empty, { disabled: ['zhaomin'] })).toThrow('节点「质量」没有处理人，不能提交');
    const run = new Player(flowOf([ask('a', 'shenjie'), empty]), { disabled: ['zhaomin'] });
    expect(run.agree('shenjie').open).toBe('b:admin');
  });
  it('gives the administrators’ task to the next one, and to a superuser when the administrator is the starter', () => {
    const doc = flowOf([ask('a', 'zhaomin')], { admins: ['xumin', 'zhoutao'] });
    expect(new Player(doc, { disabled: ['zhaomin'] }).open).toBe('a:zhoutao');
    expect(new Player(doc, { disabled: ['zhaomin', 'zhoutao'] }).open).toBe('a:admin');
  });
});

describe('the same person again', () => {
  const three = (repeat: 'none' | 'adjacent' | 'all') =>
    flowOf([ask('a', 'shenjie'), ask('b', 'shenjie'), ask('c', 'zhaomin'), ask('d', 'shenjie')], { repeat });
  it('is asked each time', () => {
    expect(new Player(three('none')).agree('shenjie').open).toBe('b:shenjie');
  });
  it('passes the node right behind his own', () => {
    const run = new Player(three('adjacent')).agree('shenjie');
    expect([run.open, run.results('b')]).toEqual(['c:zhaomin', 'shenjie:auto']);
    expect(run.agree('zhaomin').open).toBe('d:shenjie');
  });
  it('passes every node in the round, unless a field was edited since', () => {
    const run = new Player(three('all')).agree('shenjie').agree('zhaomin');
    expect([run.state.status, run.results('d')]).toEqual(['passed', 'shenjie:auto']);
    const edited = flowOf(
      [ask('a', 'shenjie'), ask('c', 'zhaomin', { fields: { remark: 'edit' } }), ask('d', 'shenjie')],
      {
        repeat: 'all',
      },
    );
    expect(new Player(edited).agree('shenjie').agree('zhaomin', { edited: ['remark'] }).open).toBe('d:shenjie');
    expect(() => new Player(edited).agree('shenjie', { edited: ['remark'] })).toThrow('「remark」当前不可修改');
  });
  it('does not pass on an agreement that a return made void, and is asked when something is returned to him', () => {
    const run = new Player(three('all')).agree('shenjie').back('zhaomin', 'b');
    expect(run.open).toBe('b:shenjie');
    const far = new Player(three('all')).agree('shenjie').back('zhaomin', 'a');
    expect(far.open).toBe('a:shenjie');
  });
});

describe('who may start', () => {
  it('is everybody, or roles and departments with those below', () => {
    const of = (starters: object | undefined, user: string) =>
      mayStart(flowOf([], starters === undefined ? {} : { starters }), worldOf().people, user);
    expect(of(undefined, 'sunhao')).toBe(true);
    expect([of({ roles: ['buyer'] }, 'xumin'), of({ roles: ['buyer'] }, 'sunhao')]).toEqual([true, false]);
    expect([of({ depts: ['11'] }, 'sunhao'), of({ depts: ['11'] }, 'xumin')]).toEqual([true, false]);
    expect(of({ roles: ['buyer'], depts: ['11'] }, 'sunhao')).toBe(true);
  });
});

describe('who left meanwhile', () => {
  it('is stood in for by an administrator when his turn comes, and is not asked again after a straight return', () => {
    const run = new Player(flowOf([ask('a', 'shenjie zhaomin', { sign: 'seq' })]));
    run.parts = { disabled: ['zhaomin'] };
    expect(run.agree('shenjie').open).toBe('a:admin');
    expect(run.task('admin')).toMatchObject({ owner: 'zhaomin', source: 'transfer' });
    // biome-ignore lint/suspicious/noThenProperty: a key of the language (§2.14)
    const back = new Player(flowOf([ask('a', 'shenjie'), ask('b', 'zhaomin sunli', { then: 'straight' })]));
    back.agree('shenjie').back('sunli', 'a');
    back.parts = { disabled: ['zhaomin'] };
    expect(back.agree('shenjie').open).toBe('b:sunli');
  });
});
