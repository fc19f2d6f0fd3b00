/** The designer is not a way around (security.md): what a document reads of others, its publisher may view whole. */

import type { AnyDoc, Many } from '../../schemas/language/document';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { text } from '../../schemas/language/texts';
import { problem } from '../../schemas/language/value';
import type { Answers, DesignProblem } from '../../schemas/language/wire-design';
import type { Rights } from '../ctx';
import { holdsGrant } from '../records/read/grants';
import type { Registry } from '../registry/registry';
import type { DocumentChange } from './candidate';

/** Objects the changed documents read, without the publisher's view of all their records: grant.scope. */
export function leaks(
  rights: Rights,
  next: Registry,
  changes: readonly DocumentChange[],
  answers: Answers = {},
): readonly DesignProblem[] {
  if (rights.super) return [];
  const known = [...next.objects.keys()];
  return changes.flatMap(({ id, code, after }) => {
    if (after === undefined) return [];
    const guarded = guardedBy(next, id, after);
    if (guarded !== undefined)
      return [{ ...problem('grant.scope', '', `只有超级管理员可以发布改变「${guarded}」的文档`), document: id }];
    // a value to fill is an expression too
    const source = JSON.stringify([after, Object.values(answers[id] ?? {})]);
    return known
      .filter((object) => object !== code && isRead(source, object, next, code))
      .filter(
        (object) =>
          !rights.scopes(`${object}:view`).some(({ scope }) => scope === '1') ||
          readsUngranted(source, next.find(object), rights),
      )
      .map((object) => ({
        ...problem('grant.scope', '', text('grant.scope', { o: next.find(object)?.title ?? object })),
        document: id,
      }));
  });
}

/** Documents that decide who may do what (area system), changed by an overlay or written by pushes of another one. */
function guardedBy(next: Registry, id: string, after: AnyDoc): string | undefined {
  const own = id.startsWith('object:') ? next.find(id.slice('object:'.length)) : undefined;
  if (own?.area === 'system') return own.title;
  const actions = Object.values((after as { readonly actions?: Many<{ readonly push?: unknown }> }).actions ?? {});
  const pushed = JSON.stringify(actions.map(({ push }) => push ?? null));
  return [...next.objects.values()].find((object) => object.area === 'system' && pushed.includes(`"${object.object}"`))
    ?.title;
}

/** Fields of a group the publisher does not hold, read by their name. */
function readsUngranted(source: string, object: ResolvedObject | undefined, rights: Rights): boolean {
  const fields = Object.values(object?.fields ?? {});
  return [...fields, ...fields.flatMap(({ sub }) => Object.values(sub?.fields ?? {}))].some(
    ({ code, grant }) => grant !== undefined && !holdsGrant(grant, rights) && new RegExp(`\\b${code}\\b`).test(source),
  );
}

/** By name: a query, a report over it, or a reference that a text of the document follows. Addresses are no texts: `/app/…` reads nothing. */
function isRead(source: string, object: string, next: Registry, code: string): boolean {
  if (new RegExp(`"(from|page)":"${object}[".#]`).test(source)) return true;
  if (new RegExp(`(^|[^A-Za-z0-9_."])${object}\\b`).test(source.replace(/"(ref|object|menu|route)":"[^"]*"/g, '')))
    return true;
  const fields = Object.values(next.find(code)?.fields ?? {});
  const all = [...fields, ...fields.flatMap(({ sub }) => Object.values(sub?.fields ?? {}))];
  return all.some((field) => field.ref === object && new RegExp(`\\b${field.code}\\.[a-z]`).test(source));
}
