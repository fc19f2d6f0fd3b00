import { describe, expect, it } from 'vitest';
import { fieldOfType, fillable, guessTable, proposeMap } from '../../designer/tables/columns';
import { codeFrom, codeOf, initialsOf } from '../../designer/workspace/code-from';
import { guess, guessColumns } from '../../designer/workspace/guess';
import { objectText, type Sort } from '../../designer/workspace/new-object';
import { type FiledDoc, lint } from '../../schemas/language/check/index';
import { documentsIn, filed, SCHEMAS } from '../language/documents';

const shippedDocs = filed(
  ['blocks', 'objects', 'dictionaries', 'settings'].flatMap((folder) => documentsIn(SCHEMAS, folder)),
);
const problemsOf = (doc: FiledDoc['doc']) =>
  lint({ path: 'objects/own/new.json', doc }, shippedDocs).filter((problem) => problem.level !== 'warn');

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
      ['名称', 'mingCheng2', '单行文字'],
      ['数量', 'shuLiang', '整数'],
    ]);
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
