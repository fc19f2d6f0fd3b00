/** A small order with rows, made into a page of the browser; calls are answered by the test. */
import type { AxiosAdapter } from 'axios';
import { connectHttp } from '../../runtime/data/http';
import type { WireRecord } from '../../runtime/data/types';
import { FormModel } from '../../runtime/form/form-model';
import type { Feedback, Host, HostSession } from '../../runtime/page/host';
import type { Page } from '../../runtime/page/types';
import { makePage } from '../../runtime/page/use-page';
import { createPickDesk } from '../../runtime/pick/desk';
import type { DictItemDoc, ObjectDoc } from '../../schemas/language/document';
import { toObjectType } from '../../schemas/language/object-type';
import { resolveObject } from '../../schemas/language/resolve';
import type { ResolvedDict, ResolvedObject } from '../../schemas/language/resolved';

export const ids = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const UNIT: ObjectDoc = {
  $schema: 'object/2',
  object: 'unit',
  title: '单位',
  label: 'name',
  fields: { name: { title: '名称', kind: 'input' }, decimals: { title: '小数位', type: 'int' } },
};
const MATERIAL: ObjectDoc = {
  $schema: 'object/2',
  object: 'material',
  title: '物料',
  label: ['code', 'name'],
  fields: {
    code: { title: '编码', kind: 'input' },
    name: { title: '名称', kind: 'input' },
    spec: { title: '规格', kind: 'input' },
    unit: { title: '单位', ref: 'unit' },
    taxRate: { title: '税率', type: 'decimal' },
  },
};
const SUPPLIER: ObjectDoc = {
  $schema: 'object/2',
  object: 'supplier',
  title: '供应商',
  label: ['code', 'name'],
  fields: {
    code: { title: '编码', kind: 'input' },
    name: { title: '名称', kind: 'input' },
    contact: { title: '联系人', kind: 'input' },
  },
};
export const ORDER: ObjectDoc = {
  $schema: 'object/2',
  object: 'order',
  title: '订单',
  label: 'nbr',
  route: '/test/order/list',
  fields: {
    nbr: { title: '编号', kind: 'autoCode', rule: 'DD{seq:4}' },
    bizDate: { title: '日期', kind: 'date', required: true, default: '=today()' },
    supplier: { title: '供应商', kind: 'dialogSelect', ref: 'supplier', required: true, fill: { contact: 'contact' } },
    contact: { title: '联系人', kind: 'input', max: 10 },
    kind: { title: '类型', dict: 'orderKind', required: true, default: '1' },
    part: { title: '部位', options: "split(contact, ';')" },
    remark: { title: '备注', kind: 'textarea' },
    rate: { title: '折扣', type: 'decimal', scale: 2, default: 100 },
    total: { title: '合计', type: 'decimal', scale: 2, formula: 'sum(items.amount) * rate / 100' },
    closed: { title: '关闭', type: 'bool' },
    items: {
      title: '明细',
      kind: 'tabTable',
      required: true,
      fields: {
        material: {
          title: '物料',
          kind: 'dialogSelect',
          ref: 'material',
          required: true,
          addRows: true,
          fill: { name: 'name', spec: 'spec', unit: 'unit' },
          pick: { columns: ['code', 'name', 'spec'] },
        },
        name: { title: '名称', kind: 'input', readonly: true },
        spec: { title: '规格', kind: 'input', readonly: true },
        unit: { title: '单位', ref: 'unit' },
        qty: { title: '数量', type: 'decimal', required: true, unit: 'unit' },
        price: { title: '单价', type: 'decimal' },
        taxPrice: { title: '含税单价', type: 'decimal' },
        amount: { title: '金额', type: 'decimal', scale: 2, formula: 'round(qty * price, 2)' },
        needDate: { title: '要求到货', kind: 'date', default: '=doc.bizDate' },
        urgent: { title: '加急', type: 'bool' },
        sourceOrderNbr: { title: '下级单号', kind: 'input', readonly: true },
      },
      rows: { min: 1, max: 1500 },
      rules: {
        tax: { on: 'taxPrice', set: { price: '=round(taxPrice / 1.13, 4)' } },
        stamped: { when: '!empty(sourceOrderNbr)', readonly: ['material', 'qty'] },
      },
      checks: { qty: { that: 'qty > 0', at: 'qty', say: '第{lineNo}行数量必须大于0' } },
      columns: [
        'material:pin',
        'name',
        'spec',
        'unit',
        'qty',
        'price',
        'taxPrice',
        'amount',
        'needDate',
        'urgent',
        'sourceOrderNbr',
      ],
      summary: { qty: 'sum', amount: 'sum' },
    },
    files: { title: '附件', type: 'file', many: true },
  },
  rules: {
    sample: { when: 'kind == 2', require: ['remark'] },
    closed: { when: 'closed', readonly: ['*'], except: ['closed'] },
    reset: { on: 'kind', set: { rate: '=100' }, confirm: '更换类型将重置折扣，是否继续？' },
  },
  checks: {
    future: { that: 'bizDate <= today()', at: 'bizDate', say: '日期不能晚于今天' },
    cheap: { that: 'total >= 10', say: '合计只有{total}', level: 'warn' },
  },
  edit: {
    columns: 3,
    groups: {
      base: {
        title: '基本信息',
        fields: ['nbr', 'bizDate', 'supplier', 'contact', 'kind', 'part', 'rate', 'closed', 'remark'],
      },
      items: { fields: ['items', 'total'] },
      files: { tab: '附件', fields: ['files'] },
    },
  },
  actions: {
    add: {},
    view: {},
    edit: {},
    copy: {},
    del: {},
    approve: { title: '通过', at: ['row', 'detail'], set: { remark: '通过' }, confirm: '通过后不可修改，是否继续？' },
    refuse: {
      title: '退回',
      at: ['row', 'detail'],
      ask: { reason: { title: '原因', required: true } },
      confirm: '退回后由采购员修改，是否继续？',
      set: { remark: '=ask.reason' },
    },
  },
};

const dict = (code: string, items: readonly DictItemDoc[]): ResolvedDict => ({
  code,
  title: code,
  items,
  version: '1',
});
export const DICTS = {
  orderKind: dict('orderKind', [
    { code: '1', title: '标准' },
    { code: '2', title: '样品' },
  ]),
};

const resolved = (doc: ObjectDoc): ResolvedObject => resolveObject(doc, { blocks: new Map(), area: 'test' } as never);
const others = [UNIT, MATERIAL, SUPPLIER].map(resolved);

export const SESSION: HostSession = {
  me: {
    id: ids(1),
    name: '许敏',
    employee: ids(2),
    dept: ids(3),
    depts: [ids(3)],
    team: null,
    roles: [],
    org: 'test',
    super: true,
  },
  can: () => true,
  sys: () => undefined,
  listDataShowNum: undefined,
  now: () => Date.parse('2026-01-15T08:31:00+08:00'),
};

export function orderPage(change: Partial<ObjectDoc> = {}): Page {
  const object = resolved({ ...ORDER, ...change });
  const types = Object.fromEntries([object, ...others].map((object) => [object.object, toObjectType(object)]));
  return makePage(
    'order#edit',
    {
      item: {
        page: { code: 'order', title: '订单', sort: 'object', object: 'order' },
        schema: object,
        types,
        rights: ['*'],
        dicts: [],
        version: '1',
      },
      dicts: DICTS,
    },
    SESSION,
  );
}

export const HOPS = {
  unit: { [ids(10)]: { label: '件', name: '件', decimals: 0 } },
  material: {
    [ids(20)]: { label: 'MT-12 电机', name: '电机', spec: '12V', unit: ids(10) },
    [ids(21)]: { label: 'BR-608 轴承', name: '轴承', spec: '608ZZ', unit: ids(10) },
  },
  supplier: { [ids(30)]: { label: 'S1 恒力', name: '恒力', contact: '何建国' } },
};

/** A stored order with this many rows; the second one has a child. */
export function storedOrder(rows = 3): WireRecord {
  const items = Array.from({ length: rows }, (_, n) => ({
    id: ids(100 + n),
    lineNo: (n + 1) * 10,
    materialId: ids(20),
    material: 'MT-12 电机',
    name: '电机',
    spec: '12V',
    unitId: ids(10),
    unit: '件',
    qty: 10,
    price: 2,
    taxPrice: null,
    amount: 20,
    needDate: '2026-01-20',
    urgent: false,
    sourceOrderNbr: n === 1 ? 'RK0001' : null,
  }));
  return {
    id: ids(9),
    version: 3,
    nbr: 'DD0001',
    bizDate: '2026-01-15',
    supplierId: ids(30),
    supplier: 'S1 恒力',
    contact: '何建国',
    kind: '1',
    remark: null,
    rate: 100,
    total: rows * 20,
    closed: false,
    files: [],
    items,
    _actions: ['view', 'edit', 'del', 'approve', 'refuse'],
    _hop: HOPS,
  } as unknown as WireRecord;
}
export const freshOrder = (): WireRecord =>
  ({ bizDate: '2026-01-15', kind: '1', rate: 100, closed: false, items: [], _hop: HOPS }) as unknown as WireRecord;

export interface Said {
  readonly toasts: string[];
  readonly asked: string[];
  answer: boolean;
  /** what is taken of several things */
  choice: number | null;
  readonly feedback: Feedback;
}
export function listener(answer = true): Said {
  const said: Said = {
    toasts: [],
    asked: [],
    answer,
    choice: null,
    feedback: {
      success: (text) => void said.toasts.push(text),
      error: (text) => void said.toasts.push(text),
      warning: (text) => void said.toasts.push(text),
      confirm: async (text) => {
        said.asked.push(text);
        return said.answer;
      },
      choose: async (question, offers) => {
        said.asked.push([question, ...offers.map(({ label }) => label)].join(' '));
        return said.choice;
      },
    },
  };
  return said;
}

export interface Call {
  readonly path: string;
  readonly body: Record<string, unknown>;
}
/** Answers of the server by the end of the path; what is not named answers {}. `refuse` makes a 203. */
export function serve(answers: Record<string, (body: Record<string, unknown>) => unknown>): Call[] {
  const calls: Call[] = [];
  const adapter: AxiosAdapter = async (config) => {
    const path = config.url ?? '';
    const body = (typeof config.data === 'string' ? JSON.parse(config.data) : (config.data ?? {})) as Record<
      string,
      unknown
    >;
    calls.push({ path, body });
    const found = Object.entries(answers).find(([end]) => path.includes(end));
    const got = found === undefined ? {} : await found[1](body);
    const data =
      got instanceof Refused ? { code: 203, msg: got.text, data: got.data } : { code: 200, msg: '', data: got };
    return { data, status: 200, statusText: 'OK', headers: {}, config };
  };
  connectHttp(
    {
      token: () => 'token',
      refreshToken: () => null,
      saveTokens: () => undefined,
      appMark: () => '0',
      toast: () => undefined,
      signedOut: () => undefined,
    },
    adapter,
  );
  return calls;
}
export class Refused {
  readonly text: string;
  readonly data: unknown;
  constructor(text: string, data: unknown = {}) {
    this.text = text;
    this.data = data;
  }
}

export function openForm(wire: WireRecord, options: { fresh?: boolean; said?: Said; page?: Page } = {}): FormModel {
  const { fresh = false, said = listener(), page = orderPage() } = options;
  return new FormModel({ page, wire, fresh, feedback: said.feedback, desk: createPickDesk() });
}

export function makeHost(said: Said, change: Partial<Host> = {}): Host {
  return {
    openPage: () => undefined,
    closePage: () => undefined,
    setDirty: () => undefined,
    setTitle: () => undefined,
    params: new URLSearchParams(),
    setParams: () => undefined,
    active: true,
    urlOf: () => undefined,
    feedback: said.feedback,
    session: SESSION,
    ...change,
  };
}
/** Promises and the short timers of the form have run. */
export const settled = (ms = 60): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
