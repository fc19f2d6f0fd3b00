/** Push and pull (§7.4): lines of sources become documents; quantities are proved under the lock of the sources. */

import type { Env } from '../../../schemas/language/env';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import { scopeAt } from '../../../schemas/language/record/bind';
import { modelOf } from '../../../schemas/language/record/model';
import { newRecord } from '../../../schemas/language/record/new';
import { sameValue } from '../../../schemas/language/record/values';
import { type Problem, problem, type Rec, type Row, type Value } from '../../../schemas/language/value';
import { forbidden } from '../../errors';
import { makeEnv } from '../env';
import type { EngineCtx } from '../host';
import { labelOf } from '../read/labels';
import { Refusal, refuseBy } from '../refusal';
import { overProblem } from './origin';
import { type Mapping, mapped, mustBeOn, type PushModel } from './push-model';
import { type OpenLine, openLines } from './push-open';

/** Asked quantity by line; a line without one takes what is still to come. */
export type Asked = ReadonlyMap<string, number | undefined>;
export interface AskedLine {
  readonly line: OpenLine;
  readonly qty: number | null;
}
export interface PushResult {
  /** unsaved documents for the edit page (`then: edit`) */
  readonly drafts: readonly Rec[];
  /** stored ones */
  readonly created: readonly Rec[];
}

/** Lines of the sources as the push dialog lists them, closed ones too. */
export async function listLines(ctx: EngineCtx, pm: PushModel, heads: readonly Rec[]): Promise<OpenLine[]> {
  mustBeOn(ctx.registry, pm);
  return openLines(ctx, makeEnv(ctx), pm, heads);
}

/** Makes the documents. Sources must be locked; every asked line is within what is open, or nothing is made at all. */
export async function runPush(
  ctx: EngineCtx,
  pm: PushModel,
  heads: readonly Rec[],
  asked: Asked | undefined,
): Promise<PushResult> {
  if (!ctx.system && !ctx.session.rights.has(`${pm.target.object}:add`)) throw forbidden();
  mustBeOn(ctx.registry, pm);
  const env = makeEnv(ctx);
  const lines = await openLines(ctx, env, pm, heads, asked ? { only: new Set(asked.keys()) } : {});
  const chosen = chooseLines(pm, lines, asked);
  const groups = await env.settle((live) => grouped(pm, chosen, live));
  const model = modelOf(pm.target, ctx.registry.lib);
  const given = await env.settle((live) => groups.map((group) => documentOf(ctx, pm, group, live)));
  const then = pm.push.then ?? 'edit';
  if (then === 'edit' && pm.push.how !== 'auto') {
    return { drafts: await env.settle((live) => given.map((record) => newRecord(model, live, record))), created: [] };
  }
  const created: Rec[] = [];
  for (const record of given) {
    const saved = await ctx.records.save(pm.target.object, record);
    created.push(then === 'audit' ? await ctx.records.act(pm.target.object, 'audit', saved.id as string) : saved);
  }
  return { drafts: [], created };
}

function chooseLines(pm: PushModel, lines: readonly OpenLine[], asked: Asked | undefined): AskedLine[] {
  if (!asked) {
    const open = lines.filter((line) => line.isOpen && (line.asked === null || line.asked > 0));
    if (open.length === 0) throw refuseBy(`actions.${pm.action.code}`, `没有可${pm.action.title}的明细`);
    return open.map((line) => ({ line, qty: line.asked }));
  }
  const byId = new Map(lines.map((line) => [line.rowId, line]));
  const problems: Problem[] = [];
  const chosen: AskedLine[] = [];
  for (const [id, wanted] of asked) {
    const line = byId.get(id);
    if (!line) throw refuseBy('push.source', '来源单据不存在或不能生成本单据');
    const qty = wanted ?? line.asked;
    const open = line.isOpen ? line.open : 0;
    if (open !== null && (qty ?? 0) > open) problems.push(overProblem(pm, { ...line, open }, qty ?? 0, id));
    else if ((qty !== null && qty <= 0) || !line.isOpen) {
      const { nbr, lineNo } = line;
      if (wanted === undefined) problems.push(overProblem(pm, { ...line, open: 0 }, 0, id));
      else problems.push(problem('push.qty', id, `「${nbr}」第${lineNo ?? 1}行本次数量必须大于0`));
    } else chosen.push({ line, qty });
  }
  if (problems.length > 0) throw new Refusal(problems);
  if (chosen.length === 0) throw refuseBy(`actions.${pm.action.code}`, `没有可${pm.action.title}的明细`);
  return chosen;
}

/** Lines that share a target: equal by `by`, and the named head values equal too; else they become documents of their own. */
function grouped(pm: PushModel, lines: readonly AskedLine[], env: Env): AskedLine[][] {
  const groups = new Map<string, AskedLine[]>();
  for (const line of lines) {
    const named = pm.head.filter((mapping) => mapping.named).map((mapping) => valueAt(mapping, line, env));
    const key = JSON.stringify([keyOf(pm, line, env), named]);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()];
}

function keyOf(pm: PushModel, { line }: AskedLine, env: Env): Value {
  if (pm.by === 'all') return null;
  // a head that is the target's line cannot hold two of them
  if (pm.by === 'row' || pm.place.sub === undefined) return line.rowId;
  if (pm.by === 'document') return line.head.id as string;
  return pm.by.map((bound) => evaluate(bound, scopeAt(env, line.head, line.row))) as Value;
}

const valueAt = (mapping: Mapping, { line }: AskedLine, env: Env): Value => mapped(mapping, env, line.head, line.row);

/** Head and rows of one document; a head value counts when all its lines agree. */
function documentOf(ctx: EngineCtx, pm: PushModel, group: readonly AskedLine[], env: Env): Rec {
  const { place } = pm;
  const head: Rec = {};
  for (const mapping of pm.head) {
    const values = group.map((line) => valueAt(mapping, line, env));
    if (values.every((value) => sameValue(value, values[0]))) head[mapping.field.code] = values[0] ?? null;
  }
  const content = (line: AskedLine): { [field: string]: Value } => {
    const values: { [field: string]: Value } = {};
    for (const mapping of pm.map) values[mapping.field.code] = valueAt(mapping, line, env);
    if (pm.qty !== undefined && line.qty !== null && place.fields[pm.qty]) values[pm.qty] = line.qty;
    const { head: source, rowId } = line.line;
    const link: { [field: string]: Value } = {
      srcType: pm.source.object,
      srcId: source.id as string,
      srcRowId: rowId,
      srcNbr: labelOf(pm.source, source),
    };
    for (const [code, value] of Object.entries(link)) if (place.fields[code]) values[code] = value;
    return values;
  };
  const id = ctx.newId();
  const [first] = group;
  if (place.sub === undefined) return first ? { ...head, ...content(first), id } : { ...head, id };
  const rows = group.map((line, index): Row => ({ ...content(line), id: ctx.newId(), lineNo: (index + 1) * 10 }));
  return { ...head, id, [place.sub]: rows };
}
