/** The designer is not a way around (security.md): what a document reads of others, its publisher may view whole. */
import { text } from '../../schemas/language/texts';
import { problem } from '../../schemas/language/value';
import type { Rights } from '../ctx';
import type { Registry } from '../registry/registry';
import type { Answers } from './answers';
import type { DesignProblem, DocumentChange } from './candidate';

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
    // a value to fill is an expression too
    const source = JSON.stringify([after, Object.values(answers[id] ?? {})]);
    return known
      .filter((object) => object !== code && isRead(source, object, next, code))
      .filter((object) => !rights.scopes(`${object}:view`).some(({ scope }) => scope === '1'))
      .map((object) => ({
        ...problem('grant.scope', '', text('grant.scope', { o: next.find(object)?.title ?? object })),
        document: id,
      }));
  });
}

/** By name: a query, a report over it, or a reference that a text of the document follows. */
function isRead(source: string, object: string, next: Registry, code: string): boolean {
  if (new RegExp(`"(from|page)":"${object}[".#]`).test(source)) return true;
  if (new RegExp(`(^|[^A-Za-z0-9_."])${object}\\b`).test(source.replace(/"(ref|object|menu)":"[^"]*"/g, '')))
    return true;
  const fields = Object.values(next.find(code)?.fields ?? {});
  const all = [...fields, ...fields.flatMap(({ sub }) => Object.values(sub?.fields ?? {}))];
  return all.some((field) => field.ref === object && new RegExp(`\\b${field.code}\\.[a-z]`).test(source));
}
