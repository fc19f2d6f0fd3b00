/** Built-in actions (§7.1): titles, places, conditions as data and rights; own keys of the text stand over them. */
import type { ActionDoc, ActionPlace, FieldDoc, Many } from '../document';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import type { ResolvedAction, ResolvedCheck, ResolvedField } from '../resolved';
import { keyFor } from '../settings';
import { SORTS } from '../sorts/index';
import { fieldOf, withoutDefaults } from './fields';

/** What conditions of built-ins depend on. */
export interface ObjectFacts {
  readonly object: string;
  readonly audited: boolean;
  /** codes of the state's dictionary in order, when the dictionary is known */
  readonly states: readonly string[] | undefined;
  readonly hasState: boolean;
  /** the life of versioned masters: 10 draft, 60 in force, 80 retired */
  readonly versioned: boolean;
  /** they begin on a day that the publish asks for (effectDate) */
  readonly dated?: boolean;
  /** the object is a tree of itself */
  readonly tree?: boolean;
}
interface BuiltIn {
  readonly title: string;
  readonly at: readonly ActionPlace[];
  readonly right: string;
  readonly when?: (facts: ObjectFacts) => string | undefined;
  readonly from?: (facts: ObjectFacts) => readonly string[] | undefined;
  readonly to?: string;
  readonly confirm?: string;
  readonly tone?: ResolvedAction['tone'];
  readonly ask?: Many<FieldDoc> | ((facts: ObjectFacts) => Many<FieldDoc> | undefined);
}

const ROW_DETAIL: readonly ActionPlace[] = ['row', 'detail'];
const modeKey = (facts: ObjectFacts): string => keyFor('audit.mode', facts.object);
const audited = (condition: string) => (facts: ObjectFacts) => (facts.audited ? condition : undefined);
/** states in which a document lives; undefined = any, when the dictionary is not known or has no end */
function openStates(facts: ObjectFacts): readonly string[] | undefined {
  if (!facts.hasState || facts.states === undefined || !facts.audited) return undefined;
  const open = facts.states.filter((code) => code !== '80' && code !== '90');
  return open.length === facts.states.length ? undefined : open;
}
const draft = (facts: ObjectFacts): readonly string[] | undefined => (facts.versioned ? ['10'] : openStates(facts));

export const BUILT_INS: { readonly [code: string]: BuiltIn } = {
  add: { title: '新增', at: ['toolbar'], right: 'add' },
  view: { title: '查看', at: ['row'], right: 'view' },
  edit: {
    title: '编辑',
    at: ROW_DETAIL,
    right: 'edit',
    when: audited('auditStatus != 2 && flowStatus != 30'),
    from: draft,
  },
  copy: { title: '复制', at: ['row'], right: 'add' },
  save: { title: '保存', at: ['edit'], right: 'edit' },
  del: {
    title: '删除',
    at: ['row', 'bulk'],
    right: 'del',
    when: audited('auditStatus in [1, 3] && flowStatus != 30'),
    from: (facts) => (facts.versioned ? ['10'] : undefined),
    confirm: '删除后不能恢复，是否继续？',
    tone: 'danger',
  },
  audit: {
    title: '审核',
    at: ['row', 'bulk', 'detail'],
    right: 'audit',
    when: (facts) => `auditStatus == 1 && flowStatus != 30 && sys.${modeKey(facts)} != 2`,
    from: openStates,
    confirm: '确定审核所选单据吗？',
    tone: 'primary',
  },
  reject: {
    title: '驳回',
    at: ['row', 'bulk', 'detail'],
    right: 'audit',
    when: (facts) => `auditStatus == 1 && flowStatus != 30 && sys.${modeKey(facts)} != 2`,
    from: openStates,
    ask: { reason: { title: '驳回原因', kind: 'textarea', required: true, max: 200 } },
  },
  unaudit: {
    title: '反审核',
    at: ['detail'],
    right: 'unaudit',
    when: () => 'auditStatus == 2',
    from: openStates,
    confirm: '反审核将冲回已产生的业务数据，是否继续？',
  },
  submit: {
    title: '提交审批',
    at: ['row', 'bulk', 'detail'],
    right: 'flowInstance:start',
    // 3 too: the refusal says what to do
    when: (facts) => `auditStatus in [1, 3] && flowStatus != 30 && sys.${modeKey(facts)} == 2`,
    from: openStates,
  },
  withdraw: {
    title: '撤回',
    at: ROW_DETAIL,
    right: 'flowInstance:withdraw',
    when: () => 'flowStatus == 30 && flowStarter == me.id',
  },
  urge: {
    title: '催办',
    at: ROW_DETAIL,
    right: 'flowInstance:urge',
    when: () => 'flowStatus == 30 && flowStarter == me.id',
  },
  close: {
    title: '关闭',
    at: ROW_DETAIL,
    right: 'close',
    when: audited('auditStatus == 2'),
    from: openStates,
    to: '80',
    confirm: '关闭后不能继续执行，是否继续？',
  },
  reopen: { title: '重新打开', at: ROW_DETAIL, right: 'reopen', from: () => ['80'], confirm: '确定重新打开吗？' },
  void: {
    title: '作废',
    at: ROW_DETAIL,
    right: 'void',
    when: audited('auditStatus in [1, 3] && flowStatus != 30'),
    from: openStates,
    to: '90',
    confirm: '作废后不能恢复，是否继续？',
    tone: 'danger',
  },
  disable: {
    title: '停用',
    at: ['row', 'bulk'],
    right: 'disable',
    when: () => 'isDisabled == 0',
    confirm: '确定停用吗？',
  },
  enable: { title: '启用', at: ['row', 'bulk'], right: 'disable', when: () => 'isDisabled == 1' },
  publish: {
    title: '发布',
    at: ROW_DETAIL,
    right: 'publish',
    from: () => ['10'],
    to: '60',
    tone: 'primary',
    ask: ({ dated }) =>
      dated
        ? { effectDate: { title: '生效日期', kind: 'date', required: true, default: '=coalesce(effectDate, today())' } }
        : undefined,
  },
  retire: {
    title: '失效',
    at: ROW_DETAIL,
    right: 'retire',
    from: () => ['60'],
    to: '80',
    ask: { expireDate: { title: '失效日期', kind: 'date', required: true, default: '=today()', max: '=today()' } },
  },
  newVersion: {
    title: '新版本',
    at: ROW_DETAIL,
    right: 'add',
    from: () => ['60', '80'],
    ask: { changeNote: { title: '变更说明', kind: 'textarea', required: true, max: 500 } },
  },
  compare: { title: '版本比较', at: ROW_DETAIL, right: 'view' },
  addChild: { title: '新增下级', at: ['row', 'tree'], right: 'add' },
  move: {
    title: '移动',
    at: ['row', 'tree'],
    right: 'edit',
    ask: {
      parent: { title: '移到', kind: 'tree', ref: 'self', placeholder: '不选则移到最上级' },
      // what a drag says instead: the node it is put beside, whose level and order it takes
      before: { title: '排在其前', type: 'id', hidden: true },
      behind: { title: '排在其后', type: 'id', hidden: true },
    },
  },
  batchEdit: { title: '批量修改', at: ['bulk'], right: 'batchEdit' },
  import: { title: '导入', at: ['toolbar'], right: 'import' },
  export: { title: '导出', at: ['toolbar'], right: 'export' },
  // without chosen records the list itself
  print: { title: '打印', at: ['row', 'bulk', 'toolbar', 'detail'], right: 'print' },
};
export function isBuiltIn(code: string): boolean {
  return Object.hasOwn(BUILT_INS, code);
}

/** An action whose text is merged and settled. Undefined = the built-in does not exist for this object (no such state). */
export function actionOf(
  doc: ActionDoc,
  code: string,
  address: string,
  facts: ObjectFacts,
): ResolvedAction | undefined {
  const builtIn = Object.hasOwn(BUILT_INS, code) ? BUILT_INS[code] : undefined;
  const state = builtIn === undefined ? undefined : code === 'reopen' ? '80' : builtIn.to;
  if (builtIn !== undefined && state !== undefined && !facts.versioned) {
    if (!facts.hasState || (facts.states !== undefined && !facts.states.includes(state))) return undefined;
  }
  const { off: _off, note: _note, title, at, grant, ask, checks, when, from, to, confirm, tone, ...rest } = doc;
  const condition = joined(builtIn?.when?.(facts), when);
  const states = from ?? builtIn?.from?.(facts);
  const question = confirm ?? builtIn?.confirm;
  const target = to ?? builtIn?.to;
  const look = tone ?? builtIn?.tone;
  const answers = ask ?? (typeof builtIn?.ask === 'function' ? builtIn.ask(facts) : builtIn?.ask);
  return {
    ...withoutDefaults(rest, SORTS.action),
    code,
    title: title ?? builtIn?.title ?? code,
    // what is only pulled has its button on the target
    at: doc.push?.how === 'pull' ? [] : (at ?? builtIn?.at ?? (doc.auto === undefined ? ROW_DETAIL : [])),
    right: rightOf(facts.object, grant ?? builtIn?.right ?? code),
    builtIn: builtIn !== undefined,
    ...(states === undefined ? {} : { from: states }),
    ...(target === undefined ? {} : { to: target }),
    ...(condition === undefined ? {} : { when: condition }),
    ...(question === undefined ? {} : { confirm: question }),
    ...(look === undefined ? {} : { tone: look }),
    ...(answers === undefined || Object.keys(answers).length === 0 ? {} : { ask: asksOf(answers, facts.object) }),
    ...(checks === undefined || Object.keys(checks).length === 0
      ? {}
      : {
          checks: Object.entries(checks).map(
            ([own, check]): ResolvedCheck => ({
              ...check,
              address: `${address}.checks.${own}`,
              that: check.that ?? '',
              say: check.say ?? '',
              level: check.level ?? 'error',
            }),
          ),
        }),
  };
}

/** Full function code of a right written short. */
export function rightOf(object: string, grant: string): string {
  return grant.includes(':') ? grant : `${object}:${grant}`;
}

function asksOf(docs: Many<FieldDoc>, object: string): Many<ResolvedField> {
  return Object.fromEntries(Object.entries(docs).map(([code, doc]) => [code, fieldOf(doc, code, code, object)]));
}

/** `(a) && (b)` in canonical form; an own condition narrows that of the built-in. */
export function joined(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined || a === b) return b ?? a;
  const text = `(${a}) && (${b})`;
  const { ast } = parseExpr(text);
  return ast === undefined ? text : printExpr(ast);
}
