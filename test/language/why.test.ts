import { describe, expect, test } from 'vitest';
import { bindExpr } from '../../schemas/language/expr/check';
import { sayCondition } from '../../schemas/language/expr/say';
import type { Bound } from '../../schemas/language/expr/typed';
import { newRecord } from '../../schemas/language/record/new';
import { whyField, whyNotAction } from '../../schemas/language/record/why';
import type { Rec, Row } from '../../schemas/language/value';
import { id, MATERIAL, makeEnv, newId, SUPPLIER, shipped, shippedModel, UNIT } from './record-fixture';

const env = { ...makeEnv(), dict: (code: string) => shipped().dicts.get(code) };
const model = shippedModel('purchaseOrder');
const line = (more: Partial<Row> = {}): Row => ({
  id: newId(),
  material: MATERIAL.seal,
  unit: UNIT.pcs,
  qty: 10,
  price: 0.35,
  needDate: '2026-02-01',
  ...more,
});
const order = (more: Rec = {}): Rec =>
  newRecord(model, env, { supplier: SUPPLIER.one, needBy: '2026-02-01', items: [line(), line({ qty: 20 })], ...more });
const why = (rec: Rec, path: string): readonly string[] => {
  const row = path.includes('.') ? (rec.items as Row[])[0] : undefined;
  return whyField(model, rec, env, { path, old: rec, ...(row ? { row } : {}) }).map((reason) =>
    [reason.text, ...reason.facts].join(' | '),
  );
};
const AUDITED = { auditStatus: '2', id: id(90), version: 3 };

describe('why a field is as it is', () => {
  test('rules with the values they follow from; nothing where nothing stands in the way', () => {
    expect(why(order(AUDITED), 'supplier')).toEqual(['「供应商」当前不可修改：审核状态 是 已审核 | 审核状态 已审核']);
    expect(why(order(AUDITED), 'items.qty')).toEqual(['「数量」当前不可修改：审核状态 是 已审核 | 审核状态 已审核']);
    expect(why(order({ orderType: '3' }), 'remark')).toEqual(['必填：订单类型 是 样品 | 订单类型 样品']);
    expect(why(order(), 'remark')).toEqual([]);
    expect(why(order(), 'nothing')).toEqual([]);
  });
  test('formulas with their numbers, rows by their numbers', () => {
    expect(why(order(), 'amount')).toEqual(['自动计算：金额 10.50 = 明细「金额」合计 | 第10行 3.50 | 第20行 7.00']);
    expect(why(order(), 'items.amount')).toEqual(['自动计算：金额 3.50 = 数量 × 单价 | 数量 10 | 单价 0.35']);
  });
  test('what is numbered, filled or kept by the server, whatever the rules of the day', () => {
    expect(why(order(AUDITED), 'nbr')).toEqual(['编号在保存时自动生成']);
    expect(why(order(), 'items.spec')).toEqual(['选择「物料」时自动带出，不能修改']);
    expect(why(order(), 'docStatus')).toEqual(['状态由操作按钮改变，不能直接填写']);
    expect(why(order(), 'createdBy')).toEqual(['由系统记录，不能填写']);
  });
});

test('why an action is not there: right, state, condition', () => {
  const not = (code: string, rec: Rec, held = true): readonly string[] =>
    whyNotAction(model, model.obj.actions[code]!, rec, env, held).map((reason) => reason.text);
  expect(not('audit', order(), false)).toEqual(['没有「审核」的权限，请联系管理员']);
  expect(not('receive', order({ docStatus: '60' }))).toEqual([
    '单据状态是「已完成」，「待到货、部分入库」时才能下推入库',
    '需要满足：审核状态 是 已审核',
  ]);
  expect(not('audit', order())).toEqual([]);
});

test('every condition of the shipped documents can be said without a code of the language', () => {
  for (const object of shipped().objects.values()) {
    const own = shippedModel(object.object);
    for (const rule of own.states) {
      if (rule.when === undefined) continue;
      expect(sayCondition(rule.when.bound, env)).not.toMatch(/undefined|==|&&|\|\||[a-z]+\(/);
    }
  }
});

test('and, or, not, lists and dates read as sentences', () => {
  const say = (text: string): string =>
    sayCondition(bindExpr(text, { lib: model.lib, object: model.type }) as Bound, env);
  expect(say('!(auditStatus == 2) && (empty(remark) || totalAmount >= 100)')).toBe(
    '审核状态 不是 已审核 且 （备注 未填 或 价税合计 ≥ 100）',
  );
  expect(say('docStatus in [10, 20] && needBy < today()')).toBe('单据状态 属于 待到货、部分入库 且 最迟到货 < 今天');
  expect(say('supplier.isDisabled == 0 && !empty(items)')).toContain('供应商的');
});
