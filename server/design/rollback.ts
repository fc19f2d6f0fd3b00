/** What a rollback writes: the old text, and where a code was renamed since, its uses in other documents with the old code again. */
import type { AnyDoc } from '../../schemas/language/document';
import { isNode } from '../../schemas/language/resolve/merge';
import {
  applySteps,
  isWithin,
  joinAddress,
  OVERLAY_SCHEMA,
  type OverlayDoc,
  type Step,
  type StepDoc,
  splitAddress,
  valueAt,
} from '../../schemas/language/steps';
import { renamesBetween } from '../../schemas/language/steps/between';
import type { RenamedField } from '../../schemas/language/steps/elsewhere';
import type { EngineCtx } from '../records/host';
import { publishedDoc } from './composed';
import { versionsOf } from './documents';
import { standingOf } from './drafts';
import { overlaidText, shippedText } from './overlay';
import type { Wish } from './publish';
import { namedInAll } from './renames';
import { codeOf, eachDocument, readId } from './sorts';

/** A published text by its version; 0 is the shipped one. */
export async function textAt(ctx: EngineCtx, id: string, version: number): Promise<AnyDoc | undefined> {
  const shipped = shippedText(ctx.host.registries.shipped.files, id);
  if (version === 0) return shipped;
  const [row] = await versionsOf(ctx.trx, id, version);
  if (!row || row.isGone) return row?.isOverlay ? shipped : undefined;
  const doc = JSON.parse(row.text) as AnyDoc | OverlayDoc;
  if (doc.$schema !== OVERLAY_SCHEMA) return doc;
  return shipped && overlaidText(shipped, doc.steps);
}

interface Back {
  readonly renamed: RenamedField;
  /** where the field stands in the old text */
  readonly address: string;
}

/** The old text takes the columns of now by their codes of now, and whoever names them follows. */
export async function rollbackWishes(ctx: EngineCtx, wish: Wish, version: number): Promise<readonly Wish[]> {
  const { id, doc } = wish;
  const named = readId(id);
  if (named?.sort !== 'object' || doc === undefined) return [wish];
  const backs = await renamedSince(ctx, id, doc as unknown as StepDoc, version);
  if (backs.length === 0) return [wish];
  const old = applySteps(
    doc as unknown as StepDoc,
    backs.map(({ renamed, address }) => wasStep(doc, address, renamed)),
  );
  const back = { ...wish, doc: (old.doc ?? doc) as unknown as AnyDoc };
  return [back, ...others(ctx, id, backs)];
}
const wasStep = (doc: AnyDoc, address: string, { from }: RenamedField): Step => {
  const was = valueAt(doc as unknown as StepDoc, `${address}.was`);
  return { set: `${address}.was`, to: from, ...(typeof was === 'string' ? { was } : {}) };
};

/** Fields of the old text that stand under another code now, tables before their rows. */
async function renamedSince(ctx: EngineCtx, id: string, old: StepDoc, version: number): Promise<readonly Back[]> {
  const rows = (await versionsOf(ctx.trx, id)).filter((row) => row.version > version && !row.isGone);
  const paths = new Map(fieldsIn(old).map((address) => [address, address]));
  let before = old;
  for (const row of rows.toReversed()) {
    const text = (await textAt(ctx, id, row.version)) as unknown as StepDoc | undefined;
    if (text === undefined) continue;
    for (const step of renamesBetween(before, text).steps)
      for (const [address, now] of paths)
        if (isWithin(now, step.rename))
          paths.set(address, joinAddress(splitAddress(step.rename).parent, step.to) + now.slice(step.rename.length));
    before = text;
  }
  const object = codeOf('object', old as unknown as AnyDoc);
  return [...paths].flatMap(([address, now]): readonly Back[] => {
    const [to, from] = [splitAddress(address).key, splitAddress(now).key];
    if (to === from || valueAt(before, now) === undefined) return [];
    // another field has the old code
    if (valueAt(before, joinAddress(splitAddress(now).parent, to)) !== undefined) return [];
    const sub = /^fields\.([^.]+)\.fields\./.exec(address)?.[1];
    return [{ address, renamed: { object, from, to, ...(sub === undefined ? {} : { sub }) } }];
  });
}
function fieldsIn(doc: StepDoc): readonly string[] {
  const fields = isNode(doc.fields) ? doc.fields : {};
  const heads = Object.keys(fields).map((code) => `fields.${code}`);
  const rows = Object.entries(fields).flatMap(([code, field]) =>
    isNode(field) && isNode(field.fields) ? Object.keys(field.fields).map((row) => `fields.${code}.fields.${row}`) : [],
  );
  return [...heads, ...rows];
}

function others(ctx: EngineCtx, id: string, backs: readonly Back[]): readonly Wish[] {
  const renamed = backs.map((back) => back.renamed);
  return eachDocument(ctx.registry.files).flatMap(({ id: other, placed }): readonly Wish[] => {
    const doc = other === id ? undefined : publishedDoc(standingOf(ctx), other);
    if (doc === undefined) return [];
    const text = doc as unknown as StepDoc;
    const now = namedInAll(text, renamed, ctx.registry);
    return now === text ? [] : [{ id: other, doc: now as unknown as AnyDoc, area: placed.area }];
  });
}
