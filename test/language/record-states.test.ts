import { describe, expect, it } from 'vitest';
import { runChecks } from '../../schemas/language/record/checks';
import { newRecord } from '../../schemas/language/record/new';
import { numbered, withoutBlankRows } from '../../schemas/language/record/rows';
import { lockedText, rowLock, ruleStates } from '../../schemas/language/record/states';
import { validateRecord } from '../../schemas/language/validate';
import type { Rec, Row } from '../../schemas/language/value';
import { id, MATERIAL, makeEnv, newId, SUPPLIER, shippedModel, UNIT } from './record-fixture';

const model = shippedModel('purchaseOrder');
const env = makeEnv();
const line = (more: Partial<Row> = {}): Row => ({
  id: newId(),
  material: MATERIAL.seal,
  unit: UNIT.pcs,
  qty: 10,
  price: 0.35,
  needDate: '2026-02-01',
  ...more,
});
const order = (more: Rec = {}, lines: Row[] = [line()]): Rec =>
  newRecord(model, env, { supplier: SUPPLIER.one, needBy: '2026-02-01', items: lines, ...more });
const texts = (rec: Rec): string[] => runChecks(model, rec, env).map((found) => found.text);

describe('rule states', () => {
  it('locks everything of an audited document but its exceptions, rows too', () => {
    const rec = order({ auditStatus: '2', id: id(90), version: 3 });
    const head = ruleStates(model, rec, env);
    expect(head.readonly.get('supplier')).toBe('rules.audited');
    expect(head.readonly.get('items')).toBe('rules.audited');
    expect(head.readonly.has('remark')).toBe(false);
    expect(head.readonly.has('files')).toBe(false);
    const row = (rec.items as Row[])[0] as Row;
    const own = ruleStates(model, rec, env, { sub: 'items', row, head });
    expect(own.readonly.get('qty')).toBe('rules.audited');
    expect(own.readonly.get('amount')).toBe('fields.items.fields.amount.formula');
  });
  it('requires by rule, and only while it holds', () => {
    expect(ruleStates(model, order({ orderType: '3' }), env).required.has('remark')).toBe(true);
    expect(ruleStates(model, order(), env).required.has('remark')).toBe(false);
  });
  it('keeps material, attribute and unit of a sourced row', () => {
    const rec = order({}, [line({ srcRowId: id(70) })]);
    const row = (rec.items as Row[])[0] as Row;
    const own = ruleStates(model, rec, env, { sub: 'items', row });
    expect(own.readonly.get('material')).toBe('fields.items.rules.sourced');
    expect(own.readonly.has('qty')).toBe(false);
    const field = model.fields.get('items.material');
    expect(field && lockedText(model, 'fields.items.rules.sourced', field, rec, env, row)).toBe('「物料」当前不可修改');
  });
  it('says why a used master keeps its unit', () => {
    const material = shippedModel('material');
    const used = makeEnv({ used: () => true });
    const rec: Rec = { id: MATERIAL.seal, version: 2, name: '密封圈', unit: UNIT.pcs };
    const lock = ruleStates(material, rec, used).readonly.get('unit') ?? '';
    const field = material.fields.get('unit');
    expect(field && lockedText(material, lock, field, rec, used)).toBe('「密封圈」已有业务数据，不能修改「基本单位」');
    expect(ruleStates(material, rec, env).readonly.has('unit')).toBe(false);
  });
  it('hides parts and what stands on them; shows only while a show rule holds', () => {
    const material = shippedModel('material');
    const bought = ruleStates(material, { makeType: '2', traceMode: '0' }, env);
    expect(bought.hidden.has('@make')).toBe(true);
    expect(bought.hidden.has('setupKey')).toBe(true);
    // how it is issued is said of what is bought as well
    expect(bought.hidden.has('feedMode')).toBe(false);
    expect(bought.hidden.has('shelfLifeDays')).toBe(true);
    const made = ruleStates(material, { makeType: '1', traceMode: '1' }, env);
    expect(made.hidden.has('setupKey')).toBe(false);
    expect(made.hidden.has('shelfLifeDays')).toBe(false);
  });
  it('locks a row with a child document', () => {
    const rec = order({}, [line({ sourceOrderNbr: 'CGRK202601150001' }), line()]);
    const [stamped, free] = rec.items as [Row, Row];
    expect(rowLock(model, 'items', stamped, rec, env)).toBe('已生成子订单，不可删除！');
    expect(rowLock(model, 'items', free, rec, env)).toBe(null);
  });
});

describe('checks', () => {
  it('says nothing about a good order', () => {
    expect(texts(order())).toEqual([]);
  });
  it('fills line and values into the sentence and keeps them apart', () => {
    const rec = order({}, [line(), line({ qty: 0 })]);
    const [found] = runChecks(model, rec, env);
    const bad = (rec.items as Row[])[1] as Row;
    expect(found).toMatchObject({
      text: '第20行数量必须大于0',
      path: `items[${bad.id}].qty`,
      terms: { lineNo: 20 },
      rule: 'fields.items.checks.qty',
    });
  });
  it('reads references', () => {
    expect(texts(order({ supplier: SUPPLIER.paused }))).toContain('供应商「停用厂」已暂停，不能下单');
  });
  it('puts errors before warnings', () => {
    const rec = order({}, [line({ price: 0 }), line({ qty: -1 })]);
    const found = runChecks(model, rec, env);
    expect(found.map((problem) => problem.level ?? 'error')).toEqual(['error', ...found.slice(1).map(() => 'warn')]);
    expect(found.map((problem) => problem.text)).toContain('第10行单价为0');
  });
  it('finds the same material of the same day twice', () => {
    const rec = order({}, [line(), line(), line({ material: MATERIAL.rod, unit: UNIT.kg })]);
    const twice = runChecks(model, rec, env).filter((check) => check.rule === 'checks.twice');
    expect(twice).toHaveLength(2);
    expect(twice[0]).toMatchObject({ level: 'warn', text: '同一物料同一到货日重复' });
  });
  it('leaves checks alone that need the server, while typing', () => {
    const away = makeEnv({ missing: new Set(['supplier.qualStatus']) });
    const rec = order({ supplier: SUPPLIER.paused, bizDate: '2026-01-16' });
    const local = runChecks(model, rec, away, { onlyLocal: true }).map((check) => check.text);
    expect(local).toContain('业务日期不能晚于今天');
    expect(local).not.toContain('供应商「停用厂」已暂停，不能下单');
  });
});

describe('validation', () => {
  const problems = (rec: Rec): string[] =>
    validateRecord(model, rec, null, env).map((problem) => `${problem.path.replace(/\[.*\]/, '')}: ${problem.text}`);
  it('accepts a good order', () => {
    expect(problems(order())).toEqual([]);
  });
  it('asks for what is missing, and for a row at least', () => {
    const found = problems(order({ supplier: null, items: [] }));
    expect(found).toContain('supplier: 请填写供应商');
    expect(found).toContain('items: 明细至少填写一行');
    // the number is given at save
    expect(found.some((text) => text.startsWith('nbr'))).toBe(false);
  });
  it('holds the decimals of the unit', () => {
    expect(problems(order({}, [line({ qty: 1.5 })]))).toEqual(['items.qty: 单位「件」最多0位小数']);
    expect(problems(order({}, [line({ material: MATERIAL.rod, unit: UNIT.kg, qty: 1.5 })]))).toEqual([]);
  });
  it('holds limits that are expressions', () => {
    expect(problems(order({ needBy: '2026-01-01' }))[0]).toBe('needBy: 最迟到货不能早于2026-01-15');
  });
  it('neither requires nor checks what is hidden', () => {
    const material = shippedModel('material');
    const rec = newRecord(material, env, { name: '件', makeType: '2', traceMode: '0', shelfLifeDays: -5 });
    const found = validateRecord(material, rec, null, env).map((problem) => problem.path);
    expect(found).not.toContain('shelfLifeDays');
    expect(found).toContain('materialCategory');
  });
});

describe('rows', () => {
  it('drops blank rows but no stored ones', () => {
    const stored = { id: newId(), lineNo: 10 };
    const rec: Rec = { items: [stored, { id: newId(), lineNo: 20, taxRate: 13, underRate: 0 }, line({ lineNo: 30 })] };
    expect((withoutBlankRows(model, rec, { items: [stored] }).items as Row[]).map((row) => row.lineNo)).toEqual([
      10, 30,
    ]);
    expect((withoutBlankRows(model, rec, null).items as Row[]).map((row) => row.lineNo)).toEqual([30]);
  });
  it('numbers by tens and keeps numbers in order', () => {
    const row = (lineNo?: number): Row => (lineNo === undefined ? { id: newId() } : { id: newId(), lineNo });
    expect(numbered([row(), row()]).map((row) => row.lineNo)).toEqual([10, 20]);
    expect(numbered([row(10), row(25), row()]).map((row) => row.lineNo)).toEqual([10, 25, 30]);
    expect(numbered([row(10), row(), row(20)]).map((row) => row.lineNo)).toEqual([10, 20, 30]);
    expect(numbered([row(20), row(10)]).map((row) => row.lineNo)).toEqual([10, 20]);
  });
});
