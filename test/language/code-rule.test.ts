import { describe, expect, it } from 'vitest';
import {
  type CodeRule,
  checkDigit,
  isRules,
  parseRule,
  pickRule,
  renderRule,
  scopeOf,
} from '../../schemas/language/code-rule';
import type { Scope } from '../../schemas/language/env';
import type { Rec } from '../../schemas/language/value';
import { makeEnv, shipped } from './record-fixture';

const types = (object: string) => {
  const { lib } = shipped();
  const type = lib.object(object);
  if (!type) throw new Error(object);
  return { lib, object: type };
};
const rulesOf = (rule: string | { when?: string; rule: string }[], object = 'purchaseOrder'): readonly CodeRule[] => {
  const parsed = parseRule(rule, types(object));
  if (!isRules(parsed)) throw new Error(parsed.map((one) => one.text).join());
  return parsed;
};
const one = (rule: string, object?: string): CodeRule => rulesOf(rule, object)[0] as CodeRule;
const scope = (rec: Rec, now = '2026-01-15 08:00:00'): Scope => {
  const env = makeEnv({
    now,
    hop: (object, _id, field) => (object === 'materialCategory' && field === 'shortCode' ? 'DJ' : null),
  });
  return { env, self: rec, doc: rec };
};
const text = (rule: CodeRule, rec: Rec, serial: number, now?: string) =>
  renderRule(rule, scope(rec, now), serial, '采购订单');

describe('rules of numbers', () => {
  it('renders date and serial', () => {
    const rule = one('SCDD{yyyyMMdd}{seq:4}');
    expect(text(rule, {}, 13)).toEqual({ text: 'SCDD202601150013' });
    expect(text(rule, {}, 1, '2026-01-16 00:00:00')).toEqual({ text: 'SCDD202601160001' });
  });
  it('counts by the text before the serial and the finest date part', () => {
    expect(scopeOf(one('SCDD{yyyyMMdd}{seq:4}'), scope({}))).toEqual({ scope: 'SCDD20260115#20260115' });
    expect(scopeOf(one('A{bizDate:yyyyMM}{seq:4}'), scope({ bizDate: '2026-02-03' }))).toEqual({
      scope: 'A202602#202602',
    });
    expect(scopeOf(one('A{seq:4}{yyyy}'), scope({}))).toEqual({ scope: 'A#2026' });
    expect(scopeOf(one('A{yyww}-{seq:3}'), scope({}))).toEqual({ scope: 'A2603-#2026-W03' });
    expect(scopeOf(one('{materialCategory.shortCode}{seq:5}', 'material'), scope({ materialCategory: 'x' }))).toEqual({
      scope: 'DJ#',
    });
  });
  it('names the field it needs', () => {
    const rule = one('{materialCategory.shortCode}{seq:5}', 'material');
    const found = scopeOf(rule, scope({}));
    expect('problem' in found && found.problem.text).toBe('编码规则需要「物料分类」，请先填写');
  });
  it('maps values, and says which has no mapping', () => {
    const rule = one('{orderType|1=A;2=B}{seq:2}');
    expect(text(rule, { orderType: '2' }, 7)).toEqual({ text: 'B07' });
    const found = text(rule, { orderType: '3' }, 7);
    expect('problem' in found && found.problem.text).toBe('编码映射缺少值「3」');
  });
  it('never wraps: 9999 on the same day is the last', () => {
    const rule = one('CGDD{yyyyMMdd}{seq:4}');
    expect(text(rule, {}, 9999)).toEqual({ text: 'CGDD202601159999' });
    const found = text(rule, {}, 10_000);
    expect('problem' in found && found.problem.text).toBe(
      '编码规则「采购订单」流水号已用完（4位，最大9999），请加长或改变重置周期',
    );
  });
  it('starts and steps as said', () => {
    expect(one('A{seq:4:100:5}').seq).toMatchObject({ length: 4, start: 100, step: 5 });
  });
  it('adds a check digit', () => {
    expect(checkDigit('12345')).toBe('7');
    expect(text(one('{seq:5}{check}'), {}, 12_345)).toEqual({ text: '123457' });
  });
  it('takes the first rule whose condition holds', () => {
    const rules = rulesOf([{ when: 'orderType == 3', rule: 'YP{seq:3}' }, { rule: 'CG{seq:3}' }]);
    expect(pickRule(rules, scope({ orderType: '3' }))?.text).toBe('YP{seq:3}');
    expect(pickRule(rules, scope({ orderType: '1' }))?.text).toBe('CG{seq:3}');
  });
  it('refuses rules without or with two serials, and unknown fields', () => {
    const texts = (rule: string): string[] => parseRule(rule, types('purchaseOrder')).map((found) => found.text);
    expect(texts('A{yyyy}')).toEqual(['编码规则必须且只能有一个流水号段']);
    expect(texts('{seq:2}{seq:2}')).toEqual(['编码规则必须且只能有一个流水号段']);
    expect(texts('{nope}{seq:2}')[0]).toContain('字段不存在 nope');
  });
});
