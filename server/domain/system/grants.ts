/** 不能授予自己没有的权限 (security.md §4): on every write that changes somebody's effective rights. */
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { Rights } from '../../ctx';

/** 1 all … 4 own rows only; a scope of the object's own counts as the narrowest */
const WIDTH: Readonly<Record<string, number>> = { '1': 4, '2': 3, '3': 2, '5': 2, '4': 1 };
const widthOf = (scope: unknown): number => WIDTH[String(scope)] ?? 1;

/** What `role` gives (beyond `before`) and the caller does not have himself. */
export const beyond = (role: Rec, before: Rec | null, own: Rights): readonly string[] => {
  if (own.super) return [];
  const wider = before === null || widthOf(role.dataScope) > widthOf(before.dataScope);
  const functions = list(role.functions).filter((right) => {
    if (!own.has(right)) return !list(before?.functions).includes(right);
    if (!wider && list(before?.functions).includes(right) && sameScope(role, before, right)) return false;
    return Math.max(0, ...own.scopes(right).map(({ scope }) => widthOf(scope))) < widthOf(scopeOf(role, right));
  });
  const groups = list(role.fieldGroups).filter(
    (group) => !own.group(group) && !list(before?.fieldGroups).includes(group),
  );
  return [...functions, ...groups, ...(role.isSuper === true && before?.isSuper !== true ? ['*'] : [])];
};

export const grantProblem = (path: string, names: readonly string[]): readonly Problem[] =>
  names.length === 0
    ? []
    : [
        {
          code: 'right.grant',
          path,
          text: `不能授予自己没有的权限：${names.slice(0, 10).join('、')}${names.length > 10 ? '…' : ''}`,
        },
      ];

const scopeOf = (role: Rec, right: string): unknown => {
  const object = right.slice(0, right.indexOf(':'));
  return (
    ((role.scopes as readonly Row[] | undefined) ?? []).find((row) => row.object === object)?.dataScope ??
    role.dataScope
  );
};
const sameScope = (role: Rec, before: Rec | null, right: string): boolean =>
  before !== null && scopeOf(role, right) === scopeOf(before, right);
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
