/** What the engine refuses, letter for letter (domain part 10, 7.5 and 7.6). Those without a sentence there are ours. */
import { fillText, type Terms } from '../texts';

const SENTENCES = {
  rejected: '单据已被驳回，请修改保存后再提交',
  running: '单据已在审批中，不可重复提交',
  audited: '单据已审核，不可提交审批',
  locked: '单据审批中，不可修改；如需修改请先撤回',
  unbound: '未找到适用的审批流程，请联系系统管理员',
  rounds: '重新提交已超过{n}轮',
  keys: '关键字段已变更（{keys}），将从头审批',
  moves: '流程连续自动流转超过100步，请检查流程设计',
  people: '处理人超过50人，请缩小范围',
  nobody: '节点「{n}」没有处理人，不能提交',
  handled: '任务已被{user}处理',
  foreign: '数据不存在或无权查看',
  waiting: '等待加签',
  opinion: '请填写意见',
  rejectReason: '请填写驳回原因',
  backReason: '请填写退回原因',
  transferReason: '请填写转办原因',
  stopReason: '请填写终止原因',
  signature: '请手写签名',
  files: '请上传附件',
  cannot: '当前节点不允许{act}',
  field: '「{field}」当前不可修改',
  sibling: '不能退回到其他并行分支的节点',
  unpassed: '该节点尚未经过，不能退回',
  backTo: '不能退回到节点「{n}」',
  already: '该人员已在本节点处理人中',
  transferSelf: '不能转办给发起人',
  addSelf: '不能加签给发起人',
  reassignSelf: '不能改派给发起人',
  disabled: '「{user}」已停用，请重新选择',
  outside: '「{user}」不在可选范围内',
  transfers: '转办次数过多，请联系流程管理员',
  added: '每个节点最多加签5人',
  addAgain: '加签人不能再加签',
  revoke: '加签人已处理，不能撤销',
  recall: '后续节点已处理，不能取回',
  recallNone: '没有可以取回的处理',
  withdraw: '已有审批意见，不能撤回，可请审批人驳回',
  starterOnly: '只能由发起人{act}',
  adminOnly: '只能由流程管理员{act}',
  urge: '请{m}分钟后再催办',
  over: '流程已结束',
  noError: '流程没有异常，不需要重试',
} as const;
export type Sentence = keyof typeof SENTENCES;

export const sentence = (code: Sentence, terms: Terms = {}): string => fillText(SENTENCES[code], terms);

/** Leaves a call of the engine; `outcome` turns it into its answer, it never leaves this folder. */
export class Refused extends Error {}
export function refuse(code: Sentence, terms: Terms = {}): never {
  throw new Refused(sentence(code, terms));
}
