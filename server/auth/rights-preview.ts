/** The rights of somebody in words: which role each function comes from, which rows it reaches (10 §5.5, tab 权限). */
import type { GrantPreview } from '../../schemas/language/wire';
import type { Ctx, ScopeGrant } from '../ctx';
import { makeRights, type RoleGrant } from './rights';

export const grantPreview = async (ctx: Ctx, grants: readonly RoleGrant[]): Promise<GrantPreview> => {
  const { records } = ctx.asSystem();
  const rights = makeRights(grants, false);
  const ids = [...new Set(grants.map(({ id }) => id))];
  const names = new Map((await records.many('role', ids)).map((role) => [role.id as string, String(role.name ?? '')]));
  const chosen = [
    ...new Set(grants.flatMap((grant) => [grant.scope, ...grant.scopes.values()]).flatMap(({ depts }) => depts)),
  ];
  const depts = new Map((await records.many('dept', chosen)).map((row) => [row.id as string, String(row.name ?? '')]));
  const titleOf = (dict: string, code: string): string =>
    records.dict(dict)?.items.find((item) => item.code === code)?.title ?? code;
  const reachOf = (object: string, { scope, depts: some }: ScopeGrant): string =>
    scope === '5'
      ? some.map((id) => depts.get(id) ?? id).join('、') || '无'
      : /^\d$/.test(scope)
        ? titleOf('dataScope', scope)
        : titleOf('scopeCode', scope.includes('.') ? scope : `${object}.${scope}`);
  const functions = rights.functions.map((code) => {
    const object = code.split(':')[0] ?? '';
    const from = grants.filter((grant) => grant.functions.includes(code)).map(({ id }) => names.get(id) ?? '');
    const reach = rights.scopes(code).map((scope) => reachOf(object, scope));
    return { code, from: [...new Set(from)].join('、'), reach: [...new Set(reach)].join('、') };
  });
  const groups = [...new Set(grants.flatMap(({ fieldGroups }) => fieldGroups))];
  return {
    super: rights.super,
    roles: ids.map((id) => names.get(id) ?? ''),
    groups: groups.map((code) => titleOf('fieldGroup', code)),
    functions: rights.super ? [] : functions,
  };
};
