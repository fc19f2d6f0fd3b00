/** What people may do with a task and with a running flow (domain part 10, 7.5 steps 4–7, 7.6), with its numbers and sentences. */
import { describe, expect, it } from 'vitest';
import {
  addWork,
  agree,
  backTargets,
  handBack,
  handOver,
  neededVotes,
  nextDue,
  PLAIN_WEEK,
  read,
  reassign,
  reject,
  retry,
  revokeSigners,
  sendCopy,
  simulate,
  terminate,
  urge,
} from '../../../schemas/language/flow/index';
import { ask, flowOf, Player, worldOf } from '../../support/flow';

const FIVE = 'shenjie zhaomin zhoutao sunli qianli';
const parallel = (more = {}) =>
  flowOf([
    ask('head', 'zhoumin'),
    {
      node: 'both',
      title: '会签',
      sort: 'parallel',
      ways: [
        { title: '一', nodes: [ask('money', 'shenjie'), ask('money2', 'qianli', more)] },
        { title: '二', nodes: [ask('good', 'zhaomin', more)] },
      ],
    },
    ask('gm', 'zhangwei', more),
  ]);

describe('several people at a node', () => {
  it('one of them decides; the other is told by whom', () => {
    const run = new Player(flowOf([ask('a', 'shenjie zhaomin')]));
    run.agree('shenjie');
    expect([run.state.status, run.results('a')]).toEqual(['passed', 'shenjie:agree zhaomin:system']);
    expect(() => run.agree('zhaomin')).toThrow('任务已被沈洁处理');
    expect(() => run.agree('shenjie')).toThrow('任务已被沈洁处理');
    const his = run.task('zhaomin').id;
    expect(agree(run.graph, run.state, run.world, 'zhoutao', { task: his }).refusal).toBe('数据不存在或无权查看');
    expect(agree(run.graph, run.state, run.world, 'zhoutao', { task: 999 }).refusal).toBe('数据不存在或无权查看');
  });
  it('all of them agree, in any order; the first reject decides, or the last answer', () => {
    const all = flowOf([ask('a', 'shenjie zhaomin zhoutao', { sign: 'all' })]);
    expect(new Player(all).agree('zhoutao').agree('shenjie').agree('zhaomin').state.status).toBe('passed');
    const player = new Player(all).agree('shenjie').reject('zhaomin');
    expect([player.state.status, player.results('a')]).toEqual([
      'rejected',
      'shenjie:agree zhaomin:reject zhoutao:system',
    ]);
    const late = flowOf([ask('a', 'shenjie zhaomin zhoutao', { sign: 'all', reject: 'all' })]);
    const run = new Player(late).reject('shenjie').agree('zhaomin');
    expect(run.state.status).toBe('running');
    expect(run.agree('zhoutao').state.status).toBe('rejected');
  });
  it('one after the other; a reject decides', () => {
    const seq = flowOf([ask('a', 'shenjie zhaomin', { sign: 'seq' })]);
    const run = new Player(seq);
    expect(run.open).toBe('a:shenjie');
    expect(run.agree('shenjie').open).toBe('a:zhaomin');
    expect(run.reject('zhaomin').state.status).toBe('rejected');
    expect(new Player(seq).reject('shenjie').state.tasks.length).toBe(1);
  });
  it('counts votes: 60 % of 5 are 3, of 6 are 4; 66 % of 3 are 2, 67 % are 3', () => {
    expect([neededVotes(5, 60), neededVotes(6, 60), neededVotes(3, 66), neededVotes(3, 67)]).toEqual([3, 4, 2, 3]);
    const vote = flowOf([ask('a', FIVE, { sign: 'vote', add: ['before', 'with'] })]);
    const passed = new Player(vote).agree('shenjie').reject('zhaomin').agree('zhoutao').agree('sunli');
    expect([passed.state.status, passed.results('a')]).toEqual([
      'passed',
      'shenjie:agree zhaomin:reject zhoutao:agree sunli:agree qianli:system',
    ]);
    const three = new Player(vote).agree('shenjie').agree('zhoutao').agree('sunli');
    expect(three.state.tasks.filter((task) => task.result === 'system').length).toBe(2);
    const refused = new Player(vote).reject('shenjie').reject('zhaomin');
    expect(refused.state.status).toBe('running');
    expect(refused.reject('sunli').state.status).toBe('rejected');
  });
  it('votes with an added signer: three agreements do not pass, the fourth does; the third reject decides', () => {
    const vote = flowOf([ask('a', FIVE, { sign: 'vote', add: ['before', 'with'] })]);
    const run = new Player(vote)
      .add('qianli', 'before', 'wangqiang')
      .agree('shenjie')
      .agree('zhaomin')
      .agree('zhoutao');
    expect(run.state.status).toBe('running');
    expect(run.agree('sunli').state.status).toBe('passed');
    const no = new Player(vote).add('qianli', 'with', 'wangqiang').reject('shenjie').reject('zhaomin');
    expect(no.state.status).toBe('running');
    expect(no.reject('sunli').state.status).toBe('rejected');
  });
});

describe('answers', () => {
  it('need what the node asks for', () => {
    const doc = flowOf([ask('a', 'shenjie', { opinion: 'always', signature: true, files: true, can: ['transfer'] })]);
    const run = new Player(doc);
    expect(() => run.agree('shenjie')).toThrow('请填写意见');
    expect(() => run.agree('shenjie', { opinion: '好' })).toThrow('请手写签名');
    expect(() => run.agree('shenjie', { opinion: '好', isSigned: true })).toThrow('请上传附件');
    expect(() => run.reject('shenjie')).toThrow('当前节点不允许驳回');
    expect(run.agree('shenjie', { opinion: '好', isSigned: true, files: 1 }).state.status).toBe('passed');
    const plain = new Player(flowOf([ask('a', 'shenjie')]));
    expect(() => plain.reject('shenjie', ' ')).toThrow('请填写驳回原因');
    const free = new Player(flowOf([ask('a', 'shenjie', { opinion: 'free' })]));
    expect(free.reject('shenjie', '').state.status).toBe('rejected');
  });
  it('of a task to be done are done, not agreed', () => {
    const run = new Player(flowOf([{ ...ask('a', 'shenjie'), sort: 'work' }]));
    expect(() => run.reject('shenjie')).toThrow('当前节点不允许驳回');
    expect(run.agree('shenjie').results('a')).toBe('shenjie:done');
  });
});

describe('ways', () => {
  const way = (title: string, user: string, when?: string) => ({
    title,
    nodes: [ask(title, user)],
    ...(when === undefined ? {} : { when }),
  });
  const ways = [way('big', 'zhangwei', 'x > 5'), way('odd', 'zhaomin', 'y'), way('rest', 'shenjie')];
  const of = (sort: 'branch' | 'inclusive', facts: readonly string[]) =>
    new Player(flowOf([{ node: 'x', title: 'x', sort, ways }, ask('z', 'zhoutao')]), { facts });

  it('of a branch: the first true one, else the default', () => {
    expect(of('branch', ['x > 5', 'y']).open).toBe('big:zhangwei');
    expect(of('branch', ['y']).open).toBe('odd:zhaomin');
    expect(of('branch', []).agree('shenjie').open).toBe('z:zhoutao');
  });
  it('of an inclusive block: all true ones, joined; none, the default', () => {
    const run = of('inclusive', ['x > 5', 'y']);
    expect(run.open).toBe('big:zhangwei odd:zhaomin');
    expect(run.agree('zhaomin').open).toBe('big:zhangwei');
    expect(run.agree('zhangwei').open).toBe('z:zhoutao');
    expect(of('inclusive', []).open).toBe('rest:shenjie');
  });
  it('may end in a branch', () => {
    const doc = flowOf([
      {
        node: 'x',
        title: 'x',
        sort: 'branch',
        ways: [
          { when: 'no', title: '不批', nodes: [{ node: 'n', title: 'n', sort: 'end', end: 'reject' }] },
          { title: '批' },
        ],
      },
      ask('a', 'shenjie'),
    ]);
    expect(new Player(doc, { facts: ['no'] }).state.status).toBe('rejected');
    expect(new Player(doc).open).toBe('a:shenjie');
  });
  it('never go on for ever', () => {
    const copies = (n: number) =>
      flowOf([
        ...Array.from({ length: n }, (_, i) => ({ ...ask(`c${i}`, 'shenjie'), sort: 'cc' as const })),
        ask('z', 'zhoutao'),
      ]);
    expect(new Player(copies(99)).open).toBe('z:zhoutao');
    expect(() => new Player(copies(100))).toThrow('流程连续自动流转超过100步，请检查流程设计');
  });
});

describe('退回', () => {
  it('goes to a node of the own branch, or before the block and cancels it, never to a sister branch', () => {
    const run = new Player(parallel()).agree('zhoumin').agree('shenjie');
    expect(backTargets(run.graph, run.state, run.world, run.task('qianli').id).map((target) => target.node)).toEqual([
      'money',
      'head',
    ]);
    expect(() => run.back('zhaomin', 'money')).toThrow('不能退回到其他并行分支的节点');
    expect(() => run.back('qianli', 'gm')).toThrow('该节点尚未经过，不能退回');
    expect(() => run.back('qianli', 'head', '')).toThrow('请填写退回原因');
    run.back('qianli', 'money');
    expect(run.open).toBe('good:zhaomin money:shenjie');
    expect(run.notices('returned')).toEqual(['shenjie']);
    run.back('zhaomin', 'head');
    expect(run.open).toBe('head:zhoumin');
    run.agree('zhoumin');
    expect(run.open).toBe('money:shenjie good:zhaomin');
    run.agree('shenjie').agree('qianli').agree('zhaomin');
    expect(run.open).toBe('gm:zhangwei');
    expect(() => run.back('zhangwei', 'money')).toThrow('不能退回到其他并行分支的节点');
    expect(run.back('zhangwei', 'head').open).toBe('head:zhoumin');
  });
  it('asks only what the node allows', () => {
    const of = (back: 'none' | 'previous' | readonly string[]) =>
      new Player(flowOf([ask('a', 'shenjie'), ask('b', 'zhaomin'), ask('c', 'zhoutao', { back })]))
        .agree('shenjie')
        .agree('zhaomin');
    expect(() => of('none').back('zhoutao', 'a')).toThrow('当前节点不允许退回');
    expect(() => of('previous').back('zhoutao', 'a')).toThrow('不能退回到节点「a」');
    expect(of('previous').back('zhoutao', 'b').open).toBe('b:zhaomin');
    expect(of(['a']).back('zhoutao', 'a').open).toBe('a:shenjie');
  });
  it('goes straight back to who returned it, and opens a cancelled block again', () => {
    // biome-ignore lint/suspicious/noThenProperty: a key of the language (§2.14)
    const straight = { then: 'straight' as const };
    const run = new Player(parallel(straight)).agree('zhoumin').agree('shenjie').back('qianli', 'head');
    expect(run.open).toBe('head:zhoumin');
    run.agree('zhoumin');
    // the own way stands where it was, the sister way begins again
    expect(run.open).toBe('money2:qianli good:zhaomin');
    run.agree('qianli').agree('zhaomin');
    expect(run.back('zhangwei', 'head').agree('zhoumin').open).toBe('gm:zhangwei');
    expect(run.agree('zhangwei').state.status).toBe('passed');
  });
});

describe('转办 and 加签', () => {
  const doc = flowOf([ask('a', 'shenjie zhaomin', { add: ['before', 'after', 'with'], sign: 'all' })]);
  it('hands a task on, five times in a row', () => {
    const run = new Player(doc);
    expect(() => run.transfer('shenjie', 'zhaomin')).toThrow('该人员已在本节点处理人中');
    expect(() => run.transfer('shenjie', 'xumin')).toThrow('不能转办给发起人');
    expect(() => run.transfer('shenjie', 'sunli', '')).toThrow('请填写转办原因');
    run.transfer('shenjie', 'sunli');
    expect(run.results('a')).toBe('shenjie:transfer zhaomin:open sunli:open');
    expect(run.task('sunli')).toMatchObject({ owner: 'shenjie', source: 'transfer' });
    run
      .transfer('sunli', 'zhoutao')
      .transfer('zhoutao', 'qianli')
      .transfer('qianli', 'sunli')
      .transfer('sunli', 'zhoutao');
    expect(() => run.transfer('zhoutao', 'qianli')).toThrow('转办次数过多，请联系流程管理员');
    expect(run.agree('zhoutao').agree('zhaomin').state.status).toBe('passed');
    const own = new Player(flowOf([ask('a', 'shenjie', { scope: 'dept' })]), { disabled: ['zhoutao'], self: true });
    expect(() => own.transfer('shenjie', 'zhaomin')).toThrow('「赵敏」不在可选范围内');
    expect(() => own.transfer('shenjie', 'zhoutao')).toThrow('「周涛」已停用，请重新选择');
    expect(own.transfer('shenjie', 'qianli').open).toBe('a:qianli');
  });
  it('adds people before, after and beside', () => {
    const before = new Player(doc).add('shenjie', 'before', 'sunli', 'zhoutao');
    expect(before.open).toBe('a:zhaomin a:sunli a:zhoutao');
    expect(before.agree('sunli').open).toBe('a:zhaomin a:zhoutao');
    expect(before.agree('zhoutao').open).toBe('a:shenjie a:zhaomin');
    const after = new Player(doc).agree('zhaomin').add('shenjie', 'after', 'sunli');
    expect([after.state.status, after.open]).toEqual(['running', 'a:sunli']);
    expect(after.agree('sunli').state.status).toBe('passed');
    const beside = new Player(doc).add('shenjie', 'with', 'sunli').agree('shenjie').agree('zhaomin');
    expect(beside.state.status).toBe('running');
    expect(beside.reject('sunli').state.status).toBe('rejected');
  });
  it('lets one of several decide only when those behind him agreed', () => {
    const run = new Player(flowOf([ask('a', 'shenjie zhaomin', { add: ['after'] })])).add('shenjie', 'after', 'sunli');
    expect(run.state.status).toBe('running');
    expect(run.agree('sunli').state.status).toBe('passed');
  });
  it('keeps to its limits', () => {
    const run = new Player(doc).add('shenjie', 'before', 'sunli', 'zhoutao', 'qianli');
    expect(() => run.add('zhaomin', 'with', 'wangqiang', 'liuqiang', 'zhangwei')).toThrow('每个节点最多加签5人');
    expect(() => run.add('sunli', 'before', 'liuqiang')).toThrow('加签人不能再加签');
    expect(() => run.add('zhaomin', 'with', 'xumin')).toThrow('不能加签给发起人');
    expect(() => run.add('zhaomin', 'with', 'sunli')).toThrow('该人员已在本节点处理人中');
    const none = new Player(flowOf([ask('a', 'shenjie')]));
    expect(() => none.add('shenjie', 'with', 'sunli')).toThrow('当前节点不允许加签');
  });
  it('takes added people back until one has answered', () => {
    const run = new Player(doc).add('shenjie', 'before', 'sunli');
    const take = () =>
      run.take(revokeSigners(run.graph, run.state, run.world, 'shenjie', { task: run.task('shenjie').id }));
    expect(take().open).toBe('a:shenjie a:zhaomin');
    run.add('shenjie', 'after', 'sunli');
    expect(take().open).toBe('a:shenjie a:zhaomin');
    run.add('shenjie', 'before', 'sunli', 'zhoutao').agree('sunli');
    expect(take).toThrow('加签人已处理，不能撤销');
  });
});

describe('取回', () => {
  it('takes an agreement back while nobody behind has decided', () => {
    const run = new Player(flowOf([ask('a', 'shenjie'), ask('b', 'zhaomin'), ask('c', 'zhoutao')])).agree('shenjie');
    expect(run.recall('shenjie').open).toBe('a:shenjie');
    expect(run.results('b')).toBe('zhaomin:system');
    run.agree('shenjie').agree('zhaomin');
    expect(() => run.recall('shenjie')).toThrow('后续节点已处理，不能取回');
    expect(run.recall('zhaomin').open).toBe('b:zhaomin');
    run.agree('zhaomin').agree('zhoutao');
    expect(() => run.recall('zhoutao')).toThrow('后续节点已处理，不能取回');
  });
  it('works across a join and before it', () => {
    const run = new Player(parallel()).agree('zhoumin').agree('zhaomin').agree('shenjie').agree('qianli');
    expect(run.open).toBe('gm:zhangwei');
    expect(run.recall('zhaomin').open).toBe('good:zhaomin');
    expect(run.agree('zhaomin').open).toBe('gm:zhangwei');
    expect(run.agree('zhangwei').state.status).toBe('passed');
    const inside = new Player(parallel()).agree('zhoumin').agree('zhaomin');
    expect(inside.recall('zhaomin').open).toBe('money:shenjie good:zhaomin');
    const fork = new Player(parallel()).agree('zhoumin');
    expect(fork.recall('zhoumin').open).toBe('head:zhoumin');
    expect(fork.agree('zhoumin').agree('zhaomin').agree('shenjie').agree('qianli').agree('zhangwei').state.status).toBe(
      'passed',
    );
  });
  it('opens the tasks again that the agreement had cancelled', () => {
    const run = new Player(flowOf([ask('a', FIVE, { sign: 'vote' }), ask('b', 'wangqiang')]));
    run.agree('shenjie').agree('zhaomin').agree('zhoutao').recall('zhoutao');
    expect(run.results('a')).toBe('shenjie:agree zhaomin:agree zhoutao:open sunli:open qianli:open');
    const seq = new Player(flowOf([ask('a', 'shenjie zhaomin', { sign: 'seq' })])).agree('shenjie').recall('shenjie');
    expect(seq.open).toBe('a:shenjie');
    expect(seq.agree('shenjie').agree('zhaomin').state.status).toBe('passed');
  });
  it('is refused behind a service that ran, and where the node forbids it', () => {
    const doc = flowOf([
      ask('a', 'shenjie'),
      { node: 's', title: 's', sort: 'service', do: { set: { x: 1 } } },
      ask('b', 'zhaomin', { can: [] }),
      ask('c', 'zhoutao'),
    ]);
    const run = new Player(doc).agree('shenjie');
    expect(() => run.recall('shenjie')).toThrow('后续节点已处理，不能取回');
    run.agree('zhaomin');
    expect(() => run.recall('zhaomin')).toThrow('当前节点不允许取回');
  });
});

describe('resubmit straight to who rejected', () => {
  const keys = (amount: string) => [{ field: 'amount', title: '金额', text: amount }];
  const rejected = () => {
    const run = new Player({ ...parallel(), resubmit: 'node' }, { keys: keys('126500.00') });
    return run.agree('zhoumin').agree('shenjie').agree('qianli').reject('zhaomin');
  };
  it('carries the agreements over when no key field changed', () => {
    const run = rejected();
    run.submit({ before: run.state });
    expect([run.state.round, run.open]).toEqual([2, 'good:zhaomin']);
    expect(run.state.visits.filter((visit) => visit.carried === true).map((visit) => visit.node)).toEqual([
      'head',
      'money',
      'money2',
    ]);
    expect(run.agree('zhaomin').open).toBe('gm:zhangwei');
    expect(run.agree('zhangwei').state.status).toBe('passed');
  });
  it('starts from the beginning when one did, and says which', () => {
    const run = rejected();
    run.parts = { ...run.parts, keys: keys('132000.00') };
    run.submit({ before: run.state });
    expect(run.open).toBe('head:zhoumin');
    expect(run.events).toContainEqual({ event: 'say', text: '关键字段已变更（金额 126500.00→132000.00），将从头审批' });
    const hidden = rejected();
    hidden.parts = { ...hidden.parts, keys: [{ field: 'amount', title: '金额', text: '1', grant: 'price' }] };
    hidden.submit({ before: hidden.state });
    expect(hidden.events).toContainEqual({ event: 'say', text: '关键字段已变更（金额 已变更），将从头审批' });
  });
});

describe('copies, urging, administrators', () => {
  it('never hold the flow up and are read once', () => {
    const run = new Player(flowOf([{ ...ask('c', 'sunli'), sort: 'cc' }, ask('a', 'shenjie')]));
    expect(run.open).toBe('a:shenjie');
    run.take(sendCopy(run.graph, run.state, run.world, 'shenjie', { task: run.task('shenjie').id, to: ['qianli'] }));
    run.agree('shenjie');
    expect(run.state.status).toBe('passed');
    for (const user of ['sunli', 'qianli']) run.take(read(run.graph, run.state, run.world, user, run.task(user).id));
    expect(run.state.tasks.filter((task) => task.sort === 'cc').map((task) => task.result)).toEqual(['read', 'read']);
    expect(read(run.graph, run.state, run.world, 'zhoutao', run.task('sunli').id).refusal).toBe('数据不存在或无权查看');
  });
  it('may be urged every two hours', () => {
    const run = new Player(flowOf([ask('a', 'shenjie')]), { now: '2026-01-15 09:00:00' });
    run.take(urge(run.graph, run.state, run.world, 'xumin'));
    expect(run.notices('urged')).toEqual(['shenjie']);
    run.at('09:30:30');
    expect(urge(run.graph, run.state, run.world, 'xumin').refusal).toBe('请90分钟后再催办');
    run.at('11:00:00').take(urge(run.graph, run.state, run.world, 'xumin'));
    expect(urge(run.graph, run.state, run.world, 'shenjie').refusal).toBe('只能由发起人催办');
  });
  it('may be stopped and given to others by the administrators', () => {
    const run = new Player(flowOf([ask('a', 'shenjie zhaomin')]));
    const move = (by: string, to: string) =>
      reassign(run.graph, run.state, run.world, by, { task: run.task('shenjie').id, to });
    expect(move('zhaomin', 'sunli').refusal).toBe('只能由流程管理员改派');
    expect(move('admin', 'zhaomin').refusal).toBe('该人员已在本节点处理人中');
    run.take(move('admin', 'sunli'));
    expect(run.open).toBe('a:zhaomin a:sunli');
    expect(terminate(run.graph, run.state, run.world, 'admin', '').refusal).toBe('请填写终止原因');
    run.take(terminate(run.graph, run.state, run.world, 'admin', '重复'));
    expect([run.state.status, run.open]).toEqual(['stopped', '']);
  });
  it('takes over from who left, and to and from an agent', () => {
    const run = new Player(flowOf([ask('a', 'shenjie zhaomin', { sign: 'all' })]));
    run.take(handOver(run.graph, run.state, run.world, 'shenjie', undefined, 'transfer'));
    expect(run.open).toBe('a:zhaomin a:admin');
    run.take(handOver(run.graph, run.state, run.world, 'zhaomin', 'sunli', 'delegate'));
    expect(run.open).toBe('a:admin a:sunli');
    run.take(handBack(run.graph, run.state, run.world, 'sunli', 'zhaomin'));
    expect(run.open).toBe('a:admin a:zhaomin');
  });
});

describe('the end', () => {
  it('leaves everything as it was when the document refuses the audit', () => {
    const run = new Player(flowOf([ask('a', 'shenjie')]));
    const before = run.state;
    run.failing = '「MT-12」可用80件，本次需要100件，缺20件';
    expect(() => run.agree('shenjie')).toThrow('「MT-12」可用80件，本次需要100件，缺20件');
    expect(run.state).toBe(before);
    expect(run.task('shenjie').state).toBe('open');
    run.failing = undefined;
    expect(run.reject('shenjie').state.status).toBe('rejected');
  });
  it('waits for an administrator when the last step was automatic', () => {
    const doc = flowOf([ask('a', 'shenjie'), ask('b', 'shenjie')], { repeat: 'adjacent' });
    const run = new Player(doc);
    run.failing = '缺20件';
    run.agree('shenjie');
    expect([run.state.status, run.state.error, run.notices('failed')]).toEqual(['running', '缺20件', ['admin']]);
    expect(() => run.take(retry(run.graph, run.state, run.world, 'admin'))).toThrow('缺20件');
    run.failing = undefined;
    expect(run.take(retry(run.graph, run.state, run.world, 'admin')).state.status).toBe('passed');
  });
  it('asks a person when rules alone would post stock or pay', () => {
    const doc = flowOf([ask('a', 'zhaomin', { empty: 'pass' })]);
    const parts = { disabled: ['zhaomin'] };
    expect(new Player(doc, parts).state.status).toBe('passed');
    const run = new Player(doc, { ...parts, isPosting: true });
    expect(run.open).toBe('#end:admin');
    expect(run.agree('admin').state.status).toBe('passed');
    // an agreement that was returned is none: the second time the node has nobody and passes by itself
    const returned = new Player(
      flowOf([ask('a', 'zhaomin', { empty: 'pass' }), ask('b', 'shenjie', { empty: 'pass' })]),
      {
        isPosting: true,
      },
    );
    returned.agree('zhaomin');
    returned.parts = { isPosting: true, disabled: ['zhaomin', 'shenjie'] };
    expect(returned.back('shenjie', 'a').open).toBe('#end:admin');
  });
});

describe('services and waiting', () => {
  const service = (fail: 'stop' | 'retry' | 'go', times = 2) =>
    flowOf([
      ask('a', 'shenjie'),
      { node: 's', title: 's', sort: 'service', do: { service: 'x' }, fail, times },
      ask('b', 'zhaomin'),
    ]);
  it('stop the person before, are tried again, or are noted', () => {
    const stop = new Player(service('stop'));
    stop.failing = '接口不通';
    expect(() => stop.agree('shenjie')).toThrow('接口不通');
    const go = new Player(service('go'));
    go.failing = '接口不通';
    expect(go.agree('shenjie').open).toBe('b:zhaomin');
    const again = new Player(service('retry'), { now: '2026-01-15 09:00:00' });
    again.failing = '接口不通';
    again.agree('shenjie').tick('09:05:00').tick('09:10:00');
    expect([again.state.error, again.open]).toEqual(['接口不通', '']);
    again.failing = undefined;
    expect(again.take(retry(again.graph, again.state, again.world, 'admin')).open).toBe('b:zhaomin');
  });
  it('run a service once a round, but set a value again after a return', () => {
    const doc = flowOf([
      ask('a', 'shenjie'),
      { node: 's', title: 's', sort: 'service', do: { set: { x: 1 }, service: 'x' } },
      ask('b', 'zhaomin'),
    ]);
    const run = new Player(doc).agree('shenjie').back('zhaomin', 'a');
    const next = agree(run.graph, run.state, run.world, 'shenjie', { task: run.task('shenjie').id });
    expect(next.state?.needs).toMatchObject([{ need: 'service', parts: ['set'] }]);
  });
  it('waits minutes or until a date', () => {
    const doc = flowOf([
      { node: 'w', title: 'w', sort: 'wait', until: { minutes: 90 } },
      { node: 'd', title: 'd', sort: 'wait', until: { field: 'needBy' } },
      ask('a', 'shenjie'),
    ]);
    const run = new Player(doc, { now: '2026-01-15 09:00:00', days: { needBy: '2026-01-17' } });
    expect(nextDue(run.graph, run.state, run.world)).toBe('2026-01-15 10:30:00');
    expect(run.tick('10:29:59').open).toBe('');
    expect(run.tick('10:30:00').tick('2026-01-16 23:59:59').open).toBe('');
    expect(run.tick('2026-01-17 00:00:00').open).toBe('a:shenjie');
  });
});

describe('time limits', () => {
  const at = (limit: object, parts = {}) =>
    new Player(flowOf([ask('a', 'sunli', { limit }), ask('z', 'zhoutao')]), { now: '2026-01-16 16:00:00', ...parts });

  it('count working time: 8 h from Friday 16:00 remind on Monday 14:24 and are due on Monday 16:00', () => {
    const task = at({ hours: 8 }).task('sunli');
    expect([task.remindAt, task.dueAt]).toEqual(['2026-01-19 14:24:00', '2026-01-19 16:00:00']);
    expect(at({ hours: 8, natural: true }).task('sunli').dueAt).toBe('2026-01-17 00:00:00');
    expect(at({ field: 'needBy' }, { days: { needBy: '2026-01-17' } }).task('sunli').dueAt).toBe('2026-01-17 23:59:59');
    expect(addWork('2026-01-17 10:00:00', 30, PLAIN_WEEK)).toBe('2026-01-19 08:30:00');
    expect(addWork('2026-01-15 12:30:00', 0, PLAIN_WEEK)).toBe('2026-01-15 13:00:00');
    expect(addWork('2026-01-15 12:00:00', 240, PLAIN_WEEK)).toBe('2026-01-15 17:00:00');
  });
  it('remind once and are overdue once, however often the job runs', () => {
    const run = at({ hours: 8 });
    run.tick('2026-01-19 14:23:59');
    expect(run.notices('remind')).toEqual([]);
    run.tick('14:24:00').tick('14:24:00').tick('14:25:00');
    expect(run.notices('remind')).toEqual(['sunli']);
    run.tick('16:00:00').tick('16:00:00').tick('18:00:00');
    expect(run.notices('overdue')).toEqual(['sunli']);
  });
  it('repeat every few hours up to a number', () => {
    const run = at({ hours: 8, natural: true, every: 2, max: 2 });
    for (let hour = 0; hour < 12; hour += 1) run.tick(`2026-01-17 ${String(hour).padStart(2, '0')}:00:00`);
    expect(run.notices('overdue').length).toBe(3);
    const late = at({ hours: 8, natural: true, every: 2, max: 2 }).tick('2026-01-18 00:00:00');
    expect(late.notices('overdue').length).toBe(1);
  });
  it('go up to the superior', () => {
    const run = at({ hours: 8, natural: true, over: 'up' }).tick('2026-01-17 00:00:00');
    expect([run.open, run.notices('overdue')]).toEqual(['a:zhaomin', ['sunli zhaomin']]);
  });
  it('reject, or pass where the organisation allows it and nothing is posted', () => {
    const over = (how: 'pass' | 'reject', parts = {}) =>
      at({ hours: 8, natural: true, over: how }, parts).tick('2026-01-17 00:00:00');
    expect(over('reject').state.status).toBe('rejected');
    expect(over('reject').results('a')).toBe('sunli:late');
    expect(over('pass').open).toBe('a:sunli');
    expect(over('pass', { autoPass: true, isPosting: true }).open).toBe('a:sunli');
    expect(over('pass', { autoPass: true }).open).toBe('z:zhoutao');
    expect(over('pass', { autoPass: true }).results('a')).toBe('sunli:auto');
  });
});

describe('模拟', () => {
  it('tells path, people, reasons, due times and what is skipped', () => {
    const doc = flowOf([
      ask('head', 'zhoumin', { limit: { hours: 8 } }),
      {
        node: 'x',
        title: 'x',
        sort: 'branch',
        ways: [
          { when: 'big', title: '大', nodes: [ask('gm', 'zhangwei')] },
          { title: '小', nodes: [ask('money', 'shenjie')] },
        ],
      },
      { node: 'w', title: 'w', sort: 'wait', until: { minutes: 5 } },
      { ...ask('c', 'sunli'), sort: 'cc' },
    ]);
    const run = new Player(doc);
    const told = simulate(run.graph, (now) => worldOf({ now, facts: ['big'] }), '2026-01-15 09:00:00', {
      starter: 'xumin',
      dept: '12',
      revision: 1,
      auditStatus: '1',
    });
    expect(told).toMatchObject({
      ended: 'passed',
      skipped: ['money'],
      passed: ['#start', 'head', 'x', 'gm', 'w', 'c', '#end'],
      ways: [{ node: 'x', way: '大' }],
      nodes: [
        { node: 'head', people: [{ user: 'zhoumin', why: '指定人员', dueAt: '2026-01-16 09:00:00' }] },
        { node: 'gm' },
        { node: 'c' },
      ],
    });
    expect(reject(run.graph, run.state, run.world, 'zhoumin', { task: 999 }).refusal).toBeDefined();
  });
});
