/** Built-in actions (§7.1): what they do by themselves, and the guards that run at the call. */
import { sentence } from '../../../schemas/language/flow/index';
import type { ResolvedAction, ResolvedObject } from '../../../schemas/language/resolved';
import { keyFor } from '../../../schemas/language/settings';
import { text } from '../../../schemas/language/texts';
import type { Rec, Value } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import { moduleOf } from '../modules';
import { childrenOf } from '../push/links';
import { labelOf } from '../read/labels';
import { usageAgainst } from '../read/usage-list';
import { refuseBy } from '../refusal';
import { versionValues } from './version-values';

/** Head values a built-in sets; `to` of the action is added by the effect. */
export function builtInValues(ctx: EngineCtx, object: ResolvedObject, action: ResolvedAction, ask: Rec): Rec {
  if (!action.builtIn) return {};
  switch (action.code) {
    case 'audit':
      return { auditStatus: '2', auditedBy: ctx.session.me.id, auditedAt: ctx.now };
    case 'reject':
      return { auditStatus: '3' };
    case 'unaudit':
      return {
        auditStatus: '1',
        auditedBy: null,
        auditedAt: null,
        flowStatus: null,
        flowHandlers: [],
        flowStarter: null,
      };
    case 'reopen':
      return object.state === undefined ? {} : { [object.state]: firstState(ctx, object) };
    case 'disable':
      return { isDisabled: '1' };
    case 'enable':
      return { isDisabled: '0' };
    case 'del':
      return { isDeleted: 1 };
    default:
      return versionValues(ctx, action, ask);
  }
}

/** Built-ins that act on the server; the others open something, or come with a later part. */
const ACTING = new Set([
  'audit',
  'reject',
  'unaudit',
  'submit',
  'withdraw',
  'urge',
  'close',
  'reopen',
  'void',
  'disable',
  'enable',
  'del',
  'batchEdit',
  'move',
  'publish',
  'retire',
  'newVersion',
]);
/** Acts of the flow of a document. */
export type FlowAct = 'submit' | 'withdraw' | 'urge';
export const isFlowAct = (action: ResolvedAction): action is ResolvedAction & { readonly code: FlowAct } =>
  action.builtIn && (action.code === 'submit' || action.code === 'withdraw' || action.code === 'urge');
export const isActing = (action: ResolvedAction): boolean => !action.builtIn || ACTING.has(action.code);

/** Actions that check the record as it stands: what takes away or only switches is not held to today's rules. */
const UNCHECKED = new Set(
  'del void reject unaudit withdraw urge close reopen disable enable retire newVersion'.split(' '),
);
export const isChecked = (action: ResolvedAction): boolean => !(action.builtIn && UNCHECKED.has(action.code));

function firstState(ctx: EngineCtx, object: ResolvedObject): Value {
  const dict = object.fields[object.state ?? '']?.dict;
  return (dict === undefined ? undefined : ctx.registry.dicts.get(dict)?.items[0]?.code) ?? null;
}

/** What a running flow leaves to be done with its document: the acts of the flow itself, and what changes nothing. */
const WHILE_FLOWING = new Set(['withdraw', 'urge']);
/** A document in approval stands still; the flow itself audits and rejects it. */
export function guardFlow(action: ResolvedAction, rec: Rec): void {
  if (rec.flowStatus !== '30') return;
  if (action.builtIn && action.code === 'submit') throw refuseBy('actions.submit', sentence('running'));
  const changes = action.builtIn || action.set !== undefined || action.to !== undefined;
  if (changes && !WHILE_FLOWING.has(action.code)) throw refuseBy('rules.flowing', sentence('locked'));
}

/** Refusals of built-ins that need more than the record: own documents, live children, references. */
export async function guard(ctx: EngineCtx, object: ResolvedObject, action: ResolvedAction, rec: Rec): Promise<void> {
  if (!action.builtIn) return;
  if (action.code === 'audit') guardSelf(ctx, object, rec);
  if (['unaudit', 'del', 'void'].includes(action.code)) await guardChildren(ctx, object, action, rec, false);
  if (action.code === 'close') await guardChildren(ctx, object, action, rec, true);
  if (action.code !== 'del' || object.audited) return;
  await moduleOf(ctx, object)?.letGo?.(rec, ctx);
  await guardUsage(ctx, object, rec);
}

/** audit.self off: nobody audits his own document; being a superuser does not lift it. */
function guardSelf(ctx: EngineCtx, object: ResolvedObject, rec: Rec): void {
  if (ctx.system || ctx.setting(keyFor('audit.self', object.object)) !== false) return;
  if (rec.createdBy === ctx.session.me.id) throw refuseBy('audit.self', text('record.self'));
}

/** Documents made from this one that still count (for close: that are still being worked on), named. */
async function guardChildren(
  ctx: EngineCtx,
  object: ResolvedObject,
  action: ResolvedAction,
  rec: Rec,
  openOnly: boolean,
): Promise<void> {
  const children = (await childrenOf(ctx, object, rec.id as string)).filter((child) => !openOnly || child.isOpen);
  if (children.length === 0) return;
  const names = children
    .slice(0, 3)
    .map((child) => `「${child.nbr}」`)
    .join('');
  const more = children.length > 3 ? `等${children.length}张` : '';
  throw refuseBy(`actions.${action.code}`, `已生成下级单据${names}${more}，不能${action.title}`, {
    rows: children.map((child) => ({ id: child.id, text: `${child.title}${child.nbr}` })),
  });
}

/** Delete needs no reference at all; the answer says where they are. */
async function guardUsage(ctx: EngineCtx, object: ResolvedObject, rec: Rec): Promise<void> {
  const usage = await usageAgainst(ctx, object, rec.id as string);
  if (usage.length === 0) return;
  const name = String((rec.name as Value | undefined) ?? labelOf(object, rec));
  throw refuseBy('record.used', text('record.used', { name }), { usage });
}
