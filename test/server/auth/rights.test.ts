import { describe, expect, test } from 'vitest';
import { judgePassword } from '../../../schemas/language/password';
import { needOf } from '../../../server/auth/needs';
import { makeRights, type RoleGrant } from '../../../server/auth/rights';

const role = (code: string, scope: string, functions: readonly string[], rest: Partial<RoleGrant> = {}): RoleGrant => ({
  id: code,
  code,
  isSuper: false,
  functions,
  fieldGroups: [],
  scope: { scope, depts: [] },
  scopes: new Map(),
  ...rest,
});

describe('effective rights', () => {
  test('functions and field groups are the union of the roles', () => {
    const rights = makeRights(
      [role('a', '3', ['x:view']), role('b', '3', ['x:edit'], { fieldGroups: ['price'] })],
      false,
    );
    expect([rights.has('x:view'), rights.has('x:edit'), rights.has('x:del')]).toEqual([true, true, false]);
    expect([rights.group('price'), rights.group('cost')]).toEqual([true, false]);
    expect(rights.functions).toEqual(['x:edit', 'x:view']);
  });
  test('the scope of an action is that of the roles that grant it', () => {
    const lead = role('lead', '3', ['prdOrder:view', 'prdOrder:edit']);
    const query = role('query', '5', ['prdOrder:view'], { scope: { scope: '5', depts: ['112'] } });
    const rights = makeRights([lead, query], false);
    expect(rights.scopes('prdOrder:view')).toEqual([
      { scope: '3', depts: [] },
      { scope: '5', depts: ['112'] },
    ]);
    expect(rights.scopes('prdOrder:edit')).toEqual([{ scope: '3', depts: [] }]);
    expect(rights.scopes('prdOrder:del')).toEqual([]);
  });
  test('an override for the object counts instead of the own scope; all is all', () => {
    const own = role('own', '4', ['x:view'], { scopes: new Map([['x', { scope: '2', depts: [] }]]) });
    expect(makeRights([own], false).scopes('x:view')).toEqual([{ scope: '2', depts: [] }]);
    expect(makeRights([own, role('all', '1', ['x:view'])], false).scopes('x:view')).toEqual([
      { scope: '1', depts: [] },
    ]);
  });
  test('a superuser has all of his organisation, but not what stands over organisations', () => {
    const [here, platform] = [
      makeRights([role('s', '4', [], { isSuper: true })], false),
      makeRights([role('s', '4', [], { isSuper: true })], true),
    ];
    expect([here.has('anything:do'), here.group('pay'), here.has('org:add')]).toEqual([true, true, false]);
    expect(here.scopes('x:view')).toEqual([{ scope: '1', depts: [] }]);
    expect([platform.has('org:add'), here.scopes('org:add').length]).toEqual([true, 0]);
  });
});

describe('password rules', () => {
  const policy = { minLength: 10, classes: 3, maxRun: 3, weakList: true };
  const judge = (password: string) => judgePassword(password, policy, { loginName: 'xumin', mobile: '13800138000' });
  test.each([
    ['Xumin123', '密码不符合要求：长度8位，至少10位；不能包含登录账号'],
    ['Ruoshui#2026', null],
    ['nimux#A20262', '密码不符合要求：不能包含登录账号'],
    ['Zz138000#xy', '密码不符合要求：不能包含手机号后6位'],
    ['Zz#aaaa#xyK', '密码不符合要求：不能包含4位及以上连续或重复字符'],
    ['Zz#4321#xyK', '密码不符合要求：不能包含4位及以上连续或重复字符'],
    ['Zz#qwer#xyK', '密码不符合要求：不能包含4位及以上连续或重复字符'],
    ['Zz#123#xyKL', null],
    [
      'a123456789',
      '密码不符合要求：须包含大写、小写、数字、符号中的3类，当前2类；不能包含4位及以上连续或重复字符；属于常用弱密码',
    ],
  ])('%s', (password, sentence) => expect(judge(password)).toBe(sentence));
  test('expiry warns before it forces', () => {
    const account = { must_change: false, pwd_set_at: '2026-01-01 09:00:00' };
    const on = (day: string) => needOf(account, { expireDays: 90, warnDays: 7 }, new Date(`${day}T12:00:00+08:00`));
    expect(on('2026-03-24')).toMatchObject({ need: 0 });
    expect(on('2026-03-27')).toEqual({ need: 1, reason: 'expiring', daysLeft: 5 });
    expect(on('2026-04-01')).toEqual({ need: 2, reason: 'expired', daysLeft: 0 });
  });
});
