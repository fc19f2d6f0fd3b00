/** §2.14 flows: the keys in canonical order. What a node of each sort may say is in `flow/rights.ts`. */
import { is, noted, table } from './table';

const need = true;
const nodes = { shape: { list: 'flowNode' } } as const;

export const FLOW = table({
  $schema: { shape: { words: ['flow/1'] }, need },
  flow: { ...is.code, need },
  title: { ...is.text, need },
  note: is.text,
  object: { shape: { ref: 'object' }, need },
  category: { shape: { words: ['10', '20', '30', '40', '50', '60', '70', '90'] } },
  icon: is.text,
  summary: is.paths,
  keys: is.paths,
  resubmit: { shape: { words: ['start', 'node'] }, def: 'start' },
  repeat: { shape: { words: ['none', 'adjacent', 'all'] }, def: 'adjacent' },
  name: is.template,
  starters: { shape: { node: 'flowStarters' } },
  admins: is.texts,
  empty: { shape: { words: ['admin', 'pass', 'user', 'refuse'] }, def: 'admin' },
  binds: { shape: { list: 'flowBind' } },
  nodes: { ...nodes, need },
  layout: is.json,
});
export const FLOW_STARTERS = table({ roles: is.texts, depts: is.texts });
export const FLOW_BIND = table({ when: is.expr, ...noted, priority: { ...is.int, def: 0 }, default: is.flag });
export const FLOW_NODE = table({
  node: { ...is.code, need },
  title: { ...is.text, need },
  ...noted,
  sort: {
    shape: { words: ['approve', 'work', 'cc', 'branch', 'inclusive', 'parallel', 'service', 'wait', 'end'] },
    need,
  },
  who: { shape: { list: 'flowWho' } },
  near: is.flag,
  sign: { shape: { words: ['or', 'all', 'seq', 'vote'] }, def: 'or' },
  rate: { ...is.int, def: 60 },
  reject: { shape: { words: ['one', 'all'] }, def: 'one' },
  // without own the flow's holds, so it has no default here
  empty: { shape: { words: ['admin', 'pass', 'user', 'refuse'] } },
  emptyUser: is.text,
  self: { shape: { words: ['superior', 'do', 'pass'] }, def: 'superior' },
  fields: { shape: { mapOf: { words: ['read', 'edit', 'hide', 'require'] } }, names: 'fields' },
  opinion: { shape: { words: ['reject', 'free', 'always'] }, def: 'reject' },
  signature: is.flag,
  files: is.flag,
  back: { shape: { any: [{ words: ['any', 'none', 'previous'] }, 'codes'] }, def: 'any' },
  // biome-ignore lint/suspicious/noThenProperty: a key of the language (§2.14); the table is never awaited
  then: { shape: { words: ['again', 'straight'] }, def: 'again' },
  can: {
    shape: { wordList: ['reject', 'transfer', 'cc', 'recall', 'batch'] },
    def: ['reject', 'transfer', 'cc', 'recall'],
  },
  add: { shape: { wordList: ['before', 'after', 'with'] } },
  scope: { shape: { words: ['all', 'dept', 'role'] }, def: 'all' },
  limit: { shape: { node: 'flowLimit' } },
  notice: { shape: { node: 'flowNotice' } },
  ways: { shape: { list: 'flowWay' } },
  do: { shape: { node: 'flowDo' } },
  fail: { shape: { words: ['stop', 'retry', 'go'] }, def: 'stop' },
  times: { ...is.int, def: 3 },
  until: { shape: { node: 'flowUntil' } },
  end: { shape: { words: ['pass', 'reject', 'stop'] }, def: 'pass' },
});
export const FLOW_WHO = table({
  by: {
    shape: {
      words: [
        'user',
        'role',
        'deptHead',
        'managers',
        'superior',
        'starter',
        'field',
        'fieldDept',
        'previous',
        'chosen',
        'teamLeader',
      ],
    },
    need,
  },
  users: is.texts,
  roles: is.texts,
  level: { ...is.int, def: 1 },
  field: is.path,
  scope: { shape: { words: ['all', 'dept', 'role'] }, def: 'all' },
});
export const FLOW_LIMIT = table({
  hours: is.number,
  field: is.path,
  natural: is.flag,
  over: { shape: { words: ['remind', 'up', 'pass', 'reject'] }, def: 'remind' },
  at: { ...is.int, def: 80 },
  every: is.number,
  max: is.int,
});
export const FLOW_NOTICE = table({
  channels: { shape: { wordList: ['inbox', 'messenger', 'screen'] }, later: true },
  text: is.template,
});
export const FLOW_WAY = table({ when: is.expr, title: { ...is.text, need }, ...noted, nodes });
export const FLOW_DO = table({
  set: { shape: { mapOf: 'value' }, names: 'fields' },
  notify: { shape: { node: 'flowNotify' } },
  service: { shape: { ref: 'service' } },
});
export const FLOW_NOTIFY = table({ to: { shape: { list: 'flowWho' }, need }, text: { shape: 'template', need } });
export const FLOW_UNTIL = table({ minutes: is.int, field: is.path });
