/**
 * 摘要 of a task as its reader may have it. What everybody may read was written once, with the task; the fields of a group are asked
 * of the document when somebody who holds the group looks, so no stored text, message or trail has them.
 */
import { fieldAt } from '../../schemas/language/check/paths';
import { type FlowDoc, flowReader, type KeyText } from '../../schemas/language/flow/index';
import { toObjectType } from '../../schemas/language/object-type';
import type { Rec, Value } from '../../schemas/language/value';
import type { Service } from '../ctx';
import { makeEnv } from '../records/env';
import type { EngineCtx } from '../records/host';
import { holdsGrant } from '../records/read/grants';
import { flowOf } from './store';

const LONGEST = 500;
export const summaryText = (keys: readonly KeyText[]): string =>
  keys
    .map(({ title, text }) => `${title} ${text}`)
    .join('；')
    .slice(0, LONGEST);

const read = async (ctx: EngineCtx, id: Value | undefined): Promise<string | null> => {
  const task = typeof id === 'string' ? await ctx.records.get('flowTask', id, { scoped: true }) : null;
  if (task === null) return null;
  const flow = typeof task.instance === 'string' ? await flowOf(ctx, task.instance, false) : undefined;
  const more = flow && (await grantedKeys(ctx, flow));
  return more === undefined ? task.summary : summaryText(more);
};

/** Keys of the summary that the reader may have, as the document stands. */
const grantedKeys = async (
  ctx: EngineCtx,
  { doc, object, recordId }: { readonly doc: FlowDoc; readonly object: string; readonly recordId: string },
): Promise<readonly KeyText[] | undefined> => {
  const of = ctx.registry.find(object);
  const { lib } = ctx.registry;
  const { rights } = ctx.session;
  const type = of && toObjectType(of);
  const isHeld = (grant: string | undefined): boolean => grant === undefined || holdsGrant(grant, rights);
  const isGranted = (path: string): boolean => {
    const field = type && fieldAt(path, type, lib);
    return field !== undefined && field !== 'any' && field.grant !== undefined && isHeld(field.grant);
  };
  if (type === undefined || !(doc.summary ?? []).some(isGranted)) return undefined;
  const system = ctx.asSystem() as EngineCtx;
  const record: Rec | null = await system.records.get(object, recordId);
  if (record === null) return undefined;
  const reader = flowReader({ ...doc, keys: doc.summary ?? [] }, type, lib);
  const facts = { starter: '', round: 1, startAt: '', dept: null };
  const keys = await makeEnv(system).settle((env) => reader.keys({ env, record, facts }));
  return keys.filter(({ grant }) => isHeld(grant));
};

export const flowSummary: Service = {
  name: 'flow.summary',
  right: 'flowTask:view',
  run: ({ task }, ctx) => read(ctx as EngineCtx, task),
};
