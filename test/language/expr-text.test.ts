import { describe, expect, it } from 'vitest';
import type { TypeEnv } from '../../schemas/language/expr/check';
import { bindExpr, printBound } from '../../schemas/language/expr/check';
import { depsOf } from '../../schemas/language/expr/deps';
import { parseExpr } from '../../schemas/language/expr/parse';
import { printExpr } from '../../schemas/language/expr/print';
import {
  bindTemplate,
  parseTemplate,
  printTemplate,
  renderTemplate,
  termsOf,
} from '../../schemas/language/expr/template';
import { trace, traceText } from '../../schemas/language/expr/trace';
import { BOOL, DECIMAL } from '../../schemas/language/expr/types';
import { bound, envOf, fields, OBJECTS, problemsOf, ROW_TYPES, TYPES } from './expr-fixture';

const candidate = (code: string, types: TypeEnv = TYPES): TypeEnv => ({ ...types, candidate: OBJECTS[code] as never });

describe('canonical text', () => {
  it.each([
    [
      "( empty(needBy)||(needBy>=orderDate) )&&auditStatus=='1'",
      '(empty(needBy) || needBy >= orderDate) && auditStatus == 1',
    ],
    ["docStatus in ['10','20']", 'docStatus in [10, 20]'],
    ["any(tags,['a'])", "any(tags, ['a'])"],
    ['total-(count-1)', 'total - (count - 1)'],
    ['(total-count)-1', 'total - count - 1'],
    ['!(total==1)', '!(total == 1)'],
    ['-(total+1)*2', '-(total + 1) * 2'],
    ['(urgent?total:count)>1?1:2', '(urgent ? total : count) > 1 ? 1 : 2'],
    ['urgent?1:(urgent?2:3)', 'urgent ? 1 : urgent ? 2 : 3'],
    ["remark+'it\\'s \\\\ '", "remark + 'it\\'s \\\\ '"],
    ['(urgent)&&(urgent||urgent)', 'urgent && (urgent || urgent)'],
    ['total == 1 == urgent ? 1 : 2', ''],
  ])('%s', (text, canonical) => {
    const result = bindExpr(text, TYPES);
    expect(Array.isArray(result) ? '' : printBound(result)).toBe(canonical);
  });
});

describe('problems say what and where', () => {
  it.each<[string, string]>([
    ['total +', 'expr.syntax 表达式错误：不完整（第8个字符）'],
    ['(total', 'expr.syntax 表达式错误：缺少右括号（第7个字符）'],
    ['total = 1', 'expr.syntax 表达式错误：相等应写作==（第7个字符）'],
    ['remark == "a"', 'expr.syntax 表达式错误：文字应使用单引号（第11个字符）'],
    ["remark == 'a", 'expr.syntax 表达式错误：文字缺少结束的单引号（第11个字符）'],
    ["'😀😀' @", 'expr.syntax 表达式错误：不能识别的字符「@」（第6个字符）'],
    ['1 < 2 < 3', 'expr.syntax 表达式错误：比较不能连写，请用&&连接（第7个字符）'],
    ['total.__proto__', 'expr.syntax 表达式错误：不能识别的字符「_」（第7个字符）'],
    ['constructor', 'expr.syntax 表达式错误：意外的「constructor」（第1个字符）'],
    ['doc.prototype', 'expr.syntax 表达式错误：意外的「prototype」（第5个字符）'],
    ['1e5', 'expr.syntax 表达式错误：数字后面不能是「e」（第2个字符）'],
    ['', 'expr.syntax 表达式错误：不完整（第1个字符）'],
    ['total } 1', 'expr.syntax 表达式错误：意外的「}」（第7个字符）'],
    ['auditStatus == 2 && prise > 1', 'expr.name 字段不存在 prise（第21个字符）'],
    ['sum(items.qty) / nope', 'expr.name 字段不存在 nope（第18个字符）'],
    ['supplier.nope', 'expr.name 字段不存在 nope（第10个字符）'],
    ['toString', 'expr.name 字段不存在 toString（第1个字符）'],
    ['supplier.valueOf', 'expr.name 字段不存在 valueOf（第10个字符）'],
    ['me.password', 'expr.name 字段不存在 password（第4个字符）'],
    ['sys.no.key', 'expr.name 字段不存在 no.key（第5个字符）'],
    ['fetch(1)', 'expr.name 函数不存在 fetch（第1个字符）'],
    ['hasOwnProperty(1)', 'expr.name 函数不存在 hasOwnProperty（第1个字符）'],
    ['sum(nope.x)', 'expr.name 字段不存在 nope.x（第5个字符）'],
    ['warehouse.dept.code', 'expr.name 字段不存在 code：引用只能取一层（第16个字符）'],
    ['ask.reason', 'expr.scope 此处不能使用ask（第1个字符）'],
    ['param.x', 'expr.scope 此处不能使用param（第1个字符）'],
    ['cnMoney(total)', 'expr.scope 此处不能使用cnMoney（第1个字符）'],
    ['total(sum(items.qty))', 'expr.scope 此处不能使用total（第1个字符）'],
    ['above(total)', 'expr.scope 此处不能使用above（第1个字符）'],
    ["total + 'a'", 'expr.type 类型不匹配：小数不能与文本用+计算（第1个字符）'],
    ['total == nbr', 'expr.type 类型不匹配：小数不能与文本比较（第1个字符）'],
    ['needBy - bizDate', 'expr.type 类型不匹配：日期不能与日期用-计算（第1个字符）'],
    ['bizDate < reportAt', 'expr.type 类型不匹配：日期不能与日期时间比较（第1个字符）'],
    ["nbr < 'a'", 'expr.type 类型不匹配：文本不能与文本比较（第1个字符）'],
    ['urgent < true', 'expr.type 类型不匹配：是否不能与是否比较（第1个字符）'],
    ['supplier == warehouse', 'expr.type 类型不匹配：引用supplier不能与引用warehouse比较（第1个字符）'],
    ['!total', 'expr.type 类型不匹配：!不能用于小数（第1个字符）'],
    ['total && urgent', 'expr.type 类型不匹配：小数不能作为条件（第1个字符）'],
    ['urgent ? 1 : nbr', 'expr.type 类型不匹配：整数不能与文本作为同一结果（第1个字符）'],
    ['nbr in nbr', 'expr.type 类型不匹配：in的右边应为列表，实际为文本（第8个字符）'],
    ['len(total)', 'expr.type 类型不匹配：len的第1个参数应为文本，实际为小数（第5个字符）'],
    [
      "dateAdd(bizDate, 1, 'moon')",
      'expr.type 类型不匹配：dateAdd的第3个参数应为year、quarter、month、week、day、hour、minute、second之一，实际为文本（第21个字符）',
    ],
    ['round()', 'expr.type 类型不匹配：round应有1到2个参数（第1个字符）'],
    ['sum(total)', 'expr.type 类型不匹配：sum的第1个参数应为明细或对象（第5个字符）'],
    ['docStatus == 15', 'dict.code 字典没有该值：15（第14个字符）'],
    ["auditStatus in [1, 'x']", 'dict.code 字典没有该值：x（第20个字符）'],
  ])('%s', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it('tells several mistakes at once', () => {
    expect(problemsOf('prise > 1 && pryce > 2')).toHaveLength(2);
  });
  it('refuses too long, too deep, too many', () => {
    expect(parseExpr(`1${' '.repeat(2000)}`).problem?.code).toBe('expr.limit');
    expect(parseExpr(`${'('.repeat(33)}1${')'.repeat(33)}`).problem?.code).toBe('expr.limit');
    expect(parseExpr(`${'('.repeat(32)}1${')'.repeat(32)}`).ast).toBeDefined();
    expect(parseExpr(Array(101).fill('1').join('+')).problem?.code).toBe('expr.limit');
    expect(parseExpr(Array(100).fill('1').join('+')).ast).toBeDefined();
    expect(parseExpr(`a in [${Array(500).fill('1').join(',')}]`).ast).toBeDefined();
    expect(parseExpr(`a in [${Array(501).fill('1').join(',')}]`).problem?.code).toBe('expr.limit');
    expect(parseExpr(`${'-'.repeat(40)}1`).problem?.code).toBe('expr.limit');
  });
  it('checks the wanted type', () => {
    expect(problemsOf('total', TYPES, BOOL)).toEqual(['expr.type 类型不匹配：结果应为是否，实际为小数（第1个字符）']);
    expect(problemsOf('count', TYPES, DECIMAL)).toEqual([]);
    expect(problemsOf('urgent ? 10 : 20', TYPES, { t: 'dict', dict: 'purchaseOrderStatus' })).toEqual([]);
    expect(problemsOf('urgent ? 10 : 21', TYPES, { t: 'dict', dict: 'purchaseOrderStatus' })).toEqual([
      'dict.code 字典没有该值：21（第15个字符）',
    ]);
    expect(problemsOf("'2026-01-01'", TYPES, { t: 'date' })).toEqual([]);
    expect(problemsOf("'2026-13-01'", TYPES, { t: 'date' })).toHaveLength(1);
  });
});

describe('scopes', () => {
  it('takes the samples of the reference', () => {
    const rows = [
      'round(qty * unitFactor(material, unit), 4)',
      'exists(doc.supplier.materials, material == row.material && iqcExempt)',
      'material.iqcFlag && !doc.supplier.iqcExempt && !exempt',
      'qty - (receivedQty - returnQty) - refundQty',
      'needDate >= doc.bizDate',
      'uniqueBy(items, material, attrKey, needDate)',
      'price > 0 || doc.orderType == 3',
      'price <= lastPrice * 1.1',
      'qty * (1 + overRate / 100) + returnQty - refundQty',
      'doc.supplier.overRate',
      'doc.auditStatus == 2',
    ];
    for (const text of rows) expect(problemsOf(text, ROW_TYPES), text).toEqual([]);
    const picks: [string, string, TypeEnv?][] = [
      ['1 in kinds && isDisabled == 0', 'supplier'],
      ['kind in [1, 5]', 'warehouse'],
      ['id == row.material.unit || id in values(row.material.units.unit)', 'unit', ROW_TYPES],
      ['exists(items, srcId == doc.id)', 'purchaseIn'],
      ['devCategory == doc.id', 'equipment', { ...TYPES, object: OBJECTS.devCategory as never }],
      [
        'count(equipment, devCategory in subtree(doc.id)) > 0',
        'equipment',
        { ...TYPES, object: OBJECTS.devCategory as never },
      ],
    ];
    for (const [text, object, types] of picks) expect(problemsOf(text, candidate(object, types)), text).toEqual([]);
  });
  it('gives ask and param only where they are', () => {
    const ask = fields({ qty: 'decimal', user: { type: 'ref', ref: 'user' } });
    expect(problemsOf('ask.qty >= qty - openQty', { ...ROW_TYPES, ask })).toEqual([]);
    expect(problemsOf('needBy <= param.since', { ...TYPES, param: fields({ since: 'date' }) })).toEqual([]);
    expect(problemsOf('old.total', { ...TYPES, allow: ['doc', 'row', 'me'] })).toEqual([
      'expr.scope 此处不能使用old（第1个字符）',
    ]);
    expect(problemsOf('loadDay', { ...TYPES, extra: { loadDay: { t: 'date' } } })).toEqual([]);
  });
  it('keeps a summary over the rows at hand', () => {
    const types: TypeEnv = { ...TYPES, rowsAtHand: true };
    expect(problemsOf('pct(sum(received), sum(total))', types)).toEqual([]);
    expect(problemsOf('pct(sum(total), total(sum(total)))', types)).toEqual([]);
    expect(problemsOf('count()', types)).toEqual([]);
  });
});

describe('dependencies', () => {
  it('lists fields, hops, collections, queries, calls and marks', () => {
    expect(depsOf(bound('pct(received, sum(items.qty)) + supplier.overRate'))).toMatchObject({
      fields: ['received', 'items', 'items.qty', 'supplier'],
      hops: [{ via: 'supplier', object: 'supplier', field: 'overRate' }],
      collections: ['items'],
      queries: [],
    });
    expect(depsOf(bound('exists(doc.supplier.materials, material == row.material)', ROW_TYPES))).toMatchObject({
      fields: ['supplier', 'items.material'],
      hops: [{ via: 'supplier', object: 'supplier', field: 'materials', of: ['material'] }],
    });
    expect(depsOf(bound('count(purchaseIn, srcNbr == row.nbr && bizDate <= today())'))).toMatchObject({
      fields: ['nbr'],
      queries: ['purchaseIn'],
      time: true,
      user: false,
    });
    expect(depsOf(bound('priceOf(doc.supplier, material, qty) + unitFactor(material, unit)', ROW_TYPES))).toMatchObject(
      {
        fields: ['supplier', 'items.material', 'items.qty', 'items.unit'],
        calls: ['priceOf', 'unitFactor'],
        liveCalls: ['unitFactor'],
      },
    );
    expect(depsOf(bound('createdBy == me.id || sys.prd.overRate > 1'))).toMatchObject({
      user: true,
      sys: true,
      time: false,
    });
    expect(depsOf(bound('id == row.material.unit', candidate('unit', ROW_TYPES)))).toMatchObject({
      fields: ['items.material'],
      candidate: ['id'],
      hops: [{ via: 'items.material', object: 'material', field: 'unit' }],
    });
    const tree: TypeEnv = { ...TYPES, object: OBJECTS.devCategory as never };
    expect(depsOf(bound('eff(stdCycleSec)', tree)).hops).toEqual([
      { via: 'parent', object: 'devCategory', field: 'stdCycleSec' },
      { via: 'parent', object: 'devCategory', field: 'parent' },
    ]);
  });
});

describe('templates', () => {
  const doc = {
    nbr: 'N1',
    total: 12.5,
    bizDate: '2026-01-05',
    docStatus: '10',
    supplier: 's1',
    urgent: true,
    received: null,
  };
  const scope = { env: envOf(), self: doc, doc };
  const render = (text: string): string => {
    const result = bindTemplate(text, TYPES);
    if (Array.isArray(result)) return result.map((problem) => problem.text).join();
    return renderTemplate(result, scope);
  };
  it.each([
    ['供应商「{supplier.name}」已暂停', '供应商「华东铸造」已暂停'],
    [
      '{nbr} {total} {total:0.00} {bizDate:yyyyMMdd} {docStatus} {supplier} {urgent} [{received}]',
      'N1 12.5 12.50 20260105 待到货 GYS1 华东铸造 是 []',
    ],
    ['{urgent ? total : 0:0.000}', '12.500'],
    ["{nbr + '}'}", 'N1}'],
    ['a } b', 'a } b'],
    ['{bizDate:yyyy年M月d日}', '2026年1月5日'],
    ['{prise}', '字段不存在 prise（第2个字符）'],
    ['{nbr', '表达式错误：缺少右花括号（第5个字符）'],
    ['{}', '表达式错误：意外的「}」（第2个字符）'],
  ])('%s', (text, expected) => {
    expect(render(text)).toBe(expected);
  });
  it('prints canonically and gives its terms', () => {
    expect(printTemplate(parseTemplate('第{ total+1 }行{nbr}').template as never)).toBe('第{total + 1}行{nbr}');
    const template = bindTemplate('{total - 2} {supplier}', TYPES);
    if (Array.isArray(template)) throw new Error('does not bind');
    expect(termsOf(template, scope)).toEqual({ 'total - 2': 10.5, supplier: 'GYS1 华东铸造' });
  });
});

describe('trace', () => {
  const doc = {
    total: 3,
    received: 1,
    items: [
      { id: 'a', lineNo: 10, amount: 1 },
      { id: 'b', lineNo: 20, amount: 2 },
    ],
  };
  const scope = { env: envOf(), self: doc, doc };
  it('tells a sum by its rows', () => {
    expect(traceText(trace(bound('sum(items.amount)'), scope), 'total', 2)).toBe(
      'total 3.00 = sum(items.amount): 第10行 1.00, 第20行 2.00',
    );
  });
  it('gives every node a value and every leaf a source', () => {
    const tree = trace(bound('total > received && empty(remark)'), scope);
    expect(tree.value).toBe(true);
    expect(tree.parts.map((part) => [part.text, part.value])).toEqual([
      ['total > received', true],
      ['empty(remark)', true],
    ]);
    expect(tree.parts[0]?.parts[0]).toMatchObject({ text: 'total', value: 3, source: '字段「total」' });
  });
});

describe('printing', () => {
  it('keeps numbers and quotes of an untyped tree', () => {
    expect(printExpr(parseExpr("a=='1' && b==10.50").ast ?? (null as never)).length).toBeGreaterThan(0);
    expect(printExpr(parseExpr("a == '1' && b == 10.50").ast as never)).toBe("a == '1' && b == 10.50");
  });
});
