/** Conditions, titles and key fields of a flow over a document; rows of a running flow. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryOf } from '../../../schemas/language/check/index';
import type { Env } from '../../../schemas/language/env';
import {
  changedTasks,
  type FlowAt,
  type FlowDoc,
  flowReader,
  INSTANCE_STATUS,
  instanceRow,
  NODE_CODES,
  TASK_RESULT,
  taskRow,
} from '../../../schemas/language/flow/index';
import type { Rec } from '../../../schemas/language/value';
import { Player } from '../../support/flow';
import { example, readDoc, SCHEMAS } from '../documents';
import { stubDocs, stubRegistry } from '../stub';

const poBig = readDoc<FlowDoc>(join(SCHEMAS, 'flows/po-big.json'));
const library = libraryOf(
  [...stubDocs(), { path: 'objects/purchase/purchase-order.json', doc: example('purchase-order') }],
  stubRegistry,
);
const type = library.types.object('purchaseOrder');
if (type === undefined) throw new Error('no purchaseOrder');
const read = (doc: Partial<FlowDoc> = {}) => flowReader({ ...poBig, ...doc }, type, library.types);

const at = (record: Rec, more: Partial<FlowAt['facts']> = {}, grants: readonly string[] = ['price']): FlowAt => ({
  env: {
    now: '2026-01-15 09:00:00',
    me: {
      id: 'xumin',
      name: '许敏',
      employee: null,
      dept: '12',
      depts: [],
      team: null,
      roles: [],
      org: 'o',
      super: false,
    },
    sys: () => null,
    dict: (code: string) => library.dicts.get(code),
    can: (right: string) => grants.includes(right),
    hop: (object: string, id: string, field: string) => (object === 'user' && field === 'name' ? `用户${id}` : null),
    label: (_object: string, id: string) => `名称${id}`,
    query: () => null,
    call: () => null,
  } as Env,
  record: { nbr: 'CGDD202601150002', ...record },
  facts: { starter: 'xumin', round: 1, startAt: '2026-01-15 09:00:00', dept: '12', ...more },
});

describe('reading a document for its flow', () => {
  it('tests conditions over document, starter and instance', () => {
    const reader = read();
    expect(reader.test('amount > 100000', at({ amount: 126_500 }))).toBe(true);
    expect(reader.test('amount > 100000', at({ amount: 100_000 }))).toBe(false);
    expect(reader.test('flow.round > 1', at({}, { round: 2 }))).toBe(true);
    expect(reader.test('flow.round > 1', at({}))).toBe(false);
    expect(reader.test("starter.name == '用户xumin' && doc.nbr == 'CGDD202601150002'", at({}))).toBe(true);
    expect(reader.test('flow.dept == dept', at({ dept: '12' }))).toBe(true);
    expect(reader.test('gone > 1', at({}))).toBe(false);
  });
  it('names the instance by document or by the flow’s own words', () => {
    expect(read().title(at({}))).toBe('采购订单 CGDD202601150002');
    expect(read({ name: '{nbr} {amount:0.00}元 {supplier}' }).title(at({ amount: 126_500, supplier: 's1' }))).toBe(
      'CGDD202601150002 126500.00元 名称s1',
    );
  });
  it('tells key fields as they are read, and hides what not everybody may see, whoever submits', () => {
    const keys = read().keys(at({ amount: 126_500, supplier: 's1' }));
    expect(keys).toEqual([
      { field: 'amount', title: '金额', text: '126500.00', grant: 'price' },
      { field: 'supplier', title: '供应商', text: '名称s1' },
    ]);
    expect(read().keys(at({ amount: 1 }, {}, []))[0]).toMatchObject({ field: 'amount', grant: 'price' });
  });
});

describe('rows', () => {
  it('of the worked run carry the codes of the tables', () => {
    const run = new Player(poBig, { now: '2026-01-15 09:00:00' });
    const before = run.state;
    expect(instanceRow(run.graph, run.state)).toMatchObject({
      docStatus: '30',
      round: 1,
      currentNodes: '部门负责人',
      handlers: ['zhoumin'],
      endAt: null,
    });
    run.at('10:00:00').agree('zhoumin', { opinion: '可以' });
    expect(taskRow(run.task('zhoumin'))).toEqual({
      node: 'head',
      nodeName: '部门负责人',
      sort: '1',
      assignee: 'zhoumin',
      ownerUser: null,
      source: '1',
      arrivedAt: '2026-01-15 09:00:00',
      dueAt: '2026-01-16 09:00:00',
      urgedAt: null,
      docStatus: '60',
      result: '1',
      opinion: '可以',
      handledAt: '2026-01-15 10:00:00',
      costMinutes: 60,
    });
    expect(instanceRow(run.graph, run.state).currentNodes).toBe('财务、质量');
    expect(changedTasks(before, run.state).map((task) => task.user)).toEqual(['zhoumin', 'shenjie', 'zhaomin']);
    expect(changedTasks(run.state, run.state)).toEqual([]);
    run.reject('shenjie');
    expect(instanceRow(run.graph, run.state)).toMatchObject({ docStatus: '70', currentNodes: '', handlers: [] });
  });
  it('have one code for each word', () => {
    for (const codes of [INSTANCE_STATUS, TASK_RESULT, ...Object.values(NODE_CODES)]) {
      const values = Object.values(codes);
      expect(new Set(values).size).toBe(values.length);
    }
  });
});
