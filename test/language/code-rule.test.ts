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
import {
  type CodePart,
  lengthOfParts,
  partsOfText,
  ruleOfParts,
  sampleOfParts,
} from '../../schemas/language/code-rule-parts';
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
  if (!isRules(parsed)) throw new Error(parsed.map((problem) => problem.text).join());
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

describe('rules put together from parts', () => {
  const seq: CodePart = { sort: 'seq', length: 4, start: 1, step: 1, reset: 'day' };
  const day: CodePart = { sort: 'date', format: 'yyyyMMdd' };
  const fixed = (value: string): CodePart => ({ sort: 'text', text: value });
  const made = (parts: readonly CodePart[], when?: string) =>
    ruleOfParts({ name: '生产订单', parts, ...(when ? { when } : {}) }, types('purchaseOrder'));
  const rule = (parts: readonly CodePart[], when?: string): CodeRule => {
    const one = made(parts, when);
    if (!('segments' in one)) throw new Error(one.map((found) => found.text).join());
    return one;
  };
  const texts = (parts: readonly CodePart[], when?: string): string[] => {
    const one = made(parts, when);
    return 'segments' in one ? [] : one.map((found) => found.text);
  };
  it('number as the text does, and say their own name when they are used up', () => {
    const own = rule([fixed('SCDD'), day, seq]);
    expect(scopeOf(own, scope({}))).toEqual({ scope: 'SCDD20260115#20260115' });
    expect(text(own, {}, 13)).toEqual({ text: 'SCDD202601150013' });
    const found = text(own, {}, 10_000);
    expect('problem' in found && found.problem.text).toBe(
      '编码规则「生产订单」流水号已用完（4位，最大9999），请加长或改变重置周期',
    );
  });
  it('begin anew by their own period, or never', () => {
    expect(scopeOf(rule([fixed('A'), { ...day, inScope: false }, { ...seq, reset: 'month' }]), scope({}))).toEqual({
      scope: 'A#202601',
    });
    expect(scopeOf(rule([fixed('A'), { ...day, inScope: false }, { ...seq, reset: 'never' }]), scope({}))).toEqual({
      scope: 'A#',
    });
  });
  it('read shipped texts back', () => {
    const shippedText = 'CG{yyyyMMdd}{orderType|1=A;2=B}{seq:3}{check}';
    const parts = partsOfText(shippedText);
    expect(parts.map((part) => part.sort)).toEqual(['text', 'date', 'value', 'seq', 'check']);
    expect(parts[3]).toMatchObject({ length: 3, start: 1, step: 1, reset: 'day' });
    expect(lengthOfParts(parts)).toBe(2 + 8 + 1 + 3 + 1);
    expect(sampleOfParts(partsOfText('{materialCategory.shortCode}{seq:5}'), '2026-01-15', 4)).toBe('XX00004');
    expect(sampleOfParts(partsOfText('1{yyww}{seq:5}{check}'), '2026-01-15', 7)).toMatch(/^1260300007\d$/);
  });
  it('are refused with the row that is wrong', () => {
    expect(texts([fixed('A')])).toEqual(['编码规则必须且只能有一个流水号段']);
    expect(texts([fixed('A'), seq, seq])).toContain('编码规则必须且只能有一个流水号段');
    expect(texts([fixed('A'), { ...day, format: 'yyyyMM' }, seq])).toEqual(['按日重置时编码中必须包含年月日']);
    expect(texts([fixed('A'), { ...seq, reset: 'month' }])).toEqual(['按月重置时编码中必须包含年月']);
    expect(texts([fixed('A'.repeat(47)), { ...seq, reset: 'never' }])).toEqual(['编码总长51超过50位']);
    expect(
      texts([
        { sort: 'value', field: 'nope' },
        { ...seq, reset: 'never' },
      ]),
    ).toEqual(['字段「nope」不存在']);
    expect(texts([fixed('A'), { ...seq, reset: 'never' }, { sort: 'check' }])).toEqual([
      '校验位必须是最后一段且其他段只能是数字',
    ]);
    expect(texts([fixed('1'), { ...seq, reset: 'never' }, { sort: 'check' }])).toEqual([]);
    expect(texts([fixed('A'), { ...seq, reset: 'never' }], 'nope == 1')).toHaveLength(1);
    const found = made([{ ...fixed(''), id: 'r1' }, seq]);
    expect('segments' in found ? '' : found[0]?.path).toBe('segments[r1].text');
  });
});
