import { runInAction } from 'mobx';
import { describe, expect, it } from 'vitest';
import { keepHistory, restoreHistory } from '../../designer/document/keep';
import { documentsOfLibrary, libraryOfDocuments } from '../../designer/document/library';
import { type DesignDocument, type DocStep, isRefusal, type Transaction } from '../../designer/document/state';
import { DesignStore } from '../../designer/document/store';
import type { Step, StepDoc } from '../../schemas/language/steps/index';
import { openStore, shippedDocuments } from '../support/check-command';

const ID = 'object:thing';
const text = Object.freeze({
  $schema: 'object/2',
  object: 'thing',
  title: '东西',
  fields: { code: { title: '编码' }, name: { title: '名称' } },
  list: { columns: ['code', 'name'] },
}) as unknown as StepDoc;
const opened = (): DesignStore => {
  const store = new DesignStore();
  const document: DesignDocument = { id: ID, path: 'objects/own/thing.json', text, base: text };
  store.load([document], ID);
  return store;
};
const doing = (gesture: string, steps: readonly Step[], group?: string): Transaction => ({
  gesture,
  steps: steps.map((step): DocStep => ({ document: ID, step })),
  ...(group === undefined ? {} : { group }),
});
const now = (store: DesignStore): unknown => store.state.documents[ID]?.text;

describe('the designer store', () => {
  it('takes a transaction whole, or not at all', () => {
    const store = opened();
    const problem = store.dispatch(
      doing('x', [
        { set: 'title', to: '新', was: '东西' },
        { set: 'fields.gone.title', to: 'x' },
      ]),
    );
    expect(problem?.code).toBe('step.gone');
    expect(now(store)).toBe(text);
    expect(store.canUndo).toBe(false);
  });
  it('undoes and redoes gestures, typing into one property as one', () => {
    const store = opened();
    for (const [was, to] of [
      ['东西', '东'],
      ['东', '东西二'],
    ])
      store.dispatch(doing('改标题', [{ set: 'title', to: to as string, was: was as string }], 'title'));
    store.endGesture();
    store.dispatch(doing('改标题', [{ set: 'title', to: '三', was: '东西二' }], 'title'));
    expect(store.history.done).toHaveLength(2);
    store.undo();
    expect(now(store)).toMatchObject({ title: '东西二' });
    store.undo();
    expect(now(store)).toEqual(text);
    expect(store.redoWord).toBe('改标题');
    store.redo();
    store.redo();
    expect(now(store)).toMatchObject({ title: '三' });
    expect(store.unsent).toHaveLength(3 + 3 + 3);
  });
  it('undoes in the document the gesture was made in', () => {
    const store = opened();
    store.load([{ id: 'object:other', path: 'objects/own/other.json', text, base: text }]);
    store.dispatch(doing('改标题', [{ set: 'title', to: '新', was: '东西' }]));
    store.show('object:other');
    store.undo();
    expect(store.state.open).toBe(ID);
    expect(now(store)).toEqual(text);
  });
  it('answers what a command refuses', () => {
    const store = opened();
    expect(store.run(() => ({ reason: '不行' }), undefined)).toEqual({ reason: '不行' });
    expect(isRefusal({ reason: '不行' })).toBe(true);
    expect(store.run(() => doing('x', [{ set: 'nothing.at.all', to: 1 }]), undefined)?.reason).toMatch(/[一-龥]/);
  });
  it('brings a document into the changeset, and takes it out again', () => {
    const store = opened();
    const made = { $schema: 'report/1', report: 'thingStat', title: '统计', dims: {}, measures: {} };
    store.dispatch({
      gesture: '新建',
      open: 'report:thingStat',
      steps: [{ document: 'report:thingStat', step: { set: '', to: made } }],
    });
    expect(store.state.documents['report:thingStat']).toMatchObject({
      path: 'reports/own/thing-stat.json',
      text: made,
    });
    store.undo();
    expect(store.state.documents['report:thingStat']?.text).toEqual({});
    expect(store.state.open).toBe(ID);
    store.redo();
    expect(store.state.open).toBe('report:thingStat');
    expect(store.state.documents['report:thingStat']?.text).toEqual(made);
  });
  it('keeps the history over a reload of the same texts, and forgets it with others', async () => {
    const kept = new Map<string, string>();
    const keep = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    };
    const store = opened();
    const stop = keepHistory(store, 'd1', keep);
    store.dispatch(doing('改标题', [{ set: 'title', to: '新', was: '东西' }]));
    await new Promise((done) => setTimeout(done, 350));
    stop();
    const again = new DesignStore();
    again.load(Object.values(store.state.documents), ID);
    expect(restoreHistory(again, 'd1', keep)).toBe(true);
    again.undo();
    expect(now(again)).toEqual(text);
    const other = opened();
    expect(restoreHistory(other, 'd1', keep)).toBe(false);
    expect(restoreHistory(other, 'd2', keep)).toBe(false);
  });
});

describe('steps of others', () => {
  it('come beneath those not sent yet; undo takes back only its own', () => {
    const store = opened();
    store.dispatch(doing('新增', [{ insert: 'fields.qty', value: { title: '数量' }, after: 'name' }]));
    store.dispatch(doing('列', [{ insert: 'list.columns.qty', value: 'qty', after: 'name' }]));
    store.receive(
      ID,
      [
        { set: 'title', to: '他的', was: '东西' },
        { remove: 'fields.code', was: { title: '编码' } },
      ],
      '李四',
    );
    expect(now(store)).toMatchObject({
      title: '他的',
      fields: { name: {}, qty: {} },
      list: { columns: ['code', 'name', 'qty'] },
    });
    expect(store.conflicts).toEqual([]);
    store.undo();
    store.undo();
    expect(now(store)).toMatchObject({
      title: '他的',
      fields: { name: { title: '名称' } },
      list: { columns: ['code', 'name'] },
    });
    expect((now(store) as { fields: object }).fields).not.toHaveProperty('qty');
  });
  it('meet text that was not finished: written where nothing happened, else a question', () => {
    const store = opened();
    runInAction(() => store.unfinished(ID, 'fields.name.title', '名', '名称'));
    expect(now(store)).toMatchObject({ fields: { name: { title: '名' } } });
    runInAction(() => store.receive(ID, [{ set: 'title', to: '他的', was: '东西' }], '李四'));
    runInAction(() => store.unfinished(ID, 'title', '我的', '东西'));
    expect(now(store)).toMatchObject({ title: '他的' });
    const [asked] = store.conflicts;
    expect(asked).toMatchObject({ why: 'changed', was: '东西', mine: '我的', theirs: '他的' });
    if (asked !== undefined) runInAction(() => store.decide(asked, 'mine'));
    expect(now(store)).toMatchObject({ title: '我的' });
    runInAction(() => store.unfinished(ID, 'fields.gone.title', '没写完', '旧'));
    expect(store.conflicts).toMatchObject([{ why: 'gone', mine: '没写完' }]);
    expect(now(store)).not.toHaveProperty('fields.gone');
  });
  it('on the same value are a conflict: theirs holds until it is decided', () => {
    const store = opened();
    store.dispatch(doing('改标题', [{ set: 'title', to: '我的', was: '东西' }]));
    store.receive(ID, [{ set: 'title', to: '他的', was: '东西' }], '李四');
    expect(now(store)).toMatchObject({ title: '他的' });
    const [conflict] = store.conflicts;
    expect(conflict).toMatchObject({ why: 'changed', was: '东西', mine: '我的', theirs: '他的', user: '李四' });
    expect(store.unsent).toEqual([]);
    if (conflict !== undefined) runInAction(() => store.decide(conflict, 'mine'));
    expect(now(store)).toMatchObject({ title: '我的' });
    expect(store.conflicts).toEqual([]);
  });
});

describe('the names of the specification', () => {
  it('follow from the documents', () => {
    const store = openStore('object:purchaseOrder');
    expect(store.page).toMatchObject({ code: 'purchaseOrder', title: '采购订单', route: '/oms/purchase/order' });
    expect(store.designType).toBe('form');
    expect(store.formConf).toMatchObject({
      size: 'medium',
      labelPosition: 'right',
      labelWidth: 120,
      width: 70,
      disabled: false,
    });
    expect(store.formConf?.buttonList.map((item) => item.code)).toContain('audit');
    expect(store.components.map((component) => component.code)).toEqual(
      expect.arrayContaining([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 99]),
    );
    expect(store.defaultRegexList.find((item) => item.word === 'phone')?.title).toBe('手机号');
    expect(store.functionDataModels.find((model) => model.code === 'material')?.fields.length).toBeGreaterThan(5);
    expect(store.appList).toContainEqual({ code: 'purchase', title: '采购管理' });
    expect(store.chartPanel).toBeUndefined();
    store.show('board:demoBoard');
    expect(store.designType).toBe('chart');
    expect(store.chartPanel).toMatchObject({
      rows: 6,
      columns: 12,
      gap: 12,
      searchConfig: [{ field: 'day' }, { field: 'state' }],
    });
    store.show('report:demoStat');
    expect(store.chartPanel).toMatchObject({ rows: 2, columns: 2, gap: 10 });
    expect(store.chartPanel?.searchConfig.length).toBeGreaterThan(0);
    store.show('board:demoBoard');
    const errors = store.validations.filter((validation) => validation.level !== 'warn');
    store.dispatch({
      gesture: '改',
      steps: [{ document: 'board:demoBoard', step: { set: 'cells.qty.report', to: 'gone', was: 'demoStat' } }],
    });
    expect(
      store.validations.filter(
        (validation) => validation.level !== 'warn' && !errors.some((old) => old.text === validation.text),
      ),
    ).toMatchObject([{ code: 'ref.report', document: 'board:demoBoard', path: 'cells.qty.report' }]);
  });
  it('give a board without sizes those of the specification', () => {
    const store = openStore('board:empty', [
      {
        id: 'board:empty',
        path: 'boards/empty.json',
        text: { $schema: 'board/1', board: 'empty', title: '空', cells: {} },
        base: {},
      },
    ]);
    expect(store.chartPanel).toEqual({ rows: 3, columns: 2, gap: 10, searchConfig: [] });
  });
});

describe('steps of others on a shipped document', () => {
  it('leave an overlay that says what the text says', () => {
    const overlay: readonly Step[] = [{ set: 'title', to: '采购合同', was: '采购订单' }];
    const documents = documentsOfLibrary(
      shippedDocuments().map(({ id, path, text }) => ({
        id,
        path,
        text,
        ...(id === 'object:purchaseOrder' ? { overlay } : {}),
      })),
    );
    const store = openStore('object:purchaseOrder', documents);
    const mine = (steps: readonly Step[]): Transaction => ({
      gesture: '改',
      steps: steps.map((step) => ({ document: 'object:purchaseOrder', step })),
    });
    store.dispatch(mine([{ set: 'fields.supplier.tip', to: '我的' }]));
    store.undo();
    store.dispatch(mine([{ set: 'fields.supplier.placeholder', to: '请选择' }]));
    store.receive('object:purchaseOrder', [{ set: 'fields.supplier.title', to: '供货商', was: '供应商' }], '李四');
    expect(store.openDocument?.text).toMatchObject({
      title: '采购合同',
      fields: { supplier: { title: '供货商', placeholder: '请选择' } },
    });
    expect(store.openDocument?.overlay?.steps).toHaveLength(3);
    expect(JSON.stringify(store.openDocument?.overlay?.steps)).toContain('采购合同');
  });
});

describe('the library of the organisation', () => {
  it('comes with shipped texts under their overlays', () => {
    const shipped = shippedDocuments();
    const order = shipped.find((doc) => doc.id === 'object:purchaseOrder');
    const overlay: readonly Step[] = [{ insert: 'fields.xDelivery', value: { title: '交付方式' }, after: 'supplier' }];
    const documents = documentsOfLibrary(
      shipped.map(({ id, path, text }) => ({
        id,
        path,
        text: JSON.stringify(text),
        ...(id === order?.id ? { overlay } : {}),
      })),
    );
    const opened = documents.find((doc) => doc.id === order?.id);
    expect(opened?.text.fields).toHaveProperty('xDelivery');
    expect(opened?.text.fields).toHaveProperty('auditStatus');
    const object = libraryOfDocuments(documents).objects.get('purchaseOrder')?.object;
    expect(object?.fields.xDelivery?.title).toBe('交付方式');
    expect(object?.audited).toBe(true);
  });
});
