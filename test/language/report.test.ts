/** Reports and boards: the worked examples of the reference, what follows by itself, roles of marks. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printDoc } from '../../schemas/language/canon';
import { roleProblems } from '../../schemas/language/charts';
import { canonLib } from '../../schemas/language/check/documents';
import { libraryOf, lintAll } from '../../schemas/language/check/index';
import { upwardOf } from '../../schemas/language/conformed';
import type { ObjectDoc } from '../../schemas/language/document';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import { resolveBoard, resolveReport, totalKind } from '../../schemas/language/resolve/report';
import { overRows } from '../../schemas/language/resolve/service-measures';
import { documentsIn, FIXTURES, filed, readText, SCHEMAS } from './documents';

const shipped = filed(
  ['blocks', 'objects', 'dictionaries', 'settings', 'menus', 'reports', 'boards'].flatMap((folder) =>
    documentsIn(SCHEMAS, folder),
  ),
);
const library = libraryOf(shipped);
const outReceive: ObjectDoc = {
  $schema: 'object/2',
  object: 'outReceive',
  title: '外协收货',
  label: 'code',
  fields: {
    code: { title: '编号', kind: 'input' },
    auditStatus: { title: '审核', dict: 'auditStatus' },
    receiveType: { title: '类型', type: 'int' },
    supplier: { title: '供应商', ref: 'supplier' },
    bizDate: { title: '日期', kind: 'date' },
    items: {
      title: '明细',
      kind: 'tabTable',
      fields: {
        workOrder: { title: '工单', ref: 'material' },
        process: { title: '工序', ref: 'material' },
        ...Object.fromEntries(
          ['qty', 'qualifiedQty', 'lossQty', 'atSupplierQty'].map((code) => [code, { title: code, type: 'decimal' }]),
        ),
        pay: { title: '应付', type: 'decimal', grant: 'price' },
      },
    },
  },
};
const example = (name: string): string => readText(join(FIXTURES, 'reports', `${name}.json`));

describe('worked examples of the reference', () => {
  it.each(['out-statement', 'energy-matrix'])('%s is canonical as it stands there', (name) => {
    const text = example(name);
    expect(printDoc(JSON.parse(text) as ReportDoc, canonLib(library))).toBe(text);
  });
  it('outStatement means something over its object', () => {
    const doc = JSON.parse(example('out-statement').replaceAll('"workOrder", "', '"material", "')) as ReportDoc;
    const dims = {
      ...doc.dims,
      workOrder: { title: '工单', ref: 'material' },
      process: { title: '工序', ref: 'material' },
    };
    const own = { ...JSON.parse(example('out-statement')), dims, menu: 'demoDoc' } as ReportDoc;
    const files = [
      // the shipped ones are larger than the examples of the reference
      ...shipped.filter(({ path }) => !path.endsWith('/out-receive.json') && !path.endsWith('/out-statement.json')),
      { path: 'objects/x/out-receive.json', doc: outReceive },
      { path: 'reports/x/r.json', doc: own },
    ];
    expect(lintAll(files).filter((problem) => problem.path === 'reports/x/r.json')).toEqual([]);
  });
});

describe('what follows by itself', () => {
  const object = (code: string) => library.objects.get(code)?.object;
  const report = resolveReport(
    {
      $schema: 'report/1',
      report: 'r',
      title: 'R',
      from: 'purchaseOrder.items',
      dims: {
        supplier: { of: 'doc.supplier' },
        material: {},
        level: { of: 'doc.supplier.level' },
        day: { of: 'doc.bizDate' },
      },
      measures: { n: { title: 'n', of: 'count()' }, q: { title: 'q', of: 'sum(qty)' } },
    },
    { object },
  );
  it('a dim is what the field it reads is', () => {
    expect(report.dims.supplier).toMatchObject({ type: 'ref', ref: 'supplier', title: '供应商', of: 'doc.supplier' });
    expect(report.dims.level).toMatchObject({ type: 'dict' });
    expect(report.dims.day?.type).toBe('date');
    expect(report.dims.material).toMatchObject({ ref: 'material', of: 'material' });
  });
  it('a day of shifts stays one: today and this week count in shift days', () => {
    const object = library.objects.get('purchaseOrder')?.object;
    const field = object?.fields.bizDate;
    if (object === undefined || field === undefined) throw new Error('purchaseOrder');
    const shifted = { ...object, fields: { ...object.fields, bizDate: { ...field, shift: true } } };
    const doc = {
      $schema: 'report/1',
      report: 'r',
      title: 'R',
      measures: { n: { title: 'n', of: 'count()' } },
    } as const;
    const read = resolveReport({ ...doc, from: 'purchaseOrder', dims: { bizDate: {} } }, { object: () => shifted });
    const day = { title: '日期', type: 'date', shift: true } as const;
    const served = resolveReport({ ...doc, service: 's', dims: { bizDate: day } }, { object: () => undefined });
    expect([read.dims.bizDate?.shift, served.dims.bizDate?.shift]).toEqual([true, true]);
  });
  it('a search by what stands above a dim finds its way through the shipped objects', () => {
    const of = (code: string, dims: object) =>
      upwardOf(
        code,
        resolveReport({ $schema: 'report/1', report: 'r', title: 'R', dims: dims as never, measures: {} }, { object })
          .dims,
        object,
      );
    const equipment = { equipment: { title: '设备', ref: 'equipment' } };
    expect([
      of('workshop', equipment),
      of('workshop', { line: { title: '产线', ref: 'factoryUnit' }, ...equipment }),
      of('materialCategory', { material: { title: '物料', ref: 'material' } }),
      of('team', { employee: { title: '员工', ref: 'employee' } }),
      of('dept', { team: { title: '班组', ref: 'team' } }),
      of('customer', equipment),
      of('workshop', {}),
    ]).toEqual([
      { path: 'equipment.factoryUnit', isTree: true },
      { path: 'line', isTree: true },
      { path: 'material.materialCategory', isTree: true },
      { path: 'employee.team', isTree: false },
      { path: 'team.dept', isTree: true },
      undefined,
      undefined,
    ]);
  });
  it('its page has the groups and all measures', () => {
    expect(report.list.columns.map((column) => column.field)).toEqual(['$group', 'n', 'q']);
    expect(report.by).toEqual(['supplier', 'material', 'level', 'day']);
    expect(report.object.storage).toBe('none');
  });
  it.each([
    ['sum(a)', 'sum'],
    ['count()', 'count'],
    ['sum(a) - sum(b)', 'sum'],
    ['sum(a) * 2', 'sum'],
    ['pct(sum(a), sum(b))', 'ratio'],
    ['sum(a) / count()', 'ratio'],
    ['pct(sum(a), total(sum(a)))', 'formula'],
    ['distinct(a)', 'distinct'],
    ['last(a)', 'last'],
    ['max(a)', 'max'],
    ['round(sum(a), 2)', 'sum'],
    ['running(sum(a))', 'formula'],
  ])('%s totals as %s', (text, kind) => {
    expect(totalKind(text)).toBe(kind);
  });
  it('a board fills the places of its cells', () => {
    const board = resolveBoard({
      $schema: 'board/1',
      board: 'b',
      title: 'B',
      cells: { a: { at: [2, 1] }, c: { at: [1, 1, 1, 2], title: 'x' } },
    } as BoardDoc);
    expect(board.cells.map((cell) => cell.at)).toEqual([
      [2, 1, 1, 1],
      [1, 1, 1, 2],
    ]);
    expect(board).toMatchObject({ rows: 3, columns: 2, gap: 10, route: '/board/b' });
  });
  it('marks take what they can draw', () => {
    expect(roleProblems({ chart: 'bar', x: 'supplier', y: ['q'] }, report)).toEqual([]);
    expect(roleProblems({ chart: 'pie', y: ['q'] }, report).map((problem) => problem.code)).toEqual(['chart.roles']);
    expect(roleProblems({ chart: 'line', x: 'supplier', y: ['q'] }, report).map((problem) => problem.level)).toEqual([
      'warn',
    ]);
    expect(roleProblems({ chart: 'line', x: 'day:week', y: ['q'] }, report)).toEqual([]);
  });
});

it('a formula over a service weighs by what stands in the rows: inside an aggregate names are the numbers of a row', () => {
  const measures = {
    qty: { title: '数量' },
    price: { title: '单价' },
    worth: { title: '金额', of: 'price * qty' },
    mean: { title: '均价', of: 'sum(worth) / sum(qty)' },
    rate: { title: '占比', of: 'pct(worth, total(qty))' },
    most: { title: '最高', of: 'max(price)' },
    left: { title: '剩余', of: 'max(qty - price, 0)' },
  };
  const over = (code: string) => overRows(code, measures as never);
  expect(over('mean')).toBe('sum(price * qty) / sum(qty)');
  expect(over('worth')).toBe('sum(price) * sum(qty)');
  expect(over('rate')).toBe('pct(sum(price) * sum(qty), total(sum(qty)))');
  expect([over('most'), over('left')]).toEqual(['max(price)', 'max(sum(qty) - sum(price), 0)']);
  expect(totalKind(over('mean'))).toBe('ratio');
});
