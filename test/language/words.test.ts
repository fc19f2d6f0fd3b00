import { describe, expect, it } from 'vitest';
import type { BlockDoc, ObjectDoc } from '../../schemas/language/document';
import { resolveObject } from '../../schemas/language/resolve';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import { applySteps, type Step, type StepDoc } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { fieldTitle } from '../../schemas/language/words/fields';
import {
  changeSentence,
  changeWords,
  conflictWords,
  type Names,
  phraseAt,
  titlesOf,
  upgradeWords,
  wholeDoc,
} from '../../schemas/language/words/index';
import { documentsIn, SCHEMAS } from './documents';
import { randomStep, seeded } from './random-steps';

const loan = {
  $schema: 'object/2',
  object: 'toolLoan',
  title: '工装借用',
  fields: {
    bizDate: { title: '业务日期', kind: 'date' },
    due: { title: '应还日期', kind: 'date' },
    remark: { title: '备注', kind: 'textarea', max: 500 },
    oldNo: { title: '旧编号' },
    progress: { title: '归还进度', type: 'decimal' },
    items: {
      title: '借用明细',
      kind: 'tabTable',
      fields: { qty: { title: '数量', type: 'decimal' } },
      columns: ['qty'],
    },
  },
  list: { columns: ['progress', 'bizDate', 'oldNo'] },
  edit: {
    groups: {
      base: { title: '基本信息', fields: ['bizDate', 'due', 'remark', 'oldNo'] },
      more: { title: '其他', fields: ['items'] },
    },
  },
  actions: { close: { title: '关闭', from: ['10'], to: '80' } },
} as unknown as StepDoc;
const names: Names = { document: (code) => (code === 'workOrder' ? '生产工单' : undefined) };
const after = (...steps: Step[]): StepDoc => applySteps(loan, steps).doc ?? loan;
const said = (...steps: Step[]): readonly string[] =>
  changeWords(loan, after(...steps), names).map(
    (word) =>
      `${word.word} ${word.what} ${word.text}${word.now === undefined ? '' : ` ${word.was} → ${word.now}`}${word.places.length === 0 ? '' : ` | ${word.places.join('、')}`}`,
  );

describe('changes in words', () => {
  it('put a new or removed field with its placements on one line', () => {
    expect(
      said(
        {
          insert: 'fields.order',
          value: { title: '用于工单', kind: 'dialogSelect', ref: 'workOrder', required: true },
          after: 'due',
        },
        { insert: 'edit.groups.base.fields.order', value: 'order', after: 'due' },
        { insert: 'list.columns.order', value: 'order', after: 'bizDate' },
      ),
    ).toEqual(['新增 字段 「用于工单」，引用生产工单，必填 | 编辑页、列表']);
    expect(
      said(
        { remove: 'list.columns.oldNo', was: 'oldNo', after: 'bizDate' },
        { remove: 'edit.groups.base.fields.oldNo', was: 'oldNo', after: 'remark' },
        { remove: 'fields.oldNo', was: { title: '旧编号' }, after: 'remark' },
      ),
    ).toEqual(['停用 字段 「旧编号」，隐藏 30 天，数据保留 | 编辑页、列表']);
  });
  it('tell a value with what it was', () => {
    expect(said({ set: 'fields.remark.max', to: 200, was: 500 })[0]).toMatch(
      /^调整 字段 「备注」.* 500.* → 200.* \| 编辑页$/,
    );
    expect(said({ set: 'fields.due.default', to: '=bizDate' })[0]).toBe(
      '调整 字段 「应还日期」默认值 空 → 业务日期 | 编辑页',
    );
    expect(said({ set: 'fields.items.fields.qty.required', to: true })[0]).toBe(
      '调整 字段 「借用明细」的「数量」必填 否 → 是',
    );
    expect(said({ set: 'title', to: '工具借用', was: '工装借用' })[0]).toBe('调整 单据 标题 工装借用 → 工具借用');
  });
  it('tell moves, states, checks and what is off', () => {
    expect(said({ move: 'list.columns.progress', after: 'oldNo', was: { in: 'list.columns' } })).toEqual([
      '移动 列 「归还进度」放到「旧编号」之后 | 列表',
    ]);
    expect(
      said({
        move: 'edit.groups.base.fields.due',
        to: 'edit.groups.more.fields',
        after: 'items',
        was: { in: 'edit.groups.base.fields', after: 'bizDate' },
      })[0],
    ).toMatch(/移动 字段 .*「应还日期」移到「其他」，「借用明细」之后/);
    expect(said({ insert: 'actions.renew', value: { title: '续借', from: ['10', '20'], to: '10' } })).toEqual([
      '新增 动作 「续借」，10、20时可做，之后为10',
    ]);
    expect(
      said({ insert: 'checks.early', value: { that: 'due >= bizDate', say: '应还日期不能早于业务日期' } })[0],
    ).toBe('新增 校验 「应还日期不能早于业务日期」 | 编辑页');
    expect(said({ set: 'actions.close.off', to: true })).toEqual(['停用 动作 「关闭」']);
  });
  it('call a file of dictionaries by what is in it', () => {
    const dicts = (...titles: string[]): StepDoc =>
      ({
        $schema: 'dictionaries/1',
        area: 'xLoan',
        dicts: Object.fromEntries(
          titles.map((title, n) => [
            `xDict${n}`,
            {
              title,
              items: [
                { code: '1', title: '是' },
                { code: '2', title: '否' },
              ],
            },
          ]),
        ),
      }) as unknown as StepDoc;
    const told = (doc: StepDoc): readonly string[] => changeWords({} as StepDoc, doc).map(changeSentence);
    expect(told(dicts('借用状态'))).toEqual(['新增 字典 「借用状态」，2 项']);
    expect(told(dicts('借用状态', '借用类型'))).toEqual(['新增 字典 「借用状态、借用类型」，2 个字典']);
    expect(told(dicts('甲', '乙', '丙', '丁'))).toEqual(['新增 字典 「甲、乙、丙 等」，4 个字典']);
  });
  it('call a built-in action by its title where the document says only a part of it', () => {
    const asked = { actions: { batchEdit: { ask: { grade: { title: '等级' } } } } };
    const doc = { ...loan, ...asked } as unknown as StepDoc;
    expect(phraseAt(doc, 'actions.batchEdit.ask.grade')).toBe('「批量修改」的「等级」');
  });
  it('say how a column is totalled', () => {
    const of = (list: Json): StepDoc => ({ ...loan, list }) as unknown as StepDoc;
    const [change] = changeWords(
      of({ columns: ['progress'], summary: { progress: 'sum' } }),
      of({ columns: ['progress'], summary: { progress: 'avg' } }),
      names,
    );
    expect([change?.was, change?.now]).toEqual(['合计', '平均']);
  });
  it('have no codes in them', () => {
    const slip = {
      $schema: 'object/2',
      object: 'slip',
      title: '单',
      state: 'status',
      fields: {
        status: { title: '状态', kind: 'dict', dict: 'slipStatus', default: 10 },
        price: { title: '单价', type: 'decimal' },
        tool: { title: '工装', kind: 'dialogSelect', ref: 'tool', fill: { price: 'cost' } },
        items: { title: '明细', kind: 'tabTable', fields: { qty: { title: '数量', type: 'int' } } },
      },
      list: { sort: '-price,status', columns: ['price', 'tool'] },
      rules: { kept: { readonly: '*', when: 'status == 10' } },
      checks: { some: { that: 'qty > 0', in: 'items', say: '第{lineNo}行数量{qty}不对' } },
      actions: { audit: { from: ['10'] } },
    } as unknown as StepDoc;
    const known: Names = {
      dict: () => '单据状态',
      item: (dict, code) => (dict === 'slipStatus' && code === '10' ? '草稿' : undefined),
      field: (path) => (path === 'items.lineNo' ? '行号' : undefined),
      fieldOf: (code, path) => (code === 'tool' && path === 'cost' ? '成本价' : undefined),
      node: (address) => (address === 'actions.audit' ? { title: '审核' } : undefined),
    };
    const told = (...steps: Step[]): readonly string[] =>
      changeWords(slip, applySteps(slip, steps).doc ?? slip, known).map(changeSentence);
    expect(told({ set: 'fields.status.default', was: 10 })).toEqual(['调整 字段 「状态」默认值：草稿 → 空']);
    expect(told({ set: 'fields.price.type', was: 'decimal' })).toEqual(['调整 字段 「单价」数据类型：小数 → 文本']);
    expect(told({ set: 'fields.tool.fill.price', to: 'name', was: 'cost' })[0]).toMatch(
      /^调整 字段 「工装」.+「单价」：成本价 → name$/,
    );
    expect(told({ set: 'list.sort', was: '-price,status' })).toEqual(['调整 单据 排序：单价（倒序）、状态 → 空']);
    expect(told({ remove: 'rules.kept', was: { readonly: '*', when: 'status == 10' } })).toEqual([
      '移除 联动规则 「只读 全部」',
    ]);
    expect(told({ set: 'rules.kept.when', was: 'status == 10' })[0]).toMatch(/：状态 == 草稿 → 空$/);
    expect(told({ remove: 'checks.some', was: (slip.checks as { some: Json }).some })).toEqual([
      '移除 校验 「第{行号}行数量{数量}不对」',
    ]);
    expect(told({ set: 'actions.audit.once', to: true })[0]).toMatch(/^调整 动作 「审核」/);
  });
  it('see an own entry over a block as what it means', () => {
    const base = { block: 'record', title: '记录', fields: { remark: { title: '备注', kind: 'textarea' } } };
    const block = { $schema: 'block/2', ...base, list: { columns: ['remark'] } } as unknown as BlockDoc;
    const own = {
      $schema: 'object/2',
      object: 'slip',
      title: '单',
      use: ['record'],
      fields: { nbr: { title: '单号' } },
    };
    const merged: Names = { whole: (doc) => wholeDoc(doc, { blocks: new Map([['record', block]]), settings: [] }) };
    const changed = {
      ...own,
      fields: { ...own.fields, remark: { max: 50 } },
      list: { columns: ['nbr', { field: 'remark', off: true }] },
    };
    expect(changeWords(own as never, changed as never, merged).map(changeSentence)).toEqual([
      expect.stringMatching(/^调整 字段 「备注」.*：空 → 50/),
      '新增 列 「单号」',
      '停用 列 「备注」',
    ]);
    expect(changeWords({}, own as never).map(changeSentence)).toEqual(['新增 单据 「单」，1 个字段']);
  });
  it('of conflicts name the thing, the other and the three values', () => {
    const step: Step = { set: 'fields.remark.title', to: '说明', was: '备注' };
    const conflict = { step, why: 'changed', address: step.set, was: '备注', mine: '说明', theirs: '附注' } as const;
    expect(conflictWords(conflict, loan, '李四')).toEqual({
      text: '「备注」的标题已被李四修改，请选择保留哪一个',
      was: '备注',
      mine: '说明',
      theirs: '附注',
    });
    const gone: Step = { set: 'list.columns.progress.width', to: 90 };
    expect(upgradeWords({ step: gone, why: 'gone', address: gone.set, mine: 90 }, loan).text).toBe(
      '「工装借用」的列「归还进度」的宽度在新版本中已删除',
    );
  });
  it('are there for any change of any shipped document', () => {
    for (const { path, text } of documentsIn(SCHEMAS)) {
      const doc = JSON.parse(text) as StepDoc;
      if (path.startsWith('language/') || doc.$schema === 'data/1') continue;
      const random = seeded(text.length);
      let now = doc;
      for (let i = 0; i < 12; i++) {
        const step = randomStep(now, random);
        now = (step === undefined ? undefined : applySteps(now, [step]).doc) ?? now;
      }
      for (const word of [...changeWords(doc, now), ...changeWords(now, doc)]) {
        expect(word.what, `${path} ${word.address}`).toMatch(/[一-龥]/);
        expect(word.text, `${path} ${word.address}`).not.toMatch(/undefined|object Object/);
      }
    }
  });
});

it('reads titles by name from what there is, and from nothing that any map has', () => {
  const resolved = resolveObject(
    {
      $schema: 'object/2',
      object: 'xBox',
      title: '箱',
      fields: { size: { title: '尺寸' } },
    } as unknown as ObjectDoc,
    { blocks: new Map(), area: 'xApp' },
  );
  const object = { ...resolved, actions: { close: { title: '关闭' } } } as unknown as ResolvedObject;
  const dims = { day: { title: '日' } };
  const names = titlesOf('xBox', {
    object: (code) => (code === 'xBox' ? object : undefined),
    report: () => ({ dims, measures: {}, params: {} }) as unknown as ResolvedReport,
    dict: () => undefined,
    screen: (code) => (code === 'dvcwatch' ? '设备监控' : undefined),
  });
  for (const name of ['constructor', 'toString', '__proto__', 'valueOf']) {
    expect(names.field?.(name)).toBeUndefined();
    expect(names.field?.(`size.${name}`)).toBeUndefined();
    expect(names.fieldOf?.('xDaily', name)).toBeUndefined();
    expect(names.right?.(name)).toBeUndefined();
    expect(names.service?.(name)).toBeUndefined();
    expect(names.screen?.(name)).toBeUndefined();
    expect(fieldTitle(loan, 'list.columns', name, names)).toBe(name);
    expect(fieldTitle(loan, 'list.columns', `${name}.x`, names)).toBe(`${name}.x`);
  }
  expect([names.fieldOf?.('xDaily', 'day'), names.right?.('close'), names.screen?.('dvcwatch')]).toEqual([
    '日',
    '箱：关闭',
    '设备监控',
  ]);
  const open = (screen: string) => ({ ...loan, actions: { close: { title: '关闭', open: { screen } } } }) as StepDoc;
  expect(changeWords(open('codePrint'), open('dvcwatch'), names).map(changeSentence)).toEqual([
    '调整 动作 「关闭」界面：条码打印 → 设备监控',
  ]);
  const asks = (prepare: string) => ({ ...loan, actions: { close: { title: '关闭', prepare } } }) as StepDoc;
  expect(changeWords(asks('adjust.plan'), asks('prdReport.batch'), names).map(changeSentence)).toEqual([
    '调整 动作 「关闭」预填服务：计划数量调整 → 批量报工',
  ]);
});
