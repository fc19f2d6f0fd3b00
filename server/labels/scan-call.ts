/** What a scan means in a field of a page. */

import type { ResolvedObject } from '../../schemas/language/resolved';
import type { ScanHit } from '../../schemas/language/wire-labels';
import { badRequest, forbidden, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { pageOf } from '../records/page/page-item';
import { resolveScan, unknownCode } from './scan';

const MAX_TEXT = 200;

/**
 * Body {text, page, field, hit}: what a scan means in a field of a page. `value` is what a text field takes; hits the user may not open are
 * told without their name where the page may refer to them, and are unknown elsewhere. `hit` {object, id}: the one of several that was chosen.
 */
export async function scanCall(ctx: EngineCtx, body: Readonly<Record<string, unknown>>) {
  const { text, page: code, field: path } = body;
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_TEXT) throw badRequest();
  const page = typeof code === 'string' ? pageOf(ctx, code) : undefined;
  if (page && !ctx.session.rights.has(page.right)) throw forbidden();
  const field = page && typeof path === 'string' ? fieldAt(page.object, path) : undefined;
  const target = field?.ref === 'self' ? page?.object.object : field?.ref;
  const meant = chosenOf(body.hit);
  const hits: ScanHit[] = [];
  for (const hit of await resolveScan(ctx, text, target === undefined ? undefined : new Set([target]))) {
    if (meant !== undefined && (hit.object !== meant.object || hit.id !== meant.id)) continue;
    const isSeen = (await ctx.records.get(hit.object, hit.id, { scoped: true })) !== null;
    if (isSeen) hits.push(hit);
    else if (page) hits.push({ ...hit, name: '' });
  }
  const [first] = hits;
  if (first === undefined) throw unknownCode(text.trim());
  return {
    hits,
    ...(page && field && hits.length === 1 ? { value: await valueFor(ctx, page.object, field, first) } : {}),
  };
}

function chosenOf(given: unknown): { readonly object: unknown; readonly id: unknown } | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'object' || given === null || !('object' in given) || !('id' in given)) throw badRequest();
  return given;
}

const fieldAt = (object: ResolvedObject, path: string) => {
  const [first = '', second] = path.split('.');
  const field = object.fields[first];
  return second === undefined ? field : field?.sub?.fields[second];
};

/** What a text field takes of a hit: its batch, its label, the field of the same record, else its code. */
async function valueFor(
  ctx: EngineCtx,
  object: ResolvedObject,
  field: { readonly code: string; readonly ref?: string; readonly title: string },
  hit: ScanHit,
): Promise<string> {
  if (field.ref !== undefined) return hit.id;
  if (field.code === 'labelNo' && hit.labelNo !== undefined) return hit.labelNo;
  if (/batchNbr$/i.test(field.code)) {
    if (hit.batchNbr === undefined) throw refuse(`${hit.objectTitle}「${hit.code}」的条码没有批次`);
    return hit.batchNbr;
  }
  if (hit.object !== object.object || field.code === 'code' || field.code === 'nbr') return hit.code;
  const rec = await ctx.records.get(hit.object, hit.id, { scoped: true });
  const own = rec?.[field.code];
  if (typeof own !== 'string' || own === '') throw refuse(`${hit.objectTitle}「${hit.code}」没有${field.title}`);
  return own;
}
