import { describe, expect, it } from 'vitest';
import { boardText, reportText, sourceOfText } from '../../designer/chart/new-chart';
import { DesignStore } from '../../designer/document/store';
import { objectText } from '../../designer/workspace/new-object';
import { actsOf } from '../../designer/workspace/store-acts';
import { lint, lintAll } from '../../schemas/language/check/index';
import type { AnyDoc } from '../../schemas/language/document';
import { resolveObject } from '../../schemas/language/resolve';
import { entriesAt } from '../../schemas/language/steps/index';
import { documentsIn, filed, SCHEMAS } from '../language/documents';

const shippedDocs = filed(
  ['blocks', 'objects', 'dictionaries', 'settings'].flatMap((folder) => documentsIn(SCHEMAS, folder)),
);
const blocks = new Map(
  shippedDocs.flatMap(({ doc }) => (doc.$schema === 'block/2' ? [[doc.block, doc] as const] : [])),
);
const TOOL = 'object:xToolLoan';
function begun(sort: 'document' | 'plain' = 'document') {
  const store = new DesignStore();
  store.load(
    shippedDocs.flatMap(({ path, doc }) =>
      doc.$schema === 'block/2' ? [{ id: `block:${doc.block}`, path, text: doc as never, base: doc as never }] : [],
    ),
  );
  const text = (): AnyDoc => store.state.documents[TOOL]?.text as unknown as AnyDoc;
  const object = () => resolveObject(text() as never, { blocks });
  const acts = actsOf(store, object);
  const made = acts.make({
    app: { code: 'xShop', title: '车间现场' },
    doc: objectText({ code: 'xToolLoan', title: '工装借用', sort, prefix: 'GZJY', tree: false }, { from: 'empty' }),
  });
  expect(made).toEqual({ done: true });
  const problems = () =>
    lint({ path: 'objects/own/x-tool-loan.json', doc: text() }, shippedDocs).filter(
      (problem) => problem.level !== 'warn',
    );
  return { store, acts, object, problems, text };
}
const shownIn = (object: ReturnType<typeof resolveObject>, group: string): readonly (string | undefined)[] =>
  object.edit.groups.find((part) => part.code === group)?.fields?.map((field) => field.field) ?? [];
const BASE = 'edit.groups.base.fields';

describe('gestures of the workspace', () => {
  it('a new object comes with its menu entry, and one undo takes both back', () => {
    const { store } = begun();
    expect(store.state.open).toBe(TOOL);
    expect(store.state.documents['menus:xShop']?.text).toMatchObject({
      title: '车间现场',
      items: { xToolLoan: { page: 'xToolLoan' } },
    });
    store.undo();
    expect(store.state.documents['menus:xShop']?.text).toEqual({});
    expect(store.state.documents[TOOL]?.text).toEqual({});
  });
  it('a field goes where the line said it would', () => {
    const { acts, object, problems, store } = begun();
    const field = { title: '借用原因', kind: 'textarea' } as const;
    expect(acts.refusal({ sort: 'kind', code: 'textarea' }, { list: BASE, after: 'bizDate' })).toBeUndefined();
    expect(acts.addField({ title: '借用原因', code: 'reason', field }, { list: BASE, after: 'bizDate' })).toEqual({
      done: true,
    });
    const order = shownIn(object(), 'base');
    expect(order.indexOf('reason')).toBe(order.indexOf('bizDate') + 1);
    expect(
      acts.addField(
        { title: '天数', code: 'days', field: { title: '天数', type: 'int' } },
        { list: BASE, after: 'dept' },
      ),
    ).toEqual({ done: true });
    const next = shownIn(object(), 'base');
    expect(next.indexOf('days')).toBe(next.indexOf('dept') + 1);
    expect(problems()).toEqual([]);
    store.undo();
    expect(object().fields.days).toBeUndefined();
  });
  it('a field of a template can leave the page and come back', () => {
    const { acts, object, problems } = begun();
    expect(acts.remove([`${BASE}.dept`])).toEqual({ done: true });
    expect(shownIn(object(), 'base')).not.toContain('dept');
    expect(object().fields.dept).toBeDefined();
    expect(acts.placeField('dept', { list: BASE, after: 'bizDate' })).toEqual({ done: true });
    expect(shownIn(object(), 'base')).toContain('dept');
    expect(problems()).toEqual([]);
  });
  it('a refusal has its reason before anything is dropped', () => {
    const { acts } = begun();
    acts.addPart('table', '借用明细', 'items', undefined);
    const refused = acts.refusal({ sort: 'field', code: 'items' }, { list: 'list.columns', after: null });
    expect(refused).toBe('明细不能作为列或查询项');
    expect(acts.refusal({ sort: 'field', code: 'bizDate' }, { list: 'list.columns', after: null })).toContain(
      '已在这里',
    );
  });
  it('a table goes to a group of its own below the one it was put under', () => {
    const { acts, object, problems } = begun();
    const under = { list: 'edit.groups', after: 'base' };
    expect(acts.refusal({ sort: 'layout', code: 'table' }, under)).toBeUndefined();
    expect(acts.addPart('table', '借用明细', 'items', under)).toEqual({ done: true });
    expect(object().edit.groups.map(({ code }) => code)).toEqual(['base', 'items', 'files']);
    expect(shownIn(object(), 'base')).not.toContain('items');
    expect(problems()).toEqual([]);
  });
  it('columns of a table are taken off, also where it names none, and the last one stays', () => {
    const { acts, object, problems } = begun();
    acts.addPart('table', '借用明细', 'items', undefined);
    const columns = () => object().fields.items?.sub?.columns.map(({ field }) => field);
    const qty = { title: '数量', code: 'qty', field: { title: '数量', type: 'int' } };
    acts.addField(qty, { list: 'fields.items.columns', after: 'name' });
    expect(acts.remove(['fields.items.columns.name'])).toEqual({ done: true });
    expect(columns()).toEqual(['qty']);
    expect(acts.remove(['fields.items.columns.qty'])).toEqual({ refused: '明细至少要有一列' });
    expect(columns()).toEqual(['qty']);
    expect(problems()).toEqual([]);
    const silent = begun();
    silent.acts.addEntry('fields', 'rows', {
      title: '明细',
      kind: 'tabTable',
      fields: { name: { title: '名称', kind: 'input' }, size: { title: '规格', kind: 'input' } },
    });
    expect(silent.acts.remove(['fields.rows.columns.size'])).toEqual({ done: true });
    expect(silent.object().fields.rows?.sub?.columns.map(({ field }) => field)).toEqual(['name']);
    expect(silent.object().fields.rows?.sub?.fields.size).toBeDefined();
  });
  it('groups, widths, titles, copies over the clipboard', () => {
    const { acts, object, problems, store } = begun();
    acts.addField(
      { title: '借用原因', code: 'reason', field: { title: '借用原因', kind: 'input' } },
      { list: BASE, after: null },
    );
    expect(acts.addPart('group', '借用期限', 'term', { list: BASE, after: 'reason' })).toEqual({ done: true });
    expect(acts.moveTo([`${BASE}.reason`], { list: 'edit.groups.term.fields', after: null })).toEqual({ done: true });
    expect(shownIn(object(), 'term')).toEqual(['reason']);
    expect(acts.widen('edit.groups.term.fields.reason')).toEqual({ done: true });
    expect(object().edit.groups.find((group) => group.code === 'term')?.fields?.[0]?.span).toBe(2);
    expect(acts.retitle('edit.groups.term.fields.reason', '用途')).toEqual({ done: true });
    expect(object().fields.reason?.title).toBe('用途');
    const clip = acts.copyText(['edit.groups.term.fields.reason']);
    expect(acts.paste(clip, { list: 'edit.groups.term.fields', after: 'reason' })).toEqual({ done: true });
    expect(shownIn(object(), 'term')).toHaveLength(2);
    expect(acts.duplicate(['edit.groups.term.fields.reason'])).toEqual({ done: true });
    expect(problems()).toEqual([]);
    while (store.canUndo) expect(store.undo()).toBeUndefined();
    expect(store.state.documents[TOOL]?.text).toEqual({});
  });
});
describe('several fields at once', () => {
  const text = (title: string, code: string, kind = 'input') => ({ field: { title, code, field: { title, kind } } });
  it('stand behind each other, in the list too where a list shows them, as one gesture', () => {
    const { acts, object, problems, store } = begun();
    const columns = () => object().list.columns.map((column) => column.field);
    const before = columns();
    const made = [text('用途', 'use'), text('说明', 'words', 'textarea'), text('应还日期', 'dueOn', 'dateCritical')];
    expect(acts.addFields(made, { list: BASE, after: 'bizDate' }, true)).toEqual({ done: true });
    const order = shownIn(object(), 'base');
    expect(order.slice(order.indexOf('bizDate') + 1).slice(0, 3)).toEqual(['use', 'words', 'dueOn']);
    expect(columns()).toEqual(expect.arrayContaining([...before, 'use', 'dueOn']));
    expect(columns()).not.toContain('words');
    expect(store.state.selection.map(({ address }) => address)).toEqual([`${BASE}.dueOn`]);
    expect(problems()).toEqual([]);
    store.undo();
    expect(object().fields.use).toBeUndefined();
    expect(columns()).toEqual(before);
  });
  it('are columns in the order they were typed, those that must be filled too', () => {
    const { acts, object } = begun('plain');
    const must = (made: ReturnType<typeof text>) => ({
      ...made,
      field: { ...made.field, field: { ...made.field.field, required: true } },
    });
    const made = [text('名称', 'name'), text('用途', 'use'), must(text('借用人', 'who')), text('单位', 'unit')];
    expect(acts.addFields(made, { list: BASE, after: null }, true)).toEqual({ done: true });
    expect(object().list.columns.map((column) => column.field)).toEqual(['name', 'use', 'who', 'unit']);
  });
  it('are refused together', () => {
    const { acts, object } = begun();
    expect(acts.addFields([text('用途', 'use'), text('日期', 'bizDate')], { list: BASE, after: null }, true)).toEqual({
      refused: expect.stringContaining('bizDate'),
    });
    expect(object().fields.use).toBeUndefined();
  });
  it('are put into the list and taken among what is searched', () => {
    const { acts, object, problems } = begun();
    acts.addFields([text('用途', 'use'), text('说明', 'words')], { list: BASE, after: 'bizDate' }, false);
    expect(acts.placeFields(['use', 'words'], { list: 'list.search', after: null })).toEqual({ done: true });
    expect(
      object()
        .list.search.slice(0, 2)
        .map((item) => item.field),
    ).toEqual(['use', 'words']);
    expect(problems()).toEqual([]);
  });
  it('are the columns of a sub-table from its beginning', () => {
    const { acts, object, problems, store } = begun();
    const made = [
      text('工装', 'tool'),
      { field: { title: '数量', code: 'qty', field: { title: '数量', type: 'decimal' } } },
    ];
    expect(acts.addTable({ code: 'items', title: '借用明细' }, made, undefined)).toEqual({ done: true });
    expect(object().fields.items?.sub?.columns.map((column) => column.field)).toEqual(['tool', 'qty']);
    expect(problems()).toEqual([]);
    store.undo();
    expect(object().fields.items).toBeUndefined();
  });
});
describe('a new board over an object nothing counts yet', () => {
  it('comes with its report and both entries of the menu, as one gesture', () => {
    const { acts, object, store } = begun();
    const report = reportText({ code: 'xLoanStat', title: '工装借用统计' }, object());
    const doc = boardText({ code: 'xLoanWall', title: '借用看板' }, sourceOfText(report, object()));
    expect(acts.make({ app: { code: 'xShop', title: '车间现场' }, doc, report })).toEqual({ done: true });
    expect(store.state.open).toBe('board:xLoanWall');
    const { documents } = store.state;
    expect(entriesAt(documents['menus:xShop']?.text ?? {}, 'items')).toEqual(['xToolLoan', 'xLoanStat', 'xLoanWall']);
    expect(documents['board:xLoanWall']?.text).toMatchObject({
      cells: {
        cell1: { title: '单数', report: 'xLoanStat', chart: 'number', y: ['number'] },
        cell2: { title: '各单据状态单数', report: 'xLoanStat', chart: 'bar', x: 'docStatus', y: ['number'] },
      },
    });
    const texts = ['report:xLoanStat', 'board:xLoanWall', TOOL].map((id) => ({
      path: `own/${id.replace(':', '/')}.json`,
      doc: documents[id]?.text as unknown as AnyDoc,
    }));
    const problems = lintAll([...shippedDocs, ...texts]).filter(
      ({ path, problem }) => path.startsWith('own/') && problem.level !== 'warn' && !/^own.object/.test(path),
    );
    expect(problems).toEqual([]);
    store.undo();
    expect(store.state.documents['report:xLoanStat']?.text).toEqual({});
  });
});
describe('a new dictionary', () => {
  it('comes with the field that uses it, in the document of the app, as one gesture', () => {
    const { acts, object, store, problems } = begun();
    const dict = (code: string) => ({
      app: 'xShop',
      code,
      title: '借用状态',
      items: [
        { code: '10', title: '待借出' },
        { code: '20', title: '借用中' },
      ],
    });
    const field = { title: '借用状态', code: 'lendState', field: { title: '借用状态', dict: 'xLendState' } };
    expect(acts.addFields([{ field, dict: dict('xLendState') }], { list: BASE, after: null }, false)).toEqual({
      done: true,
    });
    expect(object().fields.lendState).toMatchObject({ type: 'dict', dict: 'xLendState' });
    expect(store.state.documents['dictionaries:xShop']?.text).toMatchObject({
      area: 'xShop',
      dicts: { xLendState: { title: '借用状态' } },
    });
    const again = { ...field, code: 'second' };
    expect(acts.addFields([{ field: again, dict: dict('xSecond') }], { list: BASE, after: null }, false)).toEqual({
      done: true,
    });
    store.undo();
    expect(object().fields.second).toBeUndefined();
    store.undo();
    expect(store.state.documents['dictionaries:xShop']?.text).toEqual({});
    expect(problems()).toEqual([]);
  });
});
