/** Reading unfinished expressions: chips, choices, places, verdicts; on shipped documents. */
import { describe, expect, it } from 'vitest';
import { completeAt } from '../../designer/expression/complete';
import { judge, placeOf, type Sample, sentenceOn, traceOn } from '../../designer/expression/judge';
import { placeAt, placesIn } from '../../designer/expression/place';
import { type ExprForm, endAt, spansOf } from '../../designer/expression/scan';
import { entryOf, NEW } from '../../designer/workspace/entries';
import type { Env } from '../../schemas/language/env';
import { functionNames } from '../../schemas/language/functions/index';
import { FUNCTION_TEXTS } from '../../schemas/language/functions/texts';
import { library, shipped } from './library';

const order = shipped('purchase/purchase-order.json');
const at = (address: string, form: ExprForm = 'expr') => {
  const place = placeAt(order, address, form, library);
  if (place === undefined) throw new Error(`no place ${address}`);
  return placeOf(place);
};
const titles = (text: string, address: string, form: ExprForm = 'expr') =>
  spansOf(text, form, at(address, form).env).map(({ from, to, title }) => [
    Array.from(text).slice(from, to).join(''),
    title,
  ]);
const choices = (text: string, address: string, form: ExprForm = 'expr') =>
  completeAt(text, Array.from(text).length, form, at(address, form))?.choices ?? [];

describe('names in a text', () => {
  it('are called by their titles, codes by their labels', () => {
    expect(titles('docStatus == 10 && supplier.name', 'fields.needBy.done')).toEqual([
      ['docStatus', '单据状态'],
      ['10', '待到货'],
      ['supplier.name', '供应商·名称'],
    ]);
  });
  it('mean the rows inside a function over rows, and the head behind doc', () => {
    expect(titles('sum(items.amount, qty > doc.taxRate) + qty', 'fields.needBy.formula')).toEqual([
      ['items.amount', '采购明细·金额'],
      ['qty', '数量'],
    ]);
    expect(titles('doc.supplier', 'fields.items.fields.openQty.formula')).toEqual([['doc.supplier', '单据·供应商']]);
  });
  it('stand also in a text that is not finished', () => {
    expect(titles('empty(needBy) || (supplier', 'fields.needBy.done').map(([, title]) => title)).toEqual([
      '最迟到货',
      '供应商',
    ]);
  });
  it('of a sentence stand in its braces only', () => {
    const say = 'needBy：{needBy}';
    expect(titles(say, 'checks.x.say', 'template')).toEqual([['needBy', '最迟到货']]);
    expect(endAt(say, 3, 'template', at('checks.x.say', 'template').env)).toBeUndefined();
  });
});

describe('a text as people say it', () => {
  const meant = (text: string, address = 'fields.needBy.done', form: ExprForm = 'expr') => {
    const { problems, canonical } = judge(text, form, at(address, form));
    return problems[0]?.text ?? canonical;
  };
  it('is read by titles of fields and of codes, with the words and signs of a Chinese keyboard', () => {
    expect(meant('单据状态 == 待到货 且 供应商.名称 != null')).toBe('docStatus == 10 && supplier.name != null');
    expect(meant('单据状态 = 待到货 or not（empty（最迟到货））')).not.toContain('docStatus');
    expect(meant('empty（最迟到货） or 单据状态＝待到货')).toBe('empty(needBy) || docStatus == 10');
    expect(meant('sum(采购明细.数量) ≥ 10', 'fields.needBy.done')).toBe('sum(items.qty) >= 10');
    expect(meant('=最迟到货', 'fields.needBy.default', 'value')).not.toContain('最迟');
  });
  it('is read in the first of a map of expressions too: the first row colour of a list', () => {
    expect(at('list.tone.danger').want).toBeDefined();
    expect(meant('单据状态 == 待到货 且 最迟到货 < 今天', 'list.tone.danger')).toBe(
      'docStatus == 10 && needBy < today()',
    );
  });
  it('keeps what is quoted, and what is right already', () => {
    expect(meant("supplier.name == '供应商 and 且'")).toBe("supplier.name == '供应商 and 且'");
    expect(meant('docStatus == 10')).toBe('docStatus == 10');
  });
  it('says what is wrong with the text as it was written', () => {
    const { problems, canonical } = judge('没有这个 且 最迟到货', 'expr', at('fields.needBy.done'));
    expect(problems.length).toBeGreaterThan(0);
    expect(canonical).toBe('没有这个 且 最迟到货');
  });
  it('names only what no title explains, at its place', () => {
    expect(judge('最迟到货 >= 借', 'expr', at('fields.needBy.done')).problems).toMatchObject([
      { at: 8, text: '表达式错误：不能识别的字符「借」（第9个字符）' },
    ]);
    expect(judge('=最迟到货 >= 借', 'value', at('fields.needBy.default', 'value')).problems).toMatchObject([
      { at: 9, text: '表达式错误：不能识别的字符「借」（第9个字符）' },
    ]);
    expect(judge('最迟到货 >= prise', 'expr', at('fields.needBy.done')).problems[0]).toMatchObject({ at: 8 });
  });
});

describe('choices', () => {
  it('are found by title and by code, with the type', () => {
    const [first] = choices('供应', 'fields.needBy.done');
    expect(first).toMatchObject({ title: '供应商', code: 'supplier', insert: 'supplier', detail: '引用' });
    expect(choices('suppl', 'fields.needBy.done')[0]?.code).toBe('supplier');
  });
  it('join conditions by the words people have for it', () => {
    for (const [said, sign] of [
      ['and', '&& '],
      ['且', '&& '],
      ['OR', '|| '],
      ['not', '!'],
    ])
      expect(choices(`docStatus == 10 ${said}`, 'fields.needBy.done')[0]?.insert, said).toBe(sign);
    expect(choices('supplier.and', 'fields.needBy.done')).toEqual([]);
  });
  it('behind a dot are what the reference has', () => {
    const found = choices('supplier.', 'fields.needBy.done');
    expect(found.map((choice) => choice.code)).toContain('name');
    expect(found.some((choice) => choice.kind === 'function')).toBe(false);
  });
  it('behind a comparison with a dictionary are its codes', () => {
    const found = choices('docStatus in [10, ', 'fields.needBy.done');
    expect(found[0]).toMatchObject({ kind: 'code' });
    expect(found.filter((choice) => choice.kind === 'code').map((choice) => choice.insert)).toContain('20');
  });
  it('offer totals of the sub-table and, in its rows, the fields of the head', () => {
    expect(choices('金额的合计', 'fields.received.formula').map((choice) => choice.insert)).toContain(
      'sum(items.amount)',
    );
    expect(choices('doc.supp', 'fields.items.fields.openQty.formula')[0]?.insert).toBe('supplier');
    expect(choices('单据·供应', 'fields.items.fields.openQty.formula')[0]?.insert).toBe('doc.supplier');
  });
  it('tell functions with their arguments', () => {
    expect(choices('roun', 'fields.needBy.done')[0]).toMatchObject({
      help: 'round(数值, [小数位])',
      insert: 'round()',
      back: 1,
    });
  });
});

describe('verdicts', () => {
  it('name the mistake at its place, as the linter does', () => {
    const [problem] = judge('prise > 1', 'expr', at('fields.needBy.done')).problems;
    expect(problem).toMatchObject({ code: 'expr.name', at: 0 });
    expect(judge('=1 + needBy', 'value', at('fields.needBy.default', 'value')).problems[0]?.at).toBeGreaterThan(0);
  });
  it('give the canonical text and the type of the result', () => {
    expect(
      judge('( empty(needBy)||needBy>=orderDate )&&docStatus=="', 'expr', at('fields.needBy.done')).problems,
    ).toHaveLength(1);
    const fine = judge("(  docStatus=='10' )", 'expr', at('fields.needBy.done'));
    expect(fine).toMatchObject({ canonical: 'docStatus == 10', result: '是否', problems: [] });
  });
  it('refuse what has no query where one is needed', () => {
    const place = at('list.schemes.x.where');
    expect(judge('isNew()', 'expr', place).problems[0]?.code).toBe('expr.sql');
  });
});

describe('places', () => {
  it('are known where nothing is written yet, also under an entry that comes from a block', () => {
    expect(at('fields.needBy.formula').want?.t).toBe('date');
    expect(at('fields.items.rows.lock').env.sub).toBe('items');
    expect(at('rules.audited.when').want?.t).toBe('bool');
    expect(at('fields.supplier.pick.where').env.candidate?.object).toBe('supplier');
  });
  it('are those of the linter', () => {
    expect(placesIn(order, library).size).toBeGreaterThan(20);
    expect(placeAt(order, 'no.such', 'expr', library)).toBeUndefined();
  });
  it('know the light text across a print as well', () => {
    const sheet = { $schema: 'print/1', print: 'xSheet', title: '单', page: 'purchaseOrder', bands: {} } as never;
    const place = placeAt(sheet, 'across', 'template', library);
    if (place === undefined) throw new Error('no place');
    expect(judge("{auditStatus == 2 ? '' : '未审核'}", 'template', placeOf(place)).problems).toEqual([]);
    expect(judge('{nope}', 'template', placeOf(place)).problems).toHaveLength(1);
  });
  it('take the examples that their questions give', () => {
    const object = library.objects.get('purchaseOrder')?.object;
    if (object === undefined) throw new Error('purchaseOrder');
    const hints = ['list.schemes', 'rules', 'access.rows', 'checks'].flatMap(
      (list) =>
        entryOf(list, { object } as never)?.lines.flatMap(({ hint, expr }) =>
          expr === undefined ? [] : [{ hint, expr }],
        ) ?? [],
    );
    expect(hints.length).toBeGreaterThan(3);
    for (const { hint, expr } of hints) {
      const example = /^如 ([^，]+)/.exec(hint)?.[1]?.replace('应还日期', '最迟到货') ?? '';
      const place = expr.endsWith('.that') && hint.includes('dateAdd') ? { env: at(expr).env } : at(expr);
      expect(judge(example, 'expr', place).problems, hint).toEqual([]);
      expect(example).not.toMatch(/\b(docStatus|bizDate|handler|createdBy)\b/);
    }
  });
  it('are known before the thing has a name: a question for a new one says what is wrong with its text', () => {
    for (const address of [
      `fields.${NEW}.formula`,
      `fields.items.fields.${NEW}.formula`,
      `list.schemes.${NEW}.where`,
      `checks.${NEW}.that`,
      `access.rows.${NEW}.where`,
    ]) {
      expect(judge('nope + 1 > 2', 'expr', at(address)).problems[0]?.text, address).toContain('nope');
      if (!address.endsWith('.formula')) expect(judge('1 + 1 > 1', 'expr', at(address)).problems, address).toEqual([]);
    }
  });
});

describe('results', () => {
  const sample: Sample = {
    title: 'CGDD202601080001',
    doc: {
      docStatus: '10',
      items: [
        { id: 'a', lineNo: 10, qty: 3 },
        { id: 'b', lineNo: 20, qty: 4 },
      ],
    },
    env: {
      now: '2026-01-15 08:00:00',
      sys: () => null,
      dict: (code: string) => library.dicts.get(code),
      can: () => true,
    } as unknown as Env,
  };
  it('come with every step, from the record itself', () => {
    const place = at('fields.needBy.formula');
    const { bound } = judge('sum(items.qty)', 'expr', { env: place.env });
    const told = bound === undefined ? undefined : traceOn(bound, place, sample);
    expect(told?.shown).toBe('7');
    expect(told?.rows?.map((row) => row.shown)).toEqual(['3', '4']);
  });
  it('in rows are those of the chosen row', () => {
    const place = at('fields.items.fields.qty.default', 'value');
    const { bound } = judge('=qty * 2', 'value', { env: place.env });
    expect(bound && traceOn(bound, place, sample, 1)?.shown).toBe('8');
  });
  it('of a sentence are the sentence', () => {
    expect(sentenceOn('现在{docStatus}', at('checks.x.say', 'template'), sample)).toBe('现在待到货');
  });
});

describe('function texts', () => {
  it('name every function and no other', () => {
    const told = FUNCTION_TEXTS.map((text) => text.name);
    expect(told.toSorted()).toEqual([...functionNames()].toSorted());
  });
});
