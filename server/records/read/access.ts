/**
 * Which rows a user reaches: one condition for list, total, export, picker, options, tree and by-id (security.md §4). It is an expression
 * over the object, so that scopes may follow references and both machines agree; it is translated like every other condition.
 */
import { isMany } from '../../../schemas/language/kinds/index';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { ScopeGrant } from '../../ctx';
import type { EngineCtx } from '../host';

/** Condition text over the object's head; undefined = all rows, false = none. */
export type RowScope = string | undefined | false;

/** Rows of a right: union of its scopes, narrowed by the `always` scopes of the object. Engine code has no row scope. */
export function rowScope(ctx: EngineCtx, object: ResolvedObject, right: string): RowScope {
  if (ctx.system) return undefined;
  const { rights } = ctx.session;
  const always = Object.values(object.access.rows ?? {}).filter(
    (scope) => scope.always === 'all' || (scope.always === true && !rights.super),
  );
  const granted = rights.super ? undefined : union(ctx, object, rights.scopes(right));
  if (granted === false) return false;
  return all([granted, ...always.map((scope) => mineText(ctx, scope.where))]);
}

/**
 * Rows of an object that a report over it reads: those of the report's right with the scopes roles keep for that object, and never more
 * than who may see the object itself sees there.
 */
export function sourceScope(ctx: EngineCtx, object: ResolvedObject, right: string): RowScope {
  const { rights } = ctx.session;
  const own = `${object.object}:view`;
  const view = rights.has(own) ? rowScope(ctx, object, own) : rowScope(ctx, object, right);
  if (ctx.system || rights.super || view === false) return view;
  const granted = union(ctx, object, rights.scopes(right, object.object));
  return granted === false ? false : all([view, granted]);
}

/** Rows where every one of the rights reaches: view ∩ action, view ∩ export. */
export function rowsOfAll(ctx: EngineCtx, object: ResolvedObject, rights: readonly string[]): RowScope {
  const scopes = [...new Set(rights)].map((right) => rowScope(ctx, object, right));
  if (scopes.some((scope) => scope === false)) return false;
  return all([...new Set(scopes as (string | undefined)[])]);
}

/** Conditions joined by and; undefined parts are true. */
export function all(parts: readonly (string | undefined)[]): string | undefined {
  const given = parts.filter((part): part is string => part !== undefined && part !== '');
  if (given.length <= 1) return given[0];
  return given.map((part) => `(${part})`).join(' && ');
}

function union(ctx: EngineCtx, object: ResolvedObject, grants: readonly ScopeGrant[]): RowScope {
  if (grants.length === 0) return false;
  const parts: string[] = [];
  for (const grant of grants) {
    const part = one(ctx, object, grant);
    if (part === undefined) return undefined;
    if (part !== false && !parts.includes(part)) parts.push(part);
  }
  if (parts.length === 0) return false;
  return parts.length === 1 ? parts[0] : parts.map((part) => `(${part})`).join(' || ');
}

function one(ctx: EngineCtx, object: ResolvedObject, grant: ScopeGrant): RowScope {
  const part = own(ctx, object, grant);
  if (grant.within === undefined || part === false) return part;
  const other = one(ctx, object, grant.within);
  return other === false ? false : all([part, other]);
}

function own(ctx: EngineCtx, object: ResolvedObject, { scope, depts }: ScopeGrant): RowScope {
  const { me } = ctx.session;
  const dept = deptPath(object);
  switch (scope) {
    case '1':
      return undefined;
    case '2':
      return dept === undefined ? undefined : byDept(ctx, object, dept, me.depts.length > 0 && `${dept} in me.depts`);
    case '3':
      return dept === undefined ? undefined : byDept(ctx, object, dept, me.dept !== null && `${dept} == me.dept`);
    case '4':
      return ownerText(ctx, object);
    case '5': {
      if (dept === undefined) return undefined;
      const chosen = `${dept} in [${depts.map((id) => `'${id}'`).join(', ')}]`;
      return byDept(ctx, object, dept, depts.length > 0 && chosen);
    }
    default: {
      // a named scope of another object does not reach these rows
      const named = object.access.rows?.[scope];
      return named ? mineText(ctx, named.where) : false;
    }
  }
}

/** Scopes by department also reach rows without one that are mine. */
function byDept(ctx: EngineCtx, object: ResolvedObject, path: string, inside: string | false): RowScope {
  const mine = ownerText(ctx, object);
  const open = mine === false ? false : `empty(${path}) && (${mine})`;
  if (inside === false) return open;
  return open === false ? inside : `${inside} || ${open}`;
}

/** An owner path is me: a path to a user is compared with my account, one to an employee with my employee. Nobody is nobody's owner. */
function ownerText(ctx: EngineCtx, object: ResolvedObject): string | false {
  const { me } = ctx.session;
  const parts = (object.access.owner ?? ['createdBy']).flatMap((path) => {
    const field = endOf(ctx, object, path);
    if (!field || (field.ref !== 'user' && field.ref !== 'employee')) return [];
    if (field.ref === 'employee' && me.employee === null) return [];
    const mine = field.ref === 'user' ? 'me.id' : 'me.employee';
    return [isMany(field) ? `${mine} in ${path}` : `${path} == ${mine}`];
  });
  return parts.length === 0 ? false : parts.join(' || ');
}

function endOf(ctx: EngineCtx, object: ResolvedObject, path: string) {
  const [first = '', second, third] = path.split('.');
  const field = object.fields[first];
  if (second === undefined || !field) return field;
  if (field.sub) return field.sub.fields[second];
  const next =
    field.ref === undefined
      ? undefined
      : ctx.registry.find(field.ref === 'self' ? object.object : field.ref)?.fields[second];
  // the rows of what is named: members of its crew
  return third === undefined ? next : next?.sub?.fields[third];
}

/** The path to the department of its records; undefined for an object without one. */
export const deptPath = (object: ResolvedObject): string | undefined =>
  object.access.dept ?? (object.fields.dept?.ref === 'dept' ? 'dept' : undefined);

/**
 * A condition of a document in which a comparison with a null `me` value must be false (security.md §4): null == null would give the rows
 * that belong to nobody to everybody without an employee.
 */
export function mineText(ctx: EngineCtx, text: string): string {
  let out = text;
  for (const key of ['employee', 'dept', 'team'] as const)
    if (ctx.session.me[key] === null)
      out = out
        .replace(new RegExp(`([\\w.]+)\\s*==\\s*me\\.${key}\\b(?!\\.)`, 'g'), 'false')
        .replace(new RegExp(`(?<![\\w.])me\\.${key}\\s*==\\s*[\\w.]+`, 'g'), 'false');
  return out;
}
