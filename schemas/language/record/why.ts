/**
 * Why a field is read-only, required, hidden or has its value, and why an action is not there (§5.6): reasons in the words of the factory,
 * with the values they follow from. What only the server knows (who did the last action, rights of others) is added by its callers.
 */

import type { Env } from '../env';
import { type Bound, bindExpr } from '../expr/check';
import { truth } from '../expr/evaluate';
import { sayCondition, sayExpr } from '../expr/say';
import { type TraceNode, trace } from '../expr/trace';
import type { ResolvedAction } from '../resolved';
import type { Rec, Row } from '../value';
import { filledBy, writtenBy } from '../written';
import { type Compiled, scopeAt } from './bind';
import type { FieldModel, Model, StateRule } from './model';
import { lockedText, rowLock, rulesAbout, type StatesAt } from './states';
import { scaleOf } from './values';

export interface Reason {
  readonly text: string;
  /** values behind it: 审核状态 已审核 */
  readonly facts: readonly string[];
}
export interface FieldAt {
  /** `qty`, `items.qty` */
  readonly path: string;
  readonly row?: Row;
  readonly old?: Rec | null;
}

/** Reasons for the state and the value of a field; none = nothing stands in the way of typing. */
export function whyField(model: Model, rec: Rec, env: Env, { path, row, old }: FieldAt): readonly Reason[] {
  const field = model.fields.get(path);
  if (field === undefined) return [];
  const { sub, code } = field;
  const at: StatesAt = {
    ...(sub === undefined ? {} : { sub }),
    ...(row ? { row } : {}),
    ...(old === undefined ? {} : { old }),
  };
  const rules = rulesAbout(model, rec, env, code, at);
  const facts = (rule: StateRule): readonly string[] =>
    factsOf(rule.when, env, rec, rule.sub === undefined ? undefined : row, sub);
  const when = (rule: StateRule): string => (rule.when === undefined ? '' : `：${sayCondition(rule.when.bound, env)}`);
  const lock = row && sub !== undefined ? rowLock(model, sub, row, rec, env) : null;
  const constant = constantReasons(model, field, rec, env, row);
  const refused = rules.readonly.map((rule) => ({
    text: `${lockedText(model, rule.address, field, rec, env, row)}${rule.say === undefined ? when(rule) : ''}`,
    facts: facts(rule),
  }));
  return [
    // what nobody can ever type is not explained by the rule of the day
    ...(constant.length > 0 ? constant : refused),
    ...(lock === null ? [] : [{ text: lock, facts: [] }]),
    ...(rules.show.length > 0
      ? [{ text: `只在以下情况显示${when(rules.show[0]!)}`, facts: rules.show.flatMap(facts) }]
      : []),
    ...rules.hide.map((rule) => ({ text: `当前不显示${when(rule)}`, facts: facts(rule) })),
    ...rules.require.map((rule) => ({ text: `必填${when(rule)}`, facts: facts(rule) })),
  ];
}

/** What holds whatever the rules say: computed, numbered, filled, kept by the server. */
function constantReasons(model: Model, at: FieldModel, rec: Rec, env: Env, row: Row | undefined): Reason[] {
  const { field, formula, sub } = at;
  if (formula !== undefined) return [formulaReason(at, formula, rec, env, row)];
  const place = sub === undefined ? model.head : model.subs.get(sub);
  const source = [...(place?.fields.values() ?? [])].find((field) =>
    field.fill.some((fill) => fill.target === at.code),
  );
  const because = (text: string): Reason[] => [{ text, facts: [] }];
  switch (writtenBy(field, source && filledBy([source.field]))) {
    case 'user':
      return [];
    case 'number':
      return because(field.at === 'audit' ? '编号在审核时自动生成' : '编号在保存时自动生成');
    case 'asked':
      return because('随其他内容显示，不能填写');
    case 'fill':
      return because(`选择「${source?.field.title ?? ''}」时自动带出，不能修改`);
    default:
      return because(field.code === model.obj.state ? '状态由操作按钮改变，不能直接填写' : '由系统记录，不能填写');
  }
}

/** 金额合计 3.00 = 明细金额合计：第10行 1.00、第20行 2.00 */
function formulaReason(at: FieldModel, formula: Compiled, rec: Rec, env: Env, row: Row | undefined): Reason {
  const rows = at.sub === undefined ? undefined : (rec[at.sub] as readonly Row[] | undefined);
  const node = trace(formula.bound, scopeAt(env, rec, at.sub === undefined ? undefined : row, rows));
  const scale = scaleOf(at.field);
  const show = (value: unknown, shown: string): string =>
    typeof value === 'number' && scale !== undefined ? value.toFixed(scale) : shown;
  return {
    text: `自动计算：${at.field.title} ${show(node.value, node.shown)} = ${sayExpr(formula.bound, env)}`,
    facts: factsIn(node, show),
  };
}

const MOST_FACTS = 12;

function factsOf(
  expr: Compiled | undefined,
  env: Env,
  rec: Rec,
  row: Row | undefined,
  sub: string | undefined,
): readonly string[] {
  if (expr === undefined) return [];
  const rows = sub === undefined ? undefined : (rec[sub] as readonly Row[] | undefined);
  return factsIn(trace(expr.bound, scopeAt(env, rec, row, rows)), (_value, shown) => shown);
}

/** Values of the leaves under their titles, rows under their numbers. */
function factsIn(node: TraceNode, show: (value: unknown, shown: string) => string): readonly string[] {
  const facts = new Set<string>();
  const visit = (node: TraceNode): void => {
    for (const row of node.rows ?? []) facts.add(`${row.name} ${show(row.value, row.shown)}`);
    if (node.rows !== undefined) return;
    const title = node.parts.length === 0 ? titleIn(node.source) : undefined;
    if (title !== undefined) facts.add(`${title} ${yesNo(node.value) ?? node.shown}`);
    for (const part of node.parts) visit(part);
  };
  visit(node);
  const list = [...facts];
  return list.length > MOST_FACTS ? [...list.slice(0, MOST_FACTS), `等 ${list.length} 项`] : list;
}
const yesNo = (value: unknown): string | undefined => (typeof value === 'boolean' ? (value ? '是' : '否') : undefined);
/** 字段「审核状态」 → 审核状态 */
const titleIn = (source: string | undefined): string | undefined =>
  source === undefined ? undefined : (/「([^」]+)」$/.exec(source)?.[1] ?? source);

/** Why an action is not offered for the record as it stands; `held` = the user has its right. */
export function whyNotAction(
  model: Model,
  action: ResolvedAction,
  rec: Rec,
  env: Env,
  held: boolean,
): readonly Reason[] {
  const { obj } = model;
  if (!held) return [{ text: `没有「${action.title}」的权限，请联系管理员`, facts: [] }];
  const reasons: Reason[] = [];
  const state = obj.state === undefined ? undefined : obj.fields[obj.state];
  const now = obj.state === undefined ? undefined : rec[obj.state];
  if (action.from !== undefined && state !== undefined && !action.from.includes(String(now))) {
    const title = (code: string): string =>
      env.dict(state.dict ?? '')?.items.find((item) => item.code === code)?.title ?? code;
    reasons.push({
      text: `${state.title}是「${title(String(now))}」，「${action.from.map(title).join('、')}」时才能${action.title}`,
      facts: [],
    });
  }
  if (action.when !== undefined && action.in === undefined) {
    const bound = bindExpr(action.when, { lib: model.lib, object: model.type });
    if (!Array.isArray(bound) && !truth(bound as Bound, scopeAt(env, rec))) {
      const facts = factsIn(trace(bound as Bound, scopeAt(env, rec)), (_value, shown) => shown);
      reasons.push({ text: `需要满足：${sayCondition(bound as Bound, env)}`, facts });
    }
  }
  const rules = rulesAbout(model, rec, env, `!${action.code}`);
  for (const rule of [...rules.hide, ...rules.show]) {
    const said = rule.when === undefined ? '' : `：${sayCondition(rule.when.bound, env)}`;
    reasons.push({ text: `当前不能${action.title}${said}`, facts: factsOf(rule.when, env, rec, undefined, undefined) });
  }
  return reasons;
}
