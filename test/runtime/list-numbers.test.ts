/** What a card says of a row, and how totals are written. */
import { describe, expect, it } from 'vitest';
import { cardShape } from '../../runtime/list/Card';
import { summaryOf } from '../../runtime/list/summary';
import { columnsOf } from '../../runtime/table/index';
import { orderPage } from '../support/forms';

const page = orderPage({
  fields: {
    nbr: { title: '单号', kind: 'input' },
    opNbr: { title: '工序号', type: 'int' },
    planned: { title: '计划', type: 'decimal' },
    good: { title: '合格', type: 'decimal' },
    cost: { title: '金额', type: 'decimal', scale: 2 },
    rate: { title: '合格率', type: 'decimal', scale: 2, suffix: '%' },
    remark: { title: '备注', kind: 'input' },
    what: { title: '内容', kind: 'input' },
    who: { title: '人员', kind: 'input' },
    where: { title: '地点', kind: 'input' },
  },
  list: {
    columns: ['nbr', 'what', 'who', 'where', 'remark', 'opNbr', 'planned', 'good', 'cost', 'rate'],
    summary: { planned: 'sum', good: 'sum', cost: 'sum', rate: 'avg', opNbr: 'sum' },
  },
});
const columns = columnsOf(page.object.list.columns, {
  object: page.object,
  lib: page.lib,
  dict: () => undefined,
  now: () => '2026-01-15 08:00:00',
});
const keysOf = (list: readonly { readonly key: string }[]) => list.map(({ key }) => key);

describe('a card', () => {
  it('says what it is about and how much, in the order of the columns', () => {
    const { head, facts, numbers } = cardShape(columns);
    expect(head?.key).toBe('nbr');
    expect(keysOf(facts)).toEqual(['what', 'who', 'where']);
    expect(keysOf(numbers)).toEqual(['opNbr', 'planned', 'good', 'cost']);
  });
  it('says what names the row, whatever stands before it', () => {
    expect(keysOf(cardShape(columns, { named: ['remark'] }).facts)).toEqual(['what', 'who', 'remark']);
  });
  it('has a line more for words where there is nothing to count', () => {
    const { facts, numbers } = cardShape(columns.filter(({ align }) => align !== 'right'));
    expect(keysOf(facts)).toEqual(['what', 'who', 'where', 'remark']);
    expect(numbers).toEqual([]);
  });
});

describe('totals', () => {
  it('are written as the cells above them, with two decimals at most', () => {
    const summary = { planned: 1755, good: 12.3456, cost: '2200', rate: 97.5, opNbr: 1060 };
    const data = { records: [], total: 12, current: 1, size: 20, summary };
    expect(summaryOf(page, { data, rows: [] }, columns)).toEqual({
      label: '合计（全部 12 条）',
      values: { planned: '1,755', good: '12.35', cost: '2,200.00', rate: '97.5%', opNbr: '1,060' },
    });
  });
});
