import { describe, expect, it } from 'vitest';
import { evaluateTo, truth } from '../../schemas/language/expr/evaluate';
import type { Rec, Row } from '../../schemas/language/value';
import { bound, calc, envOf, OBJECTS, ROW_TYPES, TYPES } from './expr-fixture';

const rows: Row[] = [
  {
    id: 'r1',
    lineNo: 10,
    material: 'm1',
    qty: 7,
    price: 88.4956,
    amount: 1,
    lot: 1,
    from: '2026-01-01',
    to: '2026-01-10',
  },
  { id: 'r2', lineNo: 20, material: 'm2', qty: 0.1, price: 3, amount: 2, lot: 3, from: '2026-01-11', to: null },
  { id: 'r3', lineNo: 30, material: 'm1', qty: null, price: null, amount: null, lot: null, from: null, to: null },
];
const doc: Rec = {
  id: 'o1',
  nbr: 'CGDD1',
  bizDate: '2026-01-31',
  needBy: '2026-01-10',
  reportAt: '2026-01-15 08:30:00',
  docStatus: '10',
  auditStatus: '2',
  supplier: 's1',
  warehouse: 'w1',
  total: 3,
  count: 4,
  remark: 'Ab中文c',
  tags: ['a', 'c'],
  span: ['2026-01-01 00:00:00', null],
  ext: { weight: 7.5 },
  items: rows,
};

describe('values', () => {
  it.each<[string, unknown]>([
    // decimals (§5.2)
    ['0.1 + 0.2', 0.3],
    ['1.005 * 3', 3.015],
    ['1 / 3', 0.333333333333],
    ['-2 / 3', -0.666666666667],
    ['1 / 0', null],
    ['7 % 3', 1],
    ['-7 % 3', -1],
    ['7.5 % 0', null],
    ['-7.5 % 2', -1.5],
    ['99999999.9999 * 99999999.9999', 9999999999980000],
    ['(99999999.9999 * 99999999.9999 - 9999999999980000) * 100000000', 1],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(2.675, 2)', 2.68],
    ['round(1.005, 2)', 1.01],
    ['round(-0.5)', -1],
    ['round(1234.5, -2)', 1200],
    ['round(1250, -2)', 1300],
    ['floor(-1.2)', -2],
    ['ceil(-1.2)', -1],
    ['trunc(-1.29, 1)', -1.2],
    ['ceil(1.0000001, 3)', 1.001],
    ['abs(-3.5)', 3.5],
    ['pct(1, 3)', 33.33],
    ['pct(1, 0)', null],
    ['pct(null, 3)', null],
    ['pct(1, 3, 0)', 33],
    // null (§5.2)
    ['received + 1', null],
    ['null == null', true],
    ['received == 5', false],
    ['received != 5', true],
    ['received < 5', false],
    ['received >= 5', false],
    ['!(received < 5)', true],
    ['received in [1, 2]', false],
    ["remark == ''", false],
    ["handler == null && '' == null", true],
    ['urgent', false],
    ['urgent == false', true],
    ['empty(received)', true],
    ['empty(0)', false],
    ['empty(urgent)', false],
    ['empty(items)', false],
    ['empty(tags)', false],
    ['empty(files)', true],
    ['empty(span)', false],
    ["'a' + null + 'b'", 'ab'],
    ['null + null', null],
    ['coalesce(received, total, 9)', 3],
    ['min(received, 5, 2)', 2],
    ['max(received, null)', null],
    ['-received', null],
    // comparison
    ['docStatus == 10', true],
    ['docStatus in [20, 60]', false],
    ["'a' in tags", true],
    ["any(tags, ['b', 'c'])", true],
    ["all(tags, ['a', 'b'])", false],
    ['all(tags, [])', true],
    ['me.employee in warehouse.keepers', true],
    ['1 < 2 && 2 <= 2 && !(3 > 4) || false', true],
    ['docStatus == 10 ? 1 : 2', 1],
    ["needBy < '2026-01-11'", true],
    ['count in [4, 5]', true],
    // collections
    ['count(items)', 3],
    ['count(items, qty > 1)', 1],
    ['exists(items, lot == 3)', true],
    ['exists(items, lot == 9)', false],
    ['sum(items.qty)', 7.1],
    ['sum(items, qty * price)', 619.7692],
    ['avg(items.lot)', 2],
    ['avg(items.receivedQty)', null],
    ['sum(items.receivedQty)', 0],
    ['min(items.price)', 3],
    ['max(items.from)', '2026-01-11'],
    ['first(items.qty)', 7],
    ['last(items.lot)', null],
    ['last(items.lot, lot > 0)', 3],
    ['values(items.material)', ['m1', 'm2']],
    ['join(items.lot)', '1、3'],
    ["join(items.lot, '; ')", '1; 3'],
    ['join(items.material)', 'SR-08 螺杆、SR-08 螺杆'],
    ['sum(items, qty * material.weight)', 8.8],
    ['count(tags)', 2],
    ['exists(supplier.materials, price > 3)', true],
    ['sum(supplier.materials.price)', 7],
    [
      'pairs(items, lot, lot)',
      [
        { value: 1, label: '1' },
        { value: 3, label: '3' },
      ],
    ],
    ['uniqueBy(items, material)', false],
    ['uniqueBy(items, lot)', true],
    ['increasing(items, lot)', true],
    ['increasing(items, price)', false],
    ['noOverlap(items, from, to)', false],
    ['noOverlap(items, from, to, lot)', true],
    ['items.lot == 3', true],
    ['items.lot != 3', false],
    ['items.lot in [7, 8]', false],
    ["contains(items.attrKey, 'x')", false],
    ["named('gross')", 3.39],
    // hops, parts, scopes
    ['supplier.region', '310000'],
    ['doc.supplier.overRate', 5],
    ['span.from', '2026-01-01 00:00:00'],
    ['span.to', null],
    ['ext.weight > 5', true],
    ['me.name', '张三'],
    ["'buyer' in me.roles", true],
    ['sys.prd.overRate * 2', 5],
    ['old.total', null],
    ['isNew()', true],
    // text
    ['len(remark)', 5],
    ["len('😀a')", 2],
    ['len(nbr)', 5],
    ['lower(remark)', 'ab中文c'],
    ["upper('aé')", 'Aé'],
    ["left('😀ab', 2)", '😀a'],
    ["right('abc', 2)", 'bc'],
    ["mid('abcd', 2, 2)", 'bc'],
    ["mid('abcd', 0, 2)", 'ab'],
    ["left('abc', -1)", null],
    ["pad('7', 3)", '007'],
    ["pad('1234', 3)", '1234'],
    ["replace('a-b-c', '-', '')", 'abc'],
    ["trim('  a ')", 'a'],
    ["contains(remark, 'AB')", true],
    ["starts(remark, '文')", false],
    ["ends(remark, 'C')", true],
    ['contains(remark, null)', false],
    ["split('a; b;;c', ';')", ['a', 'b', 'c']],
    ["number('12.50')", 12.5],
    ["number('x')", null],
    ['text(1.50)', '1.5'],
    ["text(1234.5, '#,##0.00')", '1,234.50'],
    ["text(bizDate, 'yyyyMMdd')", '20260131'],
    ['text(docStatus)', '10'],
    ['label(docStatus)', '待到货'],
    ['label(supplier)', 'GYS1 华东铸造'],
    ["matches('91350100M000100Y43', 'creditCode')", true],
    ["matches('91350100M000100Y44', 'creditCode')", false],
    ["matches('13800138000', 'phone')", true],
    ["can('purchaseOrder:audit')", true],
    ["can('x:y')", false],
    // dates
    ['today()', '2026-01-15'],
    ['now()', '2026-01-15 10:30:00'],
    ["dateAdd(bizDate, 1, 'month')", '2026-02-28'],
    ['dateAdd(bizDate, 1)', '2026-02-01'],
    ["dateAdd(now(), -1, 'hour')", '2026-01-15 09:30:00'],
    ["dateAdd(bizDate, 1, 'hour')", '2026-01-31 01:00:00'],
    ["dateAdd('2024-02-29', 1, 'year')", '2025-02-28'],
    ["dateAdd('9999-12-31', 1)", null],
    ['dateDiff(needBy, bizDate)', 21],
    ['dateDiff(bizDate, needBy)', -21],
    ["dateDiff('2026-01-31', '2026-02-28', 'month')", 1],
    ["dateDiff('2026-01-31', '2026-02-27', 'month')", 0],
    ["dateDiff('2026-03-31', '2026-02-28', 'month')", -1],
    ["dateDiff(reportAt, now(), 'hour')", 2],
    ["dateDiff('2026-01-01 00:00:00', '2026-01-01 00:10:00', 'hour')", 0.1667],
    ["dateDiff('2026-01-01 12:00:00', '2026-01-03 11:00:00')", 1],
    ["startOf('2026-01-18', 'week')", '2026-01-12'],
    ["endOf('2026-02-10', 'month')", '2026-02-28'],
    ["endOf(reportAt, 'quarter')", '2026-03-31 23:59:59'],
    ["startOf(reportAt, 'hour')", '2026-01-15 08:00:00'],
    ["slot('2026-01-15 08:44:00', 'quarterHour')", '2026-01-15 08:30:00'],
    ['dateOf(reportAt)', '2026-01-15'],
    ['weekday(today())', 4],
    ["weekday('2026-01-18')", 7],
    ['hour(reportAt)', 8],
    ['year(bizDate) * 100 + month(bizDate)', 202601],
    ["bizDate in period('thisMonth')", true],
    ["needBy in period('lastDays', 5)", false],
    ["needBy in period('lastDays', 6)", true],
    ["reportAt in period('today')", true],
    ["period('lastMonth')", ['2025-12-01', '2025-12-31']],
    // trees
    ['supplier in [null]', false],
  ])('%s', (text, expected) => {
    expect(calc(text, doc)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['qty * price', 619.4692],
    ['material.spec', null],
    ['material.weight * qty', 8.75],
    ['doc.total', 3],
    ['row.qty', 7],
    ['exists(doc.supplier.materials, material == row.material && iqcExempt)', true],
    ['material.iqcFlag && !doc.supplier.iqcExempt && !exempt', true],
    ['uniqueBy(items, material)', false],
    ['uniqueBy(items, lot)', true],
    ['above(lot)', null],
    ['increasing(items, lot)', true],
    ['sum(items.qty)', 7.1],
    ['count(material.units, factor > 10)', 1],
    ['ceil(qty, material.weight)', 7],
  ])('in a row: %s', (text, expected) => {
    expect(calc(text, rows[0], { doc, row: rows[0] as Row }, ROW_TYPES)).toEqual(expected);
  });

  it('reads the row above', () => {
    const at = (row: Row | undefined): unknown => calc('above(lot)', row, { doc, row: row as Row }, ROW_TYPES);
    expect([at(rows[0]), at(rows[1]), at(rows[2])]).toEqual([null, 1, 3]);
  });

  it('inherits along the tree and over a reference, and ends', () => {
    const tree = { ...TYPES, object: OBJECTS.devCategory as never };
    expect(calc('eff(stdCycleSec)', { parent: 'd2' }, {}, tree)).toBe(12);
    expect(calc('eff(stdCycleSec)', { parent: 'd2', stdCycleSec: 3 }, {}, tree)).toBe(3);
    expect(calc('eff(needsLock)', { parent: 'd2', needsLock: null }, {}, tree)).toBe(true);
    expect(calc('eff(needsLock)', { parent: null, needsLock: null }, {}, tree)).toBe(false);
    expect(calc('eff(lifeYears)', { parent: 'd3' }, {}, tree)).toBe(null);
    const device = { ...TYPES, object: OBJECTS.equipment as never };
    expect(calc('eff(ratedSec)', { devCategory: 'd2' }, {}, device)).toBe(12);
    expect(calc('devCategory in subtree(doc.devCategory)', { devCategory: 'd1' }, {}, device)).toBe(true);
  });

  it('asks the host and takes no answer for null', () => {
    const asked: string[] = [];
    const env = envOf({
      query: (need) => {
        asked.push(need.key);
        return need.text.startsWith('count') ? 3 : undefined;
      },
      call: (name, args) => (name === 'priceOf' ? Number(args[2]) * 2 : undefined),
    });
    expect(calc('count(purchaseIn, srcNbr == row.nbr)', doc, { env })).toBe(3);
    expect(calc('sum(purchaseIn.qty, srcNbr == doc.nbr) + 1', doc, { env })).toBe(null);
    expect(calc('exists(purchaseIn)', doc, { env })).toBe(false);
    expect(asked).toEqual([
      'count(purchaseIn, srcNbr == row.nbr) ["CGDD1"]',
      'sum(purchaseIn.qty, srcNbr == doc.nbr) ["CGDD1"]',
      'exists(purchaseIn)',
    ]);
    expect(calc('priceOf(supplier, supplier, 2)', doc, { env })).toBe(4);
  });

  it('rounds into a field and refuses more than 15 digits', () => {
    const scope = { env: envOf(), self: doc, doc };
    expect(evaluateTo(bound('1 / 3'), scope, { scale: 2 })).toEqual({ value: 0.33 });
    expect(evaluateTo(bound('2.345 * 1'), scope, { scale: 2 })).toEqual({ value: 2.35 });
    expect(evaluateTo(bound('999999999999999 + 1'), scope, { scale: 2 }).problem).toMatchObject({
      code: 'field.digits',
      text: '数值超出范围',
    });
    expect(evaluateTo(bound('99999999.9999 * 99999999.9999'), scope, { scale: 4 }).problem?.code).toBe('field.digits');
    expect(evaluateTo(bound('99999999.99 * 999'), scope, { scale: 4 })).toEqual({ value: 99899999990.01 });
  });

  it('stops at the limits of steps and rows', () => {
    const many = Array.from({ length: 20_001 }, (_, i) => ({ id: `r${i}`, qty: 1 }));
    const scope = { env: envOf(), self: { items: many }, doc: { items: many } };
    expect(evaluateTo(bound('sum(items.qty)'), scope, {}).problem?.code).toBe('expr.limit');
    const half = { items: many.slice(0, 2000) };
    const nested = { env: envOf(), self: half, doc: half };
    expect(evaluateTo(bound('sum(items, sum(doc.items, qty))'), nested, {}).problem?.code).toBe('expr.limit');
    expect(truth(bound('sum(items, sum(doc.items, qty)) == null'), nested)).toBe(false);
    expect(evaluateTo(bound('sum(items.qty)'), nested, {})).toEqual({ value: 2000 });
  });

  it('survives records that break their types', () => {
    const broken = {
      total: 'x',
      remark: 5,
      tags: 'a',
      items: 'none',
      span: 3,
      bizDate: {},
      supplier: [],
      ext: 1,
      urgent: 'yes',
    } as unknown as Rec;
    for (const text of [
      'total + 1',
      'len(remark)',
      "'a' in tags",
      'sum(items.qty)',
      'span.from',
      'dateAdd(bizDate, 1)',
      'supplier.name',
      'ext.weight',
      'urgent',
    ]) {
      expect(() => calc(text, broken)).not.toThrow();
    }
    expect(calc('urgent', broken)).toBe(false);
    expect(calc("'x' + remark", { remark: Symbol('x') } as unknown as Rec)).toBe('x');
  });
});
