/** What a card says of its node: who acts, how several decide, how long they have. */
import type { FlowNodeDoc, FlowWayDoc, FlowWhoDoc, NodeSort, WhoBy } from '../../schemas/language/flow/document';
import { wordTitle } from '../../schemas/language/sorts/texts/index';

/** names of codes the document writes: roles, people, fields */
export interface Names {
  readonly role: (code: string) => string;
  readonly user: (login: string) => string;
  readonly field: (path: string) => string;
  /** a condition with the titles of what it reads */
  readonly condition: (text: string) => string;
}

export const sortTitle = (sort: NodeSort): string => wordTitle('flowNode', 'sort', sort);
export const NODE_ICONS: Readonly<Record<NodeSort, string>> = {
  approve: 'person',
  work: 'sign',
  cc: 'send',
  branch: 'branch',
  inclusive: 'inclusive',
  parallel: 'parallel',
  service: 'gear',
  wait: 'time',
  end: 'flag',
};
const LEVELLED: ReadonlySet<WhoBy> = new Set(['deptHead', 'managers']);

export function whoWords(who: FlowWhoDoc, names: Names): string {
  const by = wordTitle('flowWho', 'by', who.by);
  if (who.by === 'role') return `角色 ${(who.roles ?? []).map(names.role).join('、') || '未选'}`;
  if (who.by === 'user') return (who.users ?? []).map(names.user).join('、') || '未选人员';
  if (who.by === 'field' || who.by === 'fieldDept')
    return who.field === undefined ? `${by} 未选` : `${names.field(who.field)}${who.by === 'field' ? '' : '的负责人'}`;
  if (who.by === 'deptHead')
    return (who.level ?? 1) > 1 ? `发起人部门往上${who.level}级的负责人` : '发起人的部门负责人';
  return LEVELLED.has(who.by) && (who.level ?? 1) > 1 ? `${by}到${who.level}级` : by;
}

/** The second line of a card. */
export function nodeWords(node: FlowNodeDoc, names: Names): string {
  if (node.sort === 'service') {
    const { set, notify, service } = node.do ?? {};
    const done = [
      ...(set === undefined ? [] : [`写入 ${Object.keys(set).map(names.field).join('、')}`]),
      ...(notify === undefined ? [] : ['发通知']),
      ...(service === undefined ? [] : [`调用 ${service}`]),
    ];
    return done.join('，') || '还没有要做的事';
  }
  if (node.sort === 'wait') {
    if (node.until?.minutes !== undefined) return `等 ${durationWords(node.until.minutes)}`;
    return node.until?.field === undefined ? '还没有设到什么时候' : `等到 ${names.field(node.until.field)}`;
  }
  if (node.sort === 'end')
    return { pass: '单据通过审核', reject: '单据被驳回', stop: '审批终止，单据不变' }[node.end ?? 'pass'];
  const people = (node.who ?? []).map((who) => whoWords(who, names)).join('，');
  const sign = node.sign === undefined || node.sign === 'or' ? undefined : wordTitle('flowNode', 'sign', node.sign);
  const vote = node.sign === 'vote' ? ` ${node.rate ?? 60}%` : '';
  return [
    people || `未设置${node.sort === 'cc' ? '抄送给谁' : '处理人'}`,
    ...(sign === undefined ? [] : [`${sign}${vote}`]),
  ].join('，');
}
/** At the right of its title. */
export function limitWords(node: FlowNodeDoc): string {
  if (node.sort !== 'approve' && node.sort !== 'work') return '';
  if (node.limit?.hours !== undefined) return `${node.limit.hours} 小时`;
  return node.limit?.field === undefined ? '不限时' : '按日期';
}
function durationWords(minutes: number): string {
  if (minutes % 1440 === 0) return `${minutes / 1440} 天`;
  return minutes % 60 === 0 ? `${minutes / 60} 小时` : `${minutes} 分钟`;
}

export function headWords(node: FlowNodeDoc): string {
  const count = (node.ways ?? []).filter((way) => way.off !== true).length;
  if (node.sort === 'branch') return '条件分支，第一个满足的';
  return node.sort === 'inclusive' ? '包容分支，满足的都走' : `并行，${count} 路同时开始`;
}
export const joinWords = (node: FlowNodeDoc): string =>
  node.sort === 'parallel' ? '都办完后继续' : '走了的都办完后继续';
export function wayWords(
  way: FlowWayDoc,
  of: FlowNodeDoc,
  isDefault: boolean,
  names: Pick<Names, 'condition'>,
): string {
  if (of.sort === 'parallel') return '一起开始';
  if (isDefault) return '前面都不满足';
  return way.when === undefined ? '还没有条件' : names.condition(way.when);
}
