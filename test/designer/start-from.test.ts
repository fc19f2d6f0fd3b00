import { describe, expect, it } from 'vitest';
import { fieldOfType, fillable, guessTable, proposeMap } from '../../designer/tables/columns';
import { codeFrom, codeOf, initialsOf } from '../../designer/workspace/code-from';
import { asText, guess, guessColumns } from '../../designer/workspace/guess';
import { objectText, type Sort, usesOf } from '../../designer/workspace/new-object';
import { broughtBy, ownFields, placed } from '../../designer/workspace/sheet-fields';
import { type FiledDoc, libraryOf, lint } from '../../schemas/language/check/index';
import { documentsIn, filed, SCHEMAS } from '../language/documents';

const shippedDocs = filed(
  ['blocks', 'objects', 'dictionaries', 'settings'].flatMap((folder) => documentsIn(SCHEMAS, folder)),
);
const problemsOf = (doc: FiledDoc['doc'], beside: readonly FiledDoc[] = []) =>
  lint({ path: 'objects/own/new.json', doc }, [...shippedDocs, ...beside]).filter(
    (problem) => problem.level !== 'warn',
  );

describe('codes from titles', () => {
  it('are pinyin in camel case', async () => {
    expect(await codeFrom('借出日期', new Set())).toBe('jieChuRiQi');
    expect(await codeFrom('借出日期', new Set(['jieChuRiQi']))).toBe('jieChuRiQi2');
    expect(await codeFrom('工装借用', new Set(), 'x')).toBe('xGongZhuangJieYong');
    expect(await initialsOf('工装借用')).toBe('GZJY');
  });
  it('always begin with a letter and stay short', () => {
    expect(codeOf(['3', 'D'], new Set())).toBe('f3D');
    expect(codeOf([], new Set())).toBe('field');
    expect(codeOf([], new Set(), 'x')).toBe('xField');
    expect(
      codeOf(
        Array.from({ length: 30 }, () => 'zhong'),
        new Set(),
      ).length,
    ).toBeLessThanOrEqual(24);
  });
});

describe('columns of a sheet', () => {
  it('are of the narrowest kind all values are of', () => {
    expect(guess(['12', '7']).field).toEqual({ type: 'int' });
    expect(guess(['12', '7.5']).field).toEqual({ type: 'decimal' });
    expect(guess(['2026-01-15', '2026/1/3']).field).toEqual({ kind: 'date' });
    expect(guess(['是', '否']).field).toEqual({ type: 'bool' });
    expect(guess(['007', '012']).field).toEqual({ kind: 'input' });
    expect(guess([]).field).toEqual({ kind: 'input' });
  });
  it('are named by the first line, each with its own code', async () => {
    const columns = await guessColumns([
      ['名称', '', '名称', '数量'],
      ['钻头', 'x', '二', '3'],
    ]);
    expect(columns.map((column) => [column.title, column.code, column.kind])).toEqual([
      ['名称', 'mingCheng', '单行文字'],
      ['名称2', 'mingCheng2', '单行文字'],
      ['数量', 'shuLiang', '整数'],
    ]);
  });
  it('have each their own title, also where they are cut', async () => {
    const long = '长'.repeat(45);
    const columns = await guessColumns([
      [long, `${long}二`, '* 借用人', '编号 *', ' 到期\n日期 '],
      ['a', 'b', '何静', 'B1', ''],
    ]);
    expect(columns.map(({ title }) => title)).toEqual([
      '长'.repeat(40),
      `${'长'.repeat(39)}2`,
      '借用人',
      '编号',
      '到期 日期',
    ]);
  });
  it('of a star and a value in every line are a must', async () => {
    const musts = async (...values: string[]) =>
      (await guessColumns([['*工装'], ...values.map((value) => [value])])).map(({ field }) => field.required);
    expect(await musts('钻头', '夹具')).toEqual([true]);
    expect(await musts('钻头', '')).toEqual([undefined]);
  });
  it('are days only of the calendar; a clock in one of them is one for all', () => {
    expect(guess(['2026-02-28', '2026-02-30']).field).toEqual({ kind: 'input' });
    expect(guess(['2026年1月5日']).field).toEqual({ kind: 'date' });
    expect(guess(['2026-01-15', '2026-01-16 08:30:00']).field).toEqual({ type: 'datetime' });
  });
  it('are judged by all lines and without cells whose formula failed', () => {
    const numbers = Array.from({ length: 2000 }, (_, n) => String(n));
    expect(guess([...numbers, '约 30']).field).toEqual({ kind: 'input' });
    const cells = [['数量'], ['3'], ['#N/A'], [''], ['4.5'], ['#DIV/0!']];
    return expect(guessColumns(cells)).resolves.toMatchObject([{ kind: '数字', field: { type: 'decimal' } }]);
  });
});

const repeated = (items: readonly string[], times: number) => Array.from({ length: times }, () => items).flat();
describe('a few words that come again and again', () => {
  it('are chosen from, in the order they are met', () => {
    const { kind, items } = guess(repeated(['待借出', '借用中', '已归还'], 2));
    expect([kind, items]).toEqual(['单选（3 项）', ['待借出', '借用中', '已归还']]);
    expect(guess(repeated(['待借出', '借用中'], 1000)).items).toEqual(['待借出', '借用中']);
  });
  it.each([
    [
      'more than twenty',
      repeated(
        Array.from({ length: 21 }, (_, n) => `区域${n}`),
        3,
      ),
    ],
    ['one alone', repeated(['白班'], 9)],
    ['seldom repeated', ['甲', '乙', '丙', '甲', '乙']],
    ['too long', repeated(['一', '二'.repeat(21)], 4)],
    ['numbers', repeated(['007', '012'], 4)],
  ])('%s are typed', (_, values) => {
    expect(guess(values)).toEqual({ kind: '单行文字', field: { kind: 'input' }, items: [] });
  });
  it('twenty of twenty characters are a choice', () => {
    const most = Array.from({ length: 20 }, (_, n) => `${n + 10}${'字'.repeat(18)}`);
    expect(guess(repeated(most, 2)).kind).toBe('单选（20 项）');
  });
  it('are typed where they are people', () => {
    expect(guess(repeated(['何静', '刘强'], 4), '借用人').items).toEqual([]);
    expect(guess(repeated(['何静', '刘强'], 4), '班组').items).toEqual(['何静', '刘强']);
  });
  it('can be typed when somebody says so', async () => {
    const [column] = await guessColumns([['*班次'], ...repeated(['白班', '夜班'], 2).map((value) => [value])]);
    expect(column).toMatchObject({ kind: '单选（2 项）', field: { title: '班次', required: true } });
    expect(asText(column!)).toMatchObject({
      kind: '单行文字',
      items: [],
      field: { title: '班次', required: true, kind: 'input' },
    });
  });
});

const COLUMNS = [
  { name: 'item_no', type: 'character varying(30)', comment: '料号', key: true },
  { name: 'ID', type: 'bigint', comment: null, key: false },
  { name: 'weight', type: 'numeric(12,4)', comment: '单重', key: false },
  { name: 'changed_at', type: 'timestamp(6) without time zone', comment: null, key: false },
  { name: 'picture', type: 'bytea', comment: '图', key: false },
];
describe('columns of a table', () => {
  it('are fields of the kind of their type; what no field can hold is left out', () => {
    expect(guessTable(COLUMNS).map((guess) => [guess.code, guess.title, guess.field.kind ?? guess.field.type])).toEqual(
      [
        ['itemNo', '料号', 'input'],
        ['id2', 'ID', 'int'],
        ['weight', '单重', 'decimal'],
        ['changedAt', 'changed_at', 'datetime'],
      ],
    );
    expect(guessTable(COLUMNS)[0]?.field).toEqual({ title: '料号', kind: 'input', max: 30, required: true });
    expect(fieldOfType('text')?.field.kind).toBe('input');
    expect(fieldOfType('character varying(2000)')?.field.kind).toBe('textarea');
    expect(fieldOfType('time without time zone')?.field.type).toBe('time');
    expect(fieldOfType('integer[]')).toBeUndefined();
  });
  it('find the fields they made, each once', () => {
    const fields = Object.fromEntries(guessTable(COLUMNS).map(({ code, field }) => [code, { code, ...field }]));
    expect(proposeMap([...COLUMNS, { ...COLUMNS[0]!, name: 'item-no' }], { fields } as never)).toEqual([
      { column: 'item_no', field: 'itemNo' },
      { column: 'ID', field: 'id2' },
      { column: 'weight', field: 'weight' },
      { column: 'changed_at', field: 'changedAt' },
    ]);
  });
});

it('columns of other systems fill what is given once: nothing computed, shown or written by the engine', () => {
  const fields = {
    name: { code: 'name', kind: 'input', type: 'text' },
    stock: { code: 'stock', kind: 'default', type: 'decimal', readonly: true },
    total: { code: 'total', kind: 'default', type: 'decimal', formula: 'stock * 2' },
    hint: { code: 'hint', kind: 'undata', type: 'text', service: 'x' },
    createdAt: { code: 'createdAt', kind: 'default', type: 'datetime', base: true },
  };
  expect(fillable({ fields } as never).map(({ code }) => code)).toEqual(['name', 'stock']);
});

/** What the dialog makes of a sheet. */
const BLOCKS = libraryOf(shippedDocs).blocks;
async function madeOf(lines: readonly (readonly string[])[], sort: Sort) {
  const taken = Object.keys(broughtBy(['document', 'master', 'tree'], BLOCKS));
  const columns = placed(await guessColumns(lines, new Set(taken)), broughtBy(usesOf(sort, false), BLOCKS));
  const own = await ownFields(columns, []);
  const dicts = Object.fromEntries(own.dicts.map(({ code, title, items }) => [code, { title, items }]));
  const wish = { code: 'xTool', title: '工装', sort, prefix: 'GZ', tree: false };
  return { columns, dicts, doc: objectText(wish, { from: 'excel', columns: own.columns }) };
}
describe('the first text of an object', () => {
  it.each(['document', 'master', 'plain'] as Sort[])('%s from a table passes the linter', (sort) => {
    const doc = objectText(
      { code: 'xItem', title: '料号', sort, prefix: 'LH', tree: false },
      { from: 'table', columns: guessTable(COLUMNS) },
    );
    expect(problemsOf(doc)).toEqual([]);
    expect(doc.unique).toEqual({ source: { fields: ['itemNo'], say: '料号已存在' } });
  });
  it.each(['document', 'master', 'plain'] as Sort[])('%s from a sheet passes the linter', async (sort) => {
    const columns = await guessColumns([
      ['工装', '数量', '借出日期'],
      ['夹具', '2', '2026-01-15'],
    ]);
    const doc = objectText(
      { code: 'xTool', title: '工装', sort, prefix: 'GZ', tree: false },
      { from: 'excel', columns },
    );
    expect(problemsOf(doc)).toEqual([]);
  });
  it.each(['document', 'master', 'plain'] as Sort[])('%s from hostile columns passes the linter', async (sort) => {
    const words = repeated(['__proto__', '=cmd()', '{name}', '<b>'], 2);
    const { doc, dicts } = await madeOf(
      [
        ['__proto__', 'constructor', '=cmd()', 'id', 'remark', '备注', 'ctid'],
        ...words.map((word, n) => [word, `toString${n}`, word, String(n), 'x', `${'='.repeat(n)}1`, '#REF!']),
      ],
      sort,
    );
    const beside = { path: 'dictionaries/own.json', doc: { $schema: 'dictionaries/1', area: 'own', dicts } as const };
    expect(problemsOf(doc, [beside])).toEqual([]);
    expect(Object.keys(dicts)).toHaveLength(2);
    expect(Object.keys(doc.fields ?? {})).not.toContain('constructor');
    expect(Object.values(dicts)[0]?.items.map(({ code, title }) => [code, title])).toEqual([
      ['10', '__proto__'],
      ['20', '=cmd()'],
      ['30', '{name}'],
      ['40', '<b>'],
    ]);
  });
  it('is named by the first column whose values say which line is meant', async () => {
    const lines = [
      ['借用人', '借用单号'],
      ['何静', 'J1'],
      ['何静', 'J2'],
    ];
    expect((await madeOf(lines, 'plain')).doc.label).toBe('jieYongDanHao');
    expect((await madeOf([['借用人'], ['何静'], ['何静']], 'plain')).doc.label).toBe('jieYongRen');
  });
  it('has a column only once: one called like what its sort brings is that, or another name is found', async () => {
    const lines = [
      ['编码', '名称', '备注', '状态', '排序'],
      ['A1', '夹具', '重', '好', '甲'],
      ['A2', '钻模', '轻', '坏', '乙'],
    ];
    const { doc, columns } = await madeOf(lines, 'master');
    expect(columns.map(({ code, title, kind, isBrought }) => [code, title, kind, isBrought])).toEqual([
      ['code', '编码', '已有字段', true],
      ['name', '名称', '已有字段', true],
      ['remark', '备注', '已有字段', true],
      ['zhuangTai', '状态2', '单行文字', false],
      ['paiXu', '排序2', '单行文字', false],
    ]);
    expect(Object.keys(doc.fields ?? {})).toEqual(['code', 'zhuangTai', 'paiXu']);
    expect(problemsOf(doc)).toEqual([]);
    const plain = await madeOf(lines, 'plain');
    expect(Object.keys(plain.doc.fields ?? {})).toEqual(['bianMa', 'mingCheng', 'beiZhu', 'zhuangTai', 'paiXu']);
    const document = await madeOf(
      [
        ['单据编号', '业务日期', '部门'],
        ['D1', '2026-01-05', '机加'],
      ],
      'document',
    );
    expect(document.columns.map(({ title, code }) => [title, code])).toEqual([
      ['单据编号2', 'danJuBianHao'],
      ['业务日期', 'bizDate'],
      ['部门2', 'buMen'],
    ]);
  });
  it('has a dictionary for each choice, of one title as well', async () => {
    const lines = repeated(['好', '坏'], 3).map((word) => [word, word]);
    const { doc, dicts } = await madeOf([['状态', '状态'], ...lines], 'plain');
    expect(Object.keys(dicts)).toEqual(['xZhuangTai', 'xZhuangTai2']);
    expect(doc.fields?.zhuangTai).toEqual({ title: '状态', dict: 'xZhuangTai' });
    expect(doc.fields?.zhuangTai2).toEqual({ title: '状态2', dict: 'xZhuangTai2' });
  });
  it.each([
    ['document', false],
    ['master', false],
    ['master', true],
  ] as [Sort, boolean][])('an empty %s passes too (tree: %s)', (sort, tree) => {
    const doc = objectText({ code: 'xTool', title: '工装', sort, prefix: 'GZ', tree }, { from: 'empty' });
    expect(problemsOf(doc)).toEqual([]);
  });
  it('a copy brings everything but the address', () => {
    const source = shippedDocs.find((doc) => doc.path.endsWith('supplier.json'))?.doc;
    if (source?.$schema !== 'object/2') throw new Error('no supplier');
    const doc = objectText(
      { code: 'xVendor', title: '外协商', sort: 'master', prefix: '', tree: false },
      { from: 'copy', doc: source },
    );
    expect(doc.route).toBe('/app/xVendor/list');
    expect(Object.keys(doc.fields ?? {})).toEqual(Object.keys(source.fields ?? {}));
    expect(problemsOf(doc)).toEqual([]);
  });
});
