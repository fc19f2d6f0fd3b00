/** The business keys of an organisation's records, both ways: how a record of one organisation is found in another. */
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { versionKey } from '../../schemas/language/versions';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { isRef, targetOf } from '../records/read/wire';
import { keyFields } from '../registry/copyable';

export interface Book {
  /** of versions the one in force */
  idOf(key: string): string | undefined;
  keyOf(id: string): string | undefined;
  nameOf(id: string): string;
  head(id: string): Rec | undefined;
}
export type Books = (object: string) => Promise<Book>;

const MAX = 20_000;
const NOBODY: Book = { idOf: () => undefined, keyOf: () => undefined, nameOf: () => '', head: () => undefined };

/** Each object is read once, when it is asked for. */
export function booksOf(ctx: EngineCtx): Books {
  const known = new Map<string, Promise<Book>>();
  const books: Books = (code) => {
    const before = known.get(code);
    if (before) return before;
    const made = read(ctx, code, books);
    known.set(code, made);
    return made;
  };
  return books;
}

async function read(ctx: EngineCtx, code: string, books: Books): Promise<Book> {
  const object = ctx.registry.find(code);
  const keys = object && (keyFields(object) ?? [object.label[0] ?? 'id']);
  if (!object || !keys || object.storage !== 'table' || object.audited) return NOBODY;
  const heads = await ctx.records.find(code, 'true', { limit: MAX + 1 });
  if (heads.length > MAX) throw refuse(`「${object.title}」超过${MAX}条，不能复制`);
  const byId = new Map(heads.map((head) => [head.id as string, head]));
  const keyOf = new Map<string, string>();
  const idOf = new Map<string, string>();
  for (const head of heads) {
    const key = await keyText(object, keys, head, (ref) => (ref === code ? undefined : books(ref)));
    if (key === undefined) continue;
    const id = head.id as string;
    keyOf.set(id, key);
    const other = idOf.get(key);
    if (other === undefined || rank(object, head, ctx.today) > rank(object, byId.get(other) ?? {}, ctx.today))
      idOf.set(key, id);
  }
  return {
    idOf: (key) => idOf.get(key),
    keyOf: (id) => keyOf.get(id),
    nameOf: (id) => String(byId.get(id)?.name ?? keyOf.get(id) ?? ''),
    head: (id) => byId.get(id),
  };
}

async function keyText(
  object: ResolvedObject,
  keys: readonly string[],
  head: Rec,
  book: (ref: string) => Promise<Book> | undefined,
): Promise<string | undefined> {
  const parts: string[] = [];
  for (const code of keys) {
    const field = object.fields[code];
    const value = head[code];
    if (!field || value === null || value === undefined || value === '') parts.push('');
    else if (!isRef(field)) parts.push(String(value));
    else parts.push((await book(targetOf(object, field)))?.keyOf(String(value)) ?? '');
  }
  return parts.every((part) => part === '') ? undefined : parts.join(' / ');
}

/** A version in force before one that comes, that before a draft, the last of equals. */
const rank = (object: ResolvedObject, head: Rec, today: string): number => {
  if (versionKey(object) === undefined) return 0;
  if (isInForce(head, today)) return head.isDefault === false ? 3 : 4;
  return head.docStatus === '60' ? 2 : head.docStatus === '80' ? 1 : 0;
};
export const isInForce = (head: Rec, today: string): boolean =>
  head.docStatus === '60' &&
  String(head.effectDate ?? '') <= today &&
  (head.expireDate === null || head.expireDate === undefined || String(head.expireDate) >= today);
