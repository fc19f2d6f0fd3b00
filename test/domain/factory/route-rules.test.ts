/** The examples of 20 §10.9 with their exact numbers. */
import { describe, expect, it } from 'vitest';
import {
  leadHours,
  type Op,
  passedOn,
  plannedQty,
  routeProblems,
  theoryHours,
  totalMinutes,
} from '../../../server/domain/factory/route-rules';

const op = (opNbr: number, more: Partial<Op> = {}): Op => ({
  id: `row ${opNbr}`,
  opNbr,
  predecessors: [],
  ratio: 1,
  stdMin: 0,
  runBase: 1,
  setupMin: 0,
  queueMin: 0,
  moveMin: 0,
  isOut: false,
  outDays: 0,
  ...more,
});
const behind = (opNbr: number, ...predecessors: readonly string[]): Op => op(opNbr, { predecessors });
const texts = (ops: readonly Op[]): readonly string[] => routeProblems(ops).map(({ text }) => text);

describe('predecessors', () => {
  it('are the row above unless said', () => {
    expect(texts([op(10), op(20), op(30), op(40)])).toEqual([]);
    expect(texts([op(10), behind(20, '0'), behind(30, '10', '20'), behind(40, '30')])).toEqual([]);
  });
  it('leave exactly one last operation (acceptance 13)', () => {
    expect(texts([op(10), behind(20, '0'), behind(30, '10', '20'), behind(40, '20')])).toEqual([
      '末道工序必须唯一，当前为30、40',
    ]);
    expect(texts([op(10), op(20), op(30), behind(40, '20')])).toEqual(['末道工序必须唯一，当前为30、40']);
  });
  it('never come back to themselves (acceptance 13)', () => {
    expect(texts([op(10), behind(20, '20'), op(30)])).toEqual(['前工序存在循环：20 → 20']);
    expect(texts([behind(10, '20'), behind(20, '10')])).toEqual(['前工序存在循环：10 → 20 → 10']);
    expect(texts([op(5), behind(10, '30'), behind(20, '10'), behind(30, '20')])).toEqual([
      '前工序存在循环：10 → 20 → 30 → 10',
    ]);
  });
  it('exist, and numbers are said once', () => {
    expect(texts([])).toEqual(['工艺路线至少需要一道工序']);
    expect(texts([op(10), op(10)])).toEqual(['工序号10重复']);
    expect(texts([op(10), behind(20, '15')])).toEqual(['前工序15不存在']);
    expect(texts([op(10, { ratio: 0 })])).toEqual(['单件倍率必须大于0']);
  });
});

describe('times', () => {
  it('of a shot of four', () => {
    const ops = [op(10, { ratio: 0.25, stdMin: 0.5 }), op(20, { stdMin: 1, runBase: 30 })];
    expect(ops.map(({ ratio }) => plannedQty(1000, ratio, 0))).toEqual([250, 1000]);
    expect(totalMinutes(ops)).toBe(0.1583);
    expect(passedOn(24, 0.25, 1)).toBe(96);
  });
  it('of GY0002: set-up, an outside operation of two days', () => {
    const ops = [
      op(10, { stdMin: 1, runBase: 3, setupMin: 10 }),
      op(20, { isOut: true, outDays: 2 }),
      op(30, { stdMin: 0.5 }),
    ];
    expect(leadHours(ops, 100)).toBe(49.5556);
  });
  it('take the longest way, with queues and moves', () => {
    const ops = [
      op(10, { setupMin: 60 }),
      op(20, { predecessors: ['0'], setupMin: 120, queueMin: 30, moveMin: 30 }),
      op(30, { predecessors: ['10', '20'], setupMin: 60 }),
    ];
    expect(leadHours(ops, 1)).toBe(4);
  });
  it('the standard gives for good pieces', () => {
    expect(theoryHours(97, 1.5, 1)).toBe(2.425);
    expect(plannedQty(3, 0.25, 0)).toBe(1);
    expect(plannedQty(3, 0.1, 2)).toBe(0.3);
  });
});
