/** The worked run of domain part 10 (7.6) on the shipped flow, and acceptance 10, 11, 14 as far as the engine goes. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseBind, type FlowDoc, sentence, withdraw } from '../../../schemas/language/flow/index';
import { Player } from '../../support/flow';
import { readDoc, SCHEMAS } from '../documents';

const poBig = readDoc<FlowDoc>(join(SCHEMAS, 'flows/po-big.json'));
const poNormal = readDoc<FlowDoc>(join(SCHEMAS, 'flows/po-normal.json'));

describe('worked run of CGDD202601150002', () => {
  it('passes as the domain file tells', () => {
    const run = new Player(poBig, { now: '2026-01-15 09:00:00' });
    expect(run.open).toBe('head:zhoumin');
    expect(run.task('zhoumin').dueAt).toBe('2026-01-16 09:00:00');
    run.at('10:00:00').agree('zhoumin');
    expect(run.open).toBe('finance:shenjie quality:zhaomin');
    run.at('11:00:00').agree('shenjie');
    run.at('11:30:00').back('zhaomin', 'head', '供应商资质过期');
    expect(run.open).toBe('head:zhoumin');
    expect(run.state.status).toBe('running');
    expect(run.state.visits.filter((visit) => visit.node === 'finance').map((visit) => visit.state)).toEqual(['void']);
    run.at('13:30:00').agree('zhoumin');
    expect(run.open).toBe('finance:shenjie quality:zhaomin');
    run.at('14:00:00').agree('shenjie');
    run.at('14:10:00').agree('zhaomin');
    expect(run.open).toBe('gm:zhangwei');
    run.at('15:00:00').add('zhangwei', 'before', 'shenjie');
    expect(run.open).toBe('gm:shenjie');
    expect(() => run.agree('zhangwei', { opinion: '同意' })).toThrow('等待加签');
    run.at('15:10:00').agree('shenjie', { opinion: '可以' });
    expect(run.open).toBe('gm:zhangwei');
    expect(() => run.agree('zhangwei')).toThrow('请填写意见');
    run.at('15:20:00').agree('zhangwei', { opinion: '同意' });
    expect(run.state.status).toBe('passed');
    expect(run.state.endAt).toBe('2026-01-15 15:20:00');
    expect(run.events).toContainEqual({ event: 'document', act: 'audit', actor: 'zhangwei' });
    const rows = run.events.flatMap((event) => (event.event === 'trail' && event.actor !== undefined ? [event] : []));
    expect(rows.map(({ act, actor, at }) => `${at.slice(11, 16)} ${actor} ${act}`)).toEqual([
      '09:00 xumin submit',
      '10:00 zhoumin agree',
      '11:00 shenjie agree',
      '11:30 zhaomin back',
      '13:30 zhoumin agree',
      '14:00 shenjie agree',
      '14:10 zhaomin agree',
      '15:00 zhangwei add',
      '15:10 shenjie agree',
      '15:20 zhangwei agree',
    ]);
  });
});

describe('which flow', () => {
  it('is chosen by amount: 126,500 and 115,500 are big, 7,700 and exactly 100,000 are not', () => {
    const binds = [poBig, poNormal].flatMap((doc) => (doc.binds ?? []).map((bind) => ({ ...bind, flow: doc.flow })));
    const of = (amount: number) => chooseBind(binds, (when) => when === 'amount > 100000' && amount > 100_000)?.flow;
    expect([126_500, 115_500, 7700, 100_000, 100_000.01].map(of)).toEqual([
      'poBig',
      'poBig',
      'poNormal',
      'poNormal',
      'poBig',
    ]);
    expect(chooseBind([{ when: 'no' }], () => false)).toBeUndefined();
    expect(sentence('unbound')).toBe('未找到适用的审批流程，请联系系统管理员');
    expect(
      chooseBind(
        [
          { when: 'b', priority: 20 },
          { when: 'a', priority: 10 },
        ],
        () => true,
      )?.when,
    ).toBe('a');
  });
});

describe('starter and document', () => {
  it('cannot be submitted twice, edited or withdrawn when it is too late', () => {
    const run = new Player(poBig);
    expect(sentence('locked')).toBe('单据审批中，不可修改；如需修改请先撤回');
    expect(() => run.submit({ before: run.state })).toThrow('单据已在审批中，不可重复提交');
    const none = withdraw(run.graph, run.state, run.world, 'zhoumin');
    expect(none.refusal).toBe('只能由发起人撤回');
    run.agree('zhoumin');
    const late = withdraw(run.graph, run.state, run.world, 'xumin');
    expect(late.refusal).toBe('已有审批意见，不能撤回，可请审批人驳回');
  });
  it('may be withdrawn before anybody has decided; who agrees then is too late', () => {
    const run = new Player(poNormal);
    const task = run.task('zhoumin').id;
    run.take(withdraw(run.graph, run.state, run.world, 'xumin'));
    expect(run.state.status).toBe('withdrawn');
    expect(run.events).toContainEqual({ event: 'document', act: 'unlock' });
    expect(run.state.tasks.find((eachTask) => eachTask.id === task)?.result).toBe('system');
    expect(() => run.agree('zhoumin')).toThrow('任务已被许敏处理');
  });
  it('is rejected, saved and submitted again as the next round', () => {
    const run = new Player(poNormal);
    run.reject('zhoumin', '价格偏高');
    expect(run.state.status).toBe('rejected');
    expect(run.events).toContainEqual({ event: 'document', act: 'reject', actor: 'zhoumin', text: '价格偏高' });
    expect(run.notices('rejected')).toEqual(['xumin']);
    expect(() => run.submit({ before: run.state, auditStatus: '3' })).toThrow('单据已被驳回，请修改保存后再提交');
    run.submit({ before: run.state });
    expect([run.state.round, run.open]).toEqual([2, 'head:zhoumin']);
  });
  it('is not submitted for ever', () => {
    const run = new Player(poNormal, { maxRounds: 2 });
    run.reject('zhoumin').submit({ before: run.state });
    run.reject('zhoumin');
    expect(() => run.submit({ before: run.state })).toThrow('重新提交已超过2轮');
  });
});
