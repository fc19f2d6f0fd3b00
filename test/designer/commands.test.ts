import { describe, expect, it } from 'vitest';
import {
  addDictionary,
  addEntry,
  addField,
  addItem,
  addMenuItem,
  addPart,
  addSubTable,
  addTransition,
  copyText,
  createDocument,
  duplicateEntries,
  moveBy,
  moveEntries,
  paste,
  placeField,
  removeDocument,
  removeEntries,
  removeState,
  removeTransition,
  renameEntry,
  retireState,
  retitle,
  setProperty,
  setTransition,
} from '../../designer/commands/index';
import type { DesignStore } from '../../designer/document/store';
import { wholeText } from '../../designer/rules/index';
import type { AnyDoc } from '../../schemas/language/document';
import { mergedText } from '../../schemas/language/resolve';
import { entriesAt, valueAt } from '../../schemas/language/steps/index';
import { checkCommand, openStore, shippedDocuments } from '../support/check-command';

const at = (store: DesignStore, address: string): unknown => valueAt(store.openDocument?.text ?? {}, address);
const keys = (store: DesignStore, address: string): readonly string[] =>
  entriesAt(store.openDocument?.text ?? {}, address) ?? [];
const shown = (store: DesignStore, address: string): readonly string[] =>
  entriesAt(wholeText(store.state, store.openDocument?.text ?? {}), address) ?? [];

describe('a page over settings', () => {
  it('shows its keys in the order of the settings', () => {
    const store = openStore('object:sysConfig');
    expect(shown(store, 'fields')).toContain('masterSameName');
    expect(checkCommand(store, moveBy, { address: 'fields.masterSameName', by: 1 })).toMatch(/来自系统设置，不能移动/);
  });
});

describe('fields', () => {
  it('are added with their place, and refused with the reason', () => {
    const store = openStore('object:purchaseOrder');
    const spot = { list: 'edit.groups.base.fields', after: 'supplier' };
    expect(
      checkCommand(store, addField, { code: 'delivery', field: { title: '交付方式', kind: 'input' }, spot }),
    ).toBeUndefined();
    expect(keys(store, spot.list)).toContain('delivery');
    expect(keys(store, 'fields').indexOf('delivery')).toBe(keys(store, 'fields').indexOf('supplier') + 1);
    for (const [code, reason] of [
      ['delivery', /编码重复/],
      ['id', /保留字/],
      ['交付', /驼峰/],
      ['nbr', /编码重复/],
    ] as const)
      expect(checkCommand(store, addField, { code, field: { title: 'x' } }, false)).toMatch(reason);
    expect(
      checkCommand(store, addField, { code: 'sub', rows: 'items', field: { title: '子表', kind: 'tabTable' } }, false),
    ).toMatch(/明细中不能再有明细/);
  });
  it('name the record, and what was shown without being said stays where it was', () => {
    const bare = { $schema: 'object/2', object: 'xBare', title: '光的', route: '/app/xBare/list' } as const;
    const store = openStore('object:purchaseOrder');
    checkCommand(store, createDocument, { doc: bare as never }, false);
    const base = { list: 'edit.groups.base.fields' };
    const add = (code: string, field: object) =>
      checkCommand(store, addField, { code, field: field as never, spot: base }, false);
    expect(add('when', { title: '日期', kind: 'date', required: true })).toBeUndefined();
    expect(add('name', { title: '名称', kind: 'input' })).toBeUndefined();
    expect(add('more', { title: '更多', kind: 'input' })).toBeUndefined();
    expect(at(store, 'label')).toBe('name');
    expect(keys(store, 'edit.groups')).toEqual(['base']);
    expect(keys(store, base.list)).toEqual(['when', 'name', 'more']);
    checkCommand(store, placeField, { code: 'more', spot: { list: 'list.columns' } }, false);
    expect(keys(store, 'list.columns')).toEqual(['name', 'when', 'more']);
  });
  it('go into sub-tables through their columns', () => {
    const store = openStore('object:purchaseOrder');
    const spot = { list: 'fields.items.columns', after: null };
    expect(
      checkCommand(store, addField, { code: 'colour', field: { title: '颜色', kind: 'input' }, spot }),
    ).toBeUndefined();
    expect(at(store, 'fields.items.fields.colour')).toEqual({ title: '颜色', kind: 'input' });
    expect(keys(store, spot.list)[0]).toBe('colour');
    expect(checkCommand(store, addSubTable, { code: 'parts', title: '随附件' })).toBeUndefined();
    expect(keys(store, 'edit.groups')).toContain('parts');
  });
  it('are taken away with what places them, and stay while something computes with them', () => {
    const store = openStore('object:purchaseOrder');
    checkCommand(store, addField, {
      code: 'extra',
      field: { title: '附加', type: 'decimal' },
      spot: { list: 'edit.groups.base.fields' },
    });
    checkCommand(store, placeField, { code: 'extra', spot: { list: 'list.columns' } });
    checkCommand(store, addEntry, {
      list: 'rules',
      code: 'keep',
      value: { when: 'docStatus == 60', readonly: ['extra'] },
    });
    checkCommand(store, addField, {
      code: 'twice',
      field: { title: '双倍', type: 'decimal', formula: 'extra * 2' },
      spot: { list: 'edit.groups.base.fields' },
    });
    expect(checkCommand(store, removeEntries, { addresses: ['fields.extra'] })).toBe(
      '「附加」还在「双倍」的公式中使用，请先修改那里',
    );
    expect(checkCommand(store, removeEntries, { addresses: ['fields.twice'] })).toBeUndefined();
    checkCommand(store, addEntry, { list: 'rules', code: 'many', value: { when: 'extra > 10', require: ['remark'] } });
    expect(checkCommand(store, removeEntries, { addresses: ['fields.extra'] })).toBe(
      '「附加」还在「必填 备注」的什么时候中使用，请先修改那里',
    );
    checkCommand(store, removeEntries, { addresses: ['rules.many'] });
    checkCommand(store, addEntry, { list: 'checks', code: 'few', value: { that: 'extra < 10', say: '附加太多' } });
    expect(checkCommand(store, removeEntries, { addresses: ['fields.extra'] })).toMatch(
      /^「附加」还在「附加太多」的.+中使用，请先修改那里$/,
    );
    checkCommand(store, removeEntries, { addresses: ['checks.few'] });
    expect(checkCommand(store, removeEntries, { addresses: ['fields.extra'] })).toBeUndefined();
    expect(JSON.stringify(store.openDocument?.text)).not.toContain('extra');
    expect(at(store, 'rules.keep')).toBeUndefined();
  });
  it('are renamed with everything that names them', () => {
    const store = openStore('object:purchaseOrder');
    expect(checkCommand(store, renameEntry, { address: 'fields.supplier', to: 'vendor' }, false)).toBeUndefined();
    expect(at(store, 'fields.vendor')).toMatchObject({ was: 'supplier' });
    expect(keys(store, 'list.columns')).toContain('vendor');
    expect(checkCommand(store, renameEntry, { address: 'fields.handler', to: 'x1' }, false)).toMatch(/区块/);
  });
  it('are renamed wherever their object is named, and taken back with one undo', () => {
    const store = openStore('object:purchaseOrder');
    const before = JSON.stringify(store.state.documents);
    expect(
      checkCommand(store, renameEntry, { address: 'fields.items.fields.needDate', to: 'wantedAt' }, false),
    ).toBeUndefined();
    const textOf = (id: string): string => JSON.stringify(store.state.documents[id]?.text);
    expect(textOf('object:purchaseApply')).toContain('"wantedAt":');
    expect(at(store, 'fields.items.fields.wantedAt')).toMatchObject({ was: 'needDate' });
    store.undo();
    expect(JSON.stringify(store.state.documents)).toBe(before);
  });
  it('say no former code that was never published, and keep the published one over several', () => {
    const store = openStore('object:purchaseOrder');
    for (const [from, to] of [
      ['supplier', 'vendor'],
      ['vendor', 'seller'],
    ] as const)
      expect(checkCommand(store, renameEntry, { address: `fields.${from}`, to }, false)).toBeUndefined();
    expect(at(store, 'fields.seller')).toMatchObject({ was: 'supplier' });
    expect(checkCommand(store, renameEntry, { address: 'fields.seller', to: 'supplier' }, false)).toBeUndefined();
    expect(at(store, 'fields.supplier')).not.toHaveProperty('was');
    expect(checkCommand(store, renameEntry, { address: 'fields.supplier', to: 'id' }, false)).toMatch(/id/);
  });
  it('are duplicated and carried to another object as text', () => {
    const store = openStore('object:purchaseOrder');
    expect(checkCommand(store, duplicateEntries, { addresses: ['edit.groups.base.fields.supplier'] })).toBeUndefined();
    expect(keys(store, 'edit.groups.base.fields')).toContain('supplierCopy');
    expect(at(store, 'fields.supplierCopy')).toMatchObject({ title: '供应商 副本', ref: 'supplier' });
    const text = copyText(
      store.state,
      ['edit.groups.base.fields.supplier', 'fields.items.columns.promisedAt'].filter(
        (text) => at(store, text) !== undefined,
      ),
    );
    store.show('object:unit');
    expect(
      checkCommand(store, paste, {
        text,
        spot: {
          list:
            shown(store, 'edit.groups')[0] === undefined
              ? 'list.columns'
              : `edit.groups.${shown(store, 'edit.groups')[0]}.fields`,
        },
      }),
    ).toBeUndefined();
    expect(at(store, 'fields.supplier')).toMatchObject({ ref: 'supplier' });
    expect(checkCommand(store, paste, { text: 'not json' })).toBe('剪贴板里没有可以粘贴的内容');
  });
});

describe('places', () => {
  it('move within a list, between groups, and from block parts', () => {
    const store = openStore('object:purchaseOrder');
    const list = shown(store, 'list.columns');
    expect(checkCommand(store, moveBy, { address: 'list.columns.supplier', by: 1 })).toBeUndefined();
    expect(shown(store, 'list.columns').indexOf('supplier')).toBe(list.indexOf('supplier') + 1);
    expect(checkCommand(store, addPart, { part: 'group', title: '条款', code: 'more' }, false)).toBeUndefined();
    expect(
      checkCommand(store, moveEntries, {
        addresses: ['edit.groups.base.fields.buyer'],
        spot: { list: 'edit.groups.more.fields' },
      }),
    ).toBeUndefined();
    expect(keys(store, 'edit.groups.more.fields')).toEqual(['buyer']);
    expect(
      checkCommand(store, placeField, { code: 'buyer', spot: { list: 'edit.groups.more.fields' } }, false),
    ).toMatch(/已在这里/);
    expect(checkCommand(store, placeField, { code: 'items', spot: { list: 'list.columns' } }, false)).toMatch(/明细/);
    expect(
      checkCommand(
        store,
        moveEntries,
        { addresses: ['edit.groups.base.fields.supplier'], spot: { list: 'list.search' } },
        false,
      ),
    ).toMatch(/已在这里/);
  });
  it('of a block get an own entry first; taking them away turns them off', () => {
    const store = openStore('object:purchaseOrder');
    expect(at(store, 'fields.remark')).toBeUndefined();
    expect(checkCommand(store, setProperty, { addresses: ['fields.remark'], key: 'max', to: 100 })).toBeUndefined();
    expect(at(store, 'fields.remark')).toEqual({ max: 100 });
    expect(checkCommand(store, removeEntries, { addresses: ['list.columns.remark'] })).toBeUndefined();
    const off = at(store, 'list.columns.remark') as { readonly off?: boolean } | undefined;
    expect(off?.off === true || !shown(store, 'list.columns').includes('remark')).toBe(true);
    expect(checkCommand(store, removeEntries, { addresses: ['actions.copy'] })).toBeUndefined();
    expect(at(store, 'actions.copy')).toEqual({ off: true });
    // the document's own traces of a block's field go with it
    checkCommand(store, placeField, { code: 'dept', spot: { list: 'list.columns' } });
    checkCommand(store, addEntry, {
      list: 'rules',
      code: 'keep',
      value: { when: 'docStatus == 60', readonly: ['dept'] },
    });
    expect(checkCommand(store, removeEntries, { addresses: ['fields.dept'] })).toBeUndefined();
    expect(at(store, 'rules.keep')).toBeUndefined();
  });
});

describe('entries', () => {
  it('of every sort are added and set', () => {
    const store = openStore('object:purchaseOrder');
    for (const [list, code, value] of [
      ['rules', 'late', { when: 'needBy < today()', require: ['remark'] }],
      [
        'checks',
        'early',
        { that: 'empty(needBy) || needBy >= bizDate', at: 'needBy', say: '应交日期不能早于业务日期' },
      ],
      ['list.schemes', 'lateOnes', { title: '逾期', where: 'needBy < today()' }],
      ['detail.tabs', 'stock', { title: '库存', list: 'stockBalance' }],
      ['access.rows', 'mine', { title: '本人采购', where: 'buyer == me.employee' }],
      ['unique', 'once', { fields: ['supplier', 'bizDate'] }],
      [
        'actions',
        'remind',
        { title: '催交', at: ['row'], set: { remark: '=ask.text' }, ask: { text: { title: '内容' } } },
      ],
      ['views', 'late', { title: '逾期订单', where: 'needBy < today()' }],
      ['import', 'short', { columns: ['supplier', 'items.material', 'items.qty'] }],
    ] as const)
      expect(checkCommand(store, addEntry, { list, code, value: value as never }), `${list}.${code}`).toBeUndefined();
    expect(checkCommand(store, retitle, { address: 'actions.remind', title: ' 催单 ' })).toBeUndefined();
    expect(at(store, 'actions.remind.title')).toBe('催单');
    expect(checkCommand(store, addEntry, { list: 'title', code: 'x', value: {} }, false)).toMatch(/不能添加/);
  });
  it('of the state diagram follow its arrows', () => {
    const store = openStore('object:purchaseOrder');
    expect(
      checkCommand(store, addTransition, { code: 'hold', title: '挂起', from: ['10', '20'], to: '80' }),
    ).toBeUndefined();
    expect(checkCommand(store, setTransition, { action: 'hold', from: ['10', '20', '60'], to: '80' })).toBeUndefined();
    expect(checkCommand(store, removeTransition, { action: 'hold', from: '60' })).toBeUndefined();
    expect(at(store, 'actions.hold')).toEqual({ title: '挂起', from: ['10', '20'], to: '80' });
    expect(checkCommand(store, removeTransition, { action: 'hold', from: '60' }, false)).toMatch(/没有这条/);
    expect(checkCommand(store, setTransition, { action: 'hold', from: [], to: '80' }, false)).toMatch(/起始状态/);
    expect(
      checkCommand(store, addItem, {
        document: 'dictionaries:purchase',
        dict: 'purchaseOrderStatus',
        code: '37',
        title: '已挂起',
      }),
    ).toBeUndefined();
    // what starts in a state beside others loses it; what leads there is a reason to keep it
    const states = { document: 'dictionaries:purchase', dict: 'purchaseOrderStatus' };
    expect(
      checkCommand(store, addTransition, { code: 'wake', title: '唤醒', from: ['37', '80'], to: '20' }),
    ).toBeUndefined();
    expect(checkCommand(store, setTransition, { action: 'hold', from: ['10'], to: '37' })).toBeUndefined();
    expect(checkCommand(store, removeState, { ...states, code: '37' }, false)).toMatch(/^动作「挂起」.*在用，不能移除/);
    expect(checkCommand(store, retireState, { ...states, code: '37' }, false)).toMatch(/^动作「挂起」.*在用，不能停用/);
    expect(checkCommand(store, removeState, { ...states, code: '37', rows: 2 }, false)).toMatch(/^2 条记录在用/);
    expect(checkCommand(store, setTransition, { action: 'hold', from: ['10'], to: '80' })).toBeUndefined();
    expect(checkCommand(store, removeState, { ...states, code: '37' })).toBeUndefined();
    expect(at(store, 'actions.wake.from')).toEqual(['80']);
  });
});

describe('documents', () => {
  it('come into the changeset together with menu and dictionary, and go again', () => {
    const store = openStore('object:purchaseOrder');
    const doc = {
      $schema: 'object/2',
      object: 'toolLoan',
      title: '工装借用',
      use: ['document'],
      route: '/app/toolLoan/list',
      fields: { nbr: { rule: 'GZJY{yyyyMMdd}{seq:4}' }, docStatus: { dict: 'toolLoanStatus' } },
    } as unknown as AnyDoc;
    expect(
      checkCommand(store, addDictionary, {
        document: 'dictionaries:purchase',
        code: 'toolLoanStatus',
        title: '借用状态',
        items: [{ code: '10', title: '借用中' }],
      }),
    ).toBeUndefined();
    expect(checkCommand(store, createDocument, { doc }, false)).toBeUndefined();
    expect(store.state.open).toBe('object:toolLoan');
    expect(
      checkCommand(
        store,
        addMenuItem,
        { document: 'menus:purchase', code: 'toolLoan', title: '工装借用', page: 'toolLoan' },
        false,
      ),
    ).toBeUndefined();
    expect(checkCommand(store, createDocument, { doc }, false)).toMatch(/编码重复/);
    expect(checkCommand(store, removeDocument, { id: 'object:purchaseOrder' }, false)).toMatch(/已发布/);
    expect(checkCommand(store, removeDocument, { id: 'object:toolLoan' }, false)).toBeUndefined();
  });
  it('that are shipped change by overlay, within its limits', () => {
    const documents = shippedDocuments();
    const order = documents.find((doc) => doc.id === 'object:purchaseOrder');
    if (order === undefined) throw new Error('no purchase order');
    const blocks = new Map(
      documents.filter((doc) => doc.id.startsWith('block:')).map((doc) => [doc.id.slice(6), doc.text as never]),
    );
    const shipped = order.text as unknown as AnyDoc;
    const text = mergedText(shipped as never, { blocks }) as never;
    const store = openStore(
      order.id,
      documents.map((doc) => (doc === order ? { ...doc, text, base: text, overlay: { shipped, steps: [] } } : doc)),
    );
    const spot = { list: 'edit.groups.base.fields', after: 'supplier' };
    expect(checkCommand(store, addField, { code: 'delivery', field: { title: '交付方式' }, spot }, false)).toMatch(
      /x加大写字母/,
    );
    expect(checkCommand(store, addField, { code: 'xDelivery', field: { title: '交付方式' }, spot })).toBeUndefined();
    expect(checkCommand(store, removeEntries, { addresses: ['list.columns.supplier'] })).toBeUndefined();
    expect(at(store, 'list.columns.supplier')).toMatchObject({ off: true });
    expect(checkCommand(store, setProperty, { addresses: ['fields.supplier'], key: 'required' }, false)).toMatch(
      /不能放宽/,
    );
    expect(
      checkCommand(store, setProperty, { addresses: ['fields.supplier'], key: 'title', to: '供货商' }),
    ).toBeUndefined();
    expect(checkCommand(store, removeEntries, { addresses: ['fields.contractNo'] })).toBeUndefined();
    expect(at(store, 'fields.contractNo')).toMatchObject({ off: true });
    expect(store.undo()).toBeUndefined();
    expect(checkCommand(store, removeEntries, { addresses: ['fields.needBy'] }, false)).toMatch(
      /请先修改那里|不能放宽/,
    );
    expect(store.openDocument?.overlay?.steps).toHaveLength(4);
    store.undo();
    expect(at(store, 'fields.supplier.title')).toBe('供应商');
    // what the organisation added itself goes whole
    expect(checkCommand(store, removeEntries, { addresses: ['fields.xDelivery'] })).toBeUndefined();
    expect(JSON.stringify(store.openDocument?.text)).not.toContain('xDelivery');
  });
});
